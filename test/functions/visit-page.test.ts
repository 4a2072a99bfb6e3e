import { beforeEach, describe, expect, it } from '@jest/globals';
import { HOUR_MS, MINUTE_MS } from '../../lib/scheduling/time.ts';
import { formsOn, type Pages, pagesOf, wordsOn } from './pages-fixture.ts';
import { accountDocument, booking, START, technicians } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const account = () =>
  accountDocument({
    technicians,
    booking: { ...accountDocument().booking, hold: { seconds: 120 } },
    fees: [{ id: 'visit', says: 'an 89 dollar visit fee' }],
  });
const service = servicePerTest(account);
const PHONE = '+12125550123';
const address = '401 West 14th Street, Apt 5';

let pages: Pages;
let id: string;
let path: string;
beforeEach(async () => {
  pages = pagesOf(service());
  const details = { address, city: 'New York', gateCode: '4411', notes: 'internal remark' };
  id = (await service().call('book_job', booking({ ...details, technician: 'Ana' }))).dispatchRequestId;
  path = await pages.visit(id, PHONE);
});

const request = async () => {
  const found = await service().stored.get(id);
  if (found === undefined) throw new Error('It is stored');
  return found;
};
describe('the page of a visit', () => {
  it('says what is booked, with whom and when, and not the house number or anybody’s name', async () => {
    const page = await pages.ask(path);
    const words = wordsOn(page);

    expect(page.status).toBe(200);
    expect(words).toContain('Your visit is booked');
    expect(words).toContain('Wednesday, June 10 9:00 AM');
    expect(words).toContain('AC Repair');
    expect(words).toContain('Ana');
    expect(words).toContain('West 14th Street, New York');
    expect(words).toContain('There’s an 89 dollar visit fee.');
    expect(page.text).not.toMatch(/401|Apt 5|Dana|Miller|4411|internal|5550123|dr_/);
  });

  it('is confirmed by its customer', async () => {
    const [form] = formsOn(await pages.ask(path));
    expect(form).toEqual({ version: '1', action: 'confirm' });

    const answer = await pages.send(path, { ...form });
    expect(answer).toMatchObject({ status: 303, headers: { location: path }, text: '' });
    expect(await request()).toMatchObject({ confirmedAt: '2026-06-01T12:00:00.000Z', version: 2 });
    expect((await request()).history.at(-1)).toMatchObject({ by: 'customer', kind: 'confirmed' });
    const after = await pages.ask(path);
    expect(wordsOn(after)).toContain('Your visit is confirmed');
    expect(formsOn(after)).not.toContainEqual(expect.objectContaining({ action: 'confirm' }));
  });

  it('is confirmed once, however often the button is pressed', async () => {
    await pages.tell(path, { action: 'confirm', version: 1 });
    const again = await pages.tell(path, { action: 'confirm', version: 1 });

    expect(again).toMatchObject({ http: 200, ok: true, status: 'scheduled', version: 2 });
    expect((await request()).version).toBe(2);
  });

  it('needs to be confirmed again at another time', async () => {
    await pages.tell(path, { action: 'confirm', version: 1 });
    await pages.tell(path, { action: 'move', version: 2, start: '2026-06-11T13:00' });

    expect((await request()).confirmedAt).toBeUndefined();
  });

  it('is canceled with a reason, and its time is free', async () => {
    const answer = await pages.tell(path, { action: 'cancel', version: 1, reason: ' I\nfixed it ' });

    expect(answer).toEqual({
      http: 200,
      ok: true,
      message: 'Your visit is canceled.',
      status: 'canceled',
      version: 2,
    });
    expect((await request()).history.at(-1)).toMatchObject({
      by: 'customer',
      to: 'canceled',
      words: 'I fixed it',
    });
    expect(wordsOn(await pages.ask(path))).toContain('Your visit is canceled');
    const other = await service().call('book_job', booking({ technician: 'Ana' }), { call_id: 'call_2' });
    expect(other).toMatchObject({ confirmed: true });
  });

  it('is canceled once, however often the button is pressed', async () => {
    await pages.tell(path, { action: 'cancel', version: 1 });
    expect(await pages.tell(path, { action: 'cancel', version: 1 })).toMatchObject({ ok: true, version: 2 });
    expect(await pages.tell(path, { action: 'confirm', version: 2 })).toMatchObject({
      http: 409,
      reason: 'not_booked',
    });
  });

  it.each(['confirm', 'cancel', 'choose', 'move'])(
    'refuses to %s what the customer has not seen',
    async (action) => {
      await service().change(id, { to: 'dispatched' });
      const sent = { action, start: '2026-06-11T13:00' };
      const answer = await pages.tell(path, { ...sent, version: 1 });

      expect(answer).toMatchObject({
        http: 409,
        ok: false,
        reason: 'changed',
        status: 'dispatched',
        version: 2,
      });
      expect(await pages.tell(path, sent)).toMatchObject({ http: 409, reason: 'changed' });
      expect((await request()).version).toBe(2);
      const page = await pages.send(path, { ...sent, version: 1 });
      expect(page.status).toBe(409);
      expect(wordsOn(page)).toContain('This has changed meanwhile.');
    },
  );
});

