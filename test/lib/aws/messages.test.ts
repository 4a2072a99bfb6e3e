import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createAwsMessages } from '../../../lib/aws/messages.ts';
import type { OutboxMessage } from '../../../lib/record/outbox/message.ts';
import { awsProvider } from '../../../lib/touch/providers/aws.ts';
import { ANSWER_MS } from '../../../lib/touch/providers/provider.ts';
import {
  type AwsMessagingStandIn,
  type Fate,
  startAwsMessaging,
} from '../../support/aws-messaging-stand-in.ts';

const NOW = Date.parse('2026-06-01T12:00:00.000Z');
const message: OutboxMessage = {
  ...{ messageId: 'ms_0123456789abcdefghjk', accountId: 'acme-hvac', channel: 'sms', template: 'booked' },
  ...{ audience: 'customer', provider: 'aws', from: '+12125550100', to: '+12125550143', text: 'Booked.' },
  ...{ status: 'sending', attempts: 1, createdAt: '2026-06-01T12:00:00.000Z' },
  ...{ dueAt: '2026-06-01T12:00:00.000Z', expiresAt: '2026-06-01T12:30:00.000Z' },
};
const call = { ...message, channel: 'voice', text: 'Gas smell. Press nothing.' } as const;
const mail: OutboxMessage = {
  ...message,
  ...{ channel: 'email', from: 'office@acme.example', to: 'dana@home.example', subject: 'Your visit' },
  text: 'A & <b>: https://x.example/v/1',
};

