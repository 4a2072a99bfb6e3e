import { describe, expect, it } from '@jest/globals';
import * as v from 'valibot';
import type { RequestLog } from '../../../lib/http/log.ts';
import { metricLines } from '../../../lib/http/metrics.ts';
import { readableLine } from '../../../local/gateway/request-line.ts';

const log = (over: Partial<RequestLog> = {}): RequestLog => ({
  time: '2026-11-20T15:31:01.000Z',
  requestId: 'request-1',
  functionName: 'dispatch-prod-crm',
  apiId: 'api',
  route: 'crm',
  status: 202,
  durationMs: 12,
  coldStart: false,
  roundTrips: 1,
  racesRetried: 0,
  memoryFaults: 0,
  ...over,
});

const Embedded = v.looseObject({
  _aws: v.strictObject({
    Timestamp: v.pipe(v.number(), v.integer()),
    CloudWatchMetrics: v.array(
      v.strictObject({
        Namespace: v.literal('Dispatch'),
        Dimensions: v.array(v.array(v.string())),
        Metrics: v.array(v.strictObject({ Name: v.string(), Unit: v.picklist(['Count', 'Milliseconds']) })),
      }),
    ),
  }),
});

/** What CloudWatch extracts from lines: metric and dimensions, to the number. Fails if a line lacks any. */
function published(lines: readonly object[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const line of lines) {
    const parsed = v.parse(Embedded, JSON.parse(JSON.stringify(line)));
    for (const { Dimensions, Metrics } of parsed._aws.CloudWatchMetrics) {
      for (const dimensions of Dimensions) {
        const where = dimensions.map((name) => v.parse(v.string(), parsed[name])).join('/');
        for (const { Name } of Metrics) found[`${Name} ${where}`] = v.parse(v.number(), parsed[Name]);
      }
    }
  }
  return found;
}

const costs = {
  'Requests dispatch-prod-crm': 1,
  'Duration dispatch-prod-crm': 12,
  'RoundTrips dispatch-prod-crm': 1,
};
const counted = (over: Partial<RequestLog>) => {
  const all = published(metricLines(log(over)));
  return Object.fromEntries(
    Object.entries(all)
      .filter(([name]) => !(name in costs))
      .map(([name, value]) => [name.replace('dispatch-prod-crm', 'fn'), value]),
  );
};

