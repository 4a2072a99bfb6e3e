import { beforeEach, describe, expect, it } from '@jest/globals';
import { HOUR_MS, MINUTE_MS } from '../../lib/scheduling/time.ts';
import { type Pages, pagesOf, wordsOn } from './pages-fixture.ts';
import { accountDocument, booking, technicians } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const service = servicePerTest(() => accountDocument({ technicians }));
const DAY = '2026-06-10';
/** 9 AM on that day. */
const NINE = Date.UTC(2026, 5, 10, 13);

let pages: Pages;
let id: string;
let path: string;
let calls = 0;

async function book(over: Record<string, unknown> = {}): Promise<string> {
  calls += 1;
  const { from_number = `+1212555${2000 + calls}`, ...details } = over;
  const asked = booking({ technician: 'Ana', customerPhone: from_number, ...details });
  return (await service().call('book_job', asked, { call_id: `call_${calls}`, from_number }))
    .dispatchRequestId;
}

beforeEach(async () => {
  pages = pagesOf(service());
  const details = {
    address: '401 West 14th Street',
    city: 'New York',
    gateCode: '4411',
    notes: 'Ring twice',
  };
  id = await book({ ...details, from_number: '+12125550143' });
  path = await pages.day('ana', DAY);
});

const request = async (of = id) => {
  const found = await service().stored.get(of);
  if (found === undefined) throw new Error('It is stored');
  return found;
};
const press = (action: string, version: number, more: Record<string, string | number> = {}) =>
  pages.tell(path, { action, request: id, version, ...more });

