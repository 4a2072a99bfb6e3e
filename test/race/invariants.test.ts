import { describe, expect, it } from '@jest/globals';
import { violationsIn } from '../support/invariants.ts';

/** Buckets 0 to 95 fall on this date. */
const date = '1970-01-01';
const at = `${date}T00:00:00.000Z`;
const visit = { date, minute: 0, startsAt: at, endsAt: at, technicianId: 'ana', technician: 'Ana' };
const appointment = (buckets: readonly number[]) => ({
  ...visit,
  claims: [{ date, technicianId: 'ana', buckets }].filter((claim) => claim.buckets.length > 0),
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
const block = (blockId: string, bucket: number | undefined) => ({
  ...{
    pk: `BLOCK#${blockId}`,
    sk: 'BLOCK',
    blockId,
    accountId: 'acme',
    technicianId: 'ana',
    technician: 'Ana',
  },
  ...{ from: at, to: at, startsAt: at, endsAt: at, reason: 'training', by: 'dispatcher:kim', createdAt: at },
  claims: appointment(bucket === undefined ? [] : [bucket]).claims,
});
const hold = (holder: string, bucket: number) => ({
  ...{ pk: `HOLD#acme#${holder}`, sk: 'HOLD', accountId: 'acme', holdId: holder, version: 1 },
  ...{ invocations: [], keptUntil: 9, hold: { ...appointment([bucket]), holder, serviceTypeId: 'ac' } },
});
const day = (buckets: Record<string, string>) => ({
  pk: 'SCHEDULE#acme',
  sk: `${date}#ana`,
  v: 1,
  ...buckets,
});

describe('the invariants', () => {
  it('hold if every claim has its request or block and each of those its claims', () => {
    const items = [day({ 1: 'a', 2: 'b', 3: 'c' }), request('a', 1), request('b', 2), block('c', 3)];
    expect(violationsIn(items)).toEqual([]);
  });

  it('hold for holds that a call has, and for what expired ones leave', () => {
    expect(violationsIn([day({ 1: 'ho_a~9' }), hold('ho_a~9', 1)], 8)).toEqual([]);
    expect(violationsIn([day({ 1: 'ho_a~9' }), hold('ho_b~9', 1)], 9)).toEqual([]);
  });

  it.each([
    ['a bucket without its request', [day({ 1: 'a' })], ['which does not claim it']],
    ['a request without its bucket', [request('a', 1)], ['which does not hold it']],
    ['a request without a claim', [request('a', undefined)], ['is scheduled without a claim']],
    ['a block without its bucket', [block('c', 1)], ['which does not hold it']],
    ['a bucket of a block that is gone', [day({ 1: 'c' })], ['held by c, which does not claim it']],
    ['a live hold that no call has', [day({ 1: 'ho_a~9' })], ['held by ho_a~9, which does not claim it']],
    ['a hold without its bucket', [hold('ho_a~9', 1)], ['claimed by ho_a~9, which does not hold it']],
    [
      'a job over a live hold',
      [day({ 1: 'a' }), request('a', 1), hold('ho_b~9', 1)],
      [
        'is claimed by a and ho_b~9',
        'held by a, which does not claim',
        'claimed by ho_b~9, which does not hold',
      ],
    ],
    ['a block that blocks nothing', [block('c', undefined)], ['c blocks nothing']],
    [
      'a block over a job',
      [day({ 1: 'a' }), request('a', 1), block('c', 1)],
      ['is claimed by a and c', 'held by a, which does not claim it', 'claimed by c, which does not hold it'],
    ],
    [
      'two claims on one bucket',
      [day({ 1: 'b' }), request('a', 1), request('b', 1)],
      ['is claimed by a and b', 'which does not hold it'],
    ],
    [
      'two claims on one bucket whose items are of different dates',
      [
        { ...day({ 1: 'a' }), sk: '1969-12-31#ana' },
        day({ 1: 'b' }),
        request('a', 1),
        { ...request('b', 1), appointment: { ...appointment([1]), date: '1969-12-31' } },
      ],
      [
        'is claimed by a and b',
        'is held by a and b',
        'held by a, which does not claim it',
        'claimed by a, which does not hold it',
        'stands under 1969-12-31',
      ],
    ],
    [
      'an appointment that is longer than its claim',
      [
        day({ 0: 'a' }),
        { ...request('a', 0), appointment: { ...appointment([0]), endsAt: `${date}T00:16:00.000Z` } },
      ],
      ['a does not claim all of its time'],
    ],
    [
      'a crew of which one has no claim',
      [
        day({ 0: 'a' }),
        {
          ...request('a', 0),
          appointment: {
            ...{ ...appointment([0]), endsAt: `${date}T00:15:00.000Z` },
            crew: [{ technicianId: 'ben', technician: 'Ben' }],
          },
        },
      ],
      ['a does not claim all of its time'],
    ],
    [
      'a second visit without a claim',
      [
        day({ 0: 'a' }),
        {
          ...request('a', 0),
          appointment: {
            ...{ ...appointment([0]), endsAt: `${date}T00:15:00.000Z` },
            visits: [{ ...visit, startsAt: `${date}T01:00:00.000Z`, endsAt: `${date}T01:15:00.000Z` }],
          },
        },
      ],
      ['a does not claim all of its time'],
    ],
    [
      'time of somebody who does not come',
      [
        day({ 1: 'a' }),
        { ...day({ 1: 'a' }), sk: `${date}#ben` },
        {
          ...request('a', 1),
          appointment: {
            ...appointment([1]),
            claims: [...appointment([1]).claims, { date, technicianId: 'ben', buckets: [1] }],
          },
        },
      ],
      ['a claims time that it does not need'],
    ],
    [
      'two appointments of one call',
      [day({ 1: 'a', 2: 'b' }), request('a', 1, 'call'), request('b', 2, 'call')],
      ['call holds a and b for ac'],
    ],
  ])('detect %s', (_, items, expected) => {
    expect(violationsIn(items)).toEqual(expected.map((text) => expect.stringContaining(text)));
  });
});
