import { randomBytes } from 'node:crypto';
import { kits } from '../kits/index.ts';
import type { SampleContext } from '../kits/samples/sample.ts';
import { type Integration, integrations } from '../platforms/index.ts';
import { type PlatformRouteId, routeById } from '../routes.ts';
import { addDays } from '../scheduling/time.ts';
import { SMOKE_ACCOUNT, SMOKE_CALLER, SMOKE_COMPANY, SMOKE_SERVICE, SMOKE_TIME } from './smoke-account.ts';

/** A webhook that tests a deployment. */
export interface SmokeSample {
  /** Such as `crm/lead`. */
  readonly name: string;
  readonly integration: Integration;
  readonly route: PlatformRouteId;
  readonly body: Buffer<ArrayBuffer>;
}

/**
 * Returns webhooks that reach every endpoint of the platforms, in the order in which to send them: a lead, then on each voice platform a
 * call that books, cancels and ends.
 */
export function smokeSamples(now: Date, accountId: string = SMOKE_ACCOUNT): readonly SmokeSample[] {
  return integrations.flatMap((integration) => {
    const context = contextAt(now, accountId);
    return kits[integration].smoke.flatMap((name) => {
      const sample = kits[integration].samples[name];
      if (sample === undefined) return [];
      const body = Buffer.from(JSON.stringify(sample.body(context, sample.args?.(context) ?? {})));
      return [{ name: `${integration}/${name}`, integration, route: sample.route, body }];
    });
  });
}

const contextAt = (now: Date, accountId: string): SampleContext => ({
  origin: accountId,
  date: addDays(now.toISOString().slice(0, 10), 1),
  time: SMOKE_TIME,
  serviceType: SMOKE_SERVICE,
  callId: `call_${randomBytes(14).toString('hex')}`,
  caller: SMOKE_CALLER,
  called: '+12125550100',
  invocationId: `tool_${randomBytes(12).toString('hex')}`,
  now,
});

/**
 * Returns why the answer to such a webhook is wrong; undefined if it is right. A live call is answered 200 even if it fails,
 * with an `error` in the result, which platform two gets as text; a greeting then lacks the company.
 * @param body of the answer, empty if it has none
 */
export function faultOfAnswer(
  { route }: Pick<SmokeSample, 'route'>,
  status: number,
  body: string,
): string | undefined {
  if (status < 200 || status >= 300) return refusal(body);
  const plain = body.replaceAll('\\"', '"');
  const code = /"error":\s*(?:\{"code":\s*)?"(\w+)"/.exec(plain)?.[1];
  if (code !== undefined) return `answered with the error ${code}`;
  if (plain.includes('"error":')) return 'answered with an error';
  if (/"(?:confirmed|canceled)":\s*false/.test(plain)) return 'not done';
  return onlyGreets(route) && !plain.includes(SMOKE_COMPANY) ? 'no greeting' : undefined;
}

const onlyGreets = (route: PlatformRouteId): boolean =>
  routeById(route).handles.every((workload) => workload === 'greetings');

/** Returns the code of a problem or of an error in a result; undefined if the answer has neither. */
export const codeIn = (body: string): string | undefined =>
  /"(?:code|error)":\s*"(\w+)"/.exec(body.replaceAll('\\"', '"'))?.[1];

/** Returns a problem's code and detail, neither of which quotes what was sent. */
function refusal(body: string): string {
  const told = ['code', 'detail'].flatMap((name) => textIn(body, name) ?? []);
  return ['refused', ...told].join(': ');
}

function textIn(body: string, name: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    const fields = typeof parsed === 'object' && parsed !== null ? Object.entries(parsed) : [];
    const value: unknown = fields.find(([field]) => field === name)?.[1];
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
