import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StorageUnavailable } from '../../lib/record/faults.ts';
import type { RouteId } from '../../lib/routes.ts';
import { erasingOf } from '../lib/aws/erasing/fixture.ts';
import { accountDocument, booking, type Service, startService } from './service.ts';

const dana = '+12125550123';
const called = '+12125550100';
const origins = { crm: ['loc_acme'], voiceone: ['agent_acme'], voicetwo: ['asst_acme'], numbers: [called] };

let service: Service;
beforeEach(async () => {
  service = await startService(accountDocument({ origins }));
});
afterEach(() => service.stop());

/** As a table that refuses everything, and as code that crashes. */
const busy = {
  name: 'StorageUnavailable',
  error: new StorageUnavailable({ cause: new Error('The table is down') }),
  code: 'temporarily_unavailable',
};
const crash = { name: 'TypeError', error: new TypeError('The code is wrong'), code: 'internal' };

/** Makes every command fail for as long as this runs. */
async function failing<T>(ask: () => Promise<T>, { error }: { readonly error: Error } = busy): Promise<T> {
  service.table.document.middlewareStack.add(
    () => async () => {
      throw error;
    },
    { step: 'initialize', name: 'fail' },
  );
  try {
    return await ask();
  } finally {
    service.table.document.middlewareStack.remove('fail');
  }
}

/** The number of commands under way at once, one entry per round trip. */
async function tripsOf(ask: () => Promise<unknown>): Promise<readonly number[]> {
  const trips: number[] = [];
  let open = 0;
  service.table.document.middlewareStack.add(
    (next) => async (args) => {
      if (open === 0) trips.push(0);
      open += 1;
      trips[trips.length - 1] = (trips.at(-1) ?? 0) + 1;
      try {
        return await next(args);
      } finally {
        open -= 1;
      }
    },
    { step: 'initialize', name: 'trips' },
  );
  await ask();
  service.table.document.middlewareStack.remove('trips');
  return trips;
}

const inbound = (over: Record<string, unknown> = {}, event = 'call_inbound') =>
  service.send('voiceone-call-inbound', {
    event,
    [event]: { agent_id: 'agent_acme', from_number: dana, to_number: called, ...over },
  });
const assistantRequest = (over: Record<string, unknown> = {}) =>
  service.send('voicetwo', {
    message: {
      type: 'assistant-request',
      phoneNumber: { number: called },
      customer: { number: dana },
      call: { id: 'call_ringing' },
      ...over,
    },
  });

/** The variables on either platform. */
const platforms: readonly (readonly [RouteId, () => Promise<Record<string, string>>])[] = [
  ['voiceone-call-inbound', async () => (await inbound()).body.call_inbound.dynamic_variables],
  ['voicetwo', async () => (await assistantRequest()).body.assistantOverrides.variableValues],
];

const lead = (customData: Record<string, unknown> = {}) =>
  service.send('crm', {
    type: 'WorkflowWebhook',
    locationId: 'loc_acme',
    contact: { id: 'c1', firstName: 'Dana', lastName: 'Miller', phone: dana },
    customData: { serviceRequested: 'AC Repair', ...customData },
  });

const company = {
  company_name: 'Acme Heating and Air',
  today: 'Monday, June 1, 2026',
  now: '8 AM',
  calendar: expect.stringMatching(
    /^usually 8 AM to 12 PM, 1 PM to 5 PM; Mon 2026-06-01 today; Tue 2026-06-02; .*; Sun 2026-07-05 closed$/,
  ),
  open_now: 'true',
  on_call: '',
  transfer_number: '+12125550100',
};

