import { beforeEach, describe, expect, it } from '@jest/globals';
import { HOUR_MS } from '../../lib/scheduling/time.ts';
import { cliOf } from '../cli/run-cli.ts';
import { type Pages, pagesOf, wordsOn } from './pages-fixture.ts';
import { accountDocument, technicians } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const always = Object.fromEntries(
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [
    day,
    [['00:00', '24:00']],
  ]),
);
const account = (over: object = {}) =>
  accountDocument({
    technicians,
    onCall: [
      { technicianId: 'ana', phone: '+12125550110', role: 'first', hours: always },
      { name: 'Kim', phone: '+12125550120', role: 'manager', hours: always },
    ],
    ...over,
  });
const service = servicePerTest(() => account());

let pages: Pages;
let id: string;
let ana: string;
let kim: string;
beforeEach(async () => {
  pages = pagesOf(service());
  const report = {
    urgency: 'emergency',
    notes: 'It smells of gas',
    customerName: 'Dana Miller',
    customerPhone: '(212) 555-0143',
    address: '401 West 14th Street',
  };
  id = (await service().call('book_job', report, { from_number: '+12125550143' })).dispatchRequestId;
  ana = await pages.alert(id, 'Ana');
  kim = await pages.alert(id, 'Kim');
});

const take = (path: string) => pages.tell(path, { action: 'take' });
const request = async () => await service().stored.get(id);

describe('the page of an emergency', () => {
  it('says what, where and who', async () => {
    const words = wordsOn(await pages.ask(ana));
    expect(words).toMatch(
      /Gas smell Reported Monday, June 1, 8:00 AM .*Dana Miller 401 West 14th Street Navigate Call \(212\) 555-0143 .*It smells of gas.* I’ll take it/,
    );
  });

  it('is taken once, as at the board, and the second hears who has it', async () => {
    expect(await take(ana)).toMatchObject({ http: 200, ok: true, message: 'You have it.' });
    expect(await request()).toMatchObject({
      acknowledgedAt: '2026-06-01T12:00:00.000Z',
    });
    expect(await request()).not.toHaveProperty('escalatesAt');
    expect((await request())?.history.at(-1)).toMatchObject({ by: 'oncall:Ana', kind: 'acknowledged' });

    expect(await take(kim)).toMatchObject({ http: 409, ok: false, message: 'Ana has it.' });
    expect(await take(ana)).toMatchObject({ http: 200, ok: true, message: 'You have it.' });
    expect(wordsOn(await pages.ask(kim))).toContain('Ana has it.');
    expect(wordsOn(await pages.ask(ana))).toContain('You have it.');
    const page = await pages.send(kim, { action: 'take' });
    expect(page.status).toBe(409);
    expect(wordsOn(page)).toContain('Ana has it.');
  });

  it('is taken by one of two at once', async () => {
    const answers = await Promise.all([take(ana), take(kim)]);
    expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true]);
    const [winner, loser] = answers[0]?.ok ? ['Ana', answers[1]] : ['Kim', answers[0]];
    expect(loser).toMatchObject({ message: `${winner} has it.` });
    expect((await request())?.history.filter(({ kind }) => kind === 'acknowledged')).toHaveLength(1);
  });

  it('is the office’s if the office was faster', async () => {
    await cliOf(service()).json('requests', 'acknowledge', id);
    expect(await take(ana)).toMatchObject({ ok: false, message: 'The office has it.' });
  });

  it('is over when it is canceled', async () => {
    await service().change(id, { to: 'canceled', why: 'x' });
    expect(await take(ana)).toMatchObject({
      http: 409,
      ok: false,
      message: 'It is over. Nobody needs to go.',
    });
    expect(wordsOn(await pages.ask(ana))).toContain('It is over.');
    expect((await request())?.acknowledgedAt).toBeUndefined();
  });

  it('takes nothing else', async () => {
    expect(await pages.tell(ana, { action: 'done' })).toMatchObject({ http: 422, reason: 'unknown_action' });
  });

  it('opens for a day', async () => {
    service().clock.now += 24 * HOUR_MS - 1;
    expect((await pages.ask(ana)).status).toBe(200);
    service().clock.now += 1;
    expect((await pages.ask(ana)).status).toBe(404);
  });

  it('opens for nobody who is not on call any more', async () => {
    await service().accounts.put(
      account({ onCall: [{ technicianId: 'ben', phone: '+12125550130', role: 'first', hours: always }] }),
    );
    for (const path of [ana, kim]) expect((await pages.ask(path)).status).toBe(404);
  });
});