describe('another time', () => {
  it('is chosen among the free ones of a week, held, and moved to', async () => {
    await service().call('book_job', booking({ date: '2026-06-11', time: '13:00', technician: 'Ana' }), {
      call_id: 'call_2',
      from_number: '+12125550199',
    });
    const list = await pages.ask(`${path}?from=2026-06-10`);
    const starts = [...list.text.matchAll(/name="start" value="([^"]+)"/g)].map(([, start]) => start);
    expect(starts[0]).toBe('2026-06-10T08:00');
    expect(starts.at(-1)).toBe('2026-06-16T15:00');
    expect(starts).not.toContain('2026-06-10T09:00');
    expect(starts).toContain('2026-06-11T13:00');
    expect(list.text).not.toMatch(/Dana|dr_|ho_/);

    const chosen = await pages.tell(path, { action: 'choose', version: 1, start: '2026-06-11T13:00' });
    expect(chosen).toMatchObject({ http: 200, ok: true, version: 1 });
    const own = await pages.ask(path);
    expect(wordsOn(own)).toContain('Is this time right? Thursday, June 11 1:00 PM');
    expect(wordsOn(own)).toContain('We keep it for you until 8:02 AM.');

    const move = formsOn(own).find(({ action }) => action === 'move');
    expect(move).toEqual({ version: '1', start: '2026-06-11T13:00', action: 'move' });
    expect(await pages.send(path, { ...move })).toMatchObject({ status: 303 });
    expect(await request()).toMatchObject({
      ...{ version: 2, status: 'scheduled' },
      appointment: { date: '2026-06-11', minute: 780, technicianId: 'ben' },
    });
    expect((await request()).history.at(-1)).toMatchObject({ by: 'customer', kind: 'moved' });
    expect(wordsOn(await pages.ask(path))).not.toContain('Is this time right?');
  });

  it('is nobody else’s while it is held, and everybody’s when that is over', async () => {
    const others = { call_id: 'call_2', from_number: '+12125550199' };
    await pages.tell(path, { action: 'choose', version: 1, start: '2026-06-12T09:00' });
    const taken = booking({ date: '2026-06-12', technician: 'Ana' });
    await service().call(
      'book_job',
      booking({ date: '2026-06-12', technician: 'Ben', customerPhone: '+12125550199' }),
      others,
    );
    expect(
      await service().call(
        'book_job',
        { ...taken, customerPhone: '+12125550198' },
        { call_id: 'call_3', from_number: '+12125550198' },
      ),
    ).toMatchObject({
      confirmed: false,
      reason: 'slot_taken',
    });

    service().clock.now += 2 * MINUTE_MS + 1;
    expect(
      await service().call(
        'book_job',
        { ...taken, customerPhone: '+12125550198' },
        { call_id: 'call_4', from_number: '+12125550198' },
      ),
    ).toMatchObject({
      confirmed: true,
    });
    expect(await pages.tell(path, { action: 'move', version: 1, start: '2026-06-12T09:00' })).toMatchObject({
      http: 409,
      reason: 'slot_taken',
    });
  });

  it('replaces the one that was held before', async () => {
    await pages.tell(path, { action: 'choose', version: 1, start: '2026-06-12T09:00' });
    await pages.tell(path, { action: 'choose', version: 1, start: '2026-06-12T13:00' });
    expect(wordsOn(await pages.ask(path))).toContain('Friday, June 12 1:00 PM');
    for (const [call, technician] of [
      ['call_2', 'Ana'],
      ['call_3', 'Ben'],
    ]) {
      const number = `+1212555019${call?.at(-1)}`;
      const wanted = booking({ date: '2026-06-12', technician, customerPhone: number });
      expect(await service().call('book_job', wanted, { call_id: call, from_number: number })).toMatchObject({
        confirmed: true,
      });
    }
  });

  it('may overlap the visit’s own', async () => {
    await pages.tell(path, { action: 'choose', version: 1, start: '2026-06-10T09:30' });
    expect(await pages.tell(path, { action: 'move', version: 1, start: '2026-06-10T09:30' })).toMatchObject({
      ok: true,
    });
    expect((await request()).appointment).toMatchObject({ minute: 570, technicianId: 'ana' });
  });

  it('is moved to without being held', async () => {
    expect(await pages.tell(path, { action: 'move', version: 1, start: '2026-06-11T09:00' })).toMatchObject({
      ...{ http: 200, ok: true, message: 'Your visit is moved.', status: 'scheduled', version: 2 },
    });
    expect(await pages.tell(path, { action: 'move', version: 1, start: '2026-06-11T09:00' })).toMatchObject({
      ...{ http: 200, ok: true, version: 2 },
    });
  });

  it.each([
    ['taken by somebody else', '2026-06-11T08:00', 409, 'slot_taken'],
    ['within the notice', '2026-06-01T09:00', 409, 'too_soon'],
    ['past', '2026-05-29T09:00', 409, 'too_soon'],
    ['between the starts', '2026-06-11T09:10', 422, 'invalid_start'],
    ['on a closed day', '2026-06-13T09:00', 422, 'invalid_start'],
    ['too far ahead', '2026-12-10T09:00', 422, 'invalid_start'],
    ['outside the hours', '2026-06-11T06:00', 422, 'invalid_start'],
    ['no time', 'tomorrow', 422, 'invalid_start'],
    ['a day that does not exist', '2026-06-31T09:00', 422, 'invalid_start'],
    ['missing', '', 422, 'invalid_start'],
  ])('that is %s (%s) is refused', async (_, start, http, reason) => {
    for (const [call, technician] of [
      ['call_2', 'Ana'],
      ['call_3', 'Ben'],
    ]) {
      const number = `+1212555019${call?.at(-1)}`;
      const wanted = booking({ date: '2026-06-11', time: '08:00', technician, customerPhone: number });
      await service().call('book_job', wanted, { call_id: call, from_number: number });
    }
    for (const action of ['choose', 'move'])
      expect(await pages.tell(path, { action, version: 1, start })).toMatchObject({
        http,
        ok: false,
        reason,
        version: 1,
      });
    expect((await request()).version).toBe(1);
  });

  it('is asked of the office within the notice, and the visit stands', async () => {
    service().clock.now = Date.UTC(2026, 5, 10, 12);
    const page = await pages.ask(path);
    expect(wordsOn(page)).toContain('It begins soon');
    expect(page.text).not.toContain('value="choose"');

    const moved = await pages.tell(path, { action: 'move', version: 1, start: '2026-06-11T09:00' });
    expect(moved).toMatchObject({
      http: 409,
      ok: false,
      reason: 'needs_human',
      status: 'scheduled',
      version: 2,
    });
    expect(moved.message).toBe(
      'We told the office what you want. They will call you by Wednesday, June 10, 9:00 AM.',
    );
    const canceled = await pages.tell(path, { action: 'cancel', version: 2, reason: 'sick' });
    expect(canceled).toMatchObject({ http: 409, reason: 'needs_human', status: 'scheduled' });
    expect(await request()).toMatchObject({
      ...{ status: 'scheduled', appointment: { date: '2026-06-10', minute: 540 } },
      needsReview: expect.arrayContaining(['move', 'cancellation']),
      dueAt: '2026-06-10T13:00:00.000Z',
    });
    expect((await request()).history.slice(-2)).toMatchObject([
      { by: 'customer', kind: 'asked_to_move', visit: { date: '2026-06-11', minute: 540 } },
      { by: 'customer', kind: 'asked_to_cancel', words: 'sick' },
    ]);
    expect(wordsOn(await pages.ask(path))).toContain('They will call you by Wednesday, June 10, 9:00 AM.');
  });

  it('needs no start where only the office may decide', async () => {
    service().clock.now = Date.UTC(2026, 5, 10, 12);
    expect(await pages.tell(path, { action: 'move', version: 1 })).toMatchObject({ reason: 'needs_human' });
  });

  it('is chosen for a visit on hold', async () => {
    await service().change(id, { to: 'on_hold', why: 'parts' });
    expect(wordsOn(await pages.ask(path))).toContain('Your visit needs a new time');
    expect(await pages.tell(path, { action: 'confirm', version: 2 })).toMatchObject({
      http: 409,
      reason: 'not_booked',
    });
    expect(await pages.tell(path, { action: 'move', version: 2, start: '2026-06-11T09:00' })).toMatchObject({
      ok: true,
    });
    expect((await request()).status).toBe('scheduled');
  });

  it.each(['choose', 'move', 'note', 'confirm'])(
    'does not exist once the visit is canceled (%s)',
    async (action) => {
      await service().change(id, { to: 'canceled', why: 'x' });
      const sent = { action, version: 2, start: '2026-06-11T09:00', note: 'hi' };
      expect(await pages.tell(path, sent)).toMatchObject({
        http: 409,
        reason: 'not_booked',
        status: 'canceled',
      });
    },
  );

  it('is the office’s once the technician is on the way', async () => {
    await service().change(id, { to: 'dispatched' });
    await service().change(id, { to: 'en_route' });
    const sent = { action: 'cancel', version: 3 };
    expect(await pages.tell(path, sent)).toMatchObject({
      http: 409,
      reason: 'needs_human',
      status: 'en_route',
    });
    expect(wordsOn(await pages.ask(path))).toContain('Ana is on the way');
  });

  it('lists nothing but a note where nothing is free', async () => {
    const page = await pages.ask(`${path}?from=2026-07-30`);
    expect(wordsOn(page)).not.toContain('Later days');
    expect(wordsOn(await pages.ask(`${path}?from=2027-07-30`))).toContain('Nothing is free in these days.');
    expect((await pages.ask(`${path}?from=<script>`)).status).toBe(200);
  });

  it('goes to one of two people at once', async () => {
    const number = '+12125550177';
    const over = { call_id: 'call_2', from_number: number };
    const second = booking({ time: '13:00', customerPhone: number, technician: 'Ana' });
    const other = (await service().call('book_job', second, over)).dispatchRequestId;
    const otherPath = await pages.visit(other, number);
    const busy = booking({ date: '2026-06-12', customerPhone: '+12125550166', technician: 'Ben' });
    await service().call('book_job', busy, { call_id: 'call_3', from_number: '+12125550166' });
    const sent = { action: 'move', version: 1, start: '2026-06-12T09:00' };
    const answers = await Promise.all([pages.tell(path, sent), pages.tell(otherPath, sent)]);

    expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ http: 409, reason: 'slot_taken' });
  });

  it('of one visit is one, if two people move it at once', async () => {
    const starts = ['2026-06-11T09:00', '2026-06-12T09:00'];
    const answers = await Promise.all(
      starts.map((start) => pages.tell(path, { action: 'move', version: 1, start })),
    );
    expect(answers.map(({ reason }) => reason).sort()).toEqual(['changed', undefined]);
    expect((await request()).version).toBe(2);
  });
});

