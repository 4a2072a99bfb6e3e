import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MAX_KEPT_PER_DAY } from '../../lib/record/refused-lead.ts';
import { cliOf } from '../cli/run-cli.ts';
import { signHmac } from '../support/signers.ts';
import { storedCount } from '../support/stored.ts';
import { accountDocument, type Service, startService } from './service.ts';

const secretOf = (id: string) => `a test secret of the key ${id}`;
const key = (id: string, ...accounts: string[]) => ({
  ...{ id, scheme: 'hmac-sha256', secret: secretOf(id) },
  accounts,
});
const API_KEY = 'an api key for tests';
const secrets = {
  keys: [key('all', '*'), key('acme', 'acme-hvac'), key('two', 'acme-hvac', 'beta-hvac')],
  apiKeys: [{ id: 'api', account: 'acme-hvac', sha256: createHash('sha256').update(API_KEY).digest('hex') }],
};
const beta = accountDocument({ accountId: 'beta-hvac', origins: { crm: ['loc_beta'] } });

/** A lead as the CRM sends it after someone has renamed its field of the service. */
const lead = (over: object = {}, customData: object = { service: 'AC Repair' }) => ({
  type: 'WorkflowWebhook',
  locationId: 'loc_acme',
  contact: { id: 'c1', firstName: 'Marked', phone: '+12125550123', email: 'marked@example.com' },
  customData,
  ...over,
});
const right = { serviceRequested: 'AC Repair' };

let service: Service;
let cli: ReturnType<typeof cliOf>;
beforeEach(async () => {
  service = await startService(accountDocument(), secrets);
  await service.accounts.put(beta);
  cli = cliOf(service);
});
afterEach(() => service.stop());

const send = (body: unknown, by = 'acme') => {
  const text = JSON.stringify(body);
  return service.send('crm', text, signHmac(text, secretOf(by)));
};
const list = (...options: string[]) => cli.json('leads', 'refused', 'list', ...options);
const kept = () => service.lines.at(-1)?.kept;

