import { beforeEach, describe, expect, it } from '@jest/globals';
import { formsOn, type Pages, pagesOf, wordsOn } from './pages-fixture.ts';
import { accountDocument } from './service.ts';
import {
  COMPANY,
  MINUTE,
  offersAmong,
  person,
  SECOND,
  textingAccount,
  toWhom,
  waitingPerTest,
} from './waiting-fixture.ts';

const [HANK, DANA, LEE] = [person(0), person(1), person(2)];
const START = '2026-06-02T09:00';
const { service, run, consent, book, wait, cancel } = waitingPerTest();

let pages: Pages;
let dana: string;
let lee: string;
let path: string;
let texts = 0;
const stored = async (id: string) => {
  const found = await service().stored.get(id);
  if (found === undefined) throw new Error('It is stored');
  return found;
};
const reply = (text: string, from = DANA.phone) => {
  texts += 1;
  const data = { id: `in_${texts}`, from, to: COMPANY, text };
  return service().send('messaging-webhook', { type: 'message.received', data });
};

/** Dana is offered Tuesday at 9 in place of her visit of June 10; Lee waits, too. */
beforeEach(async () => {
  pages = pagesOf(service());
  const hank = await book(HANK, { date: '2026-06-02' });
  dana = await book(DANA, { date: '2026-06-10' });
  lee = await book(LEE, { date: '2026-06-11' });
  await wait(dana);
  service().clock.now += SECOND;
  await wait(lee);
  await run(2 * MINUTE);
  await cancel(hank);
  const [offer] = offersAmong(await run());
  [, path = ''] = /https:\/\/pages\.example(\/v\/\S+)/.exec(offer?.text ?? '') ?? [];
});

describe('the link of an offer', () => {
  it('shows the time, and takes it', async () => {
    const page = await pages.ask(path);
    expect(wordsOn(page)).toContain('An earlier time is free Tuesday, June 2 9:00 AM');
    expect(wordsOn(page)).toContain('We keep it for you until 8:12 AM.');
    expect(page.text).not.toMatch(/ho_|dr_|ms_/);
    const form = formsOn(page).find(({ action }) => action === 'take');
    expect(form).toEqual({ version: '3', start: START, action: 'take' });

    expect(await pages.send(path, { ...form })).toMatchObject({ status: 303 });
    const taken = await stored(dana);
    expect(taken).toMatchObject({
      ...{ status: 'scheduled', version: 4 },
      appointment: { date: '2026-06-02', minute: 540, technicianId: 'ana' },
    });
    expect(taken.history.at(-1)).toMatchObject({ by: 'customer', kind: 'moved' });
    expect(taken).not.toHaveProperty('waitlist');
    expect(taken).not.toHaveProperty('offers');
    expect(wordsOn(await pages.ask(path))).not.toContain('An earlier time is free');
  });

  it('is told like any other change, and what she had goes to the next person', async () => {
    await pages.tell(path, { action: 'take', version: 3, start: START });
    const sent = await run();
    expect(toWhom(sent)).toEqual([LEE.phone]);
    expect((await stored(lee)).offers).toMatchObject([{ date: '2026-06-10' }]);
    const told = (await run(MINUTE)).filter(({ to }) => to === DANA.phone);
    expect(told).toMatchObject([{ template: 'changed' }]);
    expect(told[0]?.text).toContain('is now on');
  });

  it('takes it once, however often it is pressed', async () => {
    const take = () => pages.tell(path, { action: 'take', version: 3, start: START });
    expect(await take()).toMatchObject({ http: 200, ok: true, message: 'The time is yours.', version: 4 });
    expect(await take()).toMatchObject({ http: 200, ok: true, version: 4 });
  });

  it('takes nothing once the ten minutes are over', async () => {
    service().clock.now += 10 * MINUTE;
    const late = await pages.tell(path, { action: 'take', version: 3, start: START });
    expect(late).toMatchObject({ http: 409, reason: 'slot_taken', status: 'scheduled', version: 3 });
    expect(wordsOn(await pages.ask(path))).not.toContain('An earlier time is free');
    expect(toWhom(await run())).toEqual([LEE.phone]);
  });

  it('takes no other time, no other version and no words', async () => {
    const send = (fields: object) => pages.tell(path, { action: 'take', version: 3, ...fields });
    expect(await send({ start: '2026-06-02T10:00' })).toMatchObject({ http: 409, reason: 'slot_taken' });
    expect(await send({ start: START, version: 2 })).toMatchObject({ http: 409, reason: 'changed' });
    expect(await send({ start: 'now' })).toMatchObject({ http: 422, reason: 'invalid_start' });
    expect(await stored(dana)).toMatchObject({ version: 3, appointment: { date: '2026-06-10' } });
  });

  it('takes nothing that was withdrawn because she wants no texts', async () => {
    await consent(DANA.phone, false);
    await run(SECOND);
    const { version } = await stored(dana);
    expect(await pages.tell(path, { action: 'take', version, start: START })).toMatchObject({
      ...{ http: 409, reason: 'slot_taken' },
    });
  });
});

