import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import fc from 'fast-check';
import { type RouteId, routeById, routeIds } from '../../lib/routes.ts';
import { bodies } from './bodies.ts';
import { type Service, startService } from './fixture.ts';
import { type Mutation, mutated, mutations } from './mutations.ts';

let service: Service;
const unhandled: unknown[] = [];
const note = (reason: unknown) => unhandled.push(reason);
beforeAll(async () => {
  service = await startService();
  process.on('unhandledRejection', note);
});
afterAll(async () => {
  process.off('unhandledRejection', note);
  await service.destroy();
});

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function checkSpeakable(result: unknown): void {
  const fault = isRecord(result) && isRecord(result.error) ? result.error : result;
  const message = isRecord(fault) ? fault.message : undefined;
  // A polite answer, but a crash all the same.
  expect(fault).not.toMatchObject({ code: 'internal' });
  if (typeof message !== 'string') throw new Error(`No message in ${JSON.stringify(result)}`);
  expect(message.length).toBeGreaterThan(0);
  expect(message.length).toBeLessThanOrEqual(220);
  expect(message).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u);
}

/** The results in an answer of a function endpoint, in any of its formats. */
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
  const { writes } = service.storage;
  const lines = service.lines.length;
  const response = await service.send(route, body, signed ? { key: 'all' } : {});
  checkAnswer(route, response);
  expect(service.lines.length).toBe(lines + 1);
  const { statusCode = 0 } = response;
  if (!signed) expect([401, 413]).toContain(statusCode);
  const kept = service.lines.at(-1)?.kept;
  // Only leads of an authenticated sender are kept although they are refused.
  if (kept !== undefined) expect([route, signed, statusCode, kept]).toEqual(['crm', true, 422, kept]);
  expect(kept).not.toBe('failed');
  if (statusCode >= 400 && kept === undefined) expect(service.storage.writes).toBe(writes);
  return statusCode;
}

// Twilio sends forms, which are no JSON.
const jsonRoutes = routeIds.filter((id) => id !== 'messaging-twilio');

describe.each(jsonRoutes)('any request to %s', (route) => {
  const cases = fc.record({ base: fc.constantFrom(...bodies[route]), changes: mutations });

  it('is answered correctly', async () => {
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(cases, async ({ base, changes }: { base: object; changes: readonly Mutation[] }) => {
        statuses.add(await check(route, mutated(base, changes), true));
      }),
      { numRuns: 120 },
    );
    // Both kinds must occur; otherwise the mutations are too harsh or too mild to prove anything.
    expect([...statuses].some((status) => status < 300)).toBe(true);
    expect([...statuses].some((status) => status >= 400)).toBe(true);
    expect(unhandled).toEqual([]);
  });

  it('is refused if it is not signed', async () => {
    const property = fc.asyncProperty(cases, async ({ base, changes }) => {
      await check(route, mutated(base, changes), false);
    });
    await fc.assert(property, { numRuns: 25 });
  });

  it('is refused if it is not JSON', async () => {
    const property = fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
      const status = await check(route, text, true);
      expect(status).toBeGreaterThanOrEqual(400);
    });
    await fc.assert(property, { numRuns: 25 });
  });
});
