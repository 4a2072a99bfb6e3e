import { expect, it } from '@jest/globals';
import { HOUR_MS } from '../../lib/scheduling/time.ts';
import { cliOf } from '../cli/run-cli.ts';
import { erasingOf } from '../lib/aws/erasing/fixture.ts';
import { boardOf } from './board-fixture.ts';
import { accountDocument, booking } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const PHONE = '+12125550123';
const MARK = 'Zebra';
const service = servicePerTest(() =>
  accountDocument({
    callRetentionDays: 1,
    booking: { ...accountDocument().booking, hold: { seconds: 180, perNumber: 2 } },
  }),
);

/** Stores something of every kind; embedded databases delete no expired items. */
async function tellEverything() {
  const live = { call_id: 'call_1', from_number: PHONE };
  const told = { customerName: MARK, notes: MARK, email: `${MARK}@example.com`, address: `1 ${MARK} Street` };
  await service().call('check_availability', { serviceType: 'AC Repair', date: '2026-06-10' }, live);
  await service().call('hold_time', { serviceType: 'AC Repair', date: '2026-06-10', time: '9 AM' }, live);
  await service().call('book_job', booking(told), live);
  await service().call(
    'book_job',
    { urgency: 'emergency', notes: MARK },
    { call_id: 'call_2', from_number: PHONE },
  );
  await erasingOf(service()).lead({ id: MARK, firstName: MARK, phone: PHONE }, { notes: MARK });
  const renamed = { serviceRequested: undefined, service: MARK, notes: MARK };
  for (const phone of ['+12125550177', '+12125550188'])
    await erasingOf(service()).lead({ id: phone, firstName: MARK, phone }, renamed);
  const transcript = `User: ${MARK}`;
  await erasingOf(service()).ended({ ...live, transcript, call_analysis: { call_summary: MARK } });
}
const shown = async (board: ReturnType<typeof boardOf>) => {
  const seen = await board.get('/calls/voiceone/call_1');
  const cli = await cliOf(service()).run('calls', 'show', 'voiceone', 'call_1');
  const named = await cliOf(service()).run(
    ...['calls', 'show', 'voiceone', 'call_1', '--account', 'acme-hvac'],
  );
  return { board: seen.status, cli: cli.code, named: named.code, text: cli.out + named.out };
};

it('a call past its retention is as if it were deleted, although the database still has it', async () => {
  await tellEverything();
  const board = boardOf(service());
  expect(await shown(board)).toMatchObject({
    board: 200,
    cli: 0,
    named: 0,
    text: expect.stringContaining(MARK),
  });
  service().clock.now += 26 * HOUR_MS;
  expect(await shown(board)).toMatchObject({ board: 404, cli: 1, named: 1, text: '' });
  expect(await erasingOf(service()).stored()).toContain(`User: ${MARK}`);
});

it('a refused lead past its retention is in no list, although the database still has it', async () => {
  await tellEverything();
  const listed = () => cliOf(service()).json('leads', 'refused', 'list');
  expect(await listed()).toHaveLength(2);
  service().clock.now += 31 * 24 * HOUR_MS;
  expect(await listed()).toEqual([]);
  expect(await erasingOf(service()).stored()).toContain(`"service":"${MARK}"`.replaceAll('"', '\\"'));
});

it('of what expires, only calls, what they were told, refused leads and refusals have words or numbers of people', async () => {
  await tellEverything();
  await service().call('take_message', { about: MARK }, { call_id: 'call_3', from_number: '+12125550188' });
  await erasingOf(service()).erase('--phone', '+12125550188');
  const elsewhere = booking({ address: `2 ${MARK} Avenue` });
  const refused = await service().call('book_job', elsewhere, { call_id: 'call_4', from_number: PHONE });
  expect(refused.message).toContain(`${MARK} Avenue`);
  const items: Record<string, unknown>[] = JSON.parse(await erasingOf(service()).stored());
  const expiring = items.filter(({ expiresAt }) => expiresAt !== undefined);
  const kindOf = ({ pk }: Record<string, unknown>) => String(pk).split('#')[0];
  expect(new Set(expiring.map(kindOf))).toEqual(
    new Set([
      ...['ALERTS', 'ANSWER', 'CALL', 'DELIVERY', 'ERASED', 'HOLD', 'MEMORY', 'NOTICE', 'NUMBER'],
      ...['REFUSED', 'REQUEST'],
    ]),
  );
  const personal = expiring.filter(({ pk: _, ...rest }) =>
    /Zebra|2125550123|2125550188/.test(JSON.stringify(rest)),
  );
  expect(new Set(personal.map(kindOf))).toEqual(new Set(['ANSWER', 'CALL', 'MEMORY', 'REFUSED']));
});
