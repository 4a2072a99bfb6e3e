import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from '@jest/globals';
import { requestKey } from '../../lib/aws/items/request-item.ts';
import { functionNames } from '../../lib/platforms/function-names.ts';
import { twoAlike, withCommandLine } from '../cli/command-line-fixture.ts';
import { type Spoken, startCall } from '../support/platforms/live-call.ts';
import { boardOf } from './board-fixture.ts';
import { booking } from './service.ts';

// After a rollback: what a newer release stored is shown and left alone.
const fixture = withCommandLine({ ...twoAlike, transfer: { phone: '+12125550100' } });
const OWNER = '+12125550123';

const itemOf = async (id: string): Promise<Record<string, unknown>> => {
  const { document, tableName } = fixture.service.table;
  const { Item } = await document.send(new GetCommand({ TableName: tableName, Key: requestKey(id) }));
  return Item ?? {};
};
const store = async (Item: Record<string, unknown>) => {
  const { document, tableName } = fixture.service.table;
  await document.send(new PutCommand({ TableName: tableName, Item }));
};

/** A visit as a newer release stored it, for as long as `use` runs. This release's invariants don't know it. */
async function withNewer(fields: Record<string, unknown>, use: (id: string) => Promise<void>) {
  const id = await fixture.booked();
  const item = await itemOf(id);
  const newer = { ...item, ...fields, weather: 'snow' };
  await store(newer);
  try {
    await use(id);
    expect(await itemOf(id)).toEqual(newer);
  } finally {
    await store(item);
  }
}

const newer = [
  ['of a status that this release does not know', { status: 'awaiting_parts' }, 'awaiting_parts'],
  ['with a field that it cannot read', { topic: { of: 'next year' } }, 'scheduled'],
] as const;

describe.each(newer)('a visit %s', (_, fields, status) => {
  describe.each(['voiceone', 'voicetwo'] as const)('on %s', (platform) => {
    const ask = (fn: Spoken, args: Record<string, unknown>, callId = 'call_later') =>
      startCall(fixture.service, platform, callId, OWNER).ask(fn, args);

    it('is named to its caller', () =>
      withNewer(fields, async (id) => {
        const known = await ask(functionNames.lookup_customer, {});
        expect(known.upcoming).toEqual([
          expect.objectContaining({ dispatchRequestId: id, date: '2026-06-10', technician: 'Ben', status }),
        ]);
        expect(known.message).toContain('June 10');
      }));

    it.each([
      ['reschedule_job', { date: '2026-06-11', time: '9:00 AM' }, 'confirmed'],
      ['cancel_job', {}, 'canceled'],
      ['cancel_job', { serviceType: 'AC Repair' }, 'canceled'],
      ['update_job', { notes: 'The gate code is 1234.' }, 'updated'],
      ['book_job', booking(), 'confirmed'],
      ['book_job', booking({ time: '2:00 PM' }), 'confirmed'],
    ] as const)('needs a person for %s %j', (name, args, done) =>
      withNewer(fields, async () => {
        const answer = await ask(functionNames[name], args);
        expect(answer).toMatchObject({ [done]: false, reason: 'needs_human', transferTo: '+12125550100' });
        expect(answer.message).toMatch(/June 10/);
        expect(answer.message.length).toBeLessThanOrEqual(220);
      }),
    );

    it('does not keep its caller from anything else', () =>
      withNewer(fields, async (id) => {
        const emergency = await ask(functionNames.book_job, booking({ urgency: 'emergency' }));
        expect(emergency).toMatchObject({ reason: 'needs_human' });
        expect(emergency.dispatchRequestId).not.toBe(id);
        const another = booking({ serviceType: 'Heating Repair', time: '3:00 PM' });
        expect(await ask(functionNames.book_job, another, 'call_other')).toMatchObject({ confirmed: true });
        expect(
          await ask(functionNames.take_message, { about: 'My bill is wrong.', topic: 'billing' }),
        ).toMatchObject({ noted: true });
      }));
  });

  it('needs a person for the same delivery of its booking again', () =>
    withNewer(fields, async () => {
      const again = await fixture.service.call('book_job', booking());
      expect(again).toMatchObject({ confirmed: false, reason: 'needs_human' });
    }));

  it('is shown on the board with its own status, and changed by nobody there', () =>
    withNewer(fields, async (id) => {
      const board = boardOf(fixture.service);
      const { body } = await board.get('/board/2026-06-10');
      const shown = body.lanes.flatMap((lane: { appointments: unknown[] }) => lane.appointments);
      expect(shown).toEqual([expect.objectContaining({ dispatchRequestId: id, status, time: '9:00 AM' })]);
      const { request } = (await board.get(`/requests/${id}`)).body;
      expect(request).toMatchObject({ status, allowed: [], appointment: { technician: 'Ben' } });
      const changes = {
        status: { status: 'dispatched' },
        cancel: { reason: 'sold' },
        notes: { note: 'hello' },
        move: { date: '2026-06-11', time: '09:00' },
      };
      for (const [change, wanted] of Object.entries(changes)) {
        const answer = await board.post(`/requests/${id}/${change}`, wanted, request.version);
        expect([change, answer.status, answer.body.code]).toEqual([change, 409, 'refused']);
      }
    }));

  it('is shown by the command line with its own status, and changed by no command', () =>
    withNewer(fields, async (id) => {
      const { cli } = fixture;
      expect(await cli.json('requests', 'show', id)).toMatchObject({ status });
      expect((await cli.run('requests', 'show', id)).out).toContain(status);
      expect((await cli.run('requests', 'list', '--account', 'acme-hvac')).out).toMatch(`${id}`);
      const day = await cli.run('schedule', '--account', 'acme-hvac', '--date', '2026-06-10');
      expect(day.out).toContain(id);
      expect(day.out).not.toContain('missing');
      for (const change of [
        ['status', id, 'dispatched'],
        ['cancel', id, '--reason', 'sold'],
        ['urgency', id, 'urgent'],
        ['move', id, '--date', '2026-06-11', '--time', '09:00'],
      ]) {
        const { code, err } = await cli.run('requests', ...change);
        expect([change[0], code]).toEqual([change[0], 1]);
        expect(err).not.toContain('unexpected');
      }
    }));
});
