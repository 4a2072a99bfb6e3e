import { describe, expect, it } from '@jest/globals';
import { cliOf } from '../cli/run-cli.ts';
import { boardOf } from './board-fixture.ts';
import { booking } from './service.ts';
import {
  MINUTE,
  offersAmong,
  person,
  SECOND,
  textingAccount,
  toWhom,
  waitingPerTest,
} from './waiting-fixture.ts';

const [HANK, DANA, LEE, KIM] = [person(0), person(1), person(2), person(3)];
const { service, provider, records, follow, run, consent, book, wait, cancel, outbox } = waitingPerTest();
const TUESDAY = { date: '2026-06-02' };
const stored = (id: string) => service().stored.get(id);

/** Hank has Tuesday at 9; Dana and Lee, who have later days, want to come earlier. */
async function twoWait() {
  const hank = await book(HANK, TUESDAY);
  const dana = await book(DANA, { date: '2026-06-10' });
  const lee = await book(LEE, { date: '2026-06-11' });
  await wait(dana);
  service().clock.now += SECOND;
  await wait(lee);
  await run();
  return { hank, dana, lee };
}

describe('a time that a canceled visit frees', () => {
  it('is offered by text to who has waited longest, and held', async () => {
    const { hank, dana } = await twoWait();
    await cancel(hank);
    const [offer, ...others] = offersAmong(await run());

    expect(others).toEqual([]);
    expect(offer).toMatchObject({ to: DANA.phone, channel: 'sms', dispatchRequestId: dana, version: 3 });
    expect(offer?.text).toMatch(
      /^Acme Heating and Air: An earlier time for AC Repair is free: .*June 2, 9 AM\. Take it within 10 minutes: https:\/\/pages\.example\/v\/[\w-]{22} Reply STOP/,
    );
    const until = '2026-06-01T12:10:01.000Z';
    expect(offer?.expiresAt).toBe(until);
    expect(await stored(dana)).toMatchObject({
      offers: [
        { messageId: offer?.messageId, startsAt: '2026-06-02T13:00:00.000Z', technicianId: 'ana', until },
      ],
      appointment: { date: '2026-06-10' },
    });
    const { request } = (await boardOf(service()).get(`/requests/${dana}`)).body;
    expect(request.offers).toEqual([
      { technicianId: 'ana', startsAt: '2026-06-02T13:00:00.000Z', at: '2026-06-01T12:00:01.000Z', until },
    ]);
    const taken = booking({ ...TUESDAY, customerPhone: KIM.phone });
    expect(await service().call('book_job', taken, KIM.call)).toMatchObject({ reason: 'slot_taken' });
  });

  it('is offered to the next when the ten minutes are over, and to nobody twice', async () => {
    const { hank } = await twoWait();
    await cancel(hank);
    expect(toWhom(await run())).toEqual([DANA.phone]);
    expect(toWhom(await run(9 * MINUTE))).toEqual([]);
    expect(toWhom(await run(MINUTE))).toEqual([LEE.phone]);
    expect(toWhom(await run(10 * MINUTE))).toEqual([]);
    expect(toWhom(await run(60 * MINUTE))).toEqual([]);
    const taken = booking({ ...TUESDAY, customerPhone: KIM.phone });
    expect(await service().call('book_job', taken, KIM.call)).toMatchObject({ confirmed: true });
  });

  it('is offered once, however often the stream tells of it', async () => {
    const { hank } = await twoWait();
    await cancel(hank);
    const seen = await records();
    await follow([...seen, ...seen]);
    expect(toWhom(await run())).toEqual([DANA.phone]);
    await follow(seen);
    expect(toWhom(await run(SECOND))).toEqual([]);
    expect(toWhom(await run(10 * MINUTE))).toEqual([LEE.phone]);
    await run(10 * MINUTE);
    await follow(seen);
    expect(toWhom(await run(SECOND))).toEqual([]);
  });

  it('is not offered to who waits for other days, another part of the day or another service', async () => {
    const hank = await book(HANK, TUESDAY);
    await wait(await book(DANA, { date: '2026-06-10' }), { from: '2026-06-03' });
    await wait(await book(LEE, { date: '2026-06-11' }), { parts: ['evening'] });
    await wait(await book(KIM, { date: '2026-06-12' }), { services: ['roof'] });
    await run();
    await cancel(hank);

    expect(toWhom(await run())).toEqual([]);
  });

  it('is offered first to whose visit takes more of it', async () => {
    const hank = await book(HANK, TUESDAY);
    const short = { date: '2026-06-10', serviceType: 'Heating Repair' };
    await wait(await book(DANA, short));
    service().clock.now += SECOND;
    await wait(await book(LEE, { date: '2026-06-11' }));
    await run();
    await cancel(hank);

    expect(toWhom(await run())).toEqual([LEE.phone]);
    expect(toWhom(await run(10 * MINUTE))).toEqual([DANA.phone]);
  });

  it('is not offered to who has an earlier one, gave it up, ended, or waits no more', async () => {
    const monday = { date: '2026-06-01', time: '13:00' };
    await wait(await book(DANA, monday));
    const hank = await book(HANK, TUESDAY);
    await wait(hank);
    const lee = await book(LEE, { date: '2026-06-11' });
    await wait(lee);
    const kim = await book(KIM, { date: '2026-06-12' });
    await wait(kim);
    await run();
    await wait(kim, 'off');
    await cancel(lee);
    await service().call('reschedule_job', { date: '2026-06-05', time: '09:00' }, HANK.call);

    expect(toWhom(await run())).toEqual([]);
  });

  it('is offered to who has no visit at all', async () => {
    const hank = await book(HANK, TUESDAY);
    const args = { serviceType: 'AC Repair', customerName: 'Dana Miller', textConsent: true };
    const { dispatchRequestId } = await service().call('wait_list', args, DANA.call);
    await run();
    await cancel(hank);
    const [offer] = offersAmong(await run());

    expect(offer).toMatchObject({ to: DANA.phone, dispatchRequestId });
  });
});

