import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { accountDocument } from '../functions/service.ts';
import { everyDay } from '../lib/accounts/on-call-document.ts';
import { startCommandLine } from '../support/command-line.ts';

const log = { provider: 'log', from: '+12125550100' };
const kim = { name: 'Kim', phone: '+12125550103', role: 'first', hours: everyDay(['00:00', '24:00']) };
const document = accountDocument({
  accountId: 'beta',
  origins: {},
  onCall: [{ ...kim, notify: ['sms'] }],
  notify: { senders: { sms: log }, customer: { changed: false } },
});

let line: Awaited<ReturnType<typeof startCommandLine>>;
beforeAll(async () => {
  line = await startCommandLine();
  const put = await line.run(['accounts', 'put', line.file('beta.json', JSON.stringify(document))]);
  expect(put).toMatchObject({ code: 0, stderr: '' });
});
afterAll(() => line.stop());

const run = async (...args: string[]) => {
  const pause = async (ms: number) => {
    await wait(ms);
  };
  const { code, stdout, stderr } = await line.run([...args, '--json'], '', { pause });
  return { code, stderr, json: stdout === '' ? undefined : JSON.parse(stdout) };
};

it('notify check says who hears what by what, and sends a test message that the outbox then has', async () => {
  const { code, json } = await run('notify', 'check', '--account', 'beta', '--to', '+12125550177');

  expect(code).toBe(0);
  expect(json).toMatchObject({
    ...{ ok: true, accountId: 'beta' },
    senders: [{ channel: 'sms', ...log, ready: true, missing: [] }],
    recipients: [{ audience: 'onCall', name: 'Kim', channel: 'sms', to: kim.phone, for: ['first'] }],
    test: { messageId: expect.stringMatching(/^ms_/), status: 'sent' },
  });
  const templates = json.templates.map(({ template }: { template: string }) => template);
  expect(templates).toEqual(['booked', 'canceled', 'onMyWay', 'offer', 'reminder']);

  const outbox = await run('messages', 'outbox', '--account', 'beta', '--status', 'sent');
  expect(outbox.json).toMatchObject([
    {
      ...{ messageId: json.test.messageId, accountId: 'beta', template: 'test', channel: 'sms', segments: 1 },
      ...{
        to: '+12125550177',
        status: 'sent',
        attempts: 1,
        text: 'Acme Heating and Air: This is a test message.',
      },
    },
  ]);
  const again = await run('messages', 'resend', json.test.messageId);
  expect(again).toMatchObject({ code: 1, json: undefined });
  expect(again.stderr).toContain('only failed and unknown messages are sent again; it is sent');
});

it('notify check fails where a sender is missing', async () => {
  const silent = { ...document, onCall: [{ ...kim, notify: ['sms', 'voice'] }] };
  await line.run(['accounts', 'put', line.file('beta.json', JSON.stringify(silent)), '--yes']);
  const { code, json } = await run('notify', 'check', '--account', 'beta');

  expect(code).toBe(1);
  expect(json.senders).toContainEqual({ channel: 'voice', ready: false, missing: ['sender'] });
});

it('notify check says that AWS sends nothing from here', async () => {
  const aws = { provider: 'aws', from: '+12125550100' };
  const sending = { ...document, notify: { senders: { sms: aws, voice: aws } } };
  await line.run(['accounts', 'put', line.file('beta.json', JSON.stringify(sending)), '--yes']);
  const { code, json } = await run('notify', 'check', '--account', 'beta');

  expect(code).toBe(1);
  expect(json.senders).toMatchObject([
    { channel: 'sms', provider: 'aws', ready: false, missing: ['deployment'] },
    { channel: 'voice', provider: 'aws', ready: false, missing: ['deployment'] },
  ]);
});
