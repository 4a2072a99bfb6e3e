import { randomBytes } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { newDelivery, samples } from '../../../cli/samples/samples.ts';
import { pickKey } from '../../../cli/secrets/secret-document.ts';
import { linkPut } from '../../../lib/aws/stores/link-store.ts';
import type { SampleContext } from '../../../lib/kits/samples/sample.ts';
import { type LinkFacts, newLink } from '../../../lib/record/link.ts';
import { routeById } from '../../../lib/routes.ts';
import { parseSecretDocument } from '../../../lib/secrets/secret-document.ts';
import { signedHeaders } from '../../../lib/smoke/signed-headers.ts';
import { demoAccount, demoSecrets } from '../../../local/demo/demo-account.ts';
import { signStandardWebhooks, signTwilio } from '../signers.ts';
import type { Cloud } from './cloud.ts';

/** The day for which samples book: a Wednesday. */
export const DATE = '2026-06-10';

export interface Sent {
  /** Arguments of the function, or custom fields of the lead, in place of the sample's. */
  readonly args?: Readonly<Record<string, string>>;
  readonly call?: string;
  /** The caller's number. */
  readonly from?: string;
  /** Changes the text of the body, for what samples don't say. */
  readonly edit?: (body: string) => string;
}

export interface Told {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the tests assert on answers, whatever their shape.
  readonly body: any;
}

const contextOf = (
  origin: string | undefined,
  now: number,
  { call = 'call_1', from }: Sent,
): SampleContext => ({
  origin: origin ?? '',
  date: DATE,
  time: '09:00',
  serviceType: 'AC Repair',
  called: '+12125550100',
  ...newDelivery(new Date(now), { call, ...(from !== undefined && { from }) }),
});

/** Sends a sample to the public address of its route, signed as its platform does. */
export async function send(cloud: Cloud, name: string, sent: Sent = {}): Promise<Told> {
  const sample = samples.get(name);
  if (sample === undefined) throw new Error(`No sample ${name}`);
  const { integration, route } = sample;
  const context = contextOf(demoAccount.origins[integration][0], cloud.now(), sent);
  const args = { ...sample.args?.(context), ...sent.args };
  const text = JSON.stringify(sample.body(context, args));
  const body = sent.edit?.(text) ?? text;
  const { keys } = parseSecretDocument(JSON.stringify(demoSecrets[integration]));
  const signing = { body: Buffer.from(body), now: cloud.now(), id: `msg_${context.callId}` };
  const headers = {
    'content-type': 'application/json',
    ...signedHeaders(integration, pickKey(keys, integration), signing),
  };
  const answer = await cloud.ask(`${baseUrl(cloud)}${routeById(route).path}`, {
    method: 'POST',
    headers,
    body,
  });
  return { status: answer.status, body: bodyOf(answer.body) };
}

/** What somebody texts, or what became of a message, as a provider of the company's own and as Twilio report it. */
export interface Reported {
  readonly id: string;
  readonly from?: string;
  readonly to?: string;
  readonly text?: string;
  readonly delivered?: string;
}

/** Sends a report to both endpoints for texts, each signed as its provider does, and returns their statuses. */
export async function report(
  cloud: Cloud,
  reported: Reported,
): Promise<{ readonly own: number; readonly twilio: number }> {
  return { own: await reportByOwn(cloud, reported), twilio: await reportByTwilio(cloud, reported) };
}

/** Sends a report as a provider of the company's own does, and returns its status. */
export async function reportByOwn(
  cloud: Cloud,
  { id, from = '', to = '', text = '', delivered }: Reported,
): Promise<number> {
  const [own] = cloud.provider.document.keys;
  const data = delivered === undefined ? { id, from, to, text } : { messageId: delivered };
  const type = delivered === undefined ? 'message.received' : 'message.delivered';
  const body = JSON.stringify({ type, data });
  const answer = await cloud.ask(`${baseUrl(cloud)}${routeById('messaging-webhook').path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...signStandardWebhooks(body, own.secret, String(Math.floor(cloud.now() / 1000)), `${id}_own`),
    },
    body,
  });
  return answer.status;
}

/** Sends a report as Twilio does, and returns its status. */
export async function reportByTwilio(
  cloud: Cloud,
  { id, from = '', to = '', text = '', delivered }: Reported,
): Promise<number> {
  const [, twilio] = cloud.provider.document.keys;
  const path = routeById('messaging-twilio').path;
  const url = `${baseUrl(cloud)}${path}${delivered === undefined ? '' : `?message=${delivered}`}`;
  const status = delivered === undefined ? {} : { MessageStatus: 'delivered' };
  const form = new URLSearchParams({
    MessageSid: `${id}_tw`,
    From: from,
    To: to,
    Body: text,
    ...status,
  });
  const answer = await cloud.ask(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...signTwilio(form, twilio.authToken, url),
    },
    body: form.toString(),
  });
  return answer.status;
}

/** Asks the board's API as somebody with this token. */
export async function askBoard(
  cloud: Cloud,
  token: string,
  [method, path, body, headers = {}]: readonly [
    method: string,
    path: string,
    body?: object | undefined,
    headers?: object | undefined,
  ],
): Promise<Told> {
  const page = cloud.stack
    .ofType('AWS::CloudFront::Distribution')
    .find((one) => one.path.startsWith('Board/'));
  const answer = await cloud.ask(`https://${page?.attribute('DomainName')}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: bodyOf(answer.body) };
}

/** Connects to the address for hints that somebody with this token gets; undefined if either is refused. */
export async function openSocket(cloud: Cloud, token: string, account = demoAccount.accountId) {
  const { status, body } = await askBoard(cloud, token, ['GET', `/accounts/${account}/live`]);
  return status === 200 ? await cloud.sockets.connect(body.url) : undefined;
}

const bodyOf = (text: string): unknown => (text === '' ? undefined : JSON.parse(text));

/** Stores a link as a message would, and returns what opens its page and sends its forms. */
export async function pageOf(cloud: Cloud, facts: LinkFacts) {
  const api = cloud.stack.ofType('AWS::ApiGatewayV2::Api').find((one) => one.path.startsWith('Pages/'));
  const baseUrl = String(api?.attribute('ApiEndpoint'));
  const { link, url } = newLink(facts, { baseUrl, token: randomBytes(16), now: cloud.now() });
  const { document, tableName } = cloud.table;
  await document.send(new PutCommand(linkPut(tableName, link).Put));
  return { baseUrl, ...pageAt(cloud, url) };
}

/** Opens the page of a link and sends its forms. */
export function pageAt(cloud: Cloud, url: string) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
  return {
    open: (query = '') => cloud.ask(`${url}${query}`, { method: 'GET' }),
    async send(fields: Readonly<Record<string, string>>): Promise<Told> {
      const body = new URLSearchParams(fields).toString();
      const answer = await cloud.ask(url, { method: 'POST', headers, body });
      return { status: answer.status, body: bodyOf(answer.body) };
    },
  };
}

/** The address that platforms are given, which the heartbeat checks. */
export const baseUrl = ({ functions }: Cloud): string =>
  functions.find(({ path }) => path.startsWith('Heartbeat/'))?.variables.BASE_URL ?? '';

/** The result of a function that a voice platform called. */
export function resultOf({ body }: Told) {
  const [first] = body?.results ?? [];
  return first === undefined ? body : JSON.parse(first.result);
}
