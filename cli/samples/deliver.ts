import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import { oneLine } from '../../lib/normalized.ts';
import { type RouteId, routeById } from '../../lib/routes.ts';
import { signedHeaders } from '../../lib/smoke/signed-headers.ts';
import { CliFault } from '../fault.ts';
import { parseValue } from '../json.ts';
import { parseUrl } from '../options.ts';
import { toJson } from '../output.ts';
import { keyFrom } from '../secrets/key-input.ts';
import type { CliContext } from '../target.ts';
import { type ReceiverOptions, receiver } from './receiver.ts';

/** Target of a webhook and format of its answer, for every command that posts one. */
export interface DeliveryOptions extends ReceiverOptions {
  readonly json?: boolean;
}

/** Adds the options of `DeliveryOptions` that are not global. */
export function addDeliveryOptions(command: Command): Command {
  return command
    .option('--url <base>', 'target; default: the running server', parseUrl)
    .option('--key <id>', 'signing key; default: the first of the integration')
    .option('--secret-file <file>', "secrets to sign with; default: the stack's or the running server's")
    .option('--api-key <->', 'send x-api-key instead of a signature; must be -: the key is read from stdin');
}

/** Refuses contradictory options as wrong usage. */
export function refuseContradiction(command: Command, { stack, url, apiKey }: DeliveryOptions): void {
  // Every user of a machine sees the arguments of its processes, and a shell keeps them in its history.
  if (apiKey !== undefined && apiKey !== '-')
    command.error('--api-key: expected -, with the key on stdin, such as: printf %s "$KEY" | …');
  if (stack !== undefined && url !== undefined)
    command.error("option '--url <base>' cannot be used with option '--stack <name>'");
}

/** Signs a body as its platform does, posts it to its endpoint and prints the answer. Fails if it is refused. */
export async function deliver(
  cli: CliContext,
  id: RouteId,
  body: Uint8Array<ArrayBuffer>,
  options: DeliveryOptions,
): Promise<void> {
  const { response, answer } = await postSigned(cli, id, body, options);
  if (options.json) cli.print(toJson({ status: response.status, answer }));
  else cli.print(statusLine(response, answer) + (answer === null ? '' : `\n${toJson(answer)}`));
  // The answer says what is wrong; the exit code only that something is.
  if (!response.ok) throw new CliFault('');
}

/** What an endpoint answered. */
export interface Answer {
  readonly response: Response;
  /** The parsed body, or null if it is empty. */
  readonly answer: unknown;
}

/** Signs a body as its platform does and posts it to its endpoint. */
export async function postSigned(
  cli: CliContext,
  id: RouteId,
  body: Uint8Array<ArrayBuffer>,
  options: ReceiverOptions,
): Promise<Answer> {
  const route = routeById(id);
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

/** The status with the problem's title, because reason phrases differ between servers. */
function statusLine({ ok, status, statusText }: Response, answer: unknown): string {
  const problem = typeof answer === 'object' && answer !== null && 'title' in answer ? answer.title : '';
  const title = ok ? statusText : problem;
  return oneLine(typeof title === 'string' ? `${status} ${title}` : String(status));
}