describe('windows', () => {
  const windows = [
    { from: '08:00', to: '10:00' },
    { from: '13:00', to: '15:00' },
  ];
  beforeEach(async () => {
    const booked = { ...account().booking, arrival: { style: 'window', windows } };
    await service().accounts.put({ ...account(), booking: booked });
  });

  it('are offered, held and moved to by their beginning', async () => {
    const list = await pages.ask(`${path}?from=2026-06-11`);
    expect(list.text).toMatch(/value="2026-06-11T13:00" required><span>1:00 – 3:00 PM</);
    await pages.tell(path, { action: 'choose', version: 1, start: '2026-06-11T13:00' });
    expect(wordsOn(await pages.ask(path))).toContain('Thursday, June 11 1:00 – 3:00 PM');
    const sent = { action: 'move', version: 1, start: '2026-06-11T13:00' };
    expect(await pages.tell(path, sent)).toMatchObject({ ok: true, version: 2 });
    expect(await pages.tell(path, sent)).toMatchObject({ ok: true, version: 2 });
    expect((await request()).appointment).toMatchObject({ promise: { from: '13:00', to: '15:00' } });
    expect(await pages.tell(path, { ...sent, version: 2, start: '2026-06-11T11:00' })).toMatchObject({
      reason: 'invalid_start',
    });
  });
});

