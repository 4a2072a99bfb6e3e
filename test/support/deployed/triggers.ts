import { randomUUID } from 'node:crypto';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { realDependencies } from '../../../lib/aws/composition.ts';
import { createAccountStore } from '../../../lib/aws/stores/account-store.ts';
import { refusedDayKey } from '../../../lib/aws/stores/refused-lead-store.ts';
import { MINUTE_MS } from '../../../lib/scheduling/time.ts';
import { demoAccount } from '../../../local/demo/demo-account.ts';
import type { TakenMessage } from '../aws-messaging-stand-in.ts';
import type { Cloud } from './cloud.ts';
import { askBoard, openSocket, pageOf, report, resultOf, type Sent, send, type Told } from './senders.ts';

/** Sends a function what its trigger sends; resolves to whether it did all that it is for. */
type Trigger = (cloud: Cloud) => Promise<boolean>;

let calls = 0;
/** A call of its own, from a number of its own. */
const ownCall = (): Sent => ({ call: `call_own_${++calls}`, from: `+1212555${2000 + calls}` });

const emergency = (cloud: Cloud) =>
  send(cloud, 'voiceone/book-job', {
    ...ownCall(),
    args: { urgency: 'emergency', notes: 'It smells of gas.' },
  });

/** Whether a voice function answered with something to say, and not with a fault. */
function isSaid(answer: Told): boolean {
  const result = answer.status === 200 ? resultOf(answer) : {};
  return typeof result.message === 'string' && !('error' in result);
}

/** Whether the daily message about refused leads names the command of this stack that lists them. */
async function namesStack(cloud: Cloud): Promise<boolean> {
  const { document, tableName: TableName } = cloud.table;
  const today = new Date(cloud.now()).toISOString().slice(0, 10);
  // The message goes out once a day.
  await document.send(new DeleteCommand({ TableName, Key: refusedDayKey(demoAccount.accountId, today) }));
  await send(cloud, 'crm/lead', { ...ownCall(), args: { serviceRequested: '' } });
  await cloud.flow.drain();
  return String(cloud.aws.published.at(-1)?.Message).includes(' --stack dispatch-prod');
}

/** What became of a message that nobody knows. */
const unknownMessage = () => ({ id: randomUUID(), delivered: 'ms_unknown' });

/** A text that AWS took, and that this service did not send. */
const unknownToAws = ({ stack }: Cloud): TakenMessage => {
  const [set] = stack.ofType('AWS::SMSVOICE::ConfigurationSet');
  const Context = { messageId: 'ms_0123456789abcdefghjk', accountId: demoAccount.accountId };
  return { operation: 'SendTextMessage', id: 'aws-0', fields: { ConfigurationSetName: set?.ref, Context } };
};

/** People on call and the office hear of an emergency by AWS and by a provider of the company's own. */
const everyWay = {
  senders: {
    sms: { provider: 'aws', from: '+12125553090' },
    voice: { provider: 'webhook', from: '+12125553090' },
    email: { provider: 'aws', from: 'office@acme.example' },
  },
  office: [{ email: 'desk@acme.example', for: ['emergency'] }],
};

