import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { type AwsMessagingStandIn, startAwsMessaging } from '../support/aws-messaging-stand-in.ts';
import { bundleFunction, makeBundle, runOnNode } from '../support/bundles.ts';

const folder = mkdtempSync(join(tmpdir(), 'dispatch-messages-'));
let aws: AwsMessagingStandIn;
let file: string;
beforeAll(async () => {
  aws = await startAwsMessaging();
  file = makeBundle('lib/aws/messages.ts', join(folder, 'messages')).file;
});
afterAll(() => {
  aws.stop();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  aws.fate = undefined;
  aws.taken.length = 0;
  aws.handedOver = 0;
});

const key = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'key' };

/** What a bundled function learns of a text and of an e-mail. */
async function send(endpoint: string, credentials: Record<string, string> = key): Promise<unknown> {
  const addressed = {
    about: { messageId: 'ms_1', accountId: 'acme' },
    from: '+12125550100',
    to: '+12125550143',
  };
  const texted = JSON.stringify({ ...addressed, text: 'Booked.', seconds: 60 });
  const mailed = JSON.stringify({
    ...addressed,
    text: 'Booked.',
    subject: 'Your visit',
    html: '<p>Booked.</p>',
  });
  const script = `
    const { createAwsMessages } = require(${JSON.stringify(file)});
    const messages = createAwsMessages({ numbersSet: 'a', mailSet: 'b', withinMs: 5000 });
    Promise.all([messages.text(${texted}), messages.mail(${mailed})]).then((answers) => {
      console.log(JSON.stringify(answers));
      process.exit();
    });`;
  const env = { AWS_REGION: 'us-east-1', ...credentials };
  const urls = { AWS_ENDPOINT_URL_PINPOINT_SMS_VOICE_V2: endpoint, AWS_ENDPOINT_URL_SESV2: endpoint };
  return JSON.parse(await runOnNode(script, { ...env, ...urls }));
}

it('a bundled function hands messages over', async () => {
  expect(await send(aws.endpoint)).toEqual([
    { kind: 'taken', providerId: expect.stringMatching(/^aws-/) },
    { kind: 'taken', providerId: expect.stringMatching(/^aws-/) },
  ]);
  expect(aws.taken.map(({ operation }) => operation).sort()).toEqual(['SendEmail', 'SendTextMessage']);
});

it.each([
  [400, 'ThrottlingException', undefined],
  [400, 'ConflictException', 'DESTINATION_PHONE_NUMBER_OPTED_OUT'],
  [500, 'InternalServerException', undefined],
])('a bundled function asks once and reads %d %s %s', async (status, type, reason) => {
  aws.fate = () => ({ kind: 'refused', status, type, ...(reason !== undefined && { reason }) });
  const [text, mail] = [await send(aws.endpoint)].flat();

  expect(text).toMatchObject({ kind: 'refused', status, error: type, ...(reason && { reason }) });
  expect(mail).toMatchObject({ kind: 'refused', status, error: type });
  expect(aws.handedOver).toBe(2);
});

it('a bundled function does not know what became of a message if the connection breaks', async () => {
  aws.fate = () => ({ kind: 'taken silently' });
  const lost = { kind: 'silent' };

  expect(await send(aws.endpoint)).toEqual([lost, lost]);
  expect(aws.handedOver).toBe(2);
});

it('a bundled function knows that nothing was sent where nobody listens, or without credentials', async () => {
  const closed = createServer();
  await new Promise<void>((listening) => {
    closed.listen(0, '127.0.0.1', listening);
  });
  const address = closed.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await new Promise((done) => closed.close(done));
  const unsent = { kind: 'unsent' };

  expect(await send(`http://127.0.0.1:${port}`)).toEqual([unsent, unsent]);
  expect(await send(aws.endpoint, {})).toEqual([unsent, unsent]);
});

it('the function that sends loads the clients when the first message leaves', () => {
  const { inputs, deferred } = bundleFunction('reminders', folder);

  expect(deferred).toContain('messages.js');
  expect(inputs.filter((input) => /client-(?:pinpoint|sesv2)/.test(input))).toEqual([]);
});
