import { describe, expect, it } from '@jest/globals';
import { violationsIn } from '../support/invariants.ts';

const at = '2026-06-10T09:00:00.000Z';
const appointment = (buckets: readonly number[]) => ({
  date: '2026-06-10',
  time: '9:00 AM',
  startsAt: at,
  endsAt: at,
  technicianId: 'ana',
  technician: 'Ana',
  claims: [{ date: '2026-06-10', technicianId: 'ana', buckets }].filter((claim) => claim.buckets.length > 0),
});
const request = (dispatchRequestId: string, bucket: number | undefined, callId = dispatchRequestId) => ({
  pk: `REQUEST#${dispatchRequestId}`,
  sk: 'REQUEST',
  ...{ dispatchRequestId, accountId: 'acme', status: 'scheduled', urgency: 'routine', source: 'voiceone' },
  ...{
    version: 1,
    createdAt: at,
    updatedAt: at,
    needsReview: [],
    customer: {},
    invocations: [],
    history: [],
  },
  ...{ callId, serviceTypeId: 'ac' },
  appointment: appointment(bucket === undefined ? [] : [bucket]),
});
const day = (buckets: Record<string, string>) => ({
  pk: 'SCHEDULE#acme',
  sk: '2026-06-10#ana',
  v: 1,
  ...buckets,
});

describe('the invariants', () => {
  it('hold where every bucket has its request and every request its buckets', () => {
    expect(violationsIn([day({ 1: 'a', 2: 'b' }), request('a', 1), request('b', 2)])).toEqual([]);
  });

  it.each([
    ['a bucket without its request', [day({ 1: 'a' })], ['which does not claim it']],
    ['a request without its bucket', [request('a', 1)], ['which does not hold it']],
    ['a request without a claim', [request('a', undefined)], ['is scheduled without a claim']],
    [
      'two claims on one bucket',
      [day({ 1: 'b' }), request('a', 1), request('b', 1)],
      ['is claimed by a and b', 'which does not hold it'],
    ],
    [
      'two appointments of one call',
      [day({ 1: 'a', 2: 'b' }), request('a', 1, 'call'), request('b', 2, 'call')],
      ['call holds a and b for ac'],
    ],
  ])('see %s', (_, items, expected) => {
    expect(violationsIn(items)).toEqual(expected.map((text) => expect.stringContaining(text)));
  });
});
