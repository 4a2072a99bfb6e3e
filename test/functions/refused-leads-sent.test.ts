import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cliOf } from '../cli/run-cli.ts';
import { storedText } from '../support/stored.ts';
import { accountDocument, type Service, startService } from './service.ts';

const lead = (over: object = {}, customData: object = { service: 'AC Repair' }) => ({
  type: 'WorkflowWebhook',
  locationId: 'loc_acme',
  contact: { id: 'c1', firstName: 'Dana', phone: '+12125550123', email: 'dana@example.com' },
  customData,
  ...over,
});

let service: Service;
let cli: ReturnType<typeof cliOf>;
beforeEach(async () => {
  service = await startService();
  cli = cliOf(service);
});
afterEach(() => service.stop());

const refused = async (): Promise<{ refusedLeadId: string }[]> => cli.json('leads', 'refused', 'list');
const sendAgain = (...args: string[]) => cli.run('leads', 'refused', 'send', ...args);
async function oneRefused(body: object): Promise<string> {
  expect((await service.send('crm', body)).status).toBe(422);
  return (await refused()).at(-1)?.refusedLeadId ?? '';
}

describe('leads refused send', () => {
  it('says what is still wrong, and keeps the lead', async () => {
    const id = await oneRefused(lead());
    const { code, out, err } = await sendAgain(id);

    expect([code, out]).toEqual([1, '']);
    expect(err).toBe(
      `${id}: customData.serviceRequested: expected a text of 1 to 200 characters\n${id} stays kept.`,
    );
    expect(await refused()).toHaveLength(1);
    expect(await service.requests.list('acme-hvac')).toEqual([]);
  });

  it('takes a lead in once its fields are right, and keeps it no longer', async () => {
    const ids = [
      await oneRefused(lead()),
      await oneRefused(lead({ contact: { id: 'c2', phone: '+12125550124' } })),
    ];
    const { code, out } = await sendAgain(...ids, '--copy', 'customData.service=customData.serviceRequested');
    const stored = await service.requests.list('acme-hvac');

    expect(code).toBe(0);
    expect(
      stored
        .toSorted((a, b) => String(a.customer.phone).localeCompare(String(b.customer.phone)))
        .map(({ customer, source, status, serviceType }) => [customer.phone, source, status, serviceType]),
    ).toEqual([
      ['+12125550123', 'crm', 'requested', 'AC Repair'],
      ['+12125550124', 'crm', 'requested', 'AC Repair'],
    ]);
    for (const { dispatchRequestId } of stored) expect(out).toContain(`accepted as ${dispatchRequestId}`);
    expect(await refused()).toEqual([]);
    expect((await sendAgain(ids[0] ?? '')).err).toMatch(
      /^rl_\w+: there is no such refused lead; "leads refused list"/,
    );
  });

  it('sets a field', async () => {
    const id = await oneRefused(lead());
    const { code } = await sendAgain(id, '--set', 'customData.serviceRequested=Heating Repair');

    expect(code).toBe(0);
    expect(await service.requests.list('acme-hvac')).toMatchObject([{ serviceType: 'Heating Repair' }]);
  });

  it('takes a lead in once its account has the location', async () => {
    const id = await oneRefused(lead({ locationId: 'loc_new' }, { serviceRequested: 'AC Repair' }));
    const before = await sendAgain(id);
    await service.accounts.put(accountDocument({ origins: { crm: ['loc_acme', 'loc_new'] } }));
    const after = await sendAgain(id);

    expect(before.err).toBe(`${id}: locationId: expected one in "origins.crm" of an account. It stays kept.`);
    expect([after.code, (await service.requests.list('acme-hvac')).length]).toEqual([0, 1]);
  });

  it('is the same lead as one that the CRM delivers meanwhile', async () => {
    const fields = { serviceRequested: 'AC Repair' };
    const id = await oneRefused(lead({ locationId: 'loc_new' }, fields));
    await service.accounts.put(accountDocument({ origins: { crm: ['loc_acme', 'loc_new'] } }));
    const { body } = await service.send('crm', lead({ locationId: 'loc_new' }, fields));
    const { out } = await sendAgain(id);

    expect(out).toBe(`${id}: had been accepted meanwhile as ${body.dispatchRequestId} of acme-hvac.`);
    expect(await service.requests.list('acme-hvac')).toHaveLength(1);
    expect(await refused()).toEqual([]);
  });

  it('refuses an account for which its key might not act', async () => {
    const limited = {
      keys: [{ id: 'test', scheme: 'hmac-sha256', secret: 'a test secret of enough length' }],
    };
    const other = await startService(accountDocument(), {
      keys: limited.keys.map((key) => ({ ...key, accounts: ['acme-hvac', 'gamma'] })),
    });
    await other.accounts.put(accountDocument({ accountId: 'beta-hvac', origins: { crm: ['loc_beta'] } }));
    const { locationId: _, ...unlocated } = lead({}, { serviceRequested: 'AC Repair' });
    await other.send('crm', unlocated);
    const [{ refusedLeadId }] = await cliOf(other).json('leads', 'refused', 'list');
    const { code, err } = await cliOf(other).run(
      ...['leads', 'refused', 'send', refusedLeadId, '--set', 'locationId=loc_beta'],
    );

    expect(code).toBe(1);
    expect(err).toMatch(/its key test might not act for beta-hvac, .* It stays kept\.$/);
    expect(await other.requests.list('beta-hvac')).toEqual([]);
    await other.stop();
  });
});