describe.each(platforms)('what an agent knows before hello on %s', (route, variables) => {
  it('is the company and the time for an unknown caller', async () => {
    expect(await variables()).toEqual({
      ...company,
      customer_known: 'false',
      caller_number: 'known',
      customer_first_name: '',
      upcoming_count: '0',
      upcoming_appointment: '',
      upcoming: '',
      canceled: '',
      sites: '',
      lead_service: '',
      open_message: 'false',
      texts: '',
      interrupted: '',
      people: '',
    });
  });

  it('is the name, the appointments and the streets of a customer, and no house number, note or e-mail', async () => {
    const details = { address: '401 West 14th Street', notes: 'Gate code 4711', email: 'dana@example.com' };
    await service.call('book_job', booking({ ...details, date: '2026-06-11' }));
    await service.call('book_job', booking({ serviceType: 'Heating Repair' }));
    const told = await variables();

    expect(told).toMatchObject({
      customer_known: 'true',
      customer_first_name: 'Dana',
      upcoming_count: '2',
      upcoming_appointment: 'You have Heating Repair on Wednesday, June 10 at 9 AM with Ana, and 1 more.',
      upcoming: expect.stringMatching(
        /^dr_\w+: Heating Repair, Wed 2026-06-10 9:00 AM with Ana; dr_\w+: AC Repair, Thu 2026-06-11 9:00 AM with Ana$/,
      ),
      sites: expect.stringMatching(/^st_\w+: West 14th Street$/),
    });
    expect(JSON.stringify(told)).not.toMatch(/401|4711|example\.com|Miller|2125550123/);
  });

  it('has house numbers of places in one street, and the names that the customer gave to places', async () => {
    const at = (address: string, date: string, over = {}) =>
      service.call('book_job', booking({ address, date, additionalVisit: true, ...over }));
    await at('401 West 14th Street', '2026-06-10');
    await at('12 West 14th Street', '2026-06-11');
    await at('7 Oak Avenue', '2026-06-12', { siteLabel: 'office' });

    expect((await variables()).sites).toMatch(
      /^st_\w+: 401 West 14th Street; st_\w+: 12 West 14th Street; st_\w+: office, Oak Avenue$/,
    );
  });

  it('tells the units of one house apart, and says at which place a visit is', async () => {
    const at = (address: string, date: string) =>
      service.call('book_job', booking({ address, date, additionalVisit: true }));
    await at('335 East 9th Street, apartment 1A', '2026-06-10');
    await at('335 East 9th Street Apt. 2B', '2026-06-11');
    await at('335 East 9th Street, 3C', '2026-06-12');
    const { sites, upcoming } = await variables();

    expect(sites).toMatch(
      /^st_\w+: 335 East 9th Street apartment 1A; st_\w+: 335 East 9th Street Apt 2B; st_\w+: 335 East 9th Street 3C$/,
    );
    expect(upcoming).toMatch(
      /^dr_\w+: AC Repair, at 335 East 9th Street apartment 1A, Wed .* Ana; dr_\w+: AC Repair, at 335 East 9th Street Apt 2B, Thu /,
    );
  });

  it('is what was canceled in the last two hours', async () => {
    await service.call('book_job', booking());
    await service.call('cancel_job', {});
    expect(await variables()).toMatchObject({
      upcoming: '',
      canceled: 'AC Repair, Wed 2026-06-10 9:00 AM',
    });
    service.clock.now += 2 * 60 * 60_000;
    expect((await variables()).canceled).toBe('');
  });

  it('is the open lead and the open message', async () => {
    await lead({ serviceRequested: 'furnace repair' });
    expect(await variables()).toMatchObject({ customer_known: 'true', lead_service: 'Heating Repair' });
    await service.call('take_message', { about: 'the invoice' });
    expect(await variables()).toMatchObject({ lead_service: 'Heating Repair', open_message: 'true' });
  });

  it('is that nobody is there after hours', async () => {
    service.clock.now = Date.UTC(2026, 5, 2, 0, 30);
    expect(await variables()).toMatchObject({ open_now: 'false', now: '8:30 PM' });
  });

  it('costs one round trip, and writes nothing, however often it is asked', async () => {
    await service.call('book_job', booking());
    const first = await variables();
    const before = await erasingOf(service).items();
    expect(await variables()).toEqual(first);
    expect(await erasingOf(service).items()).toEqual(before);
    expect(service.lines.at(-1)).toMatchObject({ route, outcome: 'answered' });
    // The customer, the interrupted call and the requests of both indexes, all under way before the first answer.
    expect(await tripsOf(variables)).toEqual([4]);
  });
});

