import type { WebhookSender } from '../../lib/platforms/index.ts';
import { newSecret } from '../../lib/signatures/new-secret.ts';
import type { ApiKey, SigningKey } from '../../lib/signatures/types.ts';
import { type Program, requiredStack } from '../command.ts';
import { CliFault } from '../fault.ts';
import { gather, gatherAccounts, senderArgument } from '../options.ts';
import { toJson } from '../output.ts';
import type { CliContext } from '../target.ts';
import { keyOf, newKeyId } from './secret-document.ts';
import { changeOfStack, changeStackSecret } from './stack-secret.ts';

const grants = [
  ['grant', 'lets a key act for further accounts', gatherAccounts, granted],
  ['revoke', 'stops a key from acting for accounts', gather, revoked],
] as const;

/** Adds `secrets grant | revoke`, which change the accounts that a key may act for, and `rotate`. */
export function addKeyChanges(secrets: Program, cli: CliContext): void {
  for (const [name, about, parse, accountsAfter] of grants)
    secrets
      .command(name)
      .argument(...senderArgument)
      .description(`${about}, in a stack's secret (--stack)`)
      .argument('<key id>', 'id of the key, from "secrets check"')
      .requiredOption('--account <id>', 'the account; may be repeated', parse)
      .action(async (integration, id, { account }, command) => {
        await changeOfStack(cli, command, integration, (stored) => {
          const key = keyOf(stored, integration, id);
          if (!('accounts' in key))
            throw new CliFault(
              `${id}: it is an API key, which acts for one account: add another with "secrets add-api-key".`,
            );
          const accounts = accountsAfter(key, account, integration);
          // Nothing is stored if the document is the one that was read.
          if (accounts === key.accounts) return stored;
          const keys = stored.keys.map((other) => (other === key ? { ...key, accounts } : other));
          return { ...stored, keys };
        });
      });
  secrets
    .command('rotate')
    .description(
      "stores a new key beside an old one with the same accounts in a stack's secret, and prints it",
    )
    .argument(...senderArgument)
    .argument('<key id>', 'id of the old key, from "secrets check"')
    .option('--id <id>', 'name of the new key; default: integration, date and random letters')
    .action(async (integration, id, { id: newId = newKeyId(integration, cli.now()) }, command) => {
      const stack = await requiredStack(command);
      let added: SigningKey | undefined;
      await changeStackSecret(stack, integration, (stored) => {
        added = successorOf(keyOf(stored, integration, id), newId, integration);
        return { ...stored, keys: [...stored.keys, added] };
      });
      cli.print(toJson(added));
      cli.complain(
        [
          `Stored ${newId} beside ${id}; both are accepted. This is the only time that its secret is shown.`,
          'Wait five minutes before the sender uses it: functions keep the keys that they know for so long.',
          `When the sender has changed, remove the old one: secrets remove ${integration} ${id} --stack ${stack.name}`,
        ].join('\n'),
      );
    });
}

function granted({ id, accounts }: SigningKey, given: readonly string[], integration: WebhookSender) {
  if (accounts.includes('*'))
    throw new CliFault(`${id}: the key of ${integration} may act for all accounts already.`);
  const added = given.filter((account) => !accounts.includes(account));
  return added.length === 0 ? accounts : [...new Set([...accounts, ...added])];
}

function revoked({ id, accounts }: SigningKey, given: readonly string[], integration: WebhookSender) {
  const unknown = given.filter((account) => !accounts.includes(account));
  if (unknown.length > 0 && accounts.includes('*')) {
    throw new CliFault(
      `${id}: the key of ${integration} may act for all accounts; a key for some of them needs a new secret: "secrets generate" makes one.`,
    );
  }
  if (unknown.length > 0) {
    throw new CliFault(
      `${id}: the key of ${integration} may not act for ${unknown.join(', ')}; its accounts are: ${accounts.join(', ')}.`,
    );
  }
  const left = accounts.filter((account) => !given.includes(account));
  if (left.length > 0) return left;
  throw new CliFault(
    `${id}: the key of ${integration} would have no account left: remove it with "secrets remove ${integration} ${id}".`,
  );
}

function successorOf(old: SigningKey | ApiKey, id: string, integration: WebhookSender): SigningKey {
  if (!('accounts' in old)) {
    throw new CliFault(
      `${old.id}: it is an API key: add another with "secrets add-api-key", then remove this one with "secrets remove ${integration} ${old.id}".`,
    );
  }
  if (old.scheme === 'twilio') {
    throw new CliFault(
      `${old.id}: the provider makes the new authToken; "secrets add" stores it under another id.`,
    );
  }
  if (old.scheme === 'ed25519') {
    throw new CliFault(
      `${old.id}: the key holds only a public key: its sender makes the new one; "secrets add" stores it.`,
    );
  }
  return { ...old, id, secret: newSecret(old.scheme) };
}
