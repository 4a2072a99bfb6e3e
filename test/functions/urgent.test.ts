import { describe, expect, it } from '@jest/globals';
import { createHandler, type UrgentDependencies } from '../../functions/urgent/handler.ts';
import { createAccountReader } from '../../lib/aws/stores/account-reader.ts';
import { createRefusedDays } from '../../lib/aws/stores/refused-lead-store.ts';
import { eventsOf } from '../../lib/aws/stream-events.ts';
import { urgentPatterns } from '../../lib/intake/urgent/urgent-events.ts';
import type { UrgentMessage } from '../../lib/intake/urgent/urgent-message.ts';
import type { DispatchEvent, TellableEvent } from '../../lib/record/events.ts';
import { StorageUnavailable } from '../../lib/record/faults.ts';
import { MINUTE_MS } from '../../lib/scheduling/time.ts';
import { envelopeOf, matchesPattern } from '../../local/events/event-bridge.ts';
import { everyDay } from '../lib/accounts/on-call-document.ts';
import { openTestStream } from '../support/stream.ts';
import { runReminders } from './reminders-fixture.ts';
import { accountDocument, booking } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const always = everyDay(['00:00', '24:00']);
const ana = { technicianId: 'ana', phone: '+12125550101', role: 'first', hours: always };
const ben = { name: 'Ben', phone: '+12125550102', role: 'backup', hours: always };
const service = servicePerTest(() =>
  accountDocument({ onCall: [ana, ben], emergency: { acknowledgeMinutes: 5 } }),
);

interface Sent extends UrgentMessage {
  readonly accountId: string;
}

/** What the function tells people of the urgent events that an act causes. */
async function toldOf(
  act: () => Promise<unknown>,
  over: Partial<UrgentDependencies> = {},
): Promise<{ sent: Sent[]; log: object[] }> {
  service().clock.now += 1;
  const since = new Date(service().clock.now).toISOString();
  const { client, records } = await openTestStream(service().table);
  await act();
  const events = (await records()).flatMap(eventsOf).filter(({ occurredAt }) => occurredAt >= since);
  client.destroy();
  const [sent, log]: [Sent[], object[]] = [[], []];
  const handler = createHandler({
    requests: service().stored,
    customers: service().container().deps.customers,
    accounts: createAccountReader({ ...service().dependencies, withinMs: 1_000 }),
    refusedDays: createRefusedDays(service().dependencies),
    publish: async (accountId, message) => void sent.push({ accountId, ...message }),
    boardUrl: 'https://board.example/',
    stack: 'dispatch-dev',
    now: () => service().clock.now,
    log: (line) => log.push(line),
    ...over,
  });
  const rules = Object.values(urgentPatterns);
  const isUrgent = (event: DispatchEvent): event is TellableEvent =>
    rules.some((pattern) => matchesPattern(pattern, envelopeOf(event, 'test')));
  const urgent = events.filter(isUrgent);
  for (const detail of urgent) await handler({ detail });
  return { sent, log };
}
const report = () =>
  service().call('book_job', {
    urgency: 'emergency',
    serviceType: 'AC Repair',
    customerName: 'Dana Smith',
    address: '401 West 14th Street',
    city: 'New York',
    notes: 'It smells of gas\nNotified: nobody',
  });

