import type { Command } from 'commander';
import type { Integration } from '../../lib/platforms/index.ts';
import type { SecretDocument, SigningKey } from '../../lib/signatures/types.ts';
import { CliFault } from '../fault.ts';
import { gather, gatherAccounts } from '../options.ts';
import type { CliContext } from '../target.ts';
import { changeOfStack, keyOf, type SecretOptions, withIntegration } from './secrets-stack.ts';

interface GrantOptions extends SecretOptions {
  readonly account: readonly string[];
}

/** `secrets grant` and `revoke`: the accounts that a key may act for. */
export function addGrants(secrets: Command, cli: CliContext): void {
  addChange(secrets, cli, 'grant', 'lets a key act for further accounts', gatherAccounts, granted);
  addChange(secrets, cli, 'revoke', 'stops a key from acting for accounts', gather, revoked);
}

type AccountChange = (
  key: SigningKey,
  given: readonly string[],
  integration: Integration,
) => readonly string[];

function addChange(
  secrets: Command,
  cli: CliContext,
  name: string,
  about: string,
  parse: typeof gather,
  accountsAfter: AccountChange,
): void {
  withIntegration(secrets.command(name))
    .description(`${about}, in a stack's secret (--stack)`)
    .argument('<key id>', 'id of the key, from "secrets check"')
    .requiredOption('--account <id>', 'the account; may be repeated', parse, [])
    .action(async (integration: Integration, id: string, _: unknown, command: Command) => {
      const { account } = command.optsWithGlobals<GrantOptions>();
      await changeOfStack(cli, command, integration, (stored) => {
        const key = signingKey(stored, integration, id);
        const accounts = accountsAfter(key, account, integration);
        // Nothing is stored if the document is the one that was read.
        if (accounts === key.accounts) return stored;
        return {
          ...stored,
          keys: stored.keys.map((other) => (other === key ? { ...key, accounts } : other)),
        };
      });
    });
}

function signingKey(stored: SecretDocument, integration: Integration, id: string): SigningKey {
  const found = keyOf(stored, integration, id);
  if ('accounts' in found) return found;
  throw new CliFault(
    `${id}: it is an API key, which acts for one account: add another with "secrets add-api-key".`,
  );
}

function granted({ id, accounts }: SigningKey, given: readonly string[], integration: Integration) {
  if (accounts.includes('*'))
    throw new CliFault(`${id}: the key of ${integration} may act for all accounts already.`);
  const added = given.filter((account) => !accounts.includes(account));
  return added.length === 0 ? accounts : [...new Set([...accounts, ...added])];
}

function revoked({ id, accounts }: SigningKey, given: readonly string[], integration: Integration) {
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
