import type { Command } from 'commander';
import { type Integration, integrations, platforms } from '../../lib/platforms/index.ts';
import { newSecret } from '../../lib/signatures/new-secret.ts';
import { gatherAccounts, inWords, oneOf, parseIntegration } from '../options.ts';
import { toJson } from '../output.ts';
import type { CliHost, TargetOptions } from '../target.ts';
import { addSecretsCheck } from './secrets-check.ts';
import { addGrants } from './secrets-grant.ts';
import { addRotation } from './secrets-rotate.ts';
import { addSecretsOfStack, hashOf, newKeyId } from './secrets-stack.ts';

/** Schemes with a shared secret; the sender creates an ed25519 key. */
const schemes = [
  'hmac-sha256',
  'hmac-sha256-timestamped',
  'hmac-sha256-timestamp-header',
  'standard-webhooks',
  'shared-secret',
] as const;

type Scheme = (typeof schemes)[number];

interface GenerateOptions {
  readonly id?: string;
  readonly scheme?: Scheme;
  readonly header?: string;
  readonly account: readonly string[];
}

/** `secrets generate` and `hash-api-key`. */
export function addSecrets(program: Command, cli: CliHost): void {
  const secrets = program.command('secrets').description('keys of the integrations');
  const generate = secrets
    .command('generate')
    .description('prints a new entry for "keys" in the secret of an integration');
  generate
    .addArgument(generate.createArgument('<integration>', inWords(integrations)).argParser(parseIntegration))
    .option('--id <id>', 'name of the key; default: integration, date and random letters')
    .option(
      '--scheme <scheme>',
      `one of ${schemes.join(', ')}; default: the platform's own, with a timestamp if possible`,
      oneOf(schemes),
    )
    .option('--header <name>', 'header of the signature, if not the default')
    .option(
      '--account <id>',
      'account that the key may act for; may be repeated; default: all',
      gatherAccounts,
      [],
    )
    .action((integration: Integration, options: GenerateOptions) => {
      cli.print(toJson(newKey(integration, options, cli.now())));
    });

  addSecretsCheck(secrets, cli);
  addSecretsOfStack(secrets, cli);
  addGrants(secrets, cli);
  addRotation(secrets, cli);

  program
    .command('hash-api-key')
    .description('prints the SHA-256 of an API key read from stdin, for "apiKeys" in the secret of the crm')
    .action(async (_: unknown, command: Command) => {
      const sha256 = hashOf(await cli.readInput());
      cli.print(command.optsWithGlobals<TargetOptions>().json ? toJson({ sha256 }) : sha256);
    });
}

function newKey(integration: Integration, options: GenerateOptions, now: Date) {
  const { id, scheme = platforms[integration].signatureScheme, header, account } = options;
  return {
    id: id ?? newKeyId(integration, now),
    scheme,
    ...(header === undefined ? {} : { header: header.toLowerCase() }),
    secret: newSecret(scheme),
    accounts: account.length === 0 ? ['*'] : account,
  };
}