let aws: AwsMessagingStandIn;
const own = process.env;
beforeAll(async () => {
  aws = await startAwsMessaging();
});
afterAll(() => {
  aws.stop();
  process.env = own;
});
beforeEach(() => {
  aws.fate = undefined;
  aws.taken.length = 0;
  aws.handedOver = 0;
  process.env = {
    ...own,
    ...{ AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' },
    AWS_ENDPOINT_URL: aws.endpoint,
  };
});

const sets = { numbersSet: 'texts-set', mailSet: 'mail-set' };
const provider = (withinMs = ANSWER_MS) => {
  const messages = createAwsMessages({ ...sets, withinMs });
  return awsProvider({ messages: () => messages, now: () => NOW });
};
const only = () => {
  expect(aws.taken).toHaveLength(1);
  return aws.taken[0];
};

describe('the provider aws', () => {
  it('hands over a text with its lifetime and its id', async () => {
    expect(await provider().send(message)).toEqual({ kind: 'sent', providerId: 'aws-1' });
    expect(only()).toMatchObject({
      operation: 'SendTextMessage',
      fields: {
        ...{ OriginationIdentity: message.from, DestinationPhoneNumber: message.to, MessageBody: 'Booked.' },
        ...{ MessageType: 'TRANSACTIONAL', TimeToLive: 1_800, ConfigurationSetName: 'texts-set' },
        Context: { messageId: message.messageId, accountId: 'acme-hvac' },
      },
    });
  });

  it('has a call read out', async () => {
    expect(await provider().send(call)).toEqual({ kind: 'sent', providerId: 'aws-1' });
    const { operation, fields } = only() ?? {};
    expect(operation).toBe('SendVoiceMessage');
    expect(fields).toEqual({
      ...{ OriginationIdentity: message.from, DestinationPhoneNumber: message.to, MessageBody: call.text },
      ...{ MessageBodyTextType: 'TEXT', TimeToLive: 1_800, ConfigurationSetName: 'texts-set' },
      Context: { messageId: message.messageId, accountId: 'acme-hvac' },
    });
  });

  it('has a call in Spanish read out by a Spanish voice', async () => {
    await provider().send({ ...call, language: 'es' });
    expect(only()?.fields).toMatchObject({ VoiceId: 'LUPE' });
  });

  it('hands over an e-mail as text and as HTML', async () => {
    expect(await provider().send(mail)).toEqual({ kind: 'sent', providerId: 'aws-1' });
    const { operation, fields } = only() ?? {};
    expect(operation).toBe('SendEmail');
    expect(fields).toMatchObject({
      ...{ FromEmailAddress: mail.from, Destination: { ToAddresses: [mail.to] } },
      Content: {
        Simple: {
          Subject: { Data: 'Your visit', Charset: 'UTF-8' },
          Body: { Text: { Data: mail.text }, Html: { Data: expect.stringContaining('A &amp; &lt;b&gt;') } },
        },
      },
      ConfigurationSetName: 'mail-set',
      EmailTags: [
        { Name: 'messageId', Value: message.messageId },
        { Name: 'accountId', Value: 'acme-hvac' },
      ],
    });
  });

  it.each([
    ['2026-06-01T12:00:01.000Z', 5],
    ['2026-06-01T12:00:59.999Z', 59],
    ['2026-06-30T12:00:00.000Z', 259_200],
  ])('gives one that is worthless from %s %d seconds', async (expiresAt, seconds) => {
    await provider().send({ ...message, expiresAt });
    expect(only()?.fields.TimeToLive).toBe(seconds);
  });
});

const refused = (status: number, type: string, reason?: string): Fate => ({
  ...{ kind: 'refused', status, type },
  ...(reason !== undefined && { reason }),
});

describe.each([
  ['a text', message],
  ['a call', call],
  ['an e-mail', mail],
])('%s', (_, given) => {
  it.each<[string, Fate, object]>([
    ['is throttled', refused(400, 'ThrottlingException'), { kind: 'later' }],
    ['is throttled as SES says it', refused(429, 'TooManyRequestsException'), { kind: 'later' }],
    ['is refused by name', refused(400, 'MessageRejected'), { kind: 'failed', reason: 'message_rejected' }],
    ['may not be sent', refused(403, 'AccessDeniedException'), { kind: 'failed', reason: 'access_denied' }],
    [
      'meets a fault of AWS',
      refused(500, 'InternalServerException'),
      { kind: 'unknown', reason: 'answered_500' },
    ],
    [
      'meets AWS out of service',
      refused(503, 'ServiceUnavailable'),
      { kind: 'unknown', reason: 'answered_503' },
    ],
    [
      'was taken, but the connection broke',
      { kind: 'taken silently' },
      { kind: 'unknown', reason: 'no_answer' },
    ],
  ])('that %s is taken for what it is, after one attempt', async (__, fate, result) => {
    aws.fate = () => fate;
    expect(await provider().send(given)).toEqual(result);
    expect(aws.handedOver).toBe(1);
  });

  it('that is answered too late may have been sent', async () => {
    let answer: (value?: unknown) => void = () => undefined;
    const until = new Promise((resolve) => {
      answer = resolve;
    });
    aws.fate = () => ({ kind: 'taken late', until });
    const result = await provider(50).send(given);
    answer();

    expect(result).toEqual({ kind: 'unknown', reason: 'no_answer' });
    expect(aws.handedOver).toBe(1);
  });
});

describe('a text', () => {
  it.each([
    ['ConflictException', 'DESTINATION_PHONE_NUMBER_OPTED_OUT', 'opted_out'],
    ['ConflictException', 'RESOURCE_NOT_ACTIVE', 'resource_not_active'],
    ['ValidationException', 'INVALID_PARAMETER', 'invalid_parameter'],
    [
      'ServiceQuotaExceededException',
      'MONTHLY_SPEND_LIMIT_REACHED_FOR_TEXT',
      'monthly_spend_limit_reached_for_text',
    ],
    ['ResourceNotFoundException', undefined, 'resource_not_found'],
  ])('that AWS refuses with %s %s failed as %s', async (type, reason, word) => {
    aws.fate = () => refused(400, type, reason);
    expect(await provider().send(message)).toEqual({ kind: 'failed', reason: word });
  });
});