describe('the page of a technician’s day', () => {
  it('lists the visits in order, with all that is needed there', async () => {
    await book({ time: '13:00', customerName: 'Lee Park', address: '9 Oak Avenue' });
    await book({ time: '13:00', technician: 'Ben', customerName: 'Of Ben' });
    await book({ date: '2026-06-11', customerName: 'Of Thursday' });
    const page = await pages.ask(path);
    const words = wordsOn(page);

    expect(page.status).toBe(200);
    expect(words).toContain('Visits on Wednesday, June 10 Ana');
    expect(words).toMatch(
      /9:00 AM Planned Dana Miller AC Repair 401 West 14th Street, New York Navigate Call \(212\) 555-0143 Gate code: 4411 Notes: Ring twice .*1:00 PM Planned Lee Park/,
    );
    expect(page.text).toContain('destination=401%20West%2014th%20Street%2C%20New%20York"');
    expect(page.text).toContain('href="tel:+12125550143"');
    expect(words).not.toMatch(/Of Ben|Of Thursday/);
  });

  it('says so if there are none', async () => {
    expect(wordsOn(await pages.ask(await pages.day('ben', DAY)))).toContain('There are no visits for you');
  });

  it('names the person on site in place of the customer', async () => {
    const onSite = { onSiteName: 'Sam Tenant', onSitePhone: '(212) 555-0177' };
    await book({ time: '13:00', customerName: 'Lee Park', address: '9 Oak Avenue', ...onSite });
    expect(wordsOn(await pages.ask(path))).toMatch(/Sam Tenant .*\(212\) 555-0177/);
  });

  it('follows a visit from the way there to its end', async () => {
    service().clock.now = NINE;
    expect(await press('onMyWay', 1, { minutes: 20 })).toEqual({
      ...{ http: 200, ok: true, message: 'Saved.', status: 'en_route', version: 2 },
    });
    const own = await pages.visit(id);
    expect(wordsOn(await pages.ask(own))).toContain(
      'Ana is on the way Wednesday, June 10 9:00 AM Expected around 9:20 AM',
    );
    expect(await press('arrived', 2)).toMatchObject({ ok: true, status: 'in_progress' });
    expect(wordsOn(await pages.ask(own))).toContain('Ana is with you');
    expect(await press('done', 3)).toMatchObject({ ok: true, status: 'completed' });
    expect(wordsOn(await pages.ask(own))).toContain('All done. Thank you!');
    expect(wordsOn(await pages.ask(path))).toContain('9:00 AM Done Dana Miller');
    expect((await request()).history.slice(1).map(({ to, by }) => [to, by])).toEqual(
      ['dispatched', 'en_route', 'in_progress', 'completed'].map((to) => [to, 'technician:ana']),
    );
  });

  it.each([
    ['arrived', 'in_progress'],
    ['done', 'completed'],
  ])('records what was skipped (%s)', async (action, status) => {
    expect(await press(action, 1)).toMatchObject({ ok: true, status, version: 2 });
    expect((await request()).history.map(({ to }) => to)).toContain('en_route');
  });

  it('goes nowhere from an end', async () => {
    await press('done', 1);
    expect(await press('arrived', 2)).toMatchObject({
      http: 409,
      reason: 'invalid_transition',
      status: 'completed',
    });
    expect(await press('couldNot', 2, { reason: 'parts' })).toMatchObject({
      http: 409,
      reason: 'invalid_transition',
    });
  });

  it.each([
    ['nobody_home', NINE, 'no_show', []],
    ['nobody_home', NINE - 1, 'on_hold', ['could_not']],
    ['no_access', NINE, 'on_hold', ['could_not']],
    ['parts', NINE, 'on_hold', ['could_not']],
    ['other', NINE, 'on_hold', ['could_not']],
  ])('says why a visit could not be made: %s at %d is %s', async (reason, now, status, flags) => {
    service().clock.now = now;
    const answer = await press('couldNot', 1, { reason, note: 'The dog\nbarked' });

    expect(answer).toMatchObject({ http: 200, ok: true, status, version: 2 });
    expect(await request()).toMatchObject({ status, needsReview: flags });
    expect((await request()).history.at(-1)).toMatchObject({
      ...{ by: 'technician:ana', kind: 'could_not', problem: reason, words: 'The dog\nbarked' },
    });
    expect(await press('couldNot', 1, { reason })).toMatchObject({ ok: true, version: 2 });
  });

  it.each([
    ['couldNot', {}, 'empty'],
    ['couldNot', { reason: 'bored' }, 'empty'],
    ['couldNot', { reason: 'parts', note: 'x'.repeat(2_001) }, 'too_long'],
    ['note', {}, 'empty'],
    ['take', {}, 'unknown_action'],
    ['', {}, 'unknown_action'],
  ])('refuses %j with %j', async (action, fields, reason) => {
    expect(await press(action, 1, fields)).toMatchObject({ http: 422, ok: false, reason });
    expect((await request()).version).toBe(1);
  });

  it('takes notes', async () => {
    expect(await press('note', 1, { note: 'Needs a 40 A breaker' })).toMatchObject({ ok: true, version: 2 });
    expect(wordsOn(await pages.ask(path))).toContain('Needs a 40 A breaker');
    expect((await request()).history.at(-1)).toMatchObject({ by: 'technician:ana', kind: 'note' });
  });

  it.each(['onMyWay', 'arrived', 'done', 'couldNot', 'note'])(
    'does not %s a visit that has changed since',
    async (action) => {
      await service().change(id, { to: 'dispatched' });
      const answer = await press(action, 1, { reason: 'parts', note: 'x' });
      expect(answer).toMatchObject({
        http: 409,
        ok: false,
        reason: 'changed',
        status: 'dispatched',
        version: 2,
      });
      expect((await request()).version).toBe(2);
    },
  );

  it('changes only visits that are on it', async () => {
    const ofBen = await book({ time: '13:00', technician: 'Ben' });
    const ofThursday = await book({ date: '2026-06-11' });
    const others = [ofBen, ofThursday, 'dr_0123456789abcdefghjk', 'REQUEST#x', ''];
    const answers = [];
    for (const request of others)
      answers.push(await pages.tell(path, { action: 'done', request, version: 1 }));

    for (const answer of answers)
      expect(answer).toEqual({
        ...{ http: 409, ok: false, reason: 'changed', message: 'This visit is not on your list any more.' },
      });
    expect((await request(ofBen)).status).toBe('scheduled');
  });

  it('changes no visit of another account', async () => {
    const origins = { crm: [], voiceone: ['agent_rival'], voicetwo: [] };
    await service().accounts.put(accountDocument({ accountId: 'rival', origins, technicians }));
    const theirs = await service().call('book_job', booking({ technician: 'Ana' }), {
      agent_id: 'agent_rival',
      call_id: 'call_rival',
    });
    const sent = { action: 'done', request: theirs.dispatchRequestId, version: 1 };
    expect(await pages.tell(path, sent)).toMatchObject({ http: 409, reason: 'changed' });
    expect(wordsOn(await pages.ask(path))).not.toContain('rival');
    expect((await request(theirs.dispatchRequestId)).status).toBe('scheduled');
  });
});

