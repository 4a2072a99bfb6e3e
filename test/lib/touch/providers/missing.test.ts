import { describe, expect, it } from '@jest/globals';
import {
  type AwsNumber,
  type AwsSenders,
  missingInAws,
} from '../../../../lib/touch/providers/aws-senders.ts';
import { type MissingDependencies, missingAt } from '../../../../lib/touch/providers/missing.ts';

const TOPIC = 'arn:aws:sns:us-east-1:123456789012:texts';
const FROM = '+12125550100';
const ready: AwsNumber = {
  ...{ isActive: true, channels: ['sms', 'voice'], isTransactional: true, repliesTo: TOPIC },
  ...{ isOptOutOurs: true, needsRegistration: true, registration: 'COMPLETE' },
};

/** AWS with one number, or none, and one address. */
const knowing = (
  number: AwsNumber | undefined,
  isOpen = true,
  identity?: 'verified' | 'unverified',
): AwsSenders => ({
  isInProduction: async () => isOpen,
  number: async (phone) => (phone === FROM ? number : undefined),
  identity: async () => identity,
});

describe('AWS', () => {
  it.each<[string, AwsNumber | undefined, string[], string[]]>([
    ['a number that is ready', ready, [], []],
    ['a number that it does not have', undefined, ['sender'], ['sender']],
    ['one that is not active', { ...ready, isActive: false }, ['active'], ['active']],
    ['one that only calls', { ...ready, channels: ['voice'] }, ['capability'], []],
    ['one that only texts', { ...ready, channels: ['sms'] }, [], ['capability']],
    ['one for advertising', { ...ready, isTransactional: false }, ['transactional'], ['transactional']],
    ['one whose replies go nowhere', { ...ready, repliesTo: undefined }, ['replies'], []],
    ['one whose replies go elsewhere', { ...ready, repliesTo: `${TOPIC}-2` }, ['replies'], []],
    ['one for which AWS answers STOP', { ...ready, isOptOutOurs: false }, ['optOutList'], []],
    ['one without a registration', { ...ready, registration: undefined }, ['registration'], []],
    ['one abroad, which needs none', { ...ready, needsRegistration: false, registration: undefined }, [], []],
  ])('lacks what it must for %s', async (_, number, texts, calls) => {
    const lacking = async (channel: 'sms' | 'voice') =>
      (await missingInAws({ channel, from: FROM }, knowing(number), TOPIC)).missing;

    expect([await lacking('sms'), await lacking('voice')]).toEqual([texts, calls]);
  });

  it('says where a registration stands', async () => {
    const number = { ...ready, registration: 'REQUIRES_UPDATES' };
    expect(await missingInAws({ channel: 'sms', from: FROM }, knowing(number), TOPIC)).toEqual({
      missing: ['registration'],
      registration: 'REQUIRES_UPDATES',
    });
  });

  it.each([
    ['verified', true, []],
    ['unverified', true, ['verification']],
    [undefined, true, ['sender']],
    ['verified', false, ['production']],
  ] as const)('has an address that is %s, in production: %s', async (identity, isOpen, missing) => {
    const mail = { channel: 'email', from: 'office@acme.example' } as const;
    expect(await missingInAws(mail, knowing(undefined, isOpen, identity), TOPIC)).toEqual({ missing });
  });

  it('sends to nobody else while it is a sandbox', async () => {
    const senders = knowing(ready, false);
    expect(await missingInAws({ channel: 'voice', from: FROM }, senders, TOPIC)).toEqual({
      missing: ['production'],
    });
  });
});

describe('a provider', () => {
  const facts: MissingDependencies = { hasKey: async (_, account) => account === 'acme', isShown: true };
  const of = (accountId: string, channel: 'sms' | 'email' = 'sms') => ({ accountId, channel, from: FROM });

  it.each([
    ['webhook', of('acme'), facts, []],
    ['webhook', of('beta'), facts, ['key']],
    ['twilio', of('beta'), facts, ['key']],
    ['twilio', of('acme', 'email'), facts, ['channel']],
    ['log', of('acme'), facts, []],
    ['log', of('acme'), { ...facts, isShown: false }, ['provider']],
    ['aws', of('acme'), facts, ['deployment']],
  ] as const)('%s for %o', async (provider, sender, given, missing) => {
    expect(await missingAt(provider, sender, given)).toEqual({ missing });
  });
});
