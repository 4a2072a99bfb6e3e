import { beforeEach, describe, expect, it } from '@jest/globals';
import { cliOf } from '../cli/run-cli.ts';
import { accountDocument, booking } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

/** Ana lives in the south of Manhattan and Ben in the north, and visits are promised in two windows. */
const technicians = [
  { id: 'ana', name: 'Ana', homeZip: '10004' },
  { id: 'ben', name: 'Ben', homeZip: '10040' },
];
const windows = [
  { from: '08:00', to: '12:00' },
  { from: '12:00', to: '17:00' },
];
const crossed = () =>
  accountDocument({
    ...{ technicians, travel: {} },
    booking: { ...accountDocument().booking, arrival: { style: 'window', windows } },
  });
const DAY = '2026-06-10';

describe('a plan of the table', () => {
  const service = servicePerTest(crossed);
  let cli: ReturnType<typeof cliOf>;
  /** Each goes to the other's end. */
  let north: string;
  let south: string;
  beforeEach(async () => {
    cli = cliOf(service());
    north = await booked('ana', '10040', '+12125550171');
    south = await booked('ben', '10004', '+12125550172');
  });

  async function booked(technician: string, zip: string, phone: string) {
    const args = booking({ date: DAY, time: '9:00 AM', technician, zip, customerPhone: phone });
    const over = { call_id: `call_${phone}`, from_number: phone };
    return (await service().call('book_job', args, over)).dispatchRequestId as string;
  }

  const plan = (...args: string[]) => cli.json('plan', '--account', 'acme-hvac', '--date', DAY, ...args);
  const states = (found: { changes: { number: number; state: string; refusal?: string }[] }) =>
    found.changes.map(({ state, refusal }) => refusal ?? state);
  const stored = async (id: string) => {
    const { appointment, version, history } = await cli.json('requests', 'show', id);
    return { technicianId: appointment.technicianId, startsAt: appointment.startsAt, version, history };
  };

  it('swaps two who drive past each other, within what was promised, and once', async () => {
    const before = await Promise.all([north, south].map(stored));
    const made = await plan();
    expect(made).toMatchObject({ accountId: 'acme-hvac', date: DAY, short: [], outside: [] });
    expect(made.before.driveMinutes - made.after.driveMinutes).toBe(made.savedMinutes);
    expect(made.savedMinutes).toBeGreaterThan(60);
    expect(states(made)).toEqual(['proposed', 'proposed']);
    expect(await Promise.all([north, south].map(stored))).toEqual(before);

    const accepted = await plan('--accept', 'all');
    expect(states(accepted)).toEqual(['accepted', 'accepted']);
    const [now, other] = await Promise.all([north, south].map(stored));
    expect([now?.technicianId, other?.technicianId]).toEqual(['ben', 'ana']);
    expect(now?.history.at(-1)).toMatchObject({ why: expect.stringMatching(/^by the plan of the day: /) });
    expect(await plan('--accept', 'all')).toEqual(accepted);
    expect((await stored(north)).version).toBe(now?.version);
  });

  it('is told to other systems as adjusted', async () => {
    await plan();
    await plan('--accept', 'all');
    const request = await service().stored.get(north);
    expect(request?.history.at(-1)).toMatchObject({
      ...{ kind: 'adjusted', reason: 'plan', oldTechnicianId: 'ana', newTechnicianId: 'ben' },
      oldStart: expect.any(String),
      newStart: request?.appointment?.startsAt,
    });
    expect(request?.appointment?.promise).toMatchObject({ from: '08:00', to: '12:00' });
  });

  it('refuses what needs a change that is not accepted', async () => {
    await plan();
    const alone = await plan('--accept', '1');
    expect(states(alone)).toEqual(['needs', 'proposed']);
    expect((await stored(north)).technicianId).toBe('ana');
    expect(states(await plan('--accept', '1,2'))).toEqual(['accepted', 'accepted']);
  });

  it('refuses what has changed since, and lets the rest stand', async () => {
    const third = await booked('ben', '10004', '+12125550173').catch(() => '');
    const made = await plan();
    expect(third).not.toBe('');
    await cli.json('requests', 'urgency', north, 'urgent');
    const accepted = await plan('--accept', 'all');
    const of = (id: string) =>
      accepted.changes.find((one: { dispatchRequestId: string }) => one.dispatchRequestId === id);
    expect(made.changes.length).toBeGreaterThan(0);
    expect(of(north)).toMatchObject({ state: 'refused', refusal: 'version_changed' });
  });

  it('refuses who cannot come any more, and undoes nothing for whom that is so', async () => {
    const away = (off: readonly object[]) => {
      const [ana, ben] = technicians;
      return service().accounts.put({ ...crossed(), technicians: [ana, { ...ben, timeOff: off }] });
    };
    const whole = [{ from: `${DAY}T00:00`, to: `${DAY}T24:00` }];
    await plan();
    await away(whole);
    expect(states(await plan('--accept', 'all'))).toEqual(['not_free', 'not_free']);
    await away([]);
    expect(states(await plan('--accept', '1,2'))).toEqual(['accepted', 'accepted']);
    await away(whole);
    expect(states(await plan('--undo'))).toEqual(['accepted', 'accepted']);
  });

  it('swaps two who drive past each other, within what was promised, and once', async () => {
    const before = await Promise.all([north, south].map(stored));
    const made = await plan();
    expect(made).toMatchObject({ accountId: 'acme-hvac', date: DAY, short: [], outside: [] });
    expect(made.before.driveMinutes - made.after.driveMinutes).toBe(made.savedMinutes);
    expect(made.savedMinutes).toBeGreaterThan(60);
    expect(states(made)).toEqual(['proposed', 'proposed']);
    expect(await Promise.all([north, south].map(stored))).toEqual(before);

    const accepted = await plan('--accept', 'all');
    expect(states(accepted)).toEqual(['accepted', 'accepted']);
    const [now, other] = await Promise.all([north, south].map(stored));
    expect([now?.technicianId, other?.technicianId]).toEqual(['ben', 'ana']);
    expect(now?.history.at(-1)).toMatchObject({ why: expect.stringMatching(/^by the plan of the day: /) });
    expect(await plan('--accept', 'all')).toEqual(accepted);
    expect((await stored(north)).version).toBe(now?.version);
  });

  it('is told to other systems as adjusted', async () => {
    await plan();
    await plan('--accept', 'all');
    const request = await service().stored.get(north);
    expect(request?.history.at(-1)).toMatchObject({
      ...{ kind: 'adjusted', reason: 'plan', oldTechnicianId: 'ana', newTechnicianId: 'ben' },
      oldStart: expect.any(String),
      newStart: request?.appointment?.startsAt,
    });
    expect(request?.appointment?.promise).toMatchObject({ from: '08:00', to: '12:00' });
  });

  it('refuses what needs a change that is not accepted', async () => {
    await plan();
    const alone = await plan('--accept', '1');
    expect(states(alone)).toEqual(['needs', 'proposed']);
    expect((await stored(north)).technicianId).toBe('ana');
    expect(states(await plan('--accept', '1,2'))).toEqual(['accepted', 'accepted']);
  });

  it('refuses what has changed since, and lets the rest stand', async () => {
    const third = await booked('ben', '10004', '+12125550173').catch(() => '');
    const made = await plan();
    expect(third).not.toBe('');
    await cli.json('requests', 'urgency', north, 'urgent');
    const accepted = await plan('--accept', 'all');
    const of = (id: string) =>
      accepted.changes.find((one: { dispatchRequestId: string }) => one.dispatchRequestId === id);
    expect(made.changes.length).toBeGreaterThan(0);
    expect(of(north)).toMatchObject({ state: 'refused', refusal: 'version_changed' });
  });

  it('refuses who cannot come any more, and undoes nothing for whom that is so', async () => {
    const away = (off: readonly object[]) => {
      const [ana, ben] = technicians;
      return service().accounts.put({ ...crossed(), technicians: [ana, { ...ben, timeOff: off }] });
    };
    const whole = [{ from: `${DAY}T00:00`, to: `${DAY}T24:00` }];
    await plan();
    await away(whole);
    expect(states(await plan('--accept', 'all'))).toEqual(['not_free', 'not_free']);
    await away([]);
    expect(states(await plan('--accept', '1,2'))).toEqual(['accepted', 'accepted']);
    await away(whole);
    expect(states(await plan('--undo'))).toEqual(['accepted', 'accepted']);
  });

  it('keeps a job with a crew where it is, and drives to it and from it', async () => {
    await cli.json('requests', 'move', north, '--date', DAY, '--time', '14:00', '--crew', 'Ben');
    const before = await Promise.all([north, south].map(stored));
    const made = await plan();
    await plan('--accept', 'all');
    const moved = made.changes.map((one: { dispatchRequestId: string }) => one.dispatchRequestId);
    expect(moved).not.toContain(north);
    expect((await stored(north)).startsAt).toBe(before[0]?.startsAt);
  });

  it('is undone while nothing is under way', async () => {
    const before = await Promise.all([north, south].map(stored));
    await plan();
    await plan('--accept', 'all');
    expect(states(await plan('--undo'))).toEqual(['undone', 'undone']);
    const places = ({ technicianId, startsAt }: Awaited<ReturnType<typeof stored>>) => [
      technicianId,
      startsAt,
    ];
    expect((await Promise.all([north, south].map(stored))).map(places)).toEqual(before.map(places));

    await plan();
    await plan('--accept', 'all');
    await cli.run('requests', 'status', north, 'dispatched');
    expect(await cli.refusal('plan', '--account', 'acme-hvac', '--date', DAY, '--undo')).toMatchObject({
      reason: 'under_way',
    });
  });

  it('is accepted by two at once without harm', async () => {
    await plan();
    const both = await Promise.all([plan('--accept', 'all'), plan('--accept', 'all')]);
    expect(both.map(states)).toEqual([
      ['accepted', 'accepted'],
      ['accepted', 'accepted'],
    ]);
    expect(
      (await stored(north)).history.filter(({ why }: { why?: string }) => why?.startsWith('by the plan')),
    ).toHaveLength(1);
    expect((await cli.run('data', 'check')).out).toBe('Every visit has its time, and nothing else.');
  });

  it('is dismissed, and leaves alone what people fixed', async () => {
    await plan();
    expect(states(await plan('--dismiss', '2'))).toEqual(['proposed', 'dismissed']);
    await cli.run('requests', 'status', south, 'dispatched');
    expect((await plan()).changes).toEqual([]);
  });

  it.each([
    [['--date', 'today'], 'past'],
    [['--date', '2026-06-11', '--accept', 'all'], 'no_plan'],
  ])('is refused for %j: %s', async (args, reason) => {
    expect(await cli.refusal('plan', '--account', 'acme-hvac', ...args)).toMatchObject({ reason });
  });

  it('has only the changes that it has', async () => {
    await plan();
    expect(await cli.refusal('plan', '--account', 'acme-hvac', '--date', DAY, '--accept', '7')).toMatchObject(
      {
        reason: 'no_such_change',
      },
    );
  });
});

describe('an account without travel', () => {
  const without = servicePerTest(() => accountDocument());

  it('has no plan', async () => {
    const found = await cliOf(without()).refusal('plan', '--account', 'acme-hvac', '--date', DAY);
    expect(found).toMatchObject({ reason: 'no_travel' });
  });
});
