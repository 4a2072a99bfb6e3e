import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { createSecretLoader } from '../../lib/aws/secrets.ts';
import { oneLine } from '../../lib/normalized.ts';
import { type Integration, integrations } from '../../lib/platforms/index.ts';
import type { SecretDocument } from '../../lib/signatures/types.ts';
import { demoSecrets } from '../../local/demo.ts';
import { CliFault, fileFault } from '../fault.ts';
import { inWords, parseIntegration } from '../options.ts';
import { toJson } from '../output.ts';
import { readStack } from '../stack.ts';
import { type CliContext, runningServer, type TargetOptions } from '../target.ts';
import { parsedSecret } from './secret-text.ts';
import { readStackSecret } from './stack-secret.ts';

interface CheckOptions extends TargetOptions {
  readonly secret?: string;
  readonly secretFile?: string;
}

/** `secrets check`: validates a document and lists its keys without showing them. */
export function addSecretsCheck(secrets: Command, cli: CliContext): void {
  const check = secrets.command('check').description('checks a secret document and lists its keys');
  check
    .addArgument(check.createArgument('<integration>', inWords(integrations)).argParser(parseIntegration))
    .option('--secret <name>', 'name or ARN of a deployed secret')
    .option('--secret-file <file>', 'file of documents by integration, as for DISPATCH_SECRETS')
    .action(async (integration: Integration, _: unknown, command: Command) => {
      const { json, stack, ...options } = command.optsWithGlobals<CheckOptions>();
      if (stack !== undefined && (options.secret ?? options.secretFile) !== undefined) {
        return command.error('--stack: expected without --secret and --secret-file.');
      }
      const document =
        stack === undefined
          ? parsedSecret(whereOf(integration, options), await textOf(integration, options, cli))
          : await readStackSecret(await readStack(stack), integration);
      cli.print(json ? toJson(summary(document)) : summaryText(document));
    });
}

const whereOf = (integration: Integration, { secretFile }: CheckOptions): string =>
  secretFile === undefined ? integration : `${secretFile}: ${integration}`;

async function textOf(
  integration: Integration,
  { secret, secretFile }: CheckOptions,
  cli: CliContext,
): Promise<string> {
  if (secret !== undefined) return await createSecretLoader(secret)();
  const server = runningServer(cli);
  const file = secretFile ?? server?.secrets ?? undefined;
  if (file === undefined && server === undefined) {
    throw new CliFault(
      'server: none is running; start one with npm start, or pass --stack, --secret or --secret-file.',
    );
  }
  if (file === undefined) return JSON.stringify(demoSecrets[integration]);
  const documents: unknown = readJson(file);
  if (typeof documents !== 'object' || documents === null || Array.isArray(documents))
    throw new CliFault(`${file}: expected an object with ${integrations.join(', ')}.`);
  const document = Object.entries(documents);
  return JSON.stringify(document.find(([name]) => name === integration)?.[1] ?? null);
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    // The parser's own message quotes the text, which holds secrets.
    throw new CliFault(fileFault(error, file) ?? `${file}: expected a readable file of JSON.`);
  }
}

/** The parts of a document that may be shown: everything but the secrets. */
export function summary({ keys, apiKeys }: SecretDocument) {
  return {
    keys: keys.map(({ id, scheme, header, accounts }) => ({
      id,
      scheme,
      ...(header && { header }),
      accounts,
    })),
    apiKeys: apiKeys.map(({ id, account }) => ({ id, account })),
  };
}

/** The same as text. */
export function summaryText(document: SecretDocument): string {
  const { keys, apiKeys } = summary(document);
  return [
    `Well-formed: ${counted(keys.length, 'key')}, ${counted(apiKeys.length, 'API key')}.`,
    ...keys.map(({ id, scheme, accounts }) => `key ${id}: ${scheme}, accounts ${accounts.join(', ')}`),
    ...apiKeys.map(({ id, account }) => `API key ${id}: account ${account}`),
    ...(keys.length + apiKeys.length === 0 ? ['Every request is refused until a key is set.'] : []),
  ]
    .map(oneLine)
    .join('\n');
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