describe('people are told of an emergency', () => {
  it('with company, person on call, caller, place, words and the board', async () => {
    let dispatchRequestId = '';
    const { sent, log } = await toldOf(async () => {
      ({ dispatchRequestId } = await report());
    });
    expect(sent).toEqual([
      {
        accountId: 'acme-hvac',
        subject: 'Emergency: Acme Heating and Air',
        lines: [
          'Emergency: Acme Heating and Air',
          'Since: 2026-06-01 8:00 AM (America/New_York)',
          'Notified: Ana (first), +12125550101',
          'On call now: Ana (first), +12125550101; Ben (backup), +12125550102',
          'About: AC Repair',
          'Customer: Dana Smith, +12125550123',
          'Address: 401 West 14th Street, New York',
          'Said: "It smells of gas Notified: nobody"',
          expect.stringMatching(/^To check: .*danger reported/),
          'Status: requested, emergency',
          `See it: https://board.example/?account=acme-hvac&request=${dispatchRequestId} (${dispatchRequestId}, version 1)`,
        ],
      },
    ]);
    expect(log).toEqual([{ outcome: 'told', account: 'acme-hvac', type: 'dispatch-request.needs-review' }]);
  });

  const onFile = async (over: object = {}) => {
    const { customers } = service().container().deps;
    const [accountId, phone, deadline] = ['acme-hvac', '+12125550123', service().clock.now + 1_000];
    const previous = await customers.get(accountId, phone, deadline);
    const site = { siteId: 'st_1', address: '7 Elm Street', city: 'Yonkers', position: 0, ...over };
    await customers.put({ accountId, phone, name: 'Robin Lee', previous, site }, deadline);
  };
  const linesOn = async (args: object, over: Record<string, unknown> = {}) => {
    const { sent } = await toldOf(() => service().call('book_job', { urgency: 'emergency', ...args }, over));
    return sent[0]?.lines.filter((line) => /^(?:Customer|Address):/.test(line));
  };

  it("with the customer's name and address on file if a caller from their number names none", async () => {
    await onFile();
    expect(await linesOn({})).toEqual([
      'Customer: Robin Lee (on file), +12125550123',
      'Address: 7 Elm Street, Yonkers (on file)',
    ]);
  });

  it('with each address on file that the caller may mean, and the name that they told', async () => {
    await onFile();
    await onFile({ siteId: 'st_2', address: '9 Oak Avenue', position: 1 });
    expect(await linesOn({ serviceType: 'AC Repair', customerName: 'Dana' })).toEqual([
      'Customer: Dana, +12125550123',
      'Address: 7 Elm Street, Yonkers or 9 Oak Avenue, Yonkers (on file)',
    ]);
  });

  it('with nothing on file of a number that the caller only spoke', async () => {
    await onFile();
    const asked = { customerPhone: '+12125550123' };
    for (const from_number of ['anonymous', '+12125550177'])
      expect(await linesOn(asked, { from_number, call_id: from_number })).toEqual(['Customer: +12125550123']);
  });

  it('again when it is escalated, with the role that is notified then', async () => {
    await report();
    const { sent } = await toldOf(async () => {
      service().clock.now += 5 * MINUTE_MS;
      await runReminders(service());
    });
    expect(sent.map(({ subject }) => subject)).toEqual([
      'Emergency that nobody has acknowledged: Acme Heating and Air',
    ]);
    expect(sent[0]?.lines).toEqual(
      expect.arrayContaining([
        'Since: 2026-06-01 8:00 AM (America/New_York)',
        'Notified: Ben (backup), +12125550102',
      ]),
    );
  });
});