describe('an incoming call on platform one', () => {
  it('is answered in the format of a text message', async () => {
    const { status, body } = await inbound({}, 'chat_inbound');
    expect([status, body]).toEqual([
      200,
      { chat_inbound: { dynamic_variables: expect.objectContaining(company) } },
    ]);
  });

  it.each([{ agent_id: 'agent_nobody' }, { agent_id: undefined }])(
    'is accepted for an agent without an account: %j',
    async (over) => {
      const { status, body } = await inbound(over);
      expect([status, body]).toEqual([200, { call_inbound: {} }]);
      expect(service.lines.at(-1)).toMatchObject({ outcome: 'fault', code: 'unknown_account' });
    },
  );

  it.each([undefined, '', 'anonymous', '11111'])('gets no name for %j', async (from_number) => {
    const { body } = await inbound({ from_number });
    expect(body.call_inbound.dynamic_variables).toMatchObject({
      ...company,
      customer_known: 'false',
      caller_number: 'unknown',
    });
  });

  it.each([busy, crash])('gets empty variables after a $name, which is counted as $code', async (failure) => {
    const { status, body } = await failing(() => inbound(), failure);
    expect(status).toBe(200);
    const told: Record<string, string> = body.call_inbound.dynamic_variables;
    expect(Object.keys(told)).toContain('customer_first_name');
    expect(new Set(Object.values(told))).toEqual(new Set(['']));
    expect(service.lines.at(-1)).toMatchObject({ outcome: 'fault', code: failure.code });
  });

  it.each([busy, crash])('gets the company if only the caller meets a $name', async (failure) => {
    await inbound();
    const { body } = await failing(() => inbound(), failure);
    expect(body.call_inbound.dynamic_variables).toMatchObject({ ...company, customer_known: '' });
    expect(service.lines.at(-1)).toMatchObject({ outcome: 'fault', code: failure.code });
  });
});

describe('an incoming call on platform two', () => {
  const error = expect.stringMatching(/^[A-Z][^\n]{10,220}\.$/);

  it('goes to the only assistant of the number', async () => {
    expect((await assistantRequest()).body).toMatchObject({
      assistantId: 'asst_acme',
      assistantOverrides: { variableValues: company },
    });
  });

  it.each([
    ['a number that no account has', { phoneNumber: { number: '+12125550109' } }],
    ['no number', { phoneNumber: undefined }],
  ])('hears an error for %s', async (_, over) => {
    const { status, body } = await assistantRequest(over);
    expect([status, body]).toEqual([200, { error }]);
  });

  it('hears an error if the account has several assistants', async () => {
    const several = { ...origins, voicetwo: ['asst_acme', 'asst_other'] };
    await service.accounts.put(accountDocument({ origins: several }));
    expect((await assistantRequest()).body).toEqual({ error });
  });

  it.each([busy, crash])(
    'hears an error after a $name, and an assistant once the account is known; both are counted as $code',
    async (failure) => {
      const counted = { outcome: 'fault', code: failure.code };
      expect((await failing(assistantRequest, failure)).body).toEqual({ error });
      expect(service.lines.at(-1)).toMatchObject(counted);
      await assistantRequest();
      expect((await failing(assistantRequest, failure)).body).toMatchObject({
        assistantId: 'asst_acme',
        assistantOverrides: { variableValues: { ...company, customer_known: '' } },
      });
      expect(service.lines.at(-1)).toMatchObject(counted);
    },
  );
});

it('is dialed by platform two while the database is down, if it names a number', async () => {
  const { variableValues } = (await assistantRequest()).body.assistantOverrides;
  const destination = async (values: object) => {
    const call = { id: 'c', assistantId: 'asst_acme', assistantOverrides: { variableValues: values } };
    const message = { type: 'transfer-destination-request', call };
    return (await failing(() => service.send('voicetwo', { message }))).body;
  };
  expect((await destination(variableValues)).destination).toMatchObject({ type: 'number', number: called });
  for (const transfer_number of [undefined, '', 'the office', '+1 212', '+11111111111111111111', 7])
    expect(await destination({ transfer_number })).toEqual({ error: expect.any(String) });
});