describe('earlier', () => {
  it('begins and ends the waiting', async () => {
    const hank = await book(HANK, { date: '2026-06-18' });
    const own = await pages.visit(hank, HANK.phone);
    const form = formsOn(await pages.ask(own)).find(({ action }) => action === 'earlier');
    expect(form).toEqual({ on: 'yes', action: 'earlier' });
    expect(await pages.tell(own, { ...form })).toMatchObject({ http: 200, ok: true });
    expect(await stored(hank)).toMatchObject({ waitlist: { services: ['ac-repair'], parts: [] } });
    expect(formsOn(await pages.ask(own))).toContainEqual({ on: 'no', action: 'earlier' });
    expect(await pages.tell(own, { action: 'earlier', on: 'no' })).toMatchObject({ ok: true });
    expect(await stored(hank)).not.toHaveProperty('waitlist');
    expect(await pages.tell(own, { action: 'earlier', on: 'maybe' })).toMatchObject({
      http: 422,
      reason: 'empty',
    });
  });

  it('keeps what somebody wished before', async () => {
    await wait(lee, { parts: ['morning'] });
    const own = await pages.visit(lee, LEE.phone);
    await pages.tell(own, { action: 'earlier', on: 'yes' });
    expect(await stored(lee)).toMatchObject({ waitlist: { parts: ['morning'] } });
  });

  it('is not for a visit that is over', async () => {
    await cancel(lee);
    const own = await pages.visit(lee, LEE.phone);
    expect(await pages.tell(own, { action: 'earlier', on: 'yes' })).toMatchObject({
      ...{ http: 409, reason: 'invalid_transition' },
    });
  });
});

describe('a reply', () => {
  it('of yes takes the time on offer', async () => {
    expect((await reply('Yes please')).status).toBe(204);
    const taken = await stored(dana);
    expect(taken).toMatchObject({ appointment: { date: '2026-06-02' } });
    expect(taken).not.toHaveProperty('confirmedAt');
    expect(taken.history.at(-1)).toMatchObject({ by: 'customer', kind: 'moved' });
  });

  it('of yes confirms the visit when the time is over, and of another number its own', async () => {
    await reply('yes', LEE.phone);
    expect(await stored(lee)).toMatchObject({ appointment: { date: '2026-06-11' } });
    expect((await stored(lee)).confirmedAt).toBeDefined();
    service().clock.now += 10 * MINUTE;
    await reply('yes');
    expect(await stored(dana)).toMatchObject({ appointment: { date: '2026-06-10' } });
    expect((await stored(dana)).confirmedAt).toBeDefined();
  });
});

describe('with arrival windows', () => {
  const windows = [
    { label: 'morning', from: '08:00', to: '12:00' },
    { label: 'afternoon', from: '13:00', to: '17:00' },
  ];
  const windowed = waitingPerTest(() =>
    textingAccount({ booking: { ...accountDocument().booking, arrival: { style: 'window', windows } } }),
  );

  it('the window is offered and taken', async () => {
    const hank = await windowed.book(HANK, { date: '2026-06-02', time: '08:00' });
    const id = await windowed.book(DANA, { date: '2026-06-10', time: '13:00' });
    await windowed.wait(id);
    await windowed.run();
    await windowed.cancel(hank);
    const [offer] = offersAmong(await windowed.run());
    expect(offer?.text).toContain('8 AM');
    const own = pagesOf(windowed.service());
    const link = await own.visit(id, DANA.phone);
    const form = formsOn(await own.ask(link)).find(({ action }) => action === 'take');
    expect(form).toMatchObject({ start: '2026-06-02T08:00' });
    expect(await own.tell(link, { ...form })).toMatchObject({ ok: true });
    expect((await windowed.service().stored.get(id))?.appointment).toMatchObject({
      ...{ date: '2026-06-02', promise: { from: '08:00', to: '12:00' } },
    });
  });
});

describe('within the notice', () => {
  const late = waitingPerTest(() =>
    textingAccount({ booking: { ...accountDocument().booking, minNoticeMinutes: 600 } }),
  );

  it('a time is offered and taken, because the company offers it', async () => {
    const hank = await late.book(HANK, { date: '2026-06-02', time: '10:00' });
    const id = await late.book(DANA, { date: '2026-06-02', time: '14:00' });
    await late.wait(id);
    await late.run();
    late.service().clock.now = Date.parse('2026-06-02T08:30:00-04:00');
    await late.cancel(hank);
    expect(toWhom(await late.run())).toEqual([DANA.phone]);
    const own = pagesOf(late.service());
    const link = await own.visit(id, DANA.phone);
    const form = formsOn(await own.ask(link)).find(({ action }) => action === 'take');
    expect(form).toMatchObject({ start: '2026-06-02T10:00' });
    expect(await own.tell(link, { ...form })).toMatchObject({ ok: true });
  });
});