describe('a lead that is refused', () => {
  it('for its shape is kept as it was sent, with what was wrong', async () => {
    const { status, body } = await send(lead());
    const [found, ...others] = await list();
    const shown = await cli.json('leads', 'refused', 'show', found.refusedLeadId);

    expect([status, body.code, kept()]).toEqual([422, 'payload_invalid', 'kept']);
    expect(others).toEqual([]);
    expect(found).toEqual({
      refusedLeadId: expect.stringMatching(/^rl_[0-9a-hjkmnp-tv-z]{20}$/),
      accountId: 'acme-hvac',
      reason: 'payload_invalid',
      errors: [{ path: 'customData.serviceRequested', expected: 'a text of 1 to 200 characters' }],
      receivedAt: '2026-06-01T12:00:00.000Z',
      lastAt: '2026-06-01T12:00:00.000Z',
      times: 1,
      keyId: 'acme',
      mayActFor: ['acme-hvac'],
    });
    expect(shown).toEqual({ ...found, body: lead() });
    expect(service.lines.at(-1)).toMatchObject({ account: 'acme-hvac', code: 'payload_invalid' });
  });

  it('for its account is kept and listed without one', async () => {
    const { body } = await send(lead({ locationId: 'loc_new' }, right), 'all');

    expect(body.code).toBe('unknown_account');
    expect(await list()).toMatchObject([{ reason: 'unknown_account', errors: [] }]);
    expect((await list())[0]).not.toHaveProperty('accountId');
    expect((await cli.run('leads', 'refused', 'list')).out).toMatch(
      /2026-06-01 12:00.*none.*unknown_account/,
    );
    expect(await list('--account', 'acme-hvac')).toEqual([]);
  });

  it('without a location belongs to the account of its key, if that is only one', async () => {
    const { locationId: _, ...unlocated } = lead();
    for (const by of ['acme', 'two', 'all']) await send({ ...unlocated, by }, by);
    await service.send('crm', JSON.stringify(unlocated), { 'x-api-key': API_KEY });
    const found: { keyId: string; accountId?: string }[] = await list();

    expect(Object.fromEntries(found.map(({ keyId, accountId }) => [keyId, accountId]))).toEqual({
      ...{ acme: 'acme-hvac', two: undefined, all: undefined },
      api: 'acme-hvac',
    });
  });

  it('is one entry however often it comes', async () => {
    await send(lead());
    service.clock.now += 60_000;
    const { status } = await send(lead());

    expect([status, kept()]).toEqual([422, 'repeated']);
    expect(await list()).toMatchObject([
      { times: 2, receivedAt: '2026-06-01T12:00:00.000Z', lastAt: '2026-06-01T12:01:00.000Z' },
    ]);
  });

  it('is kept for 30 days', async () => {
    await send(lead());
    const [{ refusedLeadId }] = await list();
    const [item] = await service.items(`REFUSED#${refusedLeadId}`);
    expect(item?.expiresAt).toBe(service.clock.now / 1000 + 30 * 86_400);
    service.clock.now += 30 * 86_400_000;

    expect(await list()).toEqual([]);
    await send(lead());
    expect(kept()).toBe('kept');
    expect(await list()).toHaveLength(1);
  });

  it.each([
    ['is not authenticated', lead(), 'no key of ours', 401],
    ['is about an account of others', lead({ locationId: 'loc_beta' }), 'acme', 422],
    ['may not act for its account', lead({ locationId: 'loc_beta' }, right), 'acme', 403],
    ['may not know whether there is such an account', lead({ locationId: 'loc_new' }, right), 'acme', 403],
  ])('is not stored if its sender %s', async (_, body, by, status) => {
    const before = await storedCount(service.table);
    expect((await send(body, by)).status).toBe(status);

    expect(kept()).toBeUndefined();
    expect(await storedCount(service.table)).toBe(before);
  });

  it('is not stored if its account takes no API keys', async () => {
    await service.accounts.put(accountDocument({ crm: { allowApiKey: false } }));
    const { status } = await service.send('crm', JSON.stringify(lead()), { 'x-api-key': API_KEY });

    expect(status).toBe(422);
    expect(await list()).toEqual([]);
  });

  it('is not stored if it is no JSON', async () => {
    const text = '{"contact": "marked';
    expect((await service.send('crm', text, signHmac(text, secretOf('acme')))).status).toBe(400);
    expect(await list()).toEqual([]);
  });

  it('of the largest size is kept', async () => {
    // Random text hardly compresses.
    const notes = Array.from({ length: 8_000 }, (_, n) =>
      createHash('md5').update(String(n)).digest('base64url'),
    );
    const large = lead({}, { notes: notes.join('').slice(0, 170_000), more: '\u00e9'.repeat(40_000) });
    expect((await send(large)).status).toBe(422);
    const [{ refusedLeadId }] = await list();

    expect((await cli.json('leads', 'refused', 'show', refusedLeadId)).body).toEqual(large);
  });

  it('is answered the same if it can not be kept', async () => {
    const { deps } = service.container();
    Object.assign(deps.refusedLeads, {
      keep: async () => {
        throw new TypeError('marked');
      },
    });
    const { createHandler } = await import('../../functions/crm/handler.ts');
    const { apiGatewayEvent, lambdaContext } = await import('../support/events.ts');
    const { routeById } = await import('../../lib/routes.ts');
    const text = JSON.stringify(lead());
    const event = apiGatewayEvent({
      route: routeById('crm'),
      body: text,
      headers: signHmac(text, secretOf('acme')),
    });
    const answer = await createHandler(deps)(event, lambdaContext());

    expect(answer.statusCode).toBe(422);
    expect(service.lines.at(-1)).toMatchObject({ kept: 'failed', keptError: 'TypeError', status: 422 });
    expect(service.lines.at(-1)).not.toHaveProperty('error');
  });
});

it('a flood of refused leads is bounded by account and day, and those that were not kept are counted', async () => {
  const contact = (n: number) => ({ contact: { id: `c${n}`, phone: '+12125550123' } });
  for (let n = 0; n < MAX_KEPT_PER_DAY + 3; n++) await send(lead(contact(n)));
  expect(kept()).toBe('over_limit');
  expect(await list()).toHaveLength(MAX_KEPT_PER_DAY);
  const { err } = await cli.run('leads', 'refused', 'list', '--account', 'acme-hvac');
  expect(err).toBe(
    '3 more of 2026-06-01 (UTC) of acme-hvac were refused and not kept: too many of that day.',
  );

  await send(lead({ locationId: 'loc_beta' }), 'two');
  expect(kept()).toBe('kept');
  service.clock.now += 24 * 60 * 60_000;
  await send(lead(contact(-1)));
  expect(kept()).toBe('kept');
});
