import { createHash } from 'node:crypto';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import * as v from 'valibot';
import type { RequestLog } from '../../../lib/http/log.ts';
import type { Answer } from '../../../lib/http/pipeline.ts';
import { type VerifiedRequest, webhook } from '../../../lib/http/webhook.ts';
import { createMeter } from '../../../lib/meter.ts';
import { type RouteId, routeById } from '../../../lib/routes.ts';
import { createSecretCache } from '../../../lib/secrets/secret-cache.ts';
import { apiGatewayEvent, lambdaContext } from '../../support/events.ts';
import { signHmac } from '../../support/signers.ts';

export const startedAt = Date.parse('2026-11-20T15:31:01.000Z');
export const secret = 'the-secret-for-all-accounts';
export const acmeSecret = 'the-secret-for-acme-alone';
export const apiKey = 'the-api-key-of-acme';

export const document = {
  keys: [
    { id: 'all', secret, accounts: ['*'] },
    { id: 'acme', secret: acmeSecret, accounts: ['acme'] },
  ],
  apiKeys: [{ id: 'legacy', account: 'acme', sha256: createHash('sha256').update(apiKey).digest('hex') }],
};

const accounts = [
  { accountId: 'acme', crm: { allowApiKey: true } },
  { accountId: 'other', crm: { allowApiKey: true } },
];

const Payload = v.object({
  location: v.string(),
  date: v.optional(v.pipe(v.string(), v.isoDate('a date as YYYY-MM-DD'))),
  items: v.optional(v.array(v.object({ name: v.string() }))),
});
type Payload = v.InferOutput<typeof Payload>;

export interface SetupOptions {
  readonly route?: RouteId;
  readonly use?: (payload: Payload, request: VerifiedRequest) => Promise<Answer> | Answer;
  /** The secret's text, or why it can't be loaded. */
  readonly secretText?: string | Error;
  readonly allowApiKey?: boolean;
}

export interface SendOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly base64?: boolean;
}

/** A webhook whose use case authorizes the account that `location` names, with its inputs and outputs. */
export function setup(options: SetupOptions = {}) {
  const { route: id = 'crm', allowApiKey = true } = options;
  const route = routeById(id);
  const clock = { time: startedAt };
  const source = { text: options.secretText ?? JSON.stringify(document), loads: 0 };
  const lines: RequestLog[] = [];
  const uses: Payload[] = [];
  const load = async () => {
    source.loads++;
    if (source.text instanceof Error) throw source.text;
    return source.text;
  };
  const now = () => clock.time;
  const meter = createMeter();
  const secrets = createSecretCache({ load: () => meter.call(load), now });
  const handler = webhook(
    { route: id, schema: Payload, secrets, now, log: (line) => lines.push(line), meter },
    (payload, request) => {
      uses.push(payload);
      if (options.use) return options.use(payload, request);
      const account = accounts.find(({ accountId }) => accountId === payload.location);
      const found = request.authorize(account && { ...account, crm: { allowApiKey } });
      return { status: 202, body: { account: found.accountId } };
    },
  );
  const send = (body: string | Uint8Array, { headers = {}, base64 = true }: SendOptions = {}) =>
    handler(apiGatewayEvent({ route, body, headers, base64 }), lambdaContext('request-1'));
  /** Signed with the key for all accounts by default. */
  const sendSigned = (body: string | Uint8Array, key = secret) =>
    send(body, { headers: signHmac(body, key, { header: routeById(id).signatureHeader }) });
  return { clock, meter, source, lines, uses, send, sendSigned };
}

/** Status and code of an answer. */
export function outcome(response: APIGatewayProxyStructuredResultV2) {
  return [response.statusCode, bodyOf(response).code];
}

export function bodyOf({ body }: APIGatewayProxyStructuredResultV2) {
  return v.parse(v.looseObject({ code: v.optional(v.string()) }), JSON.parse(body ?? '{}'));
}
