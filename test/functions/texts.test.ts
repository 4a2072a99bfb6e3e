import { describe, expect, it } from '@jest/globals';
import { StorageUnavailable } from '../../lib/record/faults.ts';
import type { OutboxMessage } from '../../lib/record/outbox/message.ts';
import { receiveText } from '../../lib/touch/receive-text.ts';
import { everyDay } from '../lib/accounts/on-call-document.ts';
import { standInProvider } from '../support/stand-in-provider.ts';
import { runReminders } from './reminders-fixture.ts';
import { accountDocument, booking } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const COMPANY = '+12125550100';
const CUSTOMER = '+12125550123';
const [ANA, BEN] = ['+12125550151', '+12125550152'];
const hours = everyDay(['00:00', '24:00']);
const sms = { provider: 'webhook', from: COMPANY };

const service = servicePerTest(() =>
  accountDocument({
    notify: { senders: { sms, voice: sms }, customer: {} },
    onCall: [
      { name: 'Ana', phone: ANA, role: 'first', hours, notify: ['sms'] },
      { name: 'Ben', phone: BEN, role: 'backup', hours, notify: ['sms'] },
    ],
  }),
);
const provider = standInProvider();

let texts = 0;
const receive = (text: string, over: Record<string, unknown> = {}) => {
  texts += 1;
  const data = { id: `in_${texts}`, from: CUSTOMER, to: COMPANY, text, ...over };
  return service().send('messaging-webhook', { type: 'message.received', data });
};
const consent = () => service().consent(CUSTOMER);
const messages = async () =>
  (await service().requests.list('acme-hvac')).filter(({ source }) => source === 'text');
/** What is handed over after some minutes. */
const sentAfter = async (minutes = 0) => {
  service().clock.now += minutes * 60_000;
  await runReminders(service(), undefined, provider.providers);
  return provider.take();
};
const shown = ({ template, to, text }: OutboxMessage) => [template, to, text];

describe('a text message', () => {
  it('that asks for an end of texts ends them, and START begins them again, each with one answer', async () => {
    expect((await receive('STOP')).status).toBe(204);
    expect(await consent()).toMatchObject({ sms: false, by: 'reply', words: 'STOP' });
    expect((await sentAfter()).map(shown)).toEqual([
      ['stopped', CUSTOMER, expect.stringContaining('You will get no more texts from us.')],
    ]);
    await receive('Please stop texting me.');
    expect(await sentAfter()).toEqual([]);
    await receive('Start');
    expect(await consent()).toMatchObject({ sms: true, by: 'reply' });
    expect((await sentAfter()).map(({ template }) => template)).toEqual(['started']);
    await receive('no more texts');
    expect((await sentAfter()).map(({ template }) => template)).toEqual(['stopped']);
    expect(await messages()).toEqual([]);
  });

  it('counts once, so that a late repeat of START undoes no later STOP', async () => {
    await receive('START', { id: 'again' });
    await receive('STOP');
    await receive('START', { id: 'again' });
    expect(await consent()).toMatchObject({ sms: false });
  });

  it('with anything else becomes a message for the office, about the next visit', async () => {
    const { dispatchRequestId } = await service().call('book_job', booking());
    await receive('stop by at 9', { id: 'visit' });
    await receive('stop by at 9', { id: 'visit' });
    expect(await messages()).toEqual([
      expect.objectContaining({
        ...{ kind: 'message', status: 'requested', source: 'text', notes: 'stop by at 9' },
        ...{ regarding: dispatchRequestId, needsReview: ['callback'], dueAt: expect.any(String) },
        customer: expect.objectContaining({ phone: CUSTOMER, name: booking().customerName }),
      }),
    ]);
  });

  it('for the office reaches it as a message, which no caller left', async () => {
    const office = [{ sms: BEN, for: ['message'] }];
    await service().accounts.put(accountDocument({ notify: { senders: { sms }, office } }));
    await receive('Please ring the side door');
    expect((await sentAfter()).map(shown)).toEqual([
      ['office', BEN, expect.stringMatching(/^A message for the office: Please ring the side door\b/)],
    ]);
  });

  it('that asks for help says who the company is', async () => {
    await receive('Help?');
    expect((await sentAfter()).map(shown)).toEqual([
      ['help', CUSTOMER, expect.stringMatching(/^Acme Heating and Air: .*\(212\) 555-0100/)],
    ]);
  });

  it('to a number of no account, or without a number to answer, changes nothing', async () => {
    expect((await receive('Hello', { to: '+12125550999' })).body.code).toBe('unknown_account');
    expect((await receive('Hello', { from: '22000' })).status).toBe(204);
    expect(await messages()).toEqual([]);
  });
});

