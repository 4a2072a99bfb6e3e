import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createHandler } from '../../functions/messages/handler.ts';
import { accountSource, textStores } from '../../lib/aws/composition.ts';
import { createAwsMessages } from '../../lib/aws/messages.ts';
import { createOutbox } from '../../lib/aws/stores/outbox-store.ts';
import { awsProvider } from '../../lib/touch/providers/aws.ts';
import { everyDay } from '../lib/accounts/on-call-document.ts';
import { inboundText, mailEvent, numberEvent, snsEvent } from '../support/aws-message-events.ts';
import {
  type AwsMessagingStandIn,
  startAwsMessaging,
  type TakenMessage,
} from '../support/aws-messaging-stand-in.ts';
import { runReminders } from './reminders-fixture.ts';
import { accountDocument, booking } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const COMPANY = '+12125550100';
const CUSTOMER = '+12125550123';
const ANA = '+12125550151';
const byAws = { provider: 'aws', from: COMPANY };
const ana = { name: 'Ana', phone: ANA, email: 'ana@acme.example', role: 'first' };

const service = servicePerTest(() =>
  accountDocument({
    notify: {
      senders: { sms: byAws, voice: byAws, email: { provider: 'aws', from: 'office@acme.example' } },
      customer: {},
    },
    onCall: [{ ...ana, hours: everyDay(['00:00', '24:00']), notify: ['sms', 'voice', 'email'] }],
  }),
);

