import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { outputName } from '../../infra/output-name.ts';
import { accountDocument } from '../functions/service.ts';
import { type AwsMessagingStandIn, startAwsMessaging } from '../support/aws-messaging-stand-in.ts';
import { dispatchToAws } from '../support/command-line.ts';
import { aws, file, loggedIn, outputsAt, STACK } from './stack-fixture.ts';

const TOPIC = 'arn:aws:sns:us-east-1:123456789012:texts';
const [TEXTS, CALLS, MAIL] = ['+12125550181', '+12125550182', 'office@acme.example'];

let messaging: AwsMessagingStandIn;
beforeAll(async () => {
  messaging = await startAwsMessaging();
});
afterAll(() => messaging.stop());

const run = (...args: string[]) => {
  const endpoints = {
    AWS_ENDPOINT_URL_PINPOINT_SMS_VOICE_V2: messaging.endpoint,
    AWS_ENDPOINT_URL_SESV2: messaging.endpoint,
  };
  return dispatchToAws([...args, '--stack', STACK], { ...loggedIn(), ...endpoints });
};
const put = async (senders: object) => {
  const document = accountDocument({ accountId: 'by-aws', origins: {}, onCall: [], notify: { senders } });
  const stored = await run('accounts', 'put', file('by-aws.json', document), '--yes');
  expect(stored).toMatchObject({ code: 0, stderr: '' });
};
const check = async () => {
  const { code, stdout } = await run('notify', 'check', '--account', 'by-aws', '--json');
  const { ok, senders } = JSON.parse(stdout);
  return { code, ok, senders };
};

const byAws = {
  sms: { provider: 'aws', from: TEXTS },
  voice: { provider: 'aws', from: CALLS },
  email: { provider: 'aws', from: MAIL },
};

const deployed = () =>
  aws.stacks.set(STACK, { ...outputsAt('http://127.0.0.1:1'), [outputName('TextsTopicArn')]: TOPIC });

it('notify check asks AWS what its senders lack', async () => {
  await put(byAws);
  deployed();
  messaging.numbers.set(CALLS, { Status: 'PENDING' });

  expect(await check()).toMatchObject({
    ...{ code: 1, ok: false },
    senders: [
      { channel: 'sms', ready: false, missing: ['sender'] },
      { channel: 'voice', ready: false, missing: ['active'] },
      { channel: 'email', ready: false, missing: ['sender'] },
    ],
  });
  messaging.numbers.set(TEXTS, { RegistrationId: 'registration-1', SelfManagedOptOutsEnabled: false });
  messaging.registrations.set('registration-1', 'REVIEWING');
  messaging.identities.set('acme.example', false);

  const { senders } = await check();
  expect(senders[0]).toMatchObject({
    ...{ ready: false, missing: ['registration', 'replies', 'optOutList'], registration: 'REVIEWING' },
  });
  expect(senders[2]).toMatchObject({ ready: false, missing: ['verification'] });
  const { stdout } = await run('notify', 'check', '--account', 'by-aws');
  expect(stdout).toMatch(/ sms .*registration, replies, optOutList \(REVIEWING\)/);
});

it('notify check says that senders in AWS are ready once they are', async () => {
  await put(byAws);
  deployed();
  messaging.numbers.set(TEXTS, { RegistrationId: 'registration-1', TwoWayChannelArn: TOPIC });
  messaging.registrations.set('registration-1', 'COMPLETE');
  messaging.numbers.set(CALLS, {});
  messaging.identities.set('acme.example', true);

  const ready = { ready: true, missing: [] };
  expect(await check()).toMatchObject({ code: 0, ok: true, senders: [ready, ready, ready] });
});

it('notify check looks for the keys of other providers where the stack has them', async () => {
  await put({ sms: { provider: 'twilio', from: TEXTS } });
  expect(await check()).toMatchObject({ code: 1, senders: [{ ready: false, missing: ['key'] }] });

  const keys = [
    {
      id: 'twilio',
      provider: 'twilio',
      accountSid: 'AC1',
      authToken: '0123456789abcdef',
      accounts: ['by-aws'],
    },
  ];
  aws.secrets.set('secret-messaging', JSON.stringify({ keys }));
  expect(await check()).toMatchObject({ code: 0, senders: [{ ready: true, missing: [] }] });
});

it('notify check says that an earlier release does not send by AWS', async () => {
  await put(byAws);
  expect(await check()).toMatchObject({ code: 1, senders: Array(3).fill({ missing: ['deployment'] }) });
});

it('notify check fails where AWS does not say', async () => {
  await put(byAws);
  deployed();
  messaging.isDenied = true;
  const { code, stdout, stderr } = await run('notify', 'check', '--account', 'by-aws', '--json');
  messaging.isDenied = false;

  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain('those in use may not do this: sms-voice:DescribePhoneNumbers');
});
