import { randomBytes } from 'node:crypto';
import { type Command, InvalidArgumentError } from 'commander';
import { type Integration, routeById } from '../../lib/routes.ts';
import type { SigningKey } from '../../lib/signatures/types.ts';
import { CliFault } from './fault.ts';
import { type Json, parseValue, withValue } from './json.ts';
import { gather, parseUrl } from './options.ts';
import { clean, toJson, toTable } from './output.ts';
import { contextFor } from './sample-context.ts';
import { type Sample, samples } from './samples.ts';
import { signedHeaders } from './sign.ts';
import { pickKey, readKeys } from './signing-key.ts';
import { readStack } from './stack.ts';
import { readStackSecret } from './stack-secret.ts';
import { runningServer, type Surroundings, type TargetOptions } from './target.ts';

interface SendOptions extends TargetOptions {
  readonly list?: boolean;
  readonly url?: string;
  readonly set: readonly string[];
  readonly key?: string;
  readonly secretFile?: string;
  readonly apiKey?: string;
  readonly account?: string;
}

/** `send`. */
export function addSend(program: Command, surroundings: Surroundings): void {
  program
    .command('send')
    .description('signs a sample webhook as its platform would and posts it')
    .argument('[sample]', 'such as crm/lead; --list names them all')
    .option('--list', 'the samples that there are')
    .option('--url <base>', 'where to; the running server without it', parseUrl)
    .option('--set <path=value>', 'changes the body at a dotted path, may be repeated', gatherChange, [])
    .option('--key <id>', 'the key to sign with; the first of the integration without it')
    .option('--secret-file <file>', "secrets to sign with; the stack's or the running server's without it")
    .option('--api-key <key>', 'sends x-api-key in place of a signature')
    .option('--account <id>', 'the account that the sample is for; the first of the table without it')
    .action(async (name: string | undefined, _: unknown, command: Command) => {
      const options = command.optsWithGlobals<SendOptions>();
      if (options.list) return surroundings.print(sampleList(options.json));
      if (name === undefined)
        return command.error("error: missing required argument 'sample' (--list names them)");
      if (!samples.has(name))
        return command.error(`error: there is no sample ${clean(name)} (--list names them)`);
      if (options.stack !== undefined && options.url !== undefined)
        return command.error("error: option '--url <base>' cannot be used with option '--stack <name>'");
      await send(surroundings, name, options);
    });
}

function gatherChange(text: string, before: readonly string[]): readonly string[] {
  if (text.indexOf('=') > 0) return gather(text, before);
  throw new InvalidArgumentError('Expected path=value, such as contact.phone=+12125550143.');
}

function sampleList(json: boolean | undefined): string {
  const rows = [...samples].map(([name, { about, route }]) => ({ name, about, path: routeById(route).path }));
  if (json) return toJson(rows);
  return toTable(
    ['sample', 'is', 'goes to'],
    rows.map(({ name, about, path }) => [name, about, path]),
  );
}

async function send(surroundings: Surroundings, name: string, options: SendOptions): Promise<void> {
  const sample = samples.get(name);
  if (sample === undefined) throw new CliFault(`There is no sample ${name}.`);
  const { url, keys } = await receiver(surroundings, sample, options);
  const now = surroundings.now();
  const context = await contextFor(surroundings, sample.integration, options, {
    callId: `call_${randomBytes(14).toString('hex')}`,
    now,
  });
  const body = JSON.stringify(options.set.reduce(applyChange, sample.body(context)));
  const proof =
    options.apiKey === undefined
      ? signedHeaders(sample.integration, pickKey(await keys(), sample.integration, options.key), {
          body,
          now: now.getTime(),
          id: `msg_${context.callId}`,
        })
      : { 'x-api-key': options.apiKey };
  await post(surroundings, url, { body, headers: proof, json: options.json });
}

interface Receiver {
  readonly url: string;
  readonly keys: () => Promise<readonly SigningKey[]>;
}

/** Where a sample goes and what it is signed with: a stack's own, or those of the options or the running server. */
async function receiver(
  surroundings: Surroundings,
  { integration, route }: Pick<Sample, 'route'> & { integration: Integration },
  { stack: name, url, secretFile, apiKey }: SendOptions,
): Promise<Receiver> {
  if (name !== undefined) {
    const stack = await readStack(name);
    const keys = async () =>
      secretFile === undefined
        ? (await readStackSecret(stack, integration)).keys
        : readKeys(secretFile, integration);
    return { url: stack.urls[route], keys };
  }
  const server = runningServer(surroundings);
  const base = url ?? server?.url;
  if (base === undefined)
    throw new CliFault('No server is running: start one with npm start, or pass --url or --stack.');
  if (secretFile === undefined && apiKey === undefined && !isLocal(base)) {
    throw new CliFault(`Pass --secret-file with the secret of ${integration} at ${base} (or --api-key).`);
  }
  const file = secretFile ?? server?.secrets ?? surroundings.environment.DISPATCH_SECRETS;
  const keys = async () => readKeys(file || undefined, integration);
  return { url: `${base}${routeById(route).path}`, keys };
}

function applyChange(body: Json, change: string): Json {
  const mark = change.indexOf('=');
  return withValue(body, change.slice(0, mark).split('.'), parseValue(change.slice(mark + 1)));
}

/** Keys of a file for one's own machine are not to be sent to another by accident. */
function isLocal(base: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(base).hostname);
}

interface Delivery {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly json: boolean | undefined;
}

async function post({ print }: Surroundings, url: string, { body, headers, json }: Delivery): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    signal: AbortSignal.timeout(30_000),
  }).catch((error: unknown) => {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
    throw new CliFault(`${url} does not answer${cause === '' ? '' : ` (${cause})`}: is the server running?`);
  });
  const text = await response.text();
  const answer = text === '' ? null : parseValue(text);
  if (json) print(toJson({ status: response.status, answer }));
  else
    print(
      `${response.status} ${response.statusText}`.trim() + (answer === null ? '' : `\n${toJson(answer)}`),
    );
  // The answer tells what is wrong; the exit code tells that something is.
  if (!response.ok) throw new CliFault('');
}