describe('a note', () => {
  it('reaches the technician, whatever the version', async () => {
    const text = 'Gate code 12\r\nBeware of the dog\u0007';
    expect(await pages.tell(path, { action: 'note', note: text })).toMatchObject({
      http: 200,
      ok: true,
      version: 2,
    });
    expect((await request()).notes?.at(-1)).toMatchObject({
      ...{ kind: 'said', text: 'Gate code 12\nBeware of the dog', by: 'customer' },
    });
    expect((await request()).history.at(-1)).toMatchObject({ by: 'customer', kind: 'note' });
    expect(wordsOn(await pages.ask(path))).toContain('Your last note came in Monday, June 1, 8:00 AM.');
  });

  it.each([
    ['empty', '', 'empty'],
    ['blank', ' \r\n ', 'empty'],
    ['too long', 'x'.repeat(2_001), 'too_long'],
  ])('that is %s is refused', async (_, note, reason) => {
    expect(await pages.tell(path, { action: 'note', note })).toMatchObject({ http: 422, ok: false, reason });
    expect((await request()).version).toBe(1);
  });

  it('may have 2,000 characters, and a browser counts a line break as one', async () => {
    const note = `${'x'.repeat(999)}\n${'y'.repeat(1_000)}`;
    expect(await pages.tell(path, { action: 'note', note: note.replace('\n', '\r\n') })).toMatchObject({
      ok: true,
    });
  });
});

