import { describe, expect, it } from '@jest/globals';
import { accountDocument, booking } from '../functions/service.ts';
import { twoAlike, withCommandLine } from './command-line-fixture.ts';

const fixture = withCommandLine(twoAlike);

const block = (from: string, to: string, ...more: string[]) => [
  ...['technicians', 'block', '--account', 'acme-hvac', '--technician', 'Ana'],
  ...['--from', from, '--to', to, '--reason', 'training', ...more],
];
const day = block('2026-06-10T08:00', '2026-06-10T24:00', '--by', 'Kim');
const listed = ['technicians', 'blocks', '--account', 'acme-hvac'];
const slots = async () => {
  const asked = { date: '2026-06-10', serviceType: 'AC Repair' };
  const { availableSlots } = await fixture.service.call('check_availability', asked);
  return new Set(availableSlots.map(({ technician }: { technician: string }) => technician));
};

describe('technicians block', () => {
  it('takes the time from callers until it is unblocked', async () => {
    expect(await slots()).toEqual(new Set(['Ben']));
    const made = await fixture.cli.json(...day, '--technician', 'ben');
    expect(made).toMatchObject({
      ...{
        blockId: expect.stringMatching(/^bl_/),
        accountId: 'acme-hvac',
        technicianId: 'ben',
        by: 'dispatcher:Kim',
      },
      ...{ from: '2026-06-10T08:00', to: '2026-06-10T24:00', reason: 'training' },
      ...{ startsAt: '2026-06-10T12:00:00.000Z', endsAt: '2026-06-11T04:00:00.000Z' },
    });
    expect(await slots()).toEqual(new Set(['Ana']));
    expect(await fixture.cli.json(...listed)).toEqual([made]);
    expect((await fixture.cli.run(...listed)).out).toMatch(
      /bl_\w+ +│ Ben +│ 2026-06-10 8:00 AM +│ 2026-06-11 12:00 AM +│ training/,
    );
    const { out } = await fixture.cli.run('technicians', 'unblock', made.blockId);
    expect(out).toBe(
      `${made.blockId}: Ben from 2026-06-10 8:00 AM to 2026-06-11 12:00 AM (training) is free again.`,
    );
    expect(await slots()).toEqual(new Set(['Ben']));
    expect(await fixture.cli.json(...listed)).toEqual([]);
    expect((await fixture.cli.run('technicians', 'unblock', made.blockId)).code).toBe(1);
  });

  it('escapes control characters of a name', async () => {
    const technicians = [{ id: 'ana', name: 'Ana\u001b[2J\u202e Lee' }];
    await fixture.service.accounts.put(accountDocument({ technicians }));
    const { out } = await fixture.cli.run(...day, '--technician', 'ana');

    expect(out).toContain(': Ana [2J Lee from 2026-06-10 8:00 AM');
  });

  it('repeated is the same block', async () => {
    const made = await fixture.cli.json(...day);
    expect(await fixture.cli.json(...day)).toEqual(made);
    expect((await fixture.cli.run(...day)).out).toContain('was already blocked');
  });

  it('refuses if jobs or blocks overlap, and lists them', async () => {
    const { dispatchRequestId, technician } = await fixture.service.call('book_job', booking());
    const other = technician === 'Ana' ? 'Ben' : 'Ana';
    const at = (name: string, from: string, to: string) =>
      block(from, to).map((arg) => (arg === 'Ana' ? name : arg));
    const { blockId } = await fixture.cli.json(...at(technician, '2026-06-10T15:00', '2026-06-10T16:00'));
    const over = at(technician, '2026-06-10T11:00', '2026-06-10T15:01');
    const refusal = await fixture.cli.refusal(...over);
    expect(refusal).toMatchObject({
      reason: 'occupied',
      jobs: [
        {
          ...{ dispatchRequestId, date: '2026-06-10', minute: 9 * 60, serviceType: 'AC Repair' },
          ...{ customer: 'Dana Miller', status: 'scheduled' },
        },
      ],
      blocks: [{ blockId }],
    });
    const { code, out, err } = await fixture.cli.run(...over);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(
      new RegExp(`${dispatchRequestId} +│ 2026-06-10 9:00 AM to 11:00 AM +│ AC Repair +│ Dana Miller`),
    );
    expect(err).toContain(blockId);
    // The job's buffer ends at 11:30.
    expect(await fixture.cli.json(...at(technician, '2026-06-10T11:30', '2026-06-10T15:00'))).toMatchObject({
      blockId: expect.stringMatching(/^bl_/),
    });
    expect(await fixture.cli.json(...at(other, '2026-06-10T08:00', '2026-06-10T15:00'))).toMatchObject({
      blockId: expect.stringMatching(/^bl_/),
    });
  });

  it.each([
    ['an unknown technician', ['--technician', 'zoe'], 'unknown_technician', 'ana, ben'],
    ['an end before the start', ['--to', '2026-06-10T07:00'], 'ends_before_start', '--to'],
    ['a time that is over', ['--from', '2026-05-01T08:00', '--to', '2026-05-01T09:00'], 'past', '--to'],
    ['more than it can hold', ['--to', '2026-08-09T09:00'], 'too_long', '60 dates'],
  ])('refuses %s', async (_, args, reason, words) => {
    expect(await fixture.cli.refusal(...day, ...args)).toMatchObject({
      reason,
      message: expect.stringContaining(words),
    });
  });

  it.each([
    [day.filter((arg) => arg !== '--reason' && arg !== 'training'), '--reason'],
    [[...day, '--reason', ' '], '--reason'],
    [[...day, '--from', '2026-06-10T24:00'], '--from'],
    [[...day, '--to', '2026-06-10 12.00'], '--to'],
    [['technicians', 'blocks'], '--account'],
  ])('used wrongly is exit code 2: %j', async (args, named) => {
    const { code, err } = await fixture.cli.run(...args);
    expect(code).toBe(2);
    expect(err).toContain(named);
  });

  it('of a missing account or block is exit code 1', async () => {
    expect((await fixture.cli.run(...day, '--account', 'nobody')).code).toBe(1);
    expect((await fixture.cli.run(...listed, '--account', 'nobody')).code).toBe(1);
    const { err } = await fixture.cli.run('technicians', 'unblock', 'bl_0');
    expect(err).toBe('bl_0: there is no such block; "technicians blocks" shows the existing ones.');
  });

  it("prevents a change of the account's time zone until it is over", async () => {
    await fixture.cli.json(...day);
    const moved = accountDocument({ timezone: 'America/Chicago' });
    await expect(fixture.service.accounts.put(moved)).rejects.toThrow('appointments and blocks');
    fixture.service.clock.now = Date.parse('2026-06-11T04:00:00Z');
    expect(await fixture.service.accounts.put(moved)).toMatchObject({ timezone: 'America/Chicago' });
  });
});

