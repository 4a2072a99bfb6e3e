import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createAwsSenders } from '../../../lib/aws/senders.ts';
import { type AwsMessagingStandIn, startAwsMessaging } from '../../support/aws-messaging-stand-in.ts';

let aws: AwsMessagingStandIn;
let senders: ReturnType<typeof createAwsSenders>;
const own = process.env;
beforeAll(async () => {
  aws = await startAwsMessaging();
  process.env = {
    ...own,
    ...{ AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test', AWS_ENDPOINT_URL: aws.endpoint },
  };
  senders = createAwsSenders('us-east-1');
});
afterAll(() => {
  senders.destroy();
  aws.stop();
  process.env = own;
});
beforeEach(() => {
  aws.numbers.clear();
  aws.identities.clear();
  aws.isInProduction = true;
});

describe('what AWS knows of a number', () => {
  it('is found among many', async () => {
    aws.numbers.set('+12125550101', {});
    aws.registrations.set('registration-1', 'REVIEWING');
    const facts = { RegistrationId: 'registration-1', TwoWayChannelArn: 'arn:aws:sns:texts' };
    aws.numbers.set('+12125550100', { ...facts, NumberCapabilities: ['SMS', 'MMS'] });

    expect(await senders.number('+12125550100')).toEqual({
      ...{ isActive: true, channels: ['sms'], isTransactional: true, repliesTo: 'arn:aws:sns:texts' },
      ...{ isOptOutOurs: true, needsRegistration: true, registration: 'REVIEWING' },
    });
    expect(await senders.number('+12125550102')).toBeUndefined();
  });

  it('is told as it is', async () => {
    const facts = { Status: 'PENDING', MessageType: 'PROMOTIONAL', NumberType: 'LONG_CODE' };
    const off = { TwoWayEnabled: false, SelfManagedOptOutsEnabled: false, TwoWayChannelArn: 'arn:aws:sns:x' };
    aws.numbers.set('+441632960100', { ...facts, ...off, IsoCountryCode: 'GB' });

    expect(await senders.number('+441632960100')).toMatchObject({
      ...{ isActive: false, isTransactional: false, repliesTo: undefined },
      ...{ isOptOutOurs: false, needsRegistration: false, registration: undefined },
    });
  });
});

describe('what AWS knows of an address', () => {
  it('counts for the address and for its domain', async () => {
    aws.identities.set('acme.example', true);
    aws.identities.set('office@beta.example', false);

    expect(await senders.identity('office@acme.example')).toBe('verified');
    expect(await senders.identity('office@beta.example')).toBe('unverified');
    expect(await senders.identity('office@gamma.example')).toBeUndefined();
  });
});

it('a sandbox is no production', async () => {
  aws.isInProduction = false;
  expect([await senders.isInProduction('numbers'), await senders.isInProduction('mail')]).toEqual([
    false,
    false,
  ]);
  aws.isInProduction = true;
  expect([await senders.isInProduction('numbers'), await senders.isInProduction('mail')]).toEqual([
    true,
    true,
  ]);
});