describe('a press without network', () => {
  it('is recorded when it was made, and decided by the version that was seen', async () => {
    service().clock.now = NINE + 2 * HOUR_MS;
    const pressedAt = new Date(NINE + 5 * MINUTE_MS).toISOString();
    expect(await press('onMyWay', 1, { pressedAt, key: 'k1' })).toMatchObject({ ok: true, version: 2 });
    expect((await request()).history.at(-1)).toMatchObject({ kind: 'on_my_way', at: pressedAt });

    const later = new Date(NINE + 6 * MINUTE_MS).toISOString();
    expect(await press('done', 1, { pressedAt: later, key: 'k2' })).toMatchObject({
      http: 409,
      reason: 'changed',
    });
    expect(await press('done', 2, { pressedAt: later, key: 'k3' })).toMatchObject({ ok: true });
    expect((await request()).history.at(-1)).toMatchObject({ to: 'completed', at: later });
  });

  it.each([
    ['ahead of time', '2030-01-01T00:00:00.000Z', NINE],
    ['before the visit was booked', '2020-01-01T00:00:00.000Z', Date.UTC(2026, 5, 1, 12)],
    ['no time', 'yesterday', NINE],
  ])('counts within the time that is possible (%s)', async (_, pressedAt, at) => {
    service().clock.now = NINE;
    await press('arrived', 1, { pressedAt });
    expect((await request()).history.at(-1)?.at).toBe(new Date(at).toISOString());
  });

  it('counts once and is answered the same, however often and by whichever link it is sent', async () => {
    service().clock.now = NINE;
    const first = await press('onMyWay', 1, { key: 'k1' });
    const refusal = await press('note', 1, { key: 'k2', note: 'x' });
    await press('arrived', 2, { key: 'k3' });
    const renewed = await pages.day('ana', DAY);
    for (const by of [path, renewed]) {
      const sent = { action: 'onMyWay', request: id, version: 1, key: 'k1' };
      expect(await pages.tell(by, sent)).toEqual(first);
      expect(await pages.tell(by, { ...sent, action: 'note', key: 'k2', note: 'x' })).toEqual(refusal);
    }
    expect(refusal).toMatchObject({ http: 409, reason: 'changed', version: 2 });
    expect((await request()).version).toBe(3);
  });

  it('counts once if it arrives twice at once', async () => {
    const answers = await Promise.all([
      press('arrived', 1, { key: 'k1' }),
      press('arrived', 1, { key: 'k1' }),
    ]);
    expect(answers.map(({ ok }) => ok)).toEqual([true, true]);
    expect((await request()).version).toBe(2);
  });

  it('is another technician’s press with the same key', async () => {
    const ofBen = await book({ time: '13:00', technician: 'Ben' });
    await press('arrived', 1, { key: 'k1' });
    const sent = { action: 'arrived', request: ofBen, version: 1, key: 'k1' };
    expect(await pages.tell(await pages.day('ben', DAY), sent)).toMatchObject({ ok: true, version: 2 });
    expect((await request(ofBen)).status).toBe('in_progress');
  });
});

describe('a link of a day', () => {
  it('works until the end of the day after it', async () => {
    service().clock.now = Date.UTC(2026, 5, 12, 4) - 1;
    expect((await pages.ask(path)).status).toBe(200);
    service().clock.now += 1;
    expect((await pages.ask(path)).status).toBe(404);
  });

  it('dies when the technician leaves', async () => {
    await service().accounts.put(accountDocument({ technicians: [technicians[1]] }));
    expect((await pages.ask(path)).status).toBe(404);
  });

  it('tells programs what is on it', async () => {
    const { json } = await pages.ask(path, { headers: { accept: 'application/json' } });
    expect(json).toMatchObject({ ok: true, visits: [{ request: id, status: 'scheduled', version: 1 }] });
  });
});
