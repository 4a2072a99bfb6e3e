import type { Command } from 'commander';
import type { Integration } from '../../lib/platforms/index.ts';
import { newSecret } from '../../lib/signatures/new-secret.ts';
import type { ApiKey, SigningKey } from '../../lib/signatures/types.ts';
import { CliFault } from '../fault.ts';
import { toJson } from '../output.ts';
import type { CliHost } from '../target.ts';
import { keyOf, newKeyId, type SecretOptions, storedInStack, withIntegration } from './secrets-stack.ts';

interface RotateOptions extends SecretOptions {
  readonly id?: string;
}

/** `secrets rotate`: a new key beside an old one. The only command that stores and prints a secret. */
export function addRotation(secrets: Command, cli: CliHost): void {
  withIntegration(secrets.command('rotate'))
    .description(
      "stores a new key beside an old one with the same accounts in a stack's secret, and prints it",
    )
    .argument('<key id>', 'id of the old key, from "secrets check"')
    .option('--id <id>', 'name of the new key; default: integration, date and random letters')
    .action(async (integration: Integration, id: string, _: unknown, command: Command) => {
      const options = command.optsWithGlobals<RotateOptions>();
      const newId = options.id ?? newKeyId(integration, cli.now());
      let added: SigningKey | undefined;
      await storedInStack(command, integration, (stored) => {
        const next = successorOf(keyOf(stored, integration, id), newId, integration);
        added = next;
        return { ...stored, keys: [...stored.keys, next] };
      });
      cli.print(toJson(added));
      cli.complain(
        [
          `Stored ${newId} beside ${id}; both are accepted. This is the only time that its secret is shown.`,
          'Wait five minutes before the sender uses it: functions keep the keys that they know for so long.',
          `When the sender has changed, remove the old one: secrets remove ${integration} ${id} --stack ${options.stack}`,
        ].join('\n'),
      );
    });
}

function successorOf(old: SigningKey | ApiKey, id: string, integration: Integration): SigningKey {
  if (!('accounts' in old)) {
    throw new CliFault(
      `${old.id}: it is an API key: add another with "secrets add-api-key", then remove this one with "secrets remove ${integration} ${old.id}".`,
    );
  }
  if (old.scheme === 'ed25519') {
    throw new CliFault(
      `${old.id}: the key holds only a public key: its sender makes the new one; "secrets add" stores it.`,
    );
  }
  return { ...old, id, secret: newSecret(old.scheme) };
}
