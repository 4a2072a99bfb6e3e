import { marshall } from '@aws-sdk/util-dynamodb';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { storesOf } from '../../cli/target.ts';
import { requestKey, toRequestItem } from '../../lib/aws/items/request-item.ts';
import { hintOf } from '../../lib/aws/stream-hints.ts';
import { giveAppointment } from '../../lib/booking/dispatchers/dispatcher-appointment.ts';
import { appointmentsRuledOut, ruledOutFlags } from '../../lib/booking/ruled-out.ts';
import { eventTypesOf } from '../../lib/record/events.ts';
import { changeStatus } from '../../lib/record/lifecycle.ts';
import { isUpcoming } from '../../lib/record/own-requests.ts';
import { DAY_MS } from '../../lib/scheduling/time.ts';
import { cliOf } from '../cli/run-cli.ts';
import { standInProvider } from '../support/stand-in-provider.ts';
import { formsOn, type Pages, pagesOf, wordsOn } from './pages-fixture.ts';
import { runReminders } from './reminders-fixture.ts';
import { accountDocument, booking } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const sms = { provider: 'webhook', from: '+12125550100' };
const document = (over: object = {}) =>
  accountDocument({
    technicians: [
      { id: 'ana', name: 'Ana', phone: '+12125550151' },
      { id: 'ben', name: 'Ben', phone: '+12125550152' },
    ],
    notify: { senders: { sms }, technicians: { at: '06:30' }, customer: {} },
    ...over,
  });
const service = servicePerTest(document);
const provider = standInProvider();
const [WEDNESDAY, FRIDAY] = ['2026-06-10', '2026-06-12'];

const BY = 'dispatcher:robin';
const deps = () => storesOf(service().table, { now: () => new Date(service().clock.now) });
/** Moves the job as a dispatcher does. */
async function move(over: object) {
  const account = await service().accounts.byId('acme-hvac');
  if (account === undefined) throw new Error('It is stored');
  const start = { command: 'move', account, request: await stored(), date: WEDNESDAY, minute: 540 } as const;
  const who = { by: BY, now: service().clock.now } as const;
  const target = deps();
  expect(await giveAppointment({ ...start, who, ...over }, target, target.deadline)).toMatchObject({
    kind: 'changed',
  });
}

let pages: Pages;
let id: string;
beforeEach(async () => {
  pages = pagesOf(service());
  id = (await service().call('book_job', booking({ date: WEDNESDAY, technician: 'Ana' }))).dispatchRequestId;
  await move({ crew: ['ben'], later: [{ date: FRIDAY, minute: 780, technician: 'ben' }] });
});
const stored = async () => {
  const found = await service().stored.get(id);
  if (found === undefined) throw new Error('It is stored');
  return found;
};
const press = async (technician: string, date: string, action: string) =>
  await pages.tell(await pages.day(technician, date), {
    action,
    request: id,
    version: (await stored()).version,
  });

