import { beforeEach, describe, expect, it } from '@jest/globals';
import type { JobProblem } from '../../../lib/record/history.ts';
import { type DispatchRequest, hasActiveAppointment, type KnownStatus } from '../../../lib/record/request.ts';
import { recordProblem, recordProgress } from '../../../lib/record/technician-changes.ts';
import { accountDocument, booking, START } from '../../functions/service.ts';
import { servicePerTest } from '../../functions/service-per-test.ts';

const service = servicePerTest(() => accountDocument());
const by = 'technician:ana' as const;
/** 9 AM on the day of the booking, when its visit begins. */
const BEGINS = Date.UTC(2026, 5, 10, 13);
const actives = ['scheduled', 'dispatched', 'en_route', 'in_progress'] as const;

let id = '';
beforeEach(async () => {
  id = (await service().call('book_job', booking({ address: '401 West 14th Street' }))).dispatchRequestId;
});

async function request(): Promise<DispatchRequest> {
  const { stored, clock } = service();
  expect(clock.now).toBeGreaterThanOrEqual(START);
  const found = await stored.get(id);
  if (found === undefined) throw new Error('It is stored');
  return found;
}

/** The booked request in a status. */
async function inStatus(status: (typeof actives)[number]): Promise<DispatchRequest> {
  for (const to of actives.slice(1, actives.indexOf(status) + 1))
    if (to !== 'scheduled') await service().change(id, { to });
  return await request();
}

const record = {
  progress: async (found: DispatchRequest, to: 'en_route' | 'in_progress' | 'completed', now = BEGINS) =>
    await recordProgress(found, { to, minutes: 15 }, { by, now }, service().container().deps, deadline()),
  problem: async (found: DispatchRequest, problem: JobProblem, now = BEGINS) =>
    await recordProblem(
      found,
      { problem, words: 'dog' },
      { by, now },
      service().container().deps,
      deadline(),
    ),
};
const deadline = () => service().clock.now + 1_000;
const pathOf = ({ history }: DispatchRequest, after: number) =>
  history.slice(after).map(({ from, to, by: who }) => [from, to, who]);

describe('how far a technician is', () => {
  it.each([
    ['scheduled', 'en_route', ['dispatched', 'en_route']],
    ['scheduled', 'completed', ['dispatched', 'en_route', 'in_progress', 'completed']],
    ['dispatched', 'in_progress', ['en_route', 'in_progress']],
    ['en_route', 'completed', ['in_progress', 'completed']],
    ['in_progress', 'completed', ['completed']],
  ] as const)('is recorded from %s to %s in one change, with what was skipped', async (from, to, path) => {
    const found = await inStatus(from);
    expect(await record.progress(found, to)).toMatchObject({ kind: 'changed' });

    const after = await request();
    expect(after).toMatchObject({ status: to, version: found.version + 1 });
    const expected = path.map((status, index) => [path[index - 1] ?? from, status, by]);
    expect(pathOf(after, found.history.length)).toEqual(expected);
    expect(after.history.at(-1)?.at).toBe('2026-06-10T13:00:00.000Z');
  });

  it('says in how many minutes the technician arrives, on the way only', async () => {
    await record.progress(await request(), 'en_route');
    expect((await request()).history.at(-1)).toMatchObject({ kind: 'on_my_way', minutes: 15 });

    await record.progress(await request(), 'in_progress');
    expect((await request()).history.at(-1)?.minutes).toBeUndefined();
  });

  it.each([
    ['in_progress', 'en_route'],
    ['en_route', 'en_route'],
  ] as const)('does not go back from %s to %s', async (from, to) => {
    const found = await inStatus(from);
    expect(await record.progress(found, to)).toMatchObject({
      kind: 'refused',
      refusal: { reason: 'invalid_transition', from, to },
    });
    expect(await request()).toEqual(found);
  });

  it('is not recorded of a visit that was canceled', async () => {
    await service().change(id, { to: 'canceled', why: 'moved' });
    expect(await record.progress(await request(), 'in_progress')).toMatchObject({ kind: 'refused' });
  });
});

describe('a job that could not be done', () => {
  it.each(actives)('is on hold from %s, for the office to decide, and its time is free', async (from) => {
    const found = await inStatus(from);
    expect(await record.problem(found, 'no_access')).toMatchObject({ kind: 'changed' });

    const after = await request();
    expect(after).toMatchObject({ status: 'on_hold', needsReview: ['could_not'] });
    expect(after.version).toBe(found.version + 1);
    expect(after.history.at(-1)).toMatchObject({
      kind: 'could_not',
      problem: 'no_access',
      words: 'dog',
      from,
    });
    expect(hasActiveAppointment(after)).toBe(false);
  });

  it.each<[KnownStatus, string, number]>([
    ['no_show', 'once the visit has begun', BEGINS],
    ['on_hold', 'before it begins', BEGINS - 1],
  ])('is a %s if nobody is home %s', async (status, _, now) => {
    await record.problem(await request(), 'nobody_home', now);
    expect(await request()).toMatchObject({ status });
  });

  it.each(actives)('is a no-show from %s', async (from) => {
    const found = await inStatus(from);
    await record.problem(found, 'nobody_home');
    const after = await request();
    expect(after).toMatchObject({ status: 'no_show', needsReview: [], version: found.version + 1 });
    expect(after.history.at(-1)).toMatchObject({ problem: 'nobody_home' });
  });
});