describe('text messages', () => {
  const senders = { sms: { provider: 'log', from: '+12125550100' } };
  const consent = async () =>
    (await service().items(`CUSTOMER#acme-hvac#${PHONE}`)).find(({ sk }) => sk === 'CONSENT');

  it('are begun and ended by their number, which opening the page does not', async () => {
    await service().accounts.put({ ...account(), notify: { senders } });
    const form = formsOn(await pages.ask(path)).find(({ action }) => action === 'texts');
    expect(form).toEqual({ on: 'yes', action: 'texts' });
    expect(await consent()).toBeUndefined();

    expect(await pages.tell(path, { ...form })).toMatchObject({ http: 200, ok: true, version: 1 });
    expect(await consent()).toMatchObject({ sms: true, by: 'link', at: '2026-06-01T12:00:00.000Z' });
    expect(wordsOn(await pages.ask(path))).toContain('We text you about your visits.');
    expect(await pages.send(path, { action: 'texts', on: 'no' })).toMatchObject({ status: 303 });
    expect(await consent()).toMatchObject({ sms: false, by: 'link' });
    expect(await pages.tell(path, { action: 'texts', on: 'maybe' })).toMatchObject({
      http: 422,
      reason: 'empty',
    });
  });

  it('are no choice where the company sends none', async () => {
    expect(wordsOn(await pages.ask(path))).not.toContain('Text messages');
    expect(await pages.tell(path, { action: 'texts', on: 'yes' })).toMatchObject({ http: 409 });
    expect(await consent()).toBeUndefined();
  });
});

