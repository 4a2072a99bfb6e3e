import { boardStores } from '../../lib/aws/composition.ts';
import { meterCalls } from '../../lib/aws/table/client.ts';
import { boardApi } from '../../lib/board/api.ts';
import { ACCOUNTS_CLAIM, scopes } from '../../lib/board/claims.ts';
import type { RequestLog } from '../../lib/http/log.ts';
import { createMeter } from '../../lib/meter.ts';
import { apiGatewayEvent, lambdaContext } from '../support/events.ts';
import type { Heard, Service } from './service.ts';

/** The sender of a request; by default Robin, who may do everything in acme-hvac. */
export interface Token {
  readonly sub?: string;
  readonly name?: string;
  readonly email?: string;
  readonly accounts?: string;
  readonly scope?: string;
  /** When it expires, in epoch seconds. */
  readonly exp?: number;
}

export interface BoardSend extends Token {
  readonly method?: 'GET' | 'POST' | 'DELETE' | 'PUT';
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The version that a change is based on. */
  readonly version?: number;
}

const sentBody = (body: unknown) =>
  typeof body === 'string' || body instanceof Uint8Array ? body : (JSON.stringify(body) ?? '');

/** The API for dispatchers over the table and the clock of a service. */
export function boardOf(service: Service) {
  const { rights } = service.container().deps;
  const lines: RequestLog[] = [];
  const meter = createMeter();
  meterCalls(service.table.document, meter);
  const world = service.dependencies;
  const handler = boardApi({
    ...boardStores({ ...world, meter }),
    liveUrl: 'wss://live.test/live',
    log: (line) => lines.push(line),
  });

  async function send(path: string, options: BoardSend = {}): Promise<Heard> {
    const { sub = 'robin', accounts = 'acme-hvac', scope = scopes.join(' '), version } = options;
    const { method = options.body === undefined ? 'GET' : 'POST', body, headers } = options;
    const [rawPath = '', rawQueryString = ''] = `/api/v1${path}`.split('?');
    const sent = apiGatewayEvent({
      route: { method, path: rawPath },
      body: sentBody(body),
      headers: { ...(version !== undefined && { 'if-match': String(version) }), ...headers },
    });
    const query = Object.fromEntries(new URLSearchParams(rawQueryString));
    const { name, email, exp } = options;
    const claims = {
      ...{ sub, scope, [ACCOUNTS_CLAIM]: accounts, ...(name && { name }), ...(email && { email }) },
      ...(exp !== undefined && { exp: String(exp) }),
    };
    const event = {
      ...sent,
      rawQueryString,
      ...(rawQueryString !== '' && { queryStringParameters: query }),
      requestContext: { ...sent.requestContext, authorizer: { jwt: { claims, scopes: null } } },
    };
    const answer = await rights.runAs('board', () => handler(event, lambdaContext()));
    const parsed = answer.body === undefined ? undefined : JSON.parse(answer.body);
    return { status: answer.statusCode ?? 0, body: parsed, headers: answer.headers };
  }

  const base = '/accounts/acme-hvac';
  return {
    send,
    lines,
    handler,
    get: (path: string, options?: BoardSend) => send(`${base}${path}`, options),
    post: (path: string, body: unknown, version?: number, options: BoardSend = {}) =>
      send(`${base}${path}`, { ...options, body, ...(version !== undefined && { version }) }),
  };
}