describe('each technician of a job', () => {
  it('sees it on each of their days, with the others', async () => {
    const words = async (technician: string, date: string) =>
      wordsOn(await pages.ask(await pages.day(technician, date)));
    expect(await words('ana', WEDNESDAY)).toMatch(
      /9:00 AM .*Visit 1 of 2 · With Ben .*Continues on Friday, June 12/,
    );
    expect(await words('ben', WEDNESDAY)).toMatch(/9:00 AM .*Visit 1 of 2 · With Ana/);
    expect(await words('ben', FRIDAY)).toMatch(/1:00 PM .*Visit 2 of 2/);
    expect(await words('ana', FRIDAY)).toContain('There are no visits for you');
  });

  it('ends it at its last visit', async () => {
    service().clock.now = Date.parse('2026-06-10T14:00:00Z');
    expect(await press('ben', WEDNESDAY, 'arrived')).toMatchObject({ ok: true, status: 'in_progress' });
    expect(await press('ben', WEDNESDAY, 'done')).toMatchObject({
      ...{ ok: false, reason: 'invalid_transition' },
      message: 'Continues on Friday, June 12. You can mark the job done at the last visit.',
    });
    service().clock.now = Date.parse('2026-06-12T19:00:00Z');
    expect(await press('ben', FRIDAY, 'done')).toMatchObject({ ok: true, status: 'completed' });
  });

  it('ends it at its last visit of one day', async () => {
    await move({ command: 'move', later: [{ date: WEDNESDAY, minute: 780, technician: 'ben' }] });
    const ofAna = await pages.ask(await pages.day('ana', WEDNESDAY));
    expect(wordsOn(ofAna)).toContain(
      'Continues on Wednesday, June 10. You can mark the job done at the last visit.',
    );
    const ofBen = await pages.ask(await pages.day('ben', WEDNESDAY));
    expect(formsOn(ofBen).map(({ action = '' }) => action.includes('done'))).toEqual([
      ...[false, false, false],
      ...[true, false, false],
    ]);
    const ids = [...ofBen.text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toEqual([...new Set(ids)]);
    service().clock.now = Date.parse('2026-06-10T14:00:00Z');
    expect(await press('ana', WEDNESDAY, 'arrived')).toMatchObject({ ok: true });
    expect(await press('ana', WEDNESDAY, 'done')).toMatchObject({ ok: false, reason: 'invalid_transition' });
    expect(await press('ben', WEDNESDAY, 'done')).toMatchObject({ ok: true, status: 'completed' });
  });

  it('gets a link in the morning of each of their days', async () => {
    const sent: unknown[] = [];
    for (const at of ['2026-06-09T12:00:00Z', '2026-06-10T10:30:00Z', '2026-06-12T10:30:00Z']) {
      service().clock.now = Date.parse(at);
      await runReminders(service(), undefined, provider.providers);
      sent.push(
        provider
          .take()
          .map(({ template, to }) => `${template} ${to}`)
          .sort(),
      );
    }
    const [ana, ben] = ['dayLink +12125550151', 'dayLink +12125550152'];
    expect(sent).toEqual([[], [ana, ben], [ben]]);
  });

  it('gets one at once if today changes', async () => {
    service().clock.now = Date.parse('2026-06-10T11:00:00Z');
    await runReminders(service(), undefined, provider.providers);
    provider.take();
    const target = deps();
    const command = { to: 'canceled', why: 'no' } as const;
    const change = { request: await stored(), command, who: { by: BY, now: service().clock.now } } as const;
    await changeStatus(change, target, target.deadline);
    service().clock.now += 60_000;
    await runReminders(service(), undefined, provider.providers);
    const sent = provider.take().map(({ to }) => to);
    expect(sent.sort()).toEqual(['+12125550151', '+12125550152']);
  });
});

describe('a customer', () => {
  it('has the job until its last visit is over, and the link a day longer', async () => {
    const last = Date.parse('2026-06-12T19:00:00Z');
    expect(isUpcoming(await stored(), { now: last - 1 })).toBe(true);
    expect(isUpcoming(await stored(), { now: last })).toBe(false);
    const path = await pages.visit(id);
    service().clock.now = last + DAY_MS - 1;
    expect((await pages.ask(path)).status).toBe(200);
    service().clock.now = last + DAY_MS;
    expect((await pages.ask(path)).status).toBe(404);
  });

  it('moves it neither by the link nor by booking again', async () => {
    const SEE = 'See free times';
    expect(wordsOn(await pages.ask(await pages.visit(id)))).not.toContain(SEE);
    expect(
      await service().call('book_job', booking({ date: '2026-06-11', technician: 'Ana' })),
    ).toMatchObject({ confirmed: false, reason: 'needs_human' });
    await service().change(id, { to: 'on_hold', why: 'parts' });
    expect(wordsOn(await pages.ask(await pages.visit(id)))).not.toContain(SEE);
    expect(
      await service().call('book_job', booking({ date: '2026-06-11', technician: 'Ana' })),
    ).toMatchObject({ confirmed: false, reason: 'needs_human' });
    const call = { call_id: 'call_2', from_number: '+12125550177' };
    const single = booking({ date: '2026-06-11', technician: 'Ana', customerPhone: '(212) 555-0177' });
    const { dispatchRequestId: other } = await service().call('book_job', single, call);
    expect(wordsOn(await pages.ask(await pages.visit(other)))).toContain(SEE);
  });
});

describe('a job of several technicians and days', () => {
  it('is hinted at on each of its days', async () => {
    const NewImage = marshall(
      { ...toRequestItem(await stored(), undefined), ...requestKey(id) },
      {
        removeUndefinedValues: true,
      },
    );
    expect(hintOf({ dynamodb: { NewImage } })).toMatchObject({ dates: [WEDNESDAY, FRIDAY] });
  });

  it('is moved, for other systems, if a member or a later visit changes', async () => {
    const before = await stored();
    await move({ date: FRIDAY, minute: 840, visit: 2 });
    expect(eventTypesOf(await stored(), before)).toEqual(['dispatch-request.moved']);
  });

  it('has two change places if one is named as the one in front', async () => {
    await move({ technician: 'Ben', visit: 1 });
    const { appointment } = await stored();
    expect(appointment).toMatchObject({ technicianId: 'ben', crew: [{ technicianId: 'ana' }] });
  });

  it('is ruled out by an account without one of them, or without their time', async () => {
    const [account, now] = [await service().accounts.byId('acme-hvac'), service().clock.now];
    if (account === undefined) throw new Error('It is stored');
    const under = async (technicians: object[]) => {
      await service().accounts.put(document({ technicians }));
      const next = await service().accounts.byId('acme-hvac');
      return next && appointmentsRuledOut(next, account, [await stored()], now).map(({ flags }) => flags);
    };
    const [ana, ben] = account.technicians;
    if (ana === undefined || ben === undefined) throw new Error('There are two');
    expect(await under([ana])).toEqual([['technician']]);
    const timeOff = [{ from: `${FRIDAY}T00:00`, to: `${FRIDAY}T24:00` }];
    expect(await under([ana, { ...ben, timeOff }])).toEqual([['hours']]);
    expect(await under([ben, ana])).toEqual([]);
  });

  it('is ruled out by the skills of who is in front, and not of others', async () => {
    const account = await service().accounts.byId('acme-hvac');
    if (account === undefined) throw new Error('It is stored');
    const serviceTypes = account.serviceTypes.map((one) => ({ ...one, skills: ['ac'] }));
    const flags = async (skilled: string, now: string) => {
      const technicians = account.technicians.map((one) => ({
        ...one,
        skills: one.id === skilled ? ['ac'] : [],
      }));
      const next = { ...account, serviceTypes, technicians };
      return ruledOutFlags(next, account, await stored(), Date.parse(now));
    };
    await move({ date: FRIDAY, minute: 780, visit: 2, technician: 'ana', crew: ['ben'] });
    const before = '2026-06-10T12:00:00Z';
    expect(await flags('ana', before)).toEqual([]);
    expect(await flags('ben', before)).toEqual(['technician']);
  });

  it('is not ruled out by what concerns only a visit that is over', async () => {
    const account = await service().accounts.byId('acme-hvac');
    if (account === undefined) throw new Error('It is stored');
    const [, ben] = account.technicians;
    const without = { ...account, technicians: ben === undefined ? [] : [ben] };
    const flagsAt = async (now: string) =>
      appointmentsRuledOut(without, account, [await stored()], Date.parse(now)).map(({ flags }) => flags);
    expect(await flagsAt('2026-06-10T14:59:59Z')).toEqual([['technician']]);
    expect(await flagsAt('2026-06-10T15:00:00Z')).toEqual([]);
  });

  it('keeps the account’s zone as long as a visit is ahead', async () => {
    const moved = document({ timezone: 'Europe/Berlin' });
    service().clock.now = Date.parse('2026-06-12T18:59:59Z');
    await expect(service().accounts.put(moved)).rejects.toThrow('until all appointments and blocks');
    service().clock.now = Date.parse('2026-06-12T19:00:00Z');
    await expect(service().accounts.put(moved)).resolves.toMatchObject({ timezone: 'Europe/Berlin' });
  });

  it('is named at the command line by the visit that is in the way of a block', async () => {
    const time = ['--from', `${FRIDAY}T13:00`, '--to', `${FRIDAY}T14:00`, '--reason', 'training', '--by', BY];
    const command = ['technicians', 'block', '--account', 'acme-hvac', '--technician', 'Ben', ...time];
    expect((await cliOf(service()).run(...command)).err).toContain(`${FRIDAY} 1:00 PM to 3:00 PM`);
  });

  it('is checked and shown whole at the command line', async () => {
    const cli = cliOf(service());
    expect((await cli.run('data', 'check')).out).toBe('Every visit has its time, and nothing else.');
    expect((await cli.run('requests', 'show', id)).out).toContain(
      '2026-06-10 9:00 AM Ana, Ben; 2026-06-12 1:00 PM Ben',
    );
    const listedOn = async (date: string) =>
      (await cli.json('requests', 'list', '--account', 'acme-hvac', '--date', date)).length;
    expect([await listedOn('2026-06-10'), await listedOn(FRIDAY), await listedOn('2026-06-11')]).toEqual([
      1, 1, 0,
    ]);
    const at = ['--date', FRIDAY, '--time', '15:00', '--visit', '2', '--by', BY];
    await cli.run('requests', 'move', id, ...at, '--crew', 'Ana');
    expect((await cli.run('requests', 'show', id)).out).toContain(
      '2026-06-10 9:00 AM Ana, Ben; 2026-06-12 3:00 PM Ben, Ana',
    );
    const refused = await cli.run('requests', 'move', id, ...at.with(1, '2026-06-09'));
    expect(refused.err).toContain('Visit 2 would begin before the end of the one before it.');
  });
});
