import { randomBytes } from 'node:crypto';
import { kits } from '../../lib/kits/index.ts';
import { oneLine } from '../../lib/normalized.ts';
import { type PlatformRoute, type PlatformRouteId, platformRouteById } from '../../lib/routes.ts';
import type { SigningKey } from '../../lib/signatures/types.ts';
import { signedHeaders } from '../../lib/smoke/signed-headers.ts';
import { LOCAL_NAMES } from '../../local/hosts.ts';
import type { AnyCommand } from '../command.ts';
import { CliFault } from '../fault.ts';
import { parseValue } from '../json.ts';
import { parseUrl } from '../options.ts';
import { toJson } from '../output.ts';
import { keyFrom, pickKey, readKeys } from '../secrets/secret-document.ts';
import { readStackSecret } from '../secrets/stack-secret.ts';
import { readStack } from '../stack.ts';
import { type CliContext, runningServer, type TargetOptions } from '../target.ts';

/** The options of every command that posts a webhook, besides the global ones. */
export const deliveryOptions = {
  url: ['--url <base>', 'target; default: the running server', parseUrl],
  key: ['--key <id>', 'signing key; default: the first of the integration'],
  secretFile: ['--secret-file <file>', "secrets to sign with; default: the stack's or the running server's"],
  apiKey: ['--api-key <->', 'send x-api-key instead of a signature; must be -: the key is read from stdin'],
} as const;

/** Where a webhook goes, and how it is signed. */
export interface DeliveryOptions extends TargetOptions {
  readonly url?: string | undefined;
  readonly key?: string | undefined;
  readonly secretFile?: string | undefined;
  readonly apiKey?: string | undefined;
  /** The account of the webhook, for which the key must be allowed to act. */
  readonly account?: string | undefined;
  /** The key itself, instead of one that is looked up. */
  readonly signingKey?: SigningKey | undefined;
}

/** Refuses contradictory options as wrong usage. */
export function refuseContradiction(command: AnyCommand, { stack, url, apiKey }: DeliveryOptions): void {
  // Every user of a machine sees the arguments of its processes, and a shell keeps them in its history.
  if (apiKey !== undefined && apiKey !== '-')
    command.error('--api-key: expected -, with the key on stdin, such as: printf %s "$KEY" | …');
  if (stack !== undefined && url !== undefined)
    command.error("option '--url <base>' cannot be used with option '--stack <name>'");
}

/** Signs a body as its platform does, posts it to its endpoint and prints the answer. Fails if it is refused. */
export async function deliver(
  cli: CliContext,
  id: PlatformRouteId,
  body: Uint8Array<ArrayBuffer>,
  options: DeliveryOptions,
): Promise<void> {
  const { response, answer } = await postSigned(cli, id, body, options);
  if (options.json) cli.print(toJson({ status: response.status, answer }));
  else cli.print(statusLine(response, answer) + (answer === null ? '' : `\n${toJson(answer)}`));
  // The answer says what is wrong; the exit code only that something is.
  if (!response.ok) throw new CliFault('');
}

/** Signs a body as its platform does and posts it to its endpoint. The answer is the parsed body, or null if it is empty. */
export async function postSigned(
  cli: CliContext,
  id: PlatformRouteId,
  body: Uint8Array<ArrayBuffer>,
  options: DeliveryOptions,
): Promise<{ readonly response: Response; readonly answer: unknown }> {
  const route = platformRouteById(id);
  const { url, key } = await receiver(cli, route, options);
  const headers =
    options.apiKey === undefined
      ? signedHeaders(route.integration, await key(), {
          body,
          now: cli.now().getTime(),
          id: `msg_${randomBytes(14).toString('hex')}`,
        })
      : { 'x-api-key': keyFrom(await cli.readInput()) };
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    // The signature or API key is for that URL alone, and a redirected POST would lose its body.
    redirect: 'manual',
    signal: AbortSignal.timeout(30_000),
  }).catch(() => {
    throw new CliFault(`${url}: does not answer; is the server running?`);
  });
  const location = response.headers.get('location');
  if (location !== null && response.status >= 300 && response.status < 400) {
    throw new CliFault(
      `${url}: answers ${response.status} and points to ${oneLine(location)}. Redirects are not followed: pass the right --url.`,
    );
  }
  const text = await response.text();
  return { response, answer: text === '' ? null : parseValue(text) };
}

/** Returns the status with the problem's title, because reason phrases differ between servers. */
function statusLine({ ok, status, statusText }: Response, answer: unknown): string {
  const problem = typeof answer === 'object' && answer !== null && 'title' in answer ? answer.title : '';
  const title = ok ? statusText : problem;
  return oneLine(typeof title === 'string' ? `${status} ${title}` : String(status));
}

/**
 * Returns the target of a webhook and its signing key, which is read only if it is needed: those of the stack, of the options,
 * or of the running server.
 */
async function receiver(
  cli: CliContext,
  { id: routeId, path, integration }: PlatformRoute,
  { stack: name, url, key: id, secretFile, apiKey, account, signingKey }: DeliveryOptions,
): Promise<{ readonly url: string; readonly key: () => Promise<SigningKey> }> {
  const pick = async (keys: () => Promise<readonly SigningKey[]>) =>
    signingKey ?? pickKey(await keys(), integration, { id, account });
  if (name !== undefined) {
    const stack = await readStack(name);
    const keys = async () =>
      secretFile === undefined
        ? (await readStackSecret(stack, integration)).keys
        : readKeys(secretFile, integration);
    return { url: stack.urls[routeId], key: () => pick(keys) };
  }
  const server = runningServer(cli);
  const base = url ?? server?.url;
  if (base === undefined)
    throw new CliFault('server: none is running; start one with npm start, or pass --url or --stack.');
  // Other machines must not get signatures with local keys by accident.
  if (secretFile === undefined && apiKey === undefined && !LOCAL_NAMES.includes(new URL(base).hostname)) {
    throw new CliFault(
      `--secret-file: expected, with the secret of ${integration} at ${base} (or --api-key).`,
    );
  }
  const file = secretFile ?? server?.secrets ?? cli.environment.DISPATCH_SECRETS;
  return {
    url: `${base}${path}`,
    key: () => pick(async () => readKeys(file || undefined, integration)),
  };
}

/** Returns the endpoint of a body by its shape; undefined if it matches none. */
export function routeOfBody(body: Uint8Array): PlatformRouteId | undefined {
  const fields = parseValue(new TextDecoder().decode(body));
  if (typeof fields !== 'object' || fields === null) return undefined;
  const has = (name: string) => Object.hasOwn(fields, name);
  return Object.values(kits).flatMap(({ routeOf }) => routeOf(has) ?? [])[0];
}