describe('the metrics of a request', () => {
  it('are in its own line, with its time and the name of its function', () => {
    const lines = metricLines(log({ outcome: 'accepted', account: 'acme' }));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      requestId: 'request-1',
      account: 'acme',
      outcome: 'accepted',
      FunctionName: 'dispatch-prod-crm',
      _aws: { Timestamp: Date.parse('2026-11-20T15:31:01.000Z') },
    });
    expect(published(lines)).toEqual({ ...costs, 'Accepted dispatch-prod-crm': 1 });
  });

  it.each([
    ['accepted', { outcome: 'accepted' }, { 'Accepted fn': 1 }],
    ['a duplicate', { outcome: 'duplicate' }, { 'Duplicates fn': 1 }],
    ['booked', { status: 200, outcome: 'booked' }, { 'Booked fn': 1 }],
    ['moved', { status: 200, outcome: 'moved' }, { 'Moved fn': 1 }],
    ['a mere answer', { status: 200, outcome: 'answered' }, {}],
    [
      'refused on a call',
      { status: 200, outcome: 'refused', reason: 'slot_taken' },
      { 'Refused fn': 1, 'Refused fn/slot_taken': 1 },
    ],
    [
      'a fault on a call, although its status is 200',
      { status: 200, outcome: 'fault', code: 'internal' },
      { 'Faults fn': 1, 'Faults fn/internal': 1, 'Faults api': 1 },
    ],
    ...['signature_invalid', 'api_key_invalid', 'timestamp_out_of_tolerance'].map(
      (code) =>
        [
          `a sender with ${code}`,
          { status: 401, code },
          { 'Rejected fn': 1, 'SignatureFailures fn': 1, [`Rejected fn/${code}`]: 1 },
        ] as const,
    ),
    [
      'a request without a signature, such as a heartbeat',
      { status: 401, code: 'signature_missing' },
      { 'Rejected fn': 1, 'Rejected fn/signature_missing': 1 },
    ],
    [
      'a body of the wrong shape',
      { status: 422, code: 'payload_invalid' },
      {
        ...{ 'Rejected fn': 1, 'Rejected fn/payload_invalid': 1 },
        ...{ 'LeadsRefused fn': 1, 'LeadsRefused fn/payload_invalid': 1 },
      },
    ],
    [
      'a lead of a sender that may not act for its account',
      { status: 403, code: 'account_forbidden', account: 'acme-hvac' },
      {
        ...{ 'Rejected fn': 1, 'Rejected fn/account_forbidden': 1 },
        ...{ 'LeadsRefused fn': 1, 'LeadsRefused fn/account_forbidden': 1 },
      },
    ],
    [
      'a body that is too large to be authenticated',
      { status: 413, code: 'payload_too_large' },
      { 'Rejected fn': 1, 'Rejected fn/payload_too_large': 1 },
    ],
    [
      'a refusal by a route that takes no leads',
      { status: 422, code: 'payload_invalid', route: 'voicetwo' },
      { 'Rejected fn': 1, 'Rejected fn/payload_invalid': 1 },
    ],
    [
      'storage that fails, which the CRM is told with 429',
      { status: 429, code: 'storage_unavailable', error: 'StorageUnavailable' },
      { 'Faults fn': 1, 'Faults fn/storage_unavailable': 1, 'Faults api': 1 },
    ],
    [
      'a bug, whatever the use case noted before',
      { status: 500, code: 'internal', error: 'TypeError', outcome: 'accepted' },
      { 'Faults fn': 1, 'Faults fn/internal': 1, 'Faults api': 1 },
    ],
    ['a cold start', { coldStart: true }, { 'ColdStarts fn': 1 }],
    ['what was not remembered', { memoryFaults: 2 }, { 'MemoryFaults fn': 2 }],
    ['lost races', { racesRetried: 3 }, { 'RacesRetried fn': 3 }],
  ] as const)('count %s', (_what, over, expected) => {
    expect(counted(over)).toEqual(expected);
  });

  it("count every call of a message, not only the one in the request's own fields", () => {
    const toolCalls = [
      { function: 'book_job', outcome: 'booked' },
      { function: 'check_availability', outcome: 'refused', reason: 'closed' },
      { function: 'check_availability', outcome: 'refused', reason: 'closed' },
    ] as const;
    const noted = { status: 200, outcome: 'refused', reason: 'closed', toolCalls } as const;
    expect(metricLines(log(noted))).toHaveLength(1);
    expect(counted(noted)).toEqual({ 'Booked fn': 1, 'Refused fn': 2, 'Refused fn/closed': 2 });
  });

  it('have one line per reason if the calls of a message ended for several', () => {
    const toolCalls = [
      { outcome: 'fault', code: 'internal' },
      { outcome: 'refused', reason: 'closed' },
      { outcome: 'refused', reason: 'slot_taken' },
      { outcome: 'refused', reason: 'closed' },
    ] as const;
    const noted = { status: 200, outcome: 'fault', code: 'internal', toolCalls } as const;
    expect(metricLines(log(noted))).toHaveLength(4);
    expect(counted(noted)).toEqual({
      'Faults fn': 1,
      'Faults api': 1,
      'Refused fn': 3,
      'Faults fn/internal': 1,
      'Refused fn/closed': 2,
      'Refused fn/slot_taken': 1,
    });
  });

  it('are not printed by the local server', () => {
    const toolCalls = [
      { outcome: 'fault', code: 'internal' },
      { outcome: 'refused', reason: 'closed' },
    ] as const;
    const lines = metricLines(log({ status: 200, function: 'book_job', ...toolCalls[0], toolCalls }));
    expect(lines.map((line) => readableLine(JSON.stringify(line)))).toEqual([
      '2026-11-20T15:31:01.000Z  crm                     200  internal book_job  12 ms',
      undefined,
      undefined,
    ]);
  });
});
