import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { functionSamples } from '../../lib/kits/samples/function-samples.ts';
import { voicePlatforms } from '../../lib/platforms/index.ts';
import { activeAppointment } from '../../lib/record/request.ts';
import { MINUTE_MS } from '../../lib/scheduling/time.ts';
import { catalog } from '../../lib/voice/catalog.ts';
import { cliOf } from '../cli/run-cli.ts';
import { violations } from '../support/invariants.ts';
import { type LiveCall, startCall } from '../support/platforms/live-call.ts';
import { snapshotOf } from '../support/snapshot.ts';
import { accountDocument, booking, type Service, START, startService } from './service.ts';

// Every function of the catalog on both platforms, with the same bytes twice, whatever has happened between.
const OWNER = '+12125550123';
const OTHER = '+12125550177';
const rules = { ...accountDocument().booking, hold: { seconds: 180, perNumber: 2 } };
/** One service for all: each case begins with what the table had after the first delivery. */
let service: Service;
let cli: ReturnType<typeof cliOf>;
let empty: () => Promise<void>;
beforeAll(async () => {
  service = await startService(accountDocument({ booking: rules }));
  cli = cliOf(service);
  empty = await snapshotOf(service.table);
});
afterAll(() => service.stop());
const ids = { origin: '', callId: '', called: '', invocationId: '', now: new Date(0) };
const asked = { ...ids, date: '2026-06-10', time: '09:00', serviceType: 'AC Repair', caller: OWNER };

/** What stood before the function was called first. */
const before = {
  'nothing is booked': async () => undefined,
  'the caller has a visit': async () => {
    await service.call('book_job', booking({ time: '10:00' }));
  },
  'somebody else has the time': async () => {
    await service.call('book_job', booking({ customerPhone: OTHER }), {
      ...{ call_id: 'call_other', from_number: OTHER },
    });
  },
};

const visits = async () =>
  (await service.stored.list('acme-hvac')).filter((request) => activeAppointment(request));

/** What happens between the deliveries. */
const between = {
  nothing: async () => undefined,
  'three minutes': async () => {
    service.clock.now += 4 * MINUTE_MS;
  },
  'the days until the notice': async () => {
    service.clock.now = Date.parse('2026-06-10T12:30:00Z');
  },
  "a dispatcher's move": async () => {
    for (const { dispatchRequestId: id } of await visits())
      await cli.run('requests', 'move', id, '--date', '2026-06-12', '--time', '13:00');
  },
  "a dispatcher's cancellation": async () => {
    for (const { dispatchRequestId: id } of await visits())
      await cli.run('requests', 'cancel', id, '--reason', 'sold');
  },
  'a cancellation, and another booking of the time': async () => {
    await between["a dispatcher's cancellation"]();
    service.clock.now += 4 * MINUTE_MS;
    const over = { call_id: 'call_third', from_number: '+12125550188' };
    await service.call('book_job', booking({ customerPhone: '+12125550188' }), over);
  },
  'another name': async () => {
    const over = { call_id: 'call_name', from_number: OWNER };
    await service.call('create_customer', { customerName: 'Dana Jones' }, over);
  },
};

/** What is stored, without what only recognizes repeats. */
async function stored() {
  const { document, tableName } = service.table;
  const { Items = [] } = await document.send(new ScanCommand({ TableName: tableName, ConsistentRead: true }));
  const bookkeeping = ['version', 'updatedAt', 'invocations', 'written', 'events', 'summary'];
  return Items.filter(({ pk }) => /^(?:REQUEST|SCHEDULE|CUSTOMER)#/.test(String(pk)))
    .map((item) => Object.fromEntries(Object.entries(item).filter(([name]) => !bookkeeping.includes(name))))
    .sort((a, b) => (`${a.pk} ${a.sk}` < `${b.pk} ${b.sk}` ? -1 : 1));
}

// biome-ignore lint/suspicious/noExplicitAny: the answers of all functions.
async function expectTrue(answer: any) {
  const id = answer.dispatchRequestId;
  const request = id === undefined ? undefined : await service.stored.get(id);
  const appointment = activeAppointment(request);
  if (answer.confirmed === true)
    expect([answer.date, answer.technician]).toEqual([appointment?.date, appointment?.technician]);
  if (answer.canceled === true) expect(request?.status).toBe('canceled');
  if (answer.held === true) expect(Date.parse(answer.heldUntil)).toBeGreaterThan(service.clock.now);
  if (answer.noted === true) expect(request).toMatchObject({ kind: 'message', status: 'requested' });
  if (answer.updated === true) expect(request?.dispatchRequestId).toBe(id);
  expect(answer.error).toBeUndefined();
}

const isRefusal = ({ reason }: { readonly reason?: string }): boolean => reason !== undefined;

const writing = (name: string) =>
  catalog.some((entry) => entry.writes && Object.values(entry).includes(name));

describe.each([...voicePlatforms])('on %s', (platform) => {
  describe.each(functionSamples(platform))('%s, delivered twice', (name, sample) => {
    const fn = { voiceone: name, voicetwo: name };
    const scenes = Object.entries(before).filter(
      ([scene]) => writing(name) || scene === 'the caller has a visit',
    );
    describe.each(scenes)('when %s', (_, prepare) => {
      let call: LiveCall;
      let first: Awaited<ReturnType<LiveCall['ask']>>;
      let asAfterFirst: () => Promise<void>;
      beforeAll(async () => {
        await empty();
        service.clock.now = START;
        await prepare();
        call = startCall(service, platform, 'call_live', OWNER);
        first = await call.ask(fn, sample.args(asked));
        await expectTrue(first);
        asAfterFirst = await snapshotOf(service.table);
      });

      it.each(Object.entries(between))(
        'answers what is true and stores nothing twice, with %s between',
        async (_, happen) => {
          await asAfterFirst();
          service.clock.now = START;
          await happen();
          const then = await stored();
          const again = await call.sendAgain(0);
          expect(await stored()).toEqual(then);
          if (isRefusal(first)) expect(again).toEqual(first);
          else await expectTrue(again);
          const { document, tableName } = service.table;
          expect(await violations(document, tableName, service.clock.now)).toEqual([]);
        },
      );
    });
  });
});
