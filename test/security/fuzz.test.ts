import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import fc from 'fast-check';
import { type RouteId, routeById } from '../../lib/routes.ts';
import { catalogue } from '../../lib/voice/catalogue.ts';
import {
  callCompleteBody,
  createWorld,
  crmBody,
  functionCallBody,
  voicetwoBody,
  type World,
} from './fixture.ts';
import { type Mutation, mutated, mutations } from './mutations.ts';

let world: World;
const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);
beforeAll(async () => {
  world = await createWorld();
  process.on('unhandledRejection', note);
});
afterAll(async () => {
  process.off('unhandledRejection', note);
  await world.destroy();
});

const args = {
  date: '2026-11-23',
  time: '9:00 AM',
  serviceType: 'repair',
  customerName: 'Ann',
  customerPhone: '+12125550142',
  urgency: 'emergency',
  preferredTime: 'morning',
  technician: 'acme tech 0',
  additionalVisit: true,
  address: '1 Main St',
  email: 'ann@example.com',
  notes: 'Gate code',
};
const names = [...catalogue.map(({ voiceone }) => voiceone), '__proto__', 'constructor', 'toString'];
const toolCall = (name: string) => ({ id: name, type: 'function', function: { name, arguments: args } });
const wrapped = (name: string) => ({ name, toolCall: { id: `w${name}`, parameters: JSON.stringify(args) } });

const bodies: Readonly<Record<RouteId, readonly object[]>> = {
  crm: [
    crmBody(
      {},
      { lastName: 'Lee', email: 'a@b.c' },
      { preferredDate: '2026-11-23', urgency: 'urgent', notes: 'n' },
    ),
    {
      contact_id: 'c',
      phone: '+12125550142',
      location: { id: 'loc_acme' },
      customData: { serviceRequested: 'repair' },
    },
  ],
  'voiceone-function-call': names.map((name) => functionCallBody(name, args)),
  'voiceone-call-complete': [
    callCompleteBody(
      {},
      { start_timestamp: 1, recording_url: 'https://a.b/c', call_analysis: { call_summary: 's' } },
    ),
    { ...callCompleteBody(), event: 'call_analyzed' },
  ],
  voicetwo: [
    ...names.map((name) => voicetwoBody('function-call', { functionCall: { name, parameters: args } })),
    voicetwoBody('tool-calls', {
      toolCallList: names.map(toolCall),
      toolWithToolCallList: names.map(wrapped),
    }),
    voicetwoBody('transfer-destination-request', {}),
    voicetwoBody('end-of-call-report', {
      artifact: {
        transcript: 't',
        recordingUrl: 'https://a.b/c',
        recording: { mono: { combinedUrl: 'https://a' } },
      },
      startedAt: '2026-11-20T15:00:00Z',
      analysis: { summary: 's' },
    }),
  ],
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function checkSpeakable(result: unknown): void {
  const fault = isRecord(result) && isRecord(result.error) ? result.error : result;
  const message = isRecord(fault) ? fault.message : undefined;
  // Said politely, but a crash all the same.
  expect(fault).not.toMatchObject({ code: 'internal' });
  if (typeof message !== 'string') throw new Error(`No message in ${JSON.stringify(result)}`);
  expect(message.length).toBeGreaterThan(0);
  expect(message.length).toBeLessThanOrEqual(220);
  expect(message).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u);
}

/** The results in an answer of a function endpoint, wherever its form puts them. */
function resultsIn(route: RouteId, answer: unknown): readonly unknown[] {
  if (route === 'voiceone-function-call') return [answer];
  if (!isRecord(answer)) throw new Error('The answer is no object');
  if (Array.isArray(answer.results)) return answer.results.map((entry) => JSON.parse(entry.result));
  if ('destination' in answer) return [answer.destination];
  return 'result' in answer ? [answer.result] : [];
}

function checkAnswer(
  route: RouteId,
  { statusCode = 0, headers, body }: APIGatewayProxyStructuredResultV2,
): void {
  expect(statusCode).toBeGreaterThanOrEqual(200);
  expect(statusCode).toBeLessThan(500);
  expect(headers?.['x-request-id']).toBe('request-1');
  if (statusCode === 204) {
    expect(body).toBeUndefined();
    return;
  }
  const answer: unknown = JSON.parse(body ?? 'none');
  if (statusCode >= 400) {
    const problem = { status: statusCode, code: expect.any(String), requestId: 'request-1' };
    expect(headers?.['content-type']).toBe('application/problem+json');
    expect(answer).toMatchObject(problem);
    return;
  }
  expect(headers?.['content-type']).toBe('application/json');
  if (routeById(route).live) for (const result of resultsIn(route, answer)) checkSpeakable(result);
}

async function check(route: RouteId, body: string, signed: boolean): Promise<number> {
  const { writes } = world.storage;
  const lines = world.lines.length;
  const response = await world.send(route, body, signed ? { key: 'all' } : {});
  checkAnswer(route, response);
  expect(world.lines.length).toBe(lines + 1);
  const { statusCode = 0 } = response;
  if (!signed) expect([401, 413]).toContain(statusCode);
  if (statusCode >= 400) expect(world.storage.writes).toBe(writes);
  return statusCode;
}

const routeIds = ['crm', 'voiceone-function-call', 'voiceone-call-complete', 'voicetwo'] as const;

describe.each(routeIds)('whatever comes on %s', (route) => {
  const cases = fc.record({ base: fc.constantFrom(...bodies[route]), changes: mutations });

  it('is answered as it should be', async () => {
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(cases, async ({ base, changes }: { base: object; changes: readonly Mutation[] }) => {
        statuses.add(await check(route, mutated(base, changes), true));
      }),
      { numRuns: 250 },
    );
    // Both kinds must have come, or the mutations are too harsh or too mild to say anything.
    expect([...statuses].some((status) => status < 300)).toBe(true);
    expect([...statuses].some((status) => status >= 400)).toBe(true);
    expect(unhandled).toEqual([]);
  });

  it('is refused where it is not signed', async () => {
    const property = fc.asyncProperty(cases, async ({ base, changes }) => {
      await check(route, mutated(base, changes), false);
    });
    await fc.assert(property, { numRuns: 50 });
  });

  it('is refused where it is not even JSON', async () => {
    const property = fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
      const status = await check(route, text, true);
      expect(status).toBeGreaterThanOrEqual(400);
    });
    await fc.assert(property, { numRuns: 50 });
  });
});
