import { beforeEach, describe, expect, it } from '@jest/globals';
import { createPlanStore } from '../../lib/aws/stores/plan-store.ts';
import { eventsOf } from '../../lib/aws/stream-events.ts';
import { cliOf } from '../cli/run-cli.ts';
import { openTestStream } from '../support/stream.ts';
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

  /** Books a visit by phone, and has a dispatcher send the technician, for whom nobody has asked. */
  async function booked(technician: string, zip: string, phone: string, time = '9:00 AM') {
    const args = booking({ date: DAY, time, zip, customerPhone: phone });
    const over = { call_id: `call_${phone}`, from_number: phone };
    const id: string = (await service().call('book_job', args, over)).dispatchRequestId;
    const { appointment } = await cli.json('requests', 'show', id);
    if (appointment.technicianId !== technician)
      await cli.json('requests', 'move', id, '--date', DAY, '--time', time, '--technician', technician);
    return id;
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

  it('is told to other systems as adjusted, with what was before', async () => {
    const before = (await stored(north)).startsAt;
    await plan();
    const stream = await openTestStream(service().table);
    await stream.records();
    await plan('--accept', 'all');
    const told = (await stream.records()).flatMap(eventsOf);
    stream.client.destroy();

    expect(told).toContainEqual(
      expect.objectContaining({
        ...{ type: 'dispatch-request.adjusted', dispatchRequestId: north, reason: 'plan' },
        ...{ oldStart: before, newStart: (await stored(north)).startsAt },
        ...{ oldTechnicianId: 'ana', newTechnicianId: 'ben' },
      }),
    );
    const { appointment } = await cli.json('requests', 'show', north);
    expect(appointment.promise).toMatchObject({ from: '08:00', to: '12:00' });
  });

  it('refuses what needs a change that is not accepted', async () => {
    await plan();
    const alone = await plan('--accept', '1');
    expect(states(alone)).toEqual(['needs', 'proposed']);
    expect((await stored(north)).technicianId).toBe('ana');
    expect(states(await plan('--accept', '1,2'))).toEqual(['accepted', 'accepted']);
  });

  it('accepts later what was refused for want of another', async () => {
    await plan();
    await plan('--accept', '1');
    expect(states(await plan('--accept', 'all'))).toEqual(['accepted', 'accepted']);
  });

  it('refuses what has changed since, and what needs it, and lets the rest stand', async () => {
    const other = await booked('ben', '10004', '+12125550173', '1:00 PM');
    await plan();
    await cli.json('requests', 'urgency', north, 'urgent');
    const { changes } = await plan('--accept', 'all');
    const of = (id: string) =>
      changes.find((one: { dispatchRequestId: string }) => one.dispatchRequestId === id);
    expect(of(north)).toMatchObject({ state: 'refused', refusal: 'version_changed' });
    expect(of(south)).toMatchObject({ state: 'refused' });
    expect(of(other)).toMatchObject({ state: 'accepted', to: { technicianId: 'ana' } });
  });

  it('leaves a technician whom the caller asked for', async () => {
    const args = booking({
      date: DAY,
      time: '1:00 PM',
      technician: 'Ben',
      zip: '10004',
      customerPhone: '+12125550174',
    });
    const over = { call_id: 'call_asked', from_number: '+12125550174' };
    const { dispatchRequestId: asked } = await service().call('book_job', args, over);
    const { changes } = await plan();
    const of = (id: string) =>
      changes.find((one: { dispatchRequestId: string }) => one.dispatchRequestId === id);
    expect(of(asked)?.to.technicianId ?? 'ben').toBe('ben');
  });

  it('is undone from its end, so that each has its place again', async () => {
    const [first, then] = [await stored(north), await stored(south)];
    const at = (technicianId: string, startsAt: string) => ({ technicianId, startsAt });
    const nine = first.startsAt;
    const plans = createPlanStore(service().dependencies);
    // The second takes the place that the first leaves.
    const changes = [
      {
        number: 1,
        dispatchRequestId: north,
        version: first.version,
        needs: [],
        to: at('ana', `${DAY}T17:00:00.000Z`),
      },
      { number: 2, dispatchRequestId: south, version: then.version, needs: [1], to: at('ana', nine) },
    ].map((one, index) => ({
      ...one,
      ...{ state: 'proposed' as const, reason: 'A test', savedMinutes: 1 },
      from: at(index === 0 ? 'ana' : 'ben', index === 0 ? nine : then.startsAt),
    }));
    await plans.put(
      {
        ...{
          accountId: 'acme-hvac',
          date: DAY,
          madeAt: new Date(service().clock.now).toISOString(),
          version: 1,
        },
        ...{
          before: { driveMinutes: 2 },
          after: { driveMinutes: 0 },
          savedMinutes: 2,
          short: [],
          outside: [],
        },
        changes,
      },
      service().clock.now + 1000,
    );
    const accepted = await plan('--accept', 'all');
    expect(states(accepted)).toEqual(['accepted', 'accepted']);
    expect(states(await plan('--undo'))).toEqual(['undone', 'undone']);
    expect((await stored(south)).technicianId).toBe('ben');
  });

  it('keeps its changes if another plan takes its place', async () => {
    await plan();
    await plan('--accept', 'all');
    service().clock.now += 60_000;
    expect((await plan()).changes).toEqual([]);
    expect((await stored(north)).technicianId).toBe('ben');
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

  it('keeps a job with a crew where it is', async () => {
    await cli.json('requests', 'move', north, '--date', DAY, '--time', '14:00', '--crew', 'Ben');
    const before = await stored(north);
    const { changes } = await plan();
    expect(changes.map((one: { dispatchRequestId: string }) => one.dispatchRequestId)).not.toContain(north);
    await plan('--accept', 'all');
    expect(await stored(north)).toEqual(before);
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

  it('can’t be accepted on the day itself', async () => {
    await plan();
    service().clock.now = Date.parse(`${DAY}T05:00:00Z`);
    expect(
      await cli.refusal('plan', '--account', 'acme-hvac', '--date', DAY, '--accept', 'all'),
    ).toMatchObject({ reason: 'past' });
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