describe('a link of a visit', () => {
  it('works until a day after the visit’s end, wherever the visit is moved', async () => {
    const ends = Date.UTC(2026, 5, 10, 15);
    service().clock.now = ends + 24 * HOUR_MS - 1;
    expect((await pages.ask(path)).status).toBe(200);
    service().clock.now += 1;
    expect((await pages.ask(path)).status).toBe(404);

    service().clock.now = START;
    await pages.tell(path, { action: 'move', version: 1, start: '2026-06-12T09:00' });
    service().clock.now = ends + 24 * HOUR_MS;
    expect((await pages.ask(path)).status).toBe(200);
  });

  it('works for a day if there is no visit', async () => {
    const lead = {
      ...{ type: 'WorkflowWebhook', locationId: 'loc_acme' },
      contact: { id: 'c1', firstName: 'Lee', phone: '+12125550144' },
      customData: { serviceRequested: 'AC Repair' },
    };
    const { dispatchRequestId } = (await service().send('crm', lead)).body;
    const own = await pages.visit(dispatchRequestId);
    expect(wordsOn(await pages.ask(own))).toContain('We have your request');
    expect(await pages.tell(own, { action: 'confirm', version: 1 })).toMatchObject({ reason: 'not_booked' });
    expect(await pages.tell(own, { action: 'move', version: 1, start: '2026-06-11T09:00' })).toMatchObject({
      reason: 'not_booked',
    });
    service().clock.now += 24 * HOUR_MS;
    expect((await pages.ask(own)).status).toBe(404);
  });

  it('dies when the number on file is another one', async () => {
    const other = await pages.visit(id, '+12125550999');
    expect((await pages.ask(other)).status).toBe(404);
    expect((await pages.ask(path)).status).toBe(200);
  });

  it('proves the number that it was sent to', async () => {
    const number = '+12125550155';
    const over = { call_id: 'call_2', from_number: 'anonymous' };
    const named = booking({ date: '2026-06-11', customerPhone: number });
    const unproved = (await service().call('book_job', named, over)).dispatchRequestId;
    expect((await service().stored.get(unproved))?.needsReview).toContain('customerPhone');
    await pages.tell(await pages.visit(unproved, number), {
      action: 'move',
      version: 1,
      start: '2026-06-12T09:00',
    });

    expect((await service().stored.get(unproved))?.needsReview).not.toContain('customerPhone');
  });
});

it('speaks Spanish for an account that does', async () => {
  await service().accounts.put({ ...account(), language: 'es' });
  const page = await pages.ask(path);

  expect(page.text).toContain('<html lang="es">');
  expect(wordsOn(page)).toMatch(/Su visita está reservada miércoles, 10 de junio 9:00 a\. ?m\./);
});
