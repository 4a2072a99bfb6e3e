import { describe, expect, it } from '@jest/globals';
import { booking } from '../functions/service.ts';
import { erasingOf, PHONE } from '../lib/aws/erasing/fixture.ts';
import { twoAlike, withCommandLine } from './command-line-fixture.ts';

const fixture = withCommandLine(twoAlike);
const erasing = () => erasingOf(fixture.service);

describe('customers delete', () => {
  it('shows what it would erase, by ids, and erases nothing without --yes', async () => {
    const { dispatchRequestId } = await fixture.service.call('book_job', booking({ customerName: 'Marked' }));
    await erasing().ended({ call_id: 'call_1', from_number: PHONE, transcript: 'Marked words' });
    const before = await erasing().items();
    const { code, out } = await erasing().run('--phone', '(212) 555-0123');
    expect(code).toBe(0);
    for (const text of [dispatchRequestId, 'voiceone:call_1 of acme-hvac', 'cu_', '2026-06-10', '9:00 AM'])
      expect(out).toContain(text);
    expect(out).toMatch(
      /Pass --cancel-visits or --keep-visits for these\.\nNothing has been erased yet: pass --yes/,
    );
    expect(out).not.toMatch(/marked|555/i);
    expect(await erasing().items()).toEqual(before);
  });

  it('asks what to do with future visits, and lists them', async () => {
    const { dispatchRequestId } = await fixture.service.call('book_job', booking());
    const { code, out, err } = await erasing().run('--phone', PHONE, '--yes');
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^Nothing was erased\. Pass --cancel-visits or --keep-visits\.\n/);
    expect(err).toContain(dispatchRequestId);
    expect(await fixture.service.requests.get(dispatchRequestId)).toMatchObject({
      status: 'scheduled',
      version: 1,
    });
    fixture.service.clock.now = Date.UTC(2026, 5, 11);
    expect((await erasing().run('--phone', PHONE, '--yes')).code).toBe(0);
  });

  it('cancels visits and open requests first if asked to', async () => {
    const { dispatchRequestId } = await fixture.service.call('book_job', booking());
    const lead = await erasing().lead({ phone: PHONE });
    const { code } = await erasing().run('--phone', PHONE, '--yes', '--cancel-visits', '--by', 'Robin');
    expect(code).toBe(0);
    for (const id of [dispatchRequestId, lead]) {
      const request = await fixture.service.requests.get(id);
      expect(request).toMatchObject({ status: 'canceled', customer: {} });
      expect(request?.history.slice(-2)).toMatchObject([
        { to: 'canceled', by: 'dispatcher:Robin' },
        { from: 'canceled', to: 'canceled', by: 'dispatcher:Robin' },
      ]);
    }
    const stranger = { call_id: 'call_2', from_number: '+12125550199' };
    expect(await fixture.service.call('book_job', booking(), stranger)).toMatchObject({ confirmed: true });
  });

  it('does not cancel a job in progress', async () => {
    const { dispatchRequestId } = await fixture.service.call('book_job', booking());
    for (const to of ['dispatched', 'en_route'] as const)
      await fixture.service.change(dispatchRequestId, { to });
    const { code, err } = await erasing().run('--phone', PHONE, '--yes', '--cancel-visits');
    expect(code).toBe(1);
    expect(err).toMatch(/^Nothing was erased\. A job under way can't be canceled/);
    expect(await erasing().stored()).toContain('Dana Miller');
    expect((await erasing().run('--phone', PHONE, '--yes', '--keep-visits')).code).toBe(0);
    expect(await fixture.service.requests.get(dispatchRequestId)).toMatchObject({
      status: 'en_route',
      customer: {},
    });
  });

  it('reports progress', async () => {
    for (let id = 0; id < 101; id++) await erasing().ended({ call_id: `call_${id}`, from_number: PHONE });
    const { code, err } = await erasing().run('--phone', PHONE, '--yes');
    expect([code, err]).toEqual([0, 'Erased 100 of 101.']);
  });

  it('says that nothing is stored', async () => {
    const { code, out } = await erasing().run('--email', 'nobody@example.com', '--yes');
    expect([code, out]).toEqual([0, 'Nothing is stored about this person.']);
  });

  it.each([
    [['--phone', '12'], '--phone: expected a phone number.'],
    [['--id', 'cu_secret'], '--id: the account has no customer with that id.'],
    [['--request', 'dr_secret'], '--request: the account has no dispatch request with that id.'],
    [[], '--phone: expected the person by it, or by --email, --id or --request.'],
  ])('refuses %j without repeating it', async (args, message) => {
    const { code, err } = await erasing().run(...args);
    expect([code, err]).toEqual([1, message]);
  });

  it('requires one way to find the person, one choice about visits, and a known account', async () => {
    expect((await erasing().run('--phone', PHONE, '--email', 'a@example.com')).code).toBe(2);
    expect((await erasing().run('--phone', PHONE, '--keep-visits', '--cancel-visits')).code).toBe(2);
    expect((await fixture.cli.run('customers', 'delete', '--phone', PHONE)).code).toBe(2);
    const unknown = await fixture.cli.run('customers', 'delete', '--account', 'nobody', '--phone', PHONE);
    expect([unknown.code, unknown.err]).toEqual([
      1,
      'nobody: there is no such account; "accounts list" shows the existing ones.',
    ]);
  });
});

describe('customers consent', () => {
  const run = (...args: string[]) =>
    fixture.cli.run('customers', 'consent', '--account', 'acme-hvac', ...args);

  it('stores what the customer said, shows it, and erases it with them', async () => {
    const phone = '+12125550188';
    const { code, out } = await run(
      '--phone',
      phone,
      '--sms',
      'on',
      '--words',
      'Sure',
      '--by',
      'Robin',
      '--json',
    );
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      ...{ sms: true, at: '2026-06-01T12:00:00.000Z', by: 'dispatcher:Robin', words: 'Sure' },
    });
    const shown = await fixture.cli.run(
      'customers',
      'show',
      '--account',
      'acme-hvac',
      '--phone',
      phone,
      '--json',
    );
    expect(JSON.parse(shown.out).customer).toMatchObject({ phone, consent: { sms: true, words: 'Sure' } });
    await fixture.service.call('book_job', booking({ customerName: 'Dana' }), { from_number: phone });
    await erasing().run('--phone', phone, '--yes', '--cancel-visits');
    expect(await fixture.service.consent(phone)).toBeUndefined();
  });

  it('refuses a number that is none, and any other choice', async () => {
    expect((await run('--phone', '12', '--sms', 'off')).err).toMatch(
      /--phone: expected a valid phone number/,
    );
    expect((await run('--phone', '+12125550188', '--sms', 'later')).code).not.toBe(0);
  });
});