/** One for each function that `prod` deploys, by where its construct is. */
export const triggers: Readonly<Record<string, Trigger>> = {
  'crm/Function': async (cloud) => (await send(cloud, 'crm/lead', ownCall())).status === 202,
  'voiceone-function-call/Function': async (cloud) =>
    isSaid(await send(cloud, 'voiceone/get-business-hours', ownCall())),
  'voiceone-call-inbound/Function': async (cloud) => {
    const { body } = await send(cloud, 'voiceone/call-inbound', ownCall());
    return body?.call_inbound?.dynamic_variables?.company_name === 'Acme Heating and Air';
  },
  'voiceone-call-complete/Function': async (cloud) =>
    (await send(cloud, 'voiceone/call-ended', ownCall())).status === 204,
  'voicetwo/Function': async (cloud) => isSaid(await send(cloud, 'voicetwo/get-business-hours', ownCall())),
  'messaging-webhook/Function': async (cloud) => (await report(cloud, unknownMessage())).own === 204,
  'messaging-twilio/Function': async (cloud) => (await report(cloud, unknownMessage())).twilio === 204,
  'Board/Api/Function': async (cloud) => {
    const token = await cloud.signIn.accessToken({ 'custom:accounts': '*' });
    return (await askBoard(cloud, token, ['GET', '/accounts/acme-hvac/queue'])).status === 200;
  },
  'Pages/Show/Function': async (cloud) => {
    const { body } = await send(cloud, 'voiceone/book-job', ownCall());
    const { dispatchRequestId } = resultOf({ status: 200, body });
    const facts = { kind: 'visit', accountId: demoAccount.accountId, dispatchRequestId } as const;
    const page = await pageOf(cloud, facts);
    const shown = await page.open();
    const sent = await page.send({ action: 'confirm', version: '1' });
    const style = /href="(\/pages\/[^"]+)"/.exec(shown.body)?.[1];
    const file = await cloud.ask(`${page.baseUrl}${style}`, { method: 'GET' });
    return shown.body.includes('Your visit is booked') && sent.body.ok === true && file.status === 200;
  },
  'Board/SignIn/Claims/Function': async (cloud) => {
    const token = await cloud.signIn.accessToken({ 'custom:accounts': 'acme-hvac' });
    return Buffer.from(token.split('.')[1] ?? '', 'base64url').includes('"custom:accounts":"acme-hvac"');
  },
  'Board/Live/Connecting/Function': async (cloud) => {
    const token = await cloud.signIn.accessToken({ 'custom:accounts': '*' });
    return (await openSocket(cloud, token)) !== undefined;
  },
  'Board/Updates/Following/Function': async (cloud) => {
    const token = await cloud.signIn.accessToken({ 'custom:accounts': '*' });
    const socket = await openSocket(cloud, token);
    const sent = ownCall();
    await send(cloud, 'crm/lead', sent);
    await cloud.flow.drain();
    const digits = sent.from?.slice(-7);
    const { body } = await askBoard(cloud, token, ['GET', `/accounts/acme-hvac/search?q=${digits}`]);
    return body.requests.length === 1 && (socket?.messages ?? []).length > 0;
  },
  'Events/FromTable/Shaper/Function': async (cloud) => {
    const before = cloud.flow.events.length;
    await send(cloud, 'crm/lead', ownCall());
    await cloud.flow.drain();
    return cloud.flow.events.length > before;
  },
  'Events/Urgent/Telling/Function': async (cloud) => {
    const before = cloud.aws.published.length;
    await emergency(cloud);
    await cloud.flow.drain();
    const [told, ...others] = cloud.aws.published.slice(before).map(({ Message }) => Message);
    const isWhole = /Notified: Ana .*\nOn call now: .*See it: https:\/\/\S+\/\?account=acme-hvac/s;
    return others.length === 0 && isWhole.test(String(told)) && (await namesStack(cloud));
  },
  'ReleaseCheck/Check/Function': async (cloud) => (await cloud.release('crm')) === 'Succeeded',
  'Messages/Hearing/Function': (cloud) => cloud.messages.report(unknownToAws(cloud), 'TEXT_DELIVERED'),
  'Reminders/Due/Function': async (cloud) => {
    const accounts = createAccountStore(realDependencies(cloud.table));
    await accounts.put({ ...demoAccount, notify: everyWay });
    const before = { events: cloud.flow.events.length, taken: cloud.provider.taken() };
    cloud.messaging.taken.length = 0;
    await emergency(cloud);
    await cloud.pass(12 * MINUTE_MS);
    await accounts.put(demoAccount);
    const isEscalated = cloud.flow.events
      .slice(before.events)
      .some((event) => event['detail-type'] === 'dispatch-request.escalated');
    const byAws = new Set(cloud.messaging.taken.map(({ operation }) => operation));
    const areSent = byAws.has('SendTextMessage') && byAws.has('SendEmail');
    return isEscalated && areSent && cloud.provider.taken() > before.taken;
  },
  'Heartbeat/Knocker/Function': async (cloud) => {
    await cloud.pass(30 * MINUTE_MS);
    const { stdout } = await cloud.writtenBy('Heartbeat/Knocker/Function');
    return /"SilentRoutes":0,"UnconfirmedTopics":0\b/.test(stdout);
  },
};