describe('the list of blocks', () => {
  it('begins with today or the given date', async () => {
    const early = await fixture.cli.json(...block('2026-06-02T08:00', '2026-06-02T09:00'));
    const late = await fixture.cli.json(...block('2026-06-09T23:00', '2026-06-10T01:00'));
    expect(await fixture.cli.json(...listed)).toEqual([early, late]);
    expect(await fixture.cli.json(...listed, '--from', '2026-06-10')).toEqual([late]);
    fixture.service.clock.now = Date.parse('2026-06-03T12:00:00Z');
    expect(await fixture.cli.json(...listed)).toEqual([late]);
    expect(await fixture.cli.json(...listed, '--from', '2026-06-02')).toEqual([early, late]);
  });
});

describe('the board', () => {
  const board = ['schedule', '--account', 'acme-hvac', '--date', '2026-06-10'];
  const rowOf = async (technicianId: string) =>
    (await fixture.cli.json(...board)).find(
      (row: { technicianId: string }) => row.technicianId === technicianId,
    );
  const book = async (time: string, call_id: string, serviceType = 'AC Repair') =>
    (
      await fixture.service.call(
        'book_job',
        booking({ time, serviceType, technician: 'Ana', additionalVisit: true }),
        {
          call_id,
        },
      )
    ).dispatchRequestId;

  it('shows jobs with their states, blocks with their reasons, and requests on hold separately', async () => {
    const [nine, one, gone] = [
      await book('8:00 AM', 'a'),
      await book('1:00 PM', 'b'),
      await book('10:30 AM', 'c', 'Heating Repair'),
    ];
    await fixture.cli.json('requests', 'cancel', gone, '--reason', 'sold');
    await fixture.cli.json('requests', 'status', nine, 'dispatched');
    await fixture.cli.json('requests', 'hold', one, '--reason', 'a part is missing');
    const { blockId } = await fixture.cli.json(...block('2026-06-10T11:00', '2026-06-10T24:00'));
    expect(await rowOf('ana')).toMatchObject({
      technician: 'Ana',
      appointments: [{ dispatchRequestId: nine, status: 'dispatched', minute: 8 * 60 }],
      blocks: [{ blockId, reason: 'training' }],
      held: [{ dispatchRequestId: one, status: 'on_hold', minute: 13 * 60 }],
      unknown: [],
    });
    const { out } = await fixture.cli.run(...board);
    expect(out).toContain('8:00 AM AC Repair (dispatched)');
    expect(out).toContain('blocked: training');
    expect(out.slice(out.indexOf('On hold'))).toContain(one);
    expect(out).not.toContain(gone);
    // A block until midnight does not extend a board that ends with the day's hours.
    expect(out).not.toContain('6:00 PM');
  });

  it('keeps completed and missed jobs beside later jobs at that time', async () => {
    const first = await book('8:00 AM', 'a');
    fixture.service.clock.now = Date.parse('2026-06-10T12:00:00Z');
    await fixture.cli.json('requests', 'status', first, 'dispatched');
    await fixture.cli.json('requests', 'status', first, 'no_show');
    const second = await book('1:00 PM', 'b');
    for (const status of ['dispatched', 'in_progress', 'completed'])
      await fixture.cli.json('requests', 'status', second, status);
    const third = await book('3:00 PM', 'c');
    expect((await rowOf('ana')).appointments).toMatchObject([
      { dispatchRequestId: first, status: 'no_show' },
      { dispatchRequestId: second, status: 'completed' },
      { dispatchRequestId: third, status: 'scheduled' },
    ]);
    expect((await fixture.cli.run(...board)).out).toContain('(no_show)');
  });
});