describe('other ways in which time becomes free', () => {
  it('a move', async () => {
    const { hank } = await twoWait();
    await service().call('reschedule_job', { date: '2026-06-15', time: '09:00' }, HANK.call);
    expect(toWhom(await run())).toEqual([DANA.phone]);
    expect(await stored(hank)).toMatchObject({ appointment: { date: '2026-06-15' } });
  });

  it('a block that is taken away', async () => {
    await wait(await book(DANA, { date: '2026-06-10' }));
    const board = boardOf(service());
    const block = { technicianId: 'ana', from: '2026-06-02T08:00', to: '2026-06-02T17:00', reason: 'off' };
    const { body } = await board.post('/blocks', block);
    expect(toWhom(await run())).toEqual([]);
    await board.send(`/accounts/acme-hvac/blocks/${body.blockId}`, { method: 'DELETE' });

    expect(toWhom(await run())).toEqual([DANA.phone]);
  });
});

describe('with holds', () => {
  const holding = waitingPerTest(() => {
    const account = textingAccount();
    return { ...account, booking: { ...account.booking, hold: { seconds: 300 } } };
  });

  it('a hold that is put down frees time, and one that ends by itself took none', async () => {
    await holding.wait(await holding.book(DANA, { date: '2026-06-10' }));
    const hold = { ...TUESDAY, time: '09:00', serviceType: 'AC Repair' };
    expect(await holding.service().call('hold_time', hold, HANK.call)).toMatchObject({ held: true });
    expect(toWhom(await holding.run())).toEqual([]);
    await holding.service().call('cancel_job', {}, HANK.call);
    expect(toWhom(await holding.run())).toEqual([DANA.phone]);
  });
});