describe('YES', () => {
  it('confirms the next visit, and says so once', async () => {
    const { dispatchRequestId } = await service().call('book_job', booking());
    await receive('Yes!', { id: 'yes' });
    await receive('Yes!', { id: 'yes' });
    const request = await service().stored.get(dispatchRequestId);

    expect(request).toMatchObject({ status: 'scheduled', confirmedAt: '2026-06-01T12:00:00.000Z' });
    expect(request?.history.at(-1)).toMatchObject({ kind: 'confirmed', by: 'customer' });
    expect((await sentAfter()).map(({ template, to }) => [template, to])).toEqual([['confirmed', CUSTOMER]]);
    expect(await messages()).toEqual([]);
  });

  it('without a visit is a message for the office', async () => {
    await receive('yes');
    expect(await messages()).toMatchObject([{ notes: 'yes', topic: 'other' }]);
  });
});

describe('1', () => {
  const report = (): Promise<{ dispatchRequestId: string }> =>
    service().call('book_job', { ...booking(), urgency: 'emergency', notes: 'I smell gas' });

  it('from a person on call takes the emergency, and all that were told hear of it', async () => {
    const { dispatchRequestId } = await report();
    await sentAfter();
    await sentAfter(10);
    await receive('1', { from: BEN });

    const request = await service().stored.get(dispatchRequestId);
    expect(request?.acknowledgedAt).toBeDefined();
    expect(request?.history.at(-1)).toMatchObject({ kind: 'acknowledged', by: 'oncall:Ben' });
    expect((await sentAfter()).map(shown).sort()).toEqual([
      ['taken', ANA, expect.stringMatching(/^Ben has it: Gas smell/)],
      ['taken', BEN, expect.stringMatching(/^You have it: Gas smell/)],
    ]);
  });

  it('that comes again after a fault takes no second emergency', async () => {
    const ids = [];
    for (const [index, from_number] of ['+12125550123', '+12125550124'].entries()) {
      const over = { call_id: `call_${index}`, from_number };
      const reported = {
        ...booking({ customerPhone: from_number }),
        urgency: 'emergency',
        notes: 'I smell gas',
      };
      ids.push((await service().call('book_job', reported, over)).dispatchRequestId);
    }
    await sentAfter();
    const { deps } = service().container();
    const account = await service().accounts.byId('acme-hvac');
    if (account === undefined) throw new Error('No such account');
    const { now } = service().clock;
    const once = async (handledTexts: typeof deps.handledTexts) =>
      await receiveText(
        { account, id: 'again', from: ANA, text: '1', now },
        { ...deps, handledTexts },
        now + 5_000,
      );
    const lost = async () => {
      throw new StorageUnavailable({ cause: undefined });
    };
    await expect(once({ ...deps.handledTexts, add: lost })).rejects.toThrow(StorageUnavailable);
    await once(deps.handledTexts);

    const taken = await Promise.all(ids.map((id) => service().stored.get(id)));
    expect(taken.filter((one) => one?.acknowledgedAt !== undefined)).toHaveLength(1);
  });

  it('too late says who has it', async () => {
    await report();
    await sentAfter();
    await sentAfter(10);
    await receive('1', { from: ANA });
    await sentAfter();
    await receive('1', { from: BEN });

    expect((await sentAfter()).map(shown)).toEqual([['taken', BEN, 'Ana has it.']]);
    expect(await messages()).toEqual([]);
  });

  it('from anybody else is an ordinary text', async () => {
    await report();
    await sentAfter();
    await receive('1');
    expect(await messages()).toMatchObject([{ notes: '1', caller: CUSTOMER }]);
  });
});

