import { hash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import * as v from 'valibot';
import { type Integration, integrations } from '../../lib/platforms/index.ts';
import { ApiKeyText } from '../../lib/secrets/secret-document.ts';
import type { ApiKey, SecretDocument, SigningKey } from '../../lib/signatures/types.ts';
import { CliFault, fileFault } from '../fault.ts';
import { inWords, parseAccountId, parseIntegration } from '../options.ts';
import { toJson } from '../output.ts';
import { readStack } from '../stack.ts';
import type { CliContext, TargetOptions } from '../target.ts';
import { keyFrom } from './key-input.ts';
import { parsedSecret } from './secret-text.ts';
import { summary, summaryText } from './secrets-check.ts';
import { changeStackSecret } from './stack-secret.ts';

/** The options of a command that changes a stack's secret. */
export type SecretOptions = TargetOptions;

interface AddOptions extends SecretOptions {
  readonly file: string;
}

interface ApiKeyOptions extends SecretOptions {
  readonly account: string;
  readonly id?: string;
}

/** `secrets add`, `add-api-key` and `remove`: they change a stack's secret entry by entry and never show one. */
export function addSecretsOfStack(secrets: Command, cli: CliContext): void {
  addEntries(secrets, cli);
  addApiKey(secrets, cli);
  addRemoval(secrets, cli);
}

/** Adds the argument that names the secret. */
export const withIntegration = (command: Command) =>
  command.addArgument(
    command.createArgument('<integration>', inWords(integrations)).argParser(parseIntegration),
  );

function addEntries(secrets: Command, cli: CliContext): void {
  withIntegration(secrets.command('add'))
    .description("adds entries to a stack's secret (--stack)")
    .requiredOption(
      '--file <file>',
      'a key as "secrets generate" prints it, or a document of keys and apiKeys',
    )
    .action(async (integration: Integration, _: unknown, command: Command) => {
      stackNamedBy(command);
      const { file } = command.optsWithGlobals<AddOptions>();
      const added = documentOf(file);
      await changeOfStack(cli, command, integration, (stored) => ({
        keys: [...stored.keys, ...added.keys],
        apiKeys: [...stored.apiKeys, ...added.apiKeys],
      }));
    });
}

function addApiKey(secrets: Command, cli: CliContext): void {
  secrets
    .command('add-api-key')
    .description("adds the hash of an API key, read from stdin, to the crm's secret of a stack (--stack)")
    .requiredOption('--account <id>', 'account whose leads are sent with the key', parseAccountId)
    .option('--id <id>', 'name of the key; default: account, date and random letters')
    .action(async (_: unknown, command: Command) => {
      const { account, id } = command.optsWithGlobals<ApiKeyOptions>();
      const sha256 = hashOf(await cli.readInput());
      const entry = {
        id: id ?? newKeyId(account, cli.now()),
        account,
        sha256,
      };
      await changeOfStack(cli, command, 'crm', (stored) => ({
        ...stored,
        apiKeys: [...stored.apiKeys, entry],
      }));
    });
}

function addRemoval(secrets: Command, cli: CliContext): void {
  withIntegration(secrets.command('remove'))
    .description("removes the key or API key with that id from a stack's secret (--stack)")
    .argument('<id>', 'id of the key, from "secrets check"')
    .action(async (integration: Integration, id: string, _: unknown, command: Command) => {
      await changeOfStack(cli, command, integration, (stored) => without(stored, integration, id));
    });
}

/** Changes the secret of the stack that the command names, and lists its keys. */
export async function changeOfStack(
  { print }: CliContext,
  command: Command,
  integration: Integration,
  next: (stored: SecretDocument) => SecretDocument,
): Promise<void> {
  const { stack, json } = command.optsWithGlobals<SecretOptions>();
  const stored = await storedInStack(command, integration, next);
  print(json ? toJson(summary(stored)) : `Stored in ${stack}. ${summaryText(stored)}`);
}

/** Changes the secret of the stack that the command names, and returns it. */
export async function storedInStack(
  command: Command,
  integration: Integration,
  next: (stored: SecretDocument) => SecretDocument,
): Promise<SecretDocument> {
  return await changeStackSecret(await readStack(stackNamedBy(command)), integration, next);
}

/** The stack that the command names; without one, the command was used wrongly. */
function stackNamedBy(command: Command): string {
  const { stack } = command.optsWithGlobals<SecretOptions>();
  return stack ?? command.error("required option '--stack <name>' not specified");
}

/** A key's default id: its owner, the date (UTC) and random letters. */
export const newKeyId = (owner: string, now: Date): string =>
  `${owner}-${now.toISOString().slice(0, 10)}-${randomBytes(2).toString('hex')}`;

/** The SHA-256 of an API key read from stdin. */
export function hashOf(input: Buffer): string {
  const key = v.safeParse(ApiKeyText, keyFrom(input));
  if (!key.success) throw new CliFault(`API key: expected ${key.issues[0].message}.`);
  return hash('sha256', key.output, 'hex');
}

function without(stored: SecretDocument, integration: Integration, id: string): SecretDocument {
  keyOf(stored, integration, id);
  return {
    keys: stored.keys.filter((key) => key.id !== id),
    apiKeys: stored.apiKeys.filter((key) => key.id !== id),
  };
}

/** The key or API key with that id. */
export function keyOf(
  { keys, apiKeys }: SecretDocument,
  integration: Integration,
  id: string,
): SigningKey | ApiKey {
  const all = [...keys, ...apiKeys];
  const found = all.find((key) => key.id === id);
  if (found !== undefined) return found;
  const known = all.map((key) => key.id).join(', ') || 'none';
  throw new CliFault(`${integration}: there is no key ${id}; its keys are: ${known}.`);
}

const Several = v.object({ keys: v.optional(v.unknown(), []), apiKeys: v.optional(v.unknown(), []) });

/** A whole document, or one made from a single key. */
function documentOf(file: string): SecretDocument {
  const entry = jsonOf(file);
  const isObject = typeof entry === 'object' && entry !== null && !Array.isArray(entry);
  if (!isObject)
    throw new CliFault(
      `${file}: expected a key as "secrets generate" prints it, or a document of keys and apiKeys.`,
    );
  const holdsLists = 'keys' in entry || 'apiKeys' in entry;
  const document = holdsLists ? v.parse(Several, entry) : { keys: [entry], apiKeys: [] };
  return parsedSecret(file, JSON.stringify(document));
}

function jsonOf(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    // The parser's own message quotes the text, which holds secrets.
    throw new CliFault(fileFault(error, file) ?? `${file}: expected a readable file of JSON.`);
  }
}