let aws: AwsMessagingStandIn;
const own = process.env;
beforeAll(async () => {
  aws = await startAwsMessaging();
  process.env = {
    ...own,
    ...{ AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' },
    ...{ AWS_ENDPOINT_URL_PINPOINT_SMS_VOICE_V2: aws.endpoint, AWS_ENDPOINT_URL_SESV2: aws.endpoint },
  };
});
afterAll(() => {
  aws.stop();
  process.env = own;
});
beforeEach(() => {
  aws.fate = undefined;
  aws.taken.length = 0;
  aws.handedOver = 0;
});

/** Some minutes later, what is due is handed over to AWS; returns what it took. */
async function sentAfter(minutes = 0, withinMs = 5_000): Promise<readonly TakenMessage[]> {
  const { clock } = service();
  clock.now += minutes * 60_000;
  const messages = createAwsMessages({ numbersSet: 'texts-set', mailSet: 'mail-set', withinMs });
  const provider = awsProvider({ messages: () => messages, now: () => clock.now });
  await runReminders(service(), undefined, { aws: provider });
  return aws.taken.splice(0);
}

/** AWS publishes something; resolves to the log. */
async function publish(message: object | string): Promise<readonly object[]> {
  const { dependencies } = service();
  const { deps } = service().container();
  const lines: object[] = [];
  const handler = createHandler({
    ...textStores(dependencies),
    ...{ accounts: accountSource(dependencies), seeAt: () => 'the board', log: (line) => lines.push(line) },
  });
  await deps.rights.runAs('messages', () => handler(snsEvent(message)));
  return lines;
}

const outbox = async () => {
  const { dependencies, clock } = service();
  const store = createOutbox(dependencies);
  const { messages } = await store.page('acme-hvac', { limit: 40 }, clock.now + 10_000);
  return messages;
};
const statuses = async () =>
  (await outbox())
    .map(({ channel, status, reason }) => [channel, status, ...(reason ? [reason] : [])])
    .sort();
const report = (): Promise<{ dispatchRequestId: string }> =>
  service().call('book_job', { ...booking(), urgency: 'emergency', notes: 'I smell gas' });
const texted = (taken: readonly TakenMessage[]): TakenMessage => {
  const [only] = taken.filter(({ operation }) => operation === 'SendTextMessage');
  if (only === undefined) throw new Error('No text was sent');
  return only;
};
const eventOf = (message: TakenMessage, [ofMail, ofText, ofCall]: readonly [string, string, string]) =>
  message.operation === 'SendEmail'
    ? mailEvent(message, ofMail)
    : numberEvent(message, message.operation === 'SendTextMessage' ? ofText : ofCall);

describe('messages by AWS', () => {
  it('reach a person on call in every way, and AWS says so, perhaps twice and in any order', async () => {
    await report();
    const taken = await sentAfter();
    expect(taken.map(({ operation }) => operation).sort()).toEqual([
      ...['SendEmail', 'SendTextMessage', 'SendVoiceMessage'],
    ]);
    expect(await statuses()).toEqual([
      ['email', 'sent'],
      ['sms', 'sent'],
      ['voice', 'sent'],
    ]);

    for (const message of taken) {
      await publish(eventOf(message, ['Delivery', 'TEXT_DELIVERED', 'VOICE_COMPLETED']));
      await publish(eventOf(message, ['Delivery', 'TEXT_DELIVERED', 'VOICE_COMPLETED']));
      await publish(eventOf(message, ['Send', 'TEXT_SUCCESSFUL', 'VOICE_RINGING']));
      await publish(eventOf(message, ['Bounce', 'TEXT_UNREACHABLE', 'VOICE_NO_ANSWER']));
    }
    expect(await statuses()).toEqual([
      ['email', 'delivered'],
      ['sms', 'delivered'],
      ['voice', 'delivered'],
    ]);
    expect(await sentAfter(1)).toEqual([]);
  });

  it('that do not arrive are known not to', async () => {
    await report();
    for (const message of await sentAfter())
      await publish(eventOf(message, ['Bounce', 'TEXT_CARRIER_UNREACHABLE', 'VOICE_BUSY']));

    expect(await statuses()).toEqual([
      ...[
        ['email', 'failed', 'bounced'],
        ['sms', 'failed', 'unreachable'],
        ['voice', 'failed', 'busy'],
      ],
    ]);
  });

  it.each([
    ['a text', { textConsent: 'true' }, 'TEXT_SUCCESSFUL'],
    ['an e-mail', { email: 'dana@home.example' }, 'Send'],
  ] as const)(
    'whose answer was lost are in doubt until AWS reports them, and are not sent again: %s',
    async (_, by, type) => {
      aws.fate = () => ({ kind: 'taken silently' });
      await service().call('book_job', { ...booking(), ...by });
      const taken = await sentAfter(2);
      const [message] = taken;
      if (message === undefined) throw new Error('Nothing was sent');
      const booked = async () => (await outbox()).find(({ template }) => template === 'booked');

      expect(taken).toHaveLength(1);
      expect(await booked()).toMatchObject({ status: 'unknown', reason: 'no_answer', attempts: 1 });
      aws.fate = undefined;
      expect(await sentAfter(2)).toEqual([]);
      await publish(eventOf(message, [type, type, type]));
      expect(await booked()).toMatchObject({ status: 'sent', providerId: message.id, attempts: 1 });
      await publish(eventOf(message, ['Delivery', 'TEXT_DELIVERED', '']));
      expect(await booked()).toMatchObject({ status: 'delivered' });
    },
  );

  it('may be reported before AWS has answered', async () => {
    const answered = Promise.withResolvers<void>();
    aws.fate = (operation) =>
      operation === 'SendTextMessage' ? { kind: 'taken late', until: answered.promise } : undefined;
    await report();
    const run = sentAfter();
    for (let tries = 0; aws.taken.length < 3 && tries < 2_000; tries++) await service().dependencies.pause(5);
    await publish(numberEvent(texted(aws.taken), 'TEXT_DELIVERED'));
    answered.resolve();
    await run;

    expect(await statuses()).toEqual([
      ['email', 'sent'],
      ['sms', 'delivered'],
      ['voice', 'sent'],
    ]);
  });

  it('that AWS throttles are handed over again, with the same id', async () => {
    aws.fate = () => ({ kind: 'refused', status: 400, type: 'ThrottlingException' });
    await report();
    expect(await sentAfter()).toEqual([]);
    expect(aws.handedOver).toBe(3);
    const before = (await outbox()).map(({ messageId, status }) => `${status} ${messageId}`).sort();
    aws.fate = undefined;
    const taken = await sentAfter(1);

    expect(before).toHaveLength(3);
    expect(taken).toHaveLength(3);
    const ids = taken.map(({ fields }) => Object(fields.Context).messageId).filter((id) => id !== undefined);
    expect(before).toEqual(expect.arrayContaining(ids.map((id) => `due ${id}`)));
  });

  it('to a number that ended texts leave by e-mail, and the number is remembered', async () => {
    const sent = { ...booking(), textConsent: 'true', email: 'dana@home.example' };
    await service().call('book_job', sent);
    aws.fate = (operation) =>
      operation === 'SendTextMessage'
        ? {
            ...{ kind: 'refused', status: 400, type: 'ConflictException' },
            reason: 'DESTINATION_PHONE_NUMBER_OPTED_OUT',
          }
        : undefined;
    await sentAfter(2);
    const [mail] = await sentAfter(1).then((later) => [...later]);

    expect(await service().consent(CUSTOMER)).toMatchObject({ sms: false, by: 'carrier' });
    expect([mail?.operation, mail?.fields.Destination]).toEqual([
      'SendEmail',
      { ToAddresses: ['dana@home.example'] },
    ]);
  });
});

describe('what people text', () => {
  it('comes in once, whatever AWS repeats', async () => {
    const stop = inboundText('in_1', CUSTOMER, COMPANY, 'STOP');
    expect(await publish(inboundText('in_0', CUSTOMER, COMPANY, 'Start'))).toEqual([
      { outcome: 'updated', account: 'acme-hvac' },
    ]);
    expect(await publish(stop)).toMatchObject([{ outcome: 'updated' }]);
    expect(await publish(inboundText('in_0', CUSTOMER, COMPANY, 'Start'))).toMatchObject([
      { outcome: 'duplicate' },
    ]);
    expect(await service().consent(CUSTOMER)).toMatchObject({ sms: false, by: 'reply', words: 'STOP' });
    const answers = await sentAfter();
    expect(answers.map(({ fields }) => [fields.DestinationPhoneNumber, fields.MessageBody])).toEqual([
      [CUSTOMER, expect.stringContaining('You will get no more texts from us.')],
    ]);
  });

  it('takes an emergency', async () => {
    const { dispatchRequestId } = await report();
    await sentAfter();
    await publish(inboundText('in_1', ANA, COMPANY, '1'));

    const request = await service().stored.get(dispatchRequestId);
    expect(request?.history.at(-1)).toMatchObject({ kind: 'acknowledged', by: 'oncall:Ana' });
  });

  it("to a number of no company is nobody's", async () => {
    expect(await publish(inboundText('in_1', CUSTOMER, '+12125550999', 'Hello'))).toEqual([
      { outcome: 'ignored', code: 'unknown_account' },
    ]);
  });

  it('is kept for a person if it cannot be read', async () => {
    const { messageBody: _, ...broken } = inboundText('in_1', CUSTOMER, COMPANY, 'Hello');
    await expect(publish(broken)).rejects.toThrow();
  });
});

it.each([
  ['the test of a topic by SES', 'Successfully validated SNS topic for Amazon SES event publishing.'],
  ['a report of another sender', { eventType: 'TEXT_DELIVERED', messageId: 'aws-9', context: {} }],
  [
    'an event that says nothing new',
    { eventType: 'Open', mail: { tags: { messageId: ['ms_0123456789abcdefghjk'] } } },
  ],
])('%s changes nothing', async (_, message) => {
  expect(await publish(message)).toEqual([{ outcome: 'ignored' }]);
});

it('a report of a message that is gone changes nothing, and no line of the log has a number or words', async () => {
  const context = { messageId: 'ms_0123456789abcdefghjk' };
  const lines = [
    ...(await publish({ eventType: 'TEXT_DELIVERED', context })),
    ...(await publish(inboundText('in_1', CUSTOMER, COMPANY, 'My name is Dana'))),
  ];
  expect(JSON.stringify(lines)).not.toMatch(/\+1212|Dana/);
  expect(lines).toMatchObject([{ outcome: 'stored' }, { outcome: 'noted' }]);
});