describe('what became of a message', () => {
  it.each([
    ['I smell gas', 'gas', 'Get everyone outside now and call 911 from there.'],
    ['Hi, water is pouring through the ceiling!', 'water', 'If you can, close the main water valve.'],
  ])(
    'that reports a danger, %j, alerts who is on call, and is answered with what to do',
    async (words, danger, what) => {
      await service().call('book_job', booking());
      await receive(words);
      await receive(words, { id: `in_${texts}` });
      const [request, ...others] = (await messages()).filter(({ urgency }) => urgency === 'emergency');

      expect(others).toEqual([]);
      expect(request).toMatchObject({
        ...{ danger, status: 'requested', caller: CUSTOMER, notes: words, notified: [{ people: ['Ana'] }] },
        customer: { name: 'Dana Miller', phone: CUSTOMER },
      });
      const sent = await sentAfter();
      expect(sent.filter(({ template }) => template === 'alert').map(shown)).toEqual([
        ['alert', ANA, expect.stringContaining('(212) 555-0123')],
      ]);
      expect(sent.filter(({ template }) => template === 'safety').map(shown)).toEqual([
        ['safety', CUSTOMER, expect.stringContaining(what)],
      ]);
      await receive('The smell is everywhere, gas in the whole house');
      expect((await messages()).filter(({ urgency }) => urgency === 'emergency')).toHaveLength(1);
    },
  );

  it('that reports a danger and asks for no more texts does both', async () => {
    await receive('I smell gas. Stop texting me.');

    expect(await consent()).toMatchObject({ sms: false });
    expect((await sentAfter()).map(({ template }) => template).toSorted()).toEqual([
      ...['alert', 'safety', 'stopped'],
    ]);
  });

  const ofEmergencies = async () => (await messages()).filter(({ urgency }) => urgency === 'emergency');

  it('that repeats our own words reports no danger, and asks for no end of texts', async () => {
    await receive('START');
    await receive('I smell gas');
    const [{ text = '' } = {}] = (await sentAfter()).filter(({ template }) => template === 'safety');
    expect(await ofEmergencies()).toHaveLength(1);
    const [{ dispatchRequestId = '' } = {}] = await ofEmergencies();
    await service().change(dispatchRequestId, { to: 'canceled', why: 'sold' });
    await sentAfter();

    await receive(`Emphasized “${text}”`);
    await receive(`You wrote: "${text}" Is that right?`);
    await receive('Get everyone outside now and call 911 from there?');
    await receive('Liked “Acme: You will get no more texts from us.”');
    expect(await ofEmergencies()).toHaveLength(1);
    expect((await sentAfter()).filter(({ audience }) => audience !== 'office')).toEqual([]);
    expect(await consent()).toMatchObject({ sms: true });
    await receive(`You wrote: "${text}" I smell gas again!`);
    expect((await ofEmergencies()).length).toBeGreaterThan(1);
  });

  it('gets no more than ten answers in an hour', async () => {
    for (let count = 0; count < 12; count++) await receive('help');
    expect((await sentAfter()).map(({ template }) => template)).toEqual(Array(10).fill('help'));
    await receive('help');
    expect(await sentAfter(1)).toEqual([]);
    service().clock.now += 3_600_000;
    await receive('help');
    expect(await sentAfter()).toHaveLength(1);
  });

  it('says that people are alerted only if they just were, in the words and language of the account', async () => {
    const answersOf = async (seconds: number) => {
      service().clock.now += seconds * 1_000;
      await receive('I smell gas');
      return (await sentAfter()).flatMap(({ template, text }) => (template === 'safety' ? [text] : []));
    };
    const gas = 'Acme Heating and Air: Get everyone outside now and call 911 from there.';
    expect(await answersOf(0)).toEqual([
      `${gas} We're alerting our on-call team now. You can also call us at (212) 555-0100.`,
    ]);
    expect(await answersOf(59)).toEqual([expect.stringContaining("We're alerting")]);
    expect(await answersOf(1)).toEqual([`${gas} You can call us at (212) 555-0100.`]);
    const [{ dispatchRequestId = '' } = {}] = await ofEmergencies();
    await service().change(dispatchRequestId, { to: 'canceled', why: 'sold' });
    const instructions = { gas: 'Salgan ahora.' };
    const notify = { senders: { sms, voice: sms }, customer: {} };
    await service().accounts.put(accountDocument({ notify, language: 'es', emergency: { instructions } }));
    service().clock.now += 61_000;
    expect(await answersOf(0)).toEqual([
      'Acme Heating and Air: Salgan ahora. Estamos avisando a nuestro equipo de guardia. También puede llamarnos al (212) 555-0100.',
    ]);
    expect(await answersOf(61)).toEqual([
      'Acme Heating and Air: Salgan ahora. Puede llamarnos al (212) 555-0100.',
    ]);
  });

  it.each([
    ['a person on call', ANA],
    ['a technician', '+12125550161'],
    ['the office', '+12125550162'],
  ])('about a danger from %s reports none', async (_, from) => {
    await service().accounts.put(
      accountDocument({
        notify: {
          senders: { sms, voice: sms },
          customer: {},
          office: [{ sms: '+12125550162', for: ['emergency'] }],
        },
        technicians: [{ id: 'ana', name: 'Ana', phone: '+12125550161' }],
        onCall: [{ name: 'Ana', phone: ANA, role: 'first', hours, notify: ['sms'] }],
      }),
    );
    service().clock.now += 61_000;
    await receive('The gas smell on Main Street is fixed, smell of gas is gone', { from });
    await receive('Gas smell, I am on it', { from });

    expect((await messages()).map(({ urgency }) => urgency)).toEqual(['routine', 'routine']);
  });

  it.each(['yes', 'I smell gas', 'stop by at 9'])(
    '%j reads the requests of its number once',
    async (words) => {
      const { deps } = service().container();
      const account = await service().accounts.byId('acme-hvac');
      if (account === undefined) throw new Error('No such account');
      let reads = 0;
      const requests: typeof deps.requests = {
        ...deps.requests,
        ofNumber: (...asked) => {
          // Emergencies are looked for among all of a number's requests.
          if (asked[2] === new Date(now - 48 * 3_600_000).toISOString()) reads += 1;
          return deps.requests.ofNumber(...asked);
        },
      };
      const { now } = service().clock;
      const text = { account, id: 'once', from: CUSTOMER, text: words, now };
      await receiveText(text, { ...deps, requests }, now + 5_000);

      expect(reads).toBe(1);
    },
  );

  it('is recorded', async () => {
    await receive('help');
    const [{ messageId = '' } = {}] = await sentAfter();
    const status = () =>
      service()
        .container()
        .deps.outbox.get(messageId, service().clock.now + 1_000);
    const report = (type: string, data: object) =>
      service().send('messaging-webhook', { type, data: { messageId, ...data } });

    expect((await report('message.failed', { reason: 'unreachable' })).status).toBe(204);
    expect(await status()).toMatchObject({ status: 'failed', reason: 'unreachable' });
    await report('message.delivered', {});
    expect(await status()).toMatchObject({ status: 'delivered' });
    expect((await report('message.delivered', { messageId: 'ms_unknown' })).status).toBe(204);
  });
});

describe('"stop texting me" by phone', () => {
  it('gets one text of confirmation, and a no without texts before gets none', async () => {
    const call = (over: object, call_id: string) =>
      service().call('create_customer', { customerName: 'Dana Miller', ...over }, { call_id });
    await call({ textConsent: 'no' }, 'first');
    expect(await sentAfter()).toEqual([]);
    await call({ textConsent: 'yes' }, 'second');
    expect(await sentAfter()).toEqual([]);
    await service().call('take_message', { about: 'Please stop texting me' }, { call_id: 'third' });
    expect((await sentAfter()).map(({ template, to }) => [template, to])).toEqual([['stopped', CUSTOMER]]);
    await service().call('take_message', { about: 'Please stop texting me' }, { call_id: 'fourth' });
    expect(await sentAfter()).toEqual([]);
  });
});