describe('nobody is offered anything', () => {
  it('from 21:00 to 8:00 at the site: the time waits for 8:00', async () => {
    const { hank } = await twoWait();
    service().clock.now = Date.parse('2026-06-01T21:00:00-04:00');
    await cancel(hank);
    expect(toWhom(await run())).toEqual([]);
    service().clock.now = Date.parse('2026-06-02T07:59:59-04:00');
    expect(toWhom(await run())).toEqual([]);
  });

  it('and at 8:00 what is left of it is', async () => {
    const hank = await book(HANK, { date: '2026-06-03' });
    await wait(await book(DANA, { date: '2026-06-10' }));
    await run();
    service().clock.now = Date.parse('2026-06-01T23:00:00-04:00');
    await cancel(hank);
    expect(toWhom(await run())).toEqual([]);
    service().clock.now = Date.parse('2026-06-02T07:59:59-04:00');
    expect(toWhom(await run())).toEqual([]);
    expect(toWhom(await run(SECOND))).toEqual([DANA.phone]);
  });

  it('without consent, and after a stop', async () => {
    const { hank, dana } = await twoWait();
    await consent(DANA.phone, false);
    await consent(LEE.phone, false);
    await cancel(hank);
    expect(offersAmong(await run())).toEqual([]);
    expect(await stored(dana)).not.toHaveProperty('offers');
  });

  it('less than an hour or more than 14 days ahead', async () => {
    const hank = await book(HANK, { date: '2026-06-16' });
    const kim = await book(KIM, TUESDAY);
    await wait(await book(DANA, { date: '2026-06-22' }));
    await run();
    await cancel(hank);
    expect(toWhom(await run())).toEqual([]);
    service().clock.now = Date.parse('2026-06-02T10:31:00-04:00');
    await cancel(kim);
    expect(toWhom(await run())).toEqual([]);
  });

  it('more than three times a day', async () => {
    const days = ['2026-06-02', '2026-06-03', '2026-06-04', '2026-06-05'];
    const people = days.map((_, at) => person(4 + at));
    const visits: string[] = [];
    for (const [at, date] of days.entries()) visits.push(await book(people[at] ?? HANK, { date }));
    await wait(await book(DANA, { date: '2026-06-12' }));
    await run();
    for (const visit of visits) await cancel(visit);
    const offered: number[] = [];
    for (let at = 0; at < 6; at++) offered.push(toWhom(await run(10 * MINUTE)).length);
    expect(offered).toEqual([1, 1, 1, 0, 0, 0]);

    service().clock.now = Date.parse('2026-06-02T08:00:00-04:00');
    expect(toWhom(await run())).toEqual([DANA.phone]);
  });
});

describe('whoever can’t be told of it', () => {
  it('is followed by the next at once', async () => {
    const { hank, dana } = await twoWait();
    provider.answer(({ to }) => (to === DANA.phone ? { kind: 'failed', reason: 'unreachable' } : undefined));
    await cancel(hank);
    expect(toWhom(await run())).toEqual([DANA.phone]);
    expect(toWhom(await run(SECOND))).toEqual([LEE.phone]);
    expect(await outbox()).toEqual([`${LEE.phone} sent`, `${DANA.phone} failed unreachable`]);
    expect((await stored(dana))?.offers).toMatchObject([{ until: '2026-06-01T12:00:02.000Z' }]);
  });

  it('because they said stop meanwhile, is followed by the next at once', async () => {
    const { hank } = await twoWait();
    await cancel(hank);
    await run();
    await consent(DANA.phone, false);
    expect(toWhom(await run(SECOND))).toEqual([LEE.phone]);
  });

  it('because their visit is canceled meanwhile, is followed by the next at once', async () => {
    const { hank, dana } = await twoWait();
    await cancel(hank);
    await run();
    await cancel(dana);
    expect(toWhom(await run(SECOND))).toEqual([LEE.phone]);
  });
});

it('two times are offered to two people, and one person is asked one thing at a time', async () => {
  const { hank, dana, lee } = await twoWait();
  const kim = await book(KIM, { date: '2026-06-03' });
  await run();
  await Promise.all([cancel(hank), cancel(kim)]);
  const offers = offersAmong(await run());

  expect(offers.map(({ to }) => to).sort()).toEqual([DANA.phone, LEE.phone]);
  const [first, second] = [await stored(dana), await stored(lee)].map((one) =>
    one?.offers?.map(({ date }) => date),
  );
  expect([first, second].flat().sort()).toEqual(['2026-06-02', '2026-06-03']);
});

it('nothing of a person who is erased is left, and the next one is offered the time at once', async () => {
  const { hank, dana } = await twoWait();
  await cancel(hank);
  expect(toWhom(await run())).toEqual([DANA.phone]);
  const numbers = () => service().items(`CUSTOMER#acme-hvac#${DANA.phone}`);
  expect((await numbers()).map(({ sk }) => sk)).toContain('OFFERED');
  const person = ['--account', 'acme-hvac', '--phone', DANA.phone];
  const { code } = await cliOf(service()).run('customers', 'delete', ...person, '--keep-visits', '--yes');

  expect(code).toBe(0);
  expect(await numbers()).toEqual([]);
  const erased = await stored(dana);
  expect(erased).toMatchObject({ status: 'scheduled' });
  expect(erased).not.toHaveProperty('waitlist');
  expect(erased).not.toHaveProperty('offers');
  expect(toWhom(await run(SECOND))).toEqual([LEE.phone]);
});
