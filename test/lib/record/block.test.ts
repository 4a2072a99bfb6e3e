import { describe, expect, it } from '@jest/globals';
import { parseAccount } from '../../../lib/accounts/document/account-document.ts';
import { type Block, type BlockRequest, MAX_BLOCK_DATES, planBlock } from '../../../lib/record/block.ts';

const account = parseAccount({
  accountId: 'acme',
  name: 'Acme',
  timezone: 'America/New_York',
  hours: {},
  serviceTypes: [],
  technicians: [{ id: 'ana', name: 'Ana' }],
});
const [technician] = account.technicians;
const now = Date.parse('2026-03-01T12:00:00Z');

function plan(from: string, to: string, over: Partial<BlockRequest> = {}) {
  if (technician === undefined) throw new Error('The account has a technician.');
  const who = { reason: 'training', by: 'dispatcher:kim' as const, now };
  return planBlock({ account, technician, from, to, ...who, ...over });
}
function planned(from: string, to: string): Block {
  const block = plan(from, to);
  if (typeof block === 'string') throw new Error(block);
  return block;
}
const sizes = (block: Block) => block.claims.map(({ date, buckets }) => [date, buckets.length]);

describe('a block', () => {
  it('claims the quarters of an hour that it touches', () => {
    const block = planned('2026-06-10T13:10', '2026-06-10T13:50');
    expect(block).toMatchObject({
      from: '2026-06-10T13:10',
      startsAt: '2026-06-10T17:00:00.000Z',
      endsAt: '2026-06-10T18:00:00.000Z',
      claims: [{ date: '2026-06-10', technicianId: 'ana' }],
    });
    const first = Date.parse('2026-06-10T17:00:00Z') / 60_000 / 15;
    expect(block.claims[0]?.buckets).toEqual([first, first + 1, first + 2, first + 3]);
  });

  it.each([
    ['an ordinary day', '2026-06-10', 96],
    ['the day on which clocks go forward', '2026-03-08', 92],
    ['the day on which they go back', '2026-11-01', 100],
  ])('of %s claims all of it', (_, date, count) => {
    const { claims } = planned(`${date}T00:00`, `${date}T24:00`);
    expect(claims.flatMap(({ buckets }) => buckets)).toHaveLength(count);
  });

  it.each([
    ['begins at the end of a skipped hour', '2026-03-08T02:30', '2026-03-08T04:00', 4],
    ['ends at the end of a skipped hour', '2026-03-08T01:00', '2026-03-08T02:30', 4],
    ['begins in the first pass of a repeated hour', '2026-11-01T01:30', '2026-11-01T02:00', 6],
    ['ends in the first pass of a repeated hour', '2026-11-01T01:00', '2026-11-01T01:30', 2],
  ])('%s', (_, from, to, count) => {
    expect(sizes(planned(from, to))).toEqual([[from.slice(0, 10), count]]);
  });

  it('over midnight UTC is stored under both UTC dates, one over local midnight under one', () => {
    expect(sizes(planned('2026-06-10T18:00', '2026-06-10T22:00'))).toEqual([
      ['2026-06-10', 8],
      ['2026-06-11', 8],
    ]);
    expect(sizes(planned('2026-06-10T22:00', '2026-06-11T02:00'))).toEqual([['2026-06-11', 16]]);
  });

  it('has the same id if it is repeated, and another for another time or technician', () => {
    const { blockId } = planned('2026-06-10T08:00', '2026-06-10T12:00');
    expect(blockId).toMatch(/^bl_[0-9a-hjkmnp-tv-z]{20}$/);
    expect(plan('2026-06-10T08:00', '2026-06-10T12:00', { now: now + 1, reason: 'else' })).toMatchObject({
      blockId,
    });
    expect(planned('2026-06-10T08:00', '2026-06-10T12:15').blockId).not.toBe(blockId);
    const ben = { id: 'ben', name: 'Ben', skills: [], timeOff: [] };
    expect(plan('2026-06-10T08:00', '2026-06-10T12:00', { technician: ben })).not.toMatchObject({ blockId });
  });

  it.each([
    ['ends before it begins', '2026-06-10T12:00', '2026-06-10T08:00', 'ends_before_start'],
    ['has no length', '2026-06-10T12:00', '2026-06-10T12:00', 'ends_before_start'],
    ['lies in a skipped hour', '2026-03-08T02:00', '2026-03-08T02:45', 'ends_before_start'],
    ['is over', '2026-02-28T08:00', '2026-03-01T07:00', 'past'],
    ['touches too many dates', '2026-06-01T12:00', '2026-07-31T00:15', 'too_long'],
    ['ends at the end of the calendar', '2026-06-01T12:00', '9999-12-31T24:00', 'too_long'],
  ])('that %s is refused', (_, from, to, reason) => {
    expect(plan(from, to)).toBe(reason);
  });

  it('may cover sixty local dates, which are sixty-one UTC dates', () => {
    expect(planned('2026-06-01T00:00', '2026-07-30T24:00').claims).toHaveLength(MAX_BLOCK_DATES + 1);
  });
});