type Case = readonly [what: string, over: object, option: string, value: string];

describe('erasing a person', () => {
  const erase = (...args: string[]) =>
    cli.json('customers', 'delete', '--account', 'acme-hvac', '--keep-visits', '--yes', ...args);

  it.each<Case>([
    [
      'their number in any field',
      { contact: { id: 'c9', mobile: '(212) 555-0123' } },
      '--phone',
      '+12125550123',
    ],
    [
      'their number in words',
      { note: 'call me at two one two, five five five, 01 23' },
      '--phone',
      '+12125550123',
    ],
    [
      'their email in any field',
      { contact: { id: 'c9', mail: 'Dana@Example.com' } },
      '--email',
      'dana@example.com',
    ],
    [
      'no account',
      { locationId: 'loc_new', contact: { id: 'c9', tel: '2125550123' } },
      '--phone',
      '+12125550123',
    ],
  ])('finds refused leads with %s, and a repeat is not kept again', async (_, over, option, value) => {
    const selector = [option, value];
    const body = lead({ contact: { id: 'c9' }, ...over }, { service: 'Marked' });
    const id = await oneRefused(body);
    await oneRefused(lead({ contact: { id: 'other', phone: '+12125550177' } }));
    const dry = await cli.run('customers', 'delete', '--account', 'acme-hvac', ...selector);
    const erased = await erase(...selector);

    expect(dry.out).toContain(id);
    expect(erased.refusedLeads).toEqual([{ refusedLeadId: id, by: expect.any(String) }]);
    expect(await storedText(service.table)).not.toMatch(/Marked/);
    expect(await refused()).toHaveLength(1);
    await service.send('crm', body);
    expect(service.lines.at(-1)?.kept).toBe('repeated');
    expect(await storedText(service.table)).not.toMatch(/Marked/);
    expect((await cli.run('customers', 'delete', '--account', 'acme-hvac', ...selector)).out).toMatch(
      /^Nothing is stored/,
    );
  });

  it('leaves a lead with their email that names another number', async () => {
    await service.send('crm', lead({}, { serviceRequested: 'AC Repair' }));
    await oneRefused(lead({ contact: { id: 'spouse', phone: '+12125550188', email: 'dana@example.com' } }));

    expect((await erase('--phone', '+12125550123')).refusedLeads).toEqual([]);
  });

  it('leaves the refused leads of other accounts', async () => {
    await service.accounts.put(accountDocument({ accountId: 'beta-hvac', origins: { crm: ['loc_beta'] } }));
    await oneRefused(lead({ locationId: 'loc_beta' }));

    expect((await erase('--phone', '+12125550123')).refusedLeads).toEqual([]);
  });
});
