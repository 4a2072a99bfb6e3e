import { hash } from 'node:crypto';
import * as v from 'valibot';
import { createSecretLoader } from '../../lib/aws/secrets.ts';
import { type WebhookSender, webhookSenderIds, webhookSenders } from '../../lib/platforms/index.ts';
import { ApiKeyText } from '../../lib/secrets/secret-document.ts';
import { newSecret } from '../../lib/signatures/new-secret.ts';
import type { SecretDocument } from '../../lib/signatures/types.ts';
import { secretIn, secretReader } from '../../local/secrets.ts';
import { type Program, stackName } from '../command.ts';
import { CliFault, readJsonFile } from '../fault.ts';
import { gatherAccounts, oneOf, parseAccountId, senderArgument } from '../options.ts';
import { toJson } from '../output.ts';
import { readStack } from '../stack.ts';
import { type CliContext, runningServer } from '../target.ts';
import { addKeyChanges } from './key-changes.ts';
import { keyFrom, keyOf, newKeyId, parsedSecret, summary, summaryText } from './secret-document.ts';
import { changeOfStack, readStackSecret } from './stack-secret.ts';

/** The schemes whose secret this service can generate. The sender generates both halves of an ed25519 key. */
const schemes = [
  'hmac-sha256',
  'hmac-sha256-timestamped',
  'hmac-sha256-timestamp-header',
  'standard-webhooks',
  'shared-secret',
] as const;

/** Adds `secrets generate | check | add | add-api-key | remove | grant | revoke | rotate`. */
export function addSecrets(program: Program, cli: CliContext): void {
  const { print } = cli;
  const secrets = program.command('secrets').description('keys of the integrations');
  secrets
    .command('generate')
    .description('prints a new entry for "keys" in the secret of an integration')
    .argument(...senderArgument)
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
    .action((integration, options) => {
      const { id, scheme = webhookSenders[integration].signatureScheme, header, account } = options;
      const key = {
        id: id ?? newKeyId(integration, cli.now()),
        scheme,
        ...(header === undefined ? {} : { header: header.toLowerCase() }),
        secret: newSecret(scheme),
        accounts: account.length === 0 ? ['*'] : account,
      };
      print(toJson(key));
    });
  secrets
    .command('check')
    .description('checks a secret document and lists its keys')
    .argument(...senderArgument)
    .option('--secret <name>', 'name or ARN of a deployed secret')
    .option('--secret-file <file>', 'file of documents by integration, as for DISPATCH_SECRETS')
    .action(async (integration, _, command) => {
      const { json, stack, secret, secretFile } = command.optsWithGlobals();
      if (stack !== undefined && (secret ?? secretFile) !== undefined)
        return command.error('--stack: expected without --secret and --secret-file.');
      const where = secretFile === undefined ? integration : `${secretFile}: ${integration}`;
      const text = async () =>
        secret === undefined ? localText(integration, secretFile, cli) : await createSecretLoader(secret)();
      const document =
        stack === undefined
          ? parsedSecret(where, await text())
          : await readStackSecret(await readStack(stack), integration);
      print(json ? toJson(summary(document)) : summaryText(document));
    });
  secrets
    .command('add')
    .description("adds entries to a stack's secret (--stack)")
    .argument(...senderArgument)
    .requiredOption(
      '--file <file>',
      'a key as "secrets generate" prints it, or a document of keys and apiKeys',
    )
    .action(async (integration, { file }, command) => {
      stackName(command);
      const added = documentOf(file);
      await changeOfStack(cli, command, integration, (stored) => ({
        keys: [...stored.keys, ...added.keys],
        apiKeys: [...stored.apiKeys, ...added.apiKeys],
      }));
    });
  secrets
    .command('add-api-key')
    .description("adds the hash of an API key, read from stdin, to the crm's secret of a stack (--stack)")
    .requiredOption('--account <id>', 'account whose leads are sent with the key', parseAccountId)
    .option('--id <id>', 'name of the key; default: account, date and random letters')
    .action(async ({ account, id = newKeyId(account, cli.now()) }, command) => {
      const entry = { id, account, sha256: hashOf(await cli.readInput()) };
      await changeOfStack(cli, command, 'crm', (stored) => ({
        ...stored,
        apiKeys: [...stored.apiKeys, entry],
      }));
    });
  secrets
    .command('remove')
    .description("removes the key or API key with that id from a stack's secret (--stack)")
    .argument(...senderArgument)
    .argument('<id>', 'id of the key, from "secrets check"')
    .action(async (integration, id, _, command) => {
      await changeOfStack(cli, command, integration, (stored) => {
        const gone = keyOf(stored, integration, id);
        return {
          keys: stored.keys.filter((key) => key.id !== gone.id),
          apiKeys: stored.apiKeys.filter((key) => key.id !== gone.id),
        };
      });
    });
  addKeyChanges(secrets, cli);
}

/** Adds `hash-api-key`. */
export function addHashApiKey(program: Program, cli: CliContext): void {
  program
    .command('hash-api-key')
    .description('prints the SHA-256 of an API key read from stdin, for "apiKeys" in the secret of the crm')
    .action(async (_, command) => {
      const sha256 = hashOf(await cli.readInput());
      cli.print(command.optsWithGlobals().json ? toJson({ sha256 }) : sha256);
    });
}

/** Returns the SHA-256 of an API key that was read from stdin. */
function hashOf(input: Buffer): string {
  const key = v.safeParse(ApiKeyText, keyFrom(input));
  if (!key.success) throw new CliFault(`API key: expected ${key.issues[0].message}.`);
  return hash('sha256', key.output, 'hex');
}

/** Returns an integration's document in the file, otherwise in that of the running server. */
function localText(integration: WebhookSender, secretFile: string | undefined, cli: CliContext): string {
  const server = runningServer(cli);
  const file = secretFile ?? server?.secrets ?? undefined;
  if (file === undefined && server === undefined) {
    throw new CliFault(
      'server: none is running; start one with npm start, or pass --stack, --secret or --secret-file.',
    );
  }
  if (file === undefined) return secretReader(undefined)(integration);
  const documents = readJsonFile(file);
  if (!isObject(documents))
    throw new CliFault(`${file}: expected an object with ${webhookSenderIds.join(', ')}.`);
  return secretIn(documents, integration) ?? 'null';
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const Several = v.object({ keys: v.optional(v.unknown(), []), apiKeys: v.optional(v.unknown(), []) });

/** Reads a file with a document, or with a single key, of which it makes a document. */
function documentOf(file: string): SecretDocument {
  const entry = readJsonFile(file);
  if (!isObject(entry))
    throw new CliFault(
      `${file}: expected a key as "secrets generate" prints it, or a document of keys and apiKeys.`,
    );
  const holdsLists = 'keys' in entry || 'apiKeys' in entry;
  const document = holdsLists ? v.parse(Several, entry) : { keys: [entry], apiKeys: [] };
  return parsedSecret(file, JSON.stringify(document));
}
