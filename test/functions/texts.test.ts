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

  it('about a danger from a person on call reports none', async () => {
    await receive('The gas smell on Main Street is fixed, smell of gas is gone', { from: ANA });
    await receive('Gas smell, I am on it', { from: ANA });

    expect((await messages()).map(({ urgency }) => urgency)).toEqual(['routine', 'routine']);
  });

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