describe('people are told', () => {
  it('once, at the office, of an emergency that nobody on call is left for, which is flagged', async () => {
    const { dispatchRequestId } = await report();
    await service().accounts.put(accountDocument());
    const { sent, log } = await toldOf(async () => {
      for (const minutes of [5, 5, 60]) {
        service().clock.now += minutes * MINUTE_MS;
        await runReminders(service());
      }
    });
    expect(log).toEqual([{ outcome: 'told', account: 'acme-hvac', type: 'dispatch-request.nobody-reached' }]);
    expect(sent).toMatchObject([
      {
        subject: 'Emergency with nobody left to notify: Acme Heating and Air',
        lines: expect.arrayContaining([
          'Since: 2026-06-01 8:00 AM (America/New_York)',
          'On call now: nobody; the office is +12125550100',
          expect.stringMatching(/^To check: .*nobody on call was reached/),
        ]),
      },
    ]);
    const request = await service().requests.get(dispatchRequestId);
    expect(request).toMatchObject({
      notified: [{ people: ['Ana'] }],
      needsReview: expect.arrayContaining(['nobody_reached']),
      history: [{}, { by: 'service', why: 'nobody has acknowledged it, and nobody is left to notify' }],
    });
    expect(request?.escalatesAt).toBeUndefined();
  });

  it('of an overdue callback, with the time by which it was promised', async () => {
    const { dueAt } = await service().call('take_message', { about: 'The invoice', customerName: 'Dana' });
    const { sent } = await toldOf(async () => {
      service().clock.now = Date.parse(dueAt);
      await runReminders(service());
    });
    expect(sent).toEqual([
      {
        accountId: 'acme-hvac',
        subject: 'Overdue callback: Acme Heating and Air',
        lines: expect.arrayContaining([
          expect.stringMatching(/^Since: 2026-06-01 9:00 AM \(America\/New_York\)$/),
          'Customer: Dana, +12125550123',
          'Said: "The invoice"',
        ]),
      },
    ]);
  });

  it.each([
    ['cannot be read', () => Promise.reject(new Error('Of a newer release'))],
    ['is gone', async () => undefined],
  ])('what the event says if what is stored %s', async (_, get) => {
    const { sent } = await toldOf(report, { requests: { get }, boardUrl: undefined });
    expect(sent[0]?.lines).toEqual([
      'Emergency: Acme Heating and Air',
      'Since: 2026-06-01 8:00 AM (America/New_York)',
      'On call now: Ana (first), +12125550101; Ben (backup), +12125550102',
      'Status: requested, emergency',
      expect.stringMatching(
        /^See it: npx dispatch requests show (dr_\w+) --stack dispatch-dev \(\1, version 1\)$/,
      ),
    ]);
  });

  it.each([
    [
      'the table is unavailable',
      { requests: { get: () => Promise.reject(new StorageUnavailable({ cause: undefined })) } },
      'StorageUnavailable',
    ],
    [
      'the topic refuses the message',
      { publish: () => Promise.reject(new TypeError('refused')) },
      'TypeError',
    ],
  ])('again later if %s: the error is thrown', async (_, over, name) => {
    await expect(toldOf(report, over)).rejects.toMatchObject({ name });
  });

  it('nothing of a routine booking', async () => {
    const { sent } = await toldOf(() => service().call('book_job', booking({ address: '7 Elm Street' })));
    expect(sent).toEqual([]);
  });
});

describe('leads that are refused', () => {
  /** A lead whose field of the service has another name. */
  const refused = (id: string, locationId = 'loc_acme') => {
    const contact = { id, firstName: 'Marked', phone: '+12125550123' };
    return service().send('crm', {
      ...{ type: 'WorkflowWebhook', locationId, contact },
      customData: { service: 'AC' },
    });
  };

  it('are told to the office once a day, without the person', async () => {
    const first = await toldOf(() => refused('c1'));
    const second = await toldOf(() => refused('c2'));
    const repeated = await toldOf(() => refused('c1'));
    service().clock.now += 24 * 60 * MINUTE_MS;
    const nextDay = await toldOf(() => refused('c3'));

    expect(first.sent).toEqual([
      {
        accountId: 'acme-hvac',
        subject: 'Leads refused: Acme Heating and Air',
        lines: [
          'Leads refused: Acme Heating and Air',
          'Since: 2026-06-01 8:00 AM (America/New_York)',
          'Refused: 1 so far today (UTC)',
          'Fields: customData.serviceRequested',
          expect.stringMatching(/^What: .* kept for 30 days/),
          'See them: ask whoever runs the service: npx dispatch leads refused list --account acme-hvac --stack dispatch-dev',
          'Told: once a day',
        ],
      },
    ]);
    expect([second.sent, repeated.sent]).toEqual([[], []]);
    expect(nextDay.sent.map(({ lines }) => lines[2])).toEqual(['Refused: 1 so far today, 2 yesterday (UTC)']);
  });

  it('are counted until the message is written, with all fields and no value', async () => {
    const { sent } = await toldOf(async () => {
      await refused('c1');
      await service().send('crm', {
        ...{ type: 'WorkflowWebhook', locationId: 'loc_acme', contact: { id: 'c2', firstName: 'Marked' } },
        customData: { serviceRequested: 'AC Repair' },
      });
    });
    expect(sent.map(({ lines }) => lines.slice(2, 4))).toEqual([
      ['Refused: 2 so far today (UTC)', 'Fields: contact.phone, customData.serviceRequested'],
    ]);
    expect(JSON.stringify(sent)).not.toContain('Marked');
  });

  it('without an account are told to nobody', async () => {
    expect((await toldOf(() => refused('c1', 'loc_unknown'))).sent).toEqual([]);
  });
});
