import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { realDependencies } from '../../../lib/aws/composition.ts';
import { createAccountStore } from '../../../lib/aws/stores/account-store.ts';
import { answerKey, toAnswerItem } from '../../../lib/aws/stores/answer-store.ts';
import { REFUSED_KEY, refusedLeadKey } from '../../../lib/aws/stores/refused-lead-store.ts';
import type { VoicePlatform } from '../../../lib/platforms/index.ts';
import { answerKeyOf } from '../../../lib/record/calls.ts';
import { routeIds } from '../../../lib/routes.ts';
import { DAY_MS, MINUTE_MS } from '../../../lib/scheduling/time.ts';
import { releaseAccount, SMOKE_CALLER } from '../../../lib/smoke/smoke-account.ts';
import { demoAccount } from '../../../local/demo/demo-account.ts';
import type { Cloud } from './cloud.ts';
import {
  askBoard,
  DATE,
  openSocket,
  pageOf,
  report,
  reportByOwn,
  reportByTwilio,
  resultOf,
  type Sent,
  send,
} from './senders.ts';
import { LANDLINE } from './text-provider.ts';
import { onWaitingList } from './waiting-list.ts';

/** The samples of functions that the platforms call by different names. */
const names = {
  voiceone: {
    book: 'book-job',
    move: 'reschedule-job',
    update: 'update-job',
    cancel: 'cancel-job',
    transfer: 'transfer-call',
  },
  voicetwo: {
    book: 'book-appointment',
    move: 'reschedule-appointment',
    update: 'update-appointment',
    cancel: 'cancel-appointment',
    transfer: 'transfer-to-human',
  },
} as const satisfies Readonly<Record<VoicePlatform, object>>;
/** The sample of the report of a call's end. */
const reportOf = { voiceone: 'call-ended', voicetwo: 'end-of-call-report' } as const;

/** Turns the report of a call into that of one whose transfer failed. */
export const failedReport = (body: string) =>
  body
    .replace('user_hangup', 'transfer_cancelled')
    .replace('"customer-ended-call"', '"customer-ended-call-during-transfer"');

/** Turns the report of a call into that of one that the agent ended with a goodbye. */
const withGoodbye = (body: string) =>
  body.replace('user_hangup', 'agent_hangup').replace('"customer-ended-call"', '"assistant-ended-call"');

/** Turns the report into that of a failed transfer, and hides the caller's number. */
const hidden = (body: string) =>
  failedReport(body).replaceAll(/"(?:from_number|number)":"\+12125553\d+"/g, '"unknown":1');

/** Uses a company's functions until each of their rights was needed at least once. */
export async function useEverything(cloud: Cloud): Promise<void> {
  await onThePhone(cloud, 'voiceone', '+12125553001');
  await onThePhone(cloud, 'voicetwo', '+12125553002');
  const merged = await byForms(cloud);
  await atTheBoard(cloud, merged);
  await onPages(cloud);
  await joinedEmergency(cloud);
  await release(cloud);
  await cloud.flow.drain();
  await beyondRepair(cloud);
  await onWaitingList(cloud);
  await byText(cloud);
  await byAws(cloud);
}

/** Releases every function. An earlier release has left behind a refused lead and a refused booking of its check. */
async function release(cloud: Cloud): Promise<void> {
  const { document, tableName: TableName } = cloud.table;
  const accountId = releaseAccount('crm');
  const left = { ...refusedLeadKey('left'), accountKey: REFUSED_KEY, createdAt: '2026-06-08', accountId };
  await document.send(new PutCommand({ TableName, Item: left }));
  const booking = { integration: 'voicetwo', caller: SMOKE_CALLER, invocation: 'left' } as const;
  const key = answerKey(answerKeyOf({ ...booking, accountId: releaseAccount('voicetwo') }));
  await document.send(new PutCommand({ TableName, Item: toAnswerItem(key, '{}', cloud.now()) }));
  for (const id of routeIds) await cloud.release(id);
}

/**
 * Makes a call that uses every function and is refused a time at night, two that hold a time, of which one ends with a
 * goodbye and one is cut off, and one whose transfer fails.
 */
async function onThePhone(cloud: Cloud, platform: VoicePlatform, from: string): Promise<void> {
  const own = names[platform];
  const say = (name: string, sent: Sent = {}) =>
    send(cloud, `${platform}/${name}`, { call: `${platform}_1`, from, ...sent });
  for (const name of ['create-customer', 'lookup-customer', 'check-availability', 'hold-time'])
    await say(name);
  await say(own.book, { args: { time: '03:00' } });
  for (const name of [own.book, own.update, own.move, own.cancel, 'take-message', 'get-service-types'])
    await say(name);
  await say(own.book, { args: { time: '15:00', urgency: 'emergency', notes: 'It smells of gas.' } });
  await say(reportOf[platform]);
  await say('hold-time', { call: `${platform}_2`, args: { time: '11:00' } });
  await say(reportOf[platform], { call: `${platform}_2`, edit: withGoodbye });
  await say('hold-time', { call: `${platform}_5`, args: { time: '11:00' } });
  await say(reportOf[platform], { call: `${platform}_5` });
  await say(own.transfer, { call: `${platform}_3` });
  for (const edit of [failedReport, failedReport, hidden])
    await say(reportOf[platform], { call: `${platform}_3`, edit });
  if (platform === 'voicetwo') await say('assistant-request', { call: 'voicetwo_4' });
  else await say('call-inbound', { call: 'voiceone_4' });
}

/**
 * Sends a lead, the same delivery again, a lead of somebody who has booked, an emergency, a lead that is refused, and
 * more leads of one number than may be open. Returns the id of the booking.
 */
async function byForms(cloud: Cloud): Promise<string> {
  const from = '+12125553003';
  await send(cloud, 'crm/lead', { from, call: 'lead_1' });
  await send(cloud, 'crm/lead', { from, call: 'lead_1' });
  const booked = await send(cloud, 'voiceone/book-job', {
    from,
    call: 'call_after_lead',
    // Calls that were cut off keep the time at 11 for a while.
    args: { time: '08:00' },
  });
  await send(cloud, 'crm/lead', { from, call: 'lead_2' });
  await send(cloud, 'crm/lead', { from: '+12125553007', call: 'lead_3', args: { urgency: 'emergency' } });
  await send(cloud, 'crm/lead', {
    from,
    call: 'lead_4',
    edit: (body) => body.replace('"contact"', '"contract"'),
  });
  for (let index = 0; index <= 20; index++)
    await send(cloud, 'crm/lead', { from: '+12125553009', call: `lead_of_many_${index}` });
  return resultOf(booked).dispatchRequestId;
}

const job = {
  name: 'Lee Park',
  phone: '(212) 555-3004',
  address: '1 Main Street',
  serviceTypeId: 'drain-cleaning',
};

const inAccount = (path: string) => `/acme-hvac${path}`;

/** What a dispatcher of all accounts does at the board. */
async function dispatcher(cloud: Cloud) {
  const token = await cloud.signIn.accessToken({ 'custom:accounts': '*' });
  const ask = (method: string, path: string, body?: object, headers?: object) =>
    askBoard(cloud, token, [method, `/accounts${path}`, body, headers]);
  return {
    ask,
    /** Changes a request as it stands. */
    async change(id: string, name: string, body: object) {
      const { body: now } = await ask('GET', inAccount(`/requests/${id}`));
      return ask('POST', inAccount(`/requests/${id}/${name}`), body, {
        'if-match': String(now.request.version),
      });
    },
  };
}

/** Uses each operation of the board. */
async function atTheBoard(cloud: Cloud, merged: string): Promise<void> {
  const { ask, change } = await dispatcher(cloud);
  const key = { 'idempotency-key': 'job-1' };
  const { body: made } = await ask('POST', inAccount('/requests'), job, key);
  await ask('POST', inAccount('/requests'), job, key);
  const token = await cloud.signIn.accessToken({ 'custom:accounts': '*' });
  await (await openSocket(cloud, token))?.close();
  await ask('GET', inAccount(`/requests/${made.dispatchRequestId}/starts?date=${DATE}`));
  await change(made.dispatchRequestId, 'schedule', { date: DATE, time: '08:00', technicianId: 'carla' });
  await change(made.dispatchRequestId, 'move', { date: DATE, time: '12:00', technicianId: 'carla' });
  await change(made.dispatchRequestId, 'notes', { note: 'Ring twice.' });
  const { body: edited } = await change(made.dispatchRequestId, 'edit', { name: 'Leigh Park', minutes: 45 });
  await change(made.dispatchRequestId, 'undo', { version: edited.version });
  // A lead's first visit stores the customer.
  const lead = await send(cloud, 'crm/lead', { from: '+12125553011', call: 'lead_to_schedule' });
  const visit = { date: DAY_OF_PAGES, time: '08:00', technicianId: 'ben', serviceTypeId: 'ac-repair' };
  await change(lead.body.dispatchRequestId, 'schedule', visit);
  const call = { platform: 'voiceone', callId: 'voiceone_1' };
  await ask('POST', inAccount('/requests'), { ...job, call });
  await takeHeldTime(cloud, (body) => change(made.dispatchRequestId, 'move', body));
  await change(merged, 'split', {});
  await change(merged, 'assign', { technicianId: 'ben' });
  await change(merged, 'status', { status: 'dispatched' });
  await change(made.dispatchRequestId, 'cancel', { reason: 'Called off' });
  const span = { technicianId: 'dev', from: `${DATE}T08:00`, to: `${DATE}T10:00`, reason: 'Dentist' };
  const { body: block } = await ask('POST', inAccount('/blocks'), span);
  const reads = [
    `/board/${DATE}`,
    `/board?from=${DATE}&days=2`,
    '/queue',
    '/calls',
    '/calls/voiceone/voiceone_1',
  ];
  for (const path of [...reads, '/customers?phone=%2B12125553001']) await ask('GET', inAccount(path));
  await cloud.flow.drain();
  // Finds requests, customers and calls by the same number.
  await ask('GET', inAccount('/search?q=5553001'));
  await ask('GET', '');
  await ask('DELETE', inAccount(`/blocks/${block.blockId}`));
}

/** Moves a visit to a time that a call holds. */
async function takeHeldTime(cloud: Cloud, move: (body: object) => Promise<unknown>): Promise<void> {
  const held = {
    call: 'call_holding',
    from: '+12125553005',
    args: { time: '15:00', serviceType: 'Plumbing Repair', technician: 'Carla' },
  };
  await send(cloud, 'voiceone/hold-time', held);
  await move({ date: DATE, time: '15:00', technicianId: 'carla', overHold: true });
}

/** Moves and cancels a visit by its page, and is at work by that of a day with a block. */
async function onPages(cloud: Cloud): Promise<void> {
  const { accountId } = demoAccount;
  const book = async (call: string, time: string): Promise<string> => {
    const args = { time, serviceType: 'Plumbing Repair', technician: 'Carla' };
    const sent = { call, from: '+12125553012', args: { ...args, date: DAY_OF_PAGES } };
    return resultOf(await send(cloud, 'voiceone/book-job', sent)).dispatchRequestId;
  };
  const dispatchRequestId = await book('call_page_1', '08:00');
  const own = await pageOf(cloud, { kind: 'visit', accountId, dispatchRequestId });
  await own.open(`?from=${DAY_OF_PAGES}`);
  const start = `${DAY_OF_PAGES}T10:00`;
  await own.send({ action: 'choose', version: '1', start });
  await own.send({ action: 'move', version: '1', start });
  await own.send({ action: 'cancel', version: '2' });
  const senders = { sms: { provider: 'log', from: '+12125553099' } };
  await createAccountStore(realDependencies(cloud.table)).put({ ...demoAccount, notify: { senders } });
  await own.send({ action: 'texts', on: 'yes' });
  const request = await book('call_page_2', '13:00');
  const { ask } = await dispatcher(cloud);
  const span = { from: `${DAY_OF_PAGES}T08:00`, to: `${DAY_OF_PAGES}T09:00`, reason: 'Dentist' };
  await ask('POST', inAccount('/blocks'), { technicianId: 'carla', ...span });
  const day = await pageOf(cloud, { kind: 'day', accountId, technicianId: 'carla', date: DAY_OF_PAGES });
  await day.send({ action: 'arrived', request, version: '1', key: 'press-1' });
  await day.open();
}

/**
 * Texts a customer and a landline about their visits and a technician about the day, reports what became of a text, and
 * lets the customer answer in every way, and others report a danger, at both endpoints.
 */
async function byText(cloud: Cloud): Promise<void> {
  const company = '+12125553098';
  const sms = { provider: 'webhook', from: company };
  const technicians = demoAccount.technicians.map((one) => ({ ...one, phone: '+12125553097' }));
  const notify = { senders: { sms }, customer: {}, technicians: { at: '06:30' } };
  await createAccountStore(realDependencies(cloud.table)).put({ ...demoAccount, technicians, notify });
  await send(cloud, 'crm/lead', { from: '+12125553014', call: 'lead_texts', args: { textConsent: 'yes' } });
  const book = (call: string, from: string, time: string) =>
    send(cloud, 'voiceone/book-job', {
      ...{ call, from },
      args: { time, date: DAY_OF_TEXTS, serviceType: 'Electrical Repair', textConsent: 'true' },
    });
  const from = '+12125553015';
  const { dispatchRequestId } = resultOf(await book('call_texts_1', from, '09:00'));
  await book('call_texts_2', LANDLINE, '13:00');
  await cloud.pass(10 * MINUTE_MS);
  const { ask } = await dispatcher(cloud);
  const { body } = await ask('GET', inAccount(`/outbox?request=${dispatchRequestId}`));
  await ask('GET', inAccount('/outbox'));
  await report(cloud, { id: 'in_0', delivered: body.messages?.[0]?.messageId });
  const texts = ['Yes', 'Is the technician nice?', 'Is the technician nice?', '1', 'Stop', 'Start', 'Help'];
  for (const [index, text] of texts.entries())
    await report(cloud, { id: `in_${index === 2 ? 1 : index + 1}`, from, to: company, text });
  // Each of them is alone with a danger, so that every endpoint has to alert people by itself.
  await reportByOwn(cloud, { id: 'gas_1', from: '+12125553019', to: company, text: DANGER });
  await reportByTwilio(cloud, { id: 'gas_2', from: '+12125553020', to: company, text: DANGER });
  await cloud.pass(10 * MINUTE_MS);
  // Shortly before technicians hear of their day in New York.
  cloud.setAhead(Date.parse(`${DAY_OF_TEXTS}T06:25:00-04:00`) - cloud.now());
  await cloud.pass(10 * MINUTE_MS);
}

/**
 * Texts a customer by AWS, calls and mails a person on call, says what became of each, and lets both answer. A text that
 * nobody can read ends up among the dead letters.
 */
async function byAws(cloud: Cloud): Promise<void> {
  const company = '+12125553096';
  const by = (from: string) => ({ provider: 'aws', from });
  const senders = { sms: by(company), voice: by(company), email: by('office@acme.example') };
  const office = [{ email: 'desk@acme.example', for: ['emergency', 'message'] }];
  const notify = { senders, customer: {}, office };
  await createAccountStore(realDependencies(cloud.table)).put({ ...demoAccount, notify });
  const from = '+12125553017';
  const args = { time: '14:00', date: DAY_OF_AWS, serviceType: 'Electrical Repair', textConsent: 'true' };
  await send(cloud, 'voiceone/book-job', { call: 'call_aws_1', from, args });
  const gas = { urgency: 'emergency', notes: 'It smells of gas.' };
  await send(cloud, 'voiceone/book-job', { call: 'call_aws_2', from: '+12125553018', args: gas });
  cloud.messaging.taken.length = 0;
  await cloud.pass(3 * MINUTE_MS);
  const became = { SendEmail: 'Delivery', SendTextMessage: 'TEXT_DELIVERED', SendVoiceMessage: 'VOICE_BUSY' };
  for (const taken of cloud.messaging.taken)
    await cloud.messages.report(taken, Reflect.get(became, taken.operation));
  const texts = ['Yes', 'Is he nice?', 'Is he nice?', '1', 'Stop', 'Start', 'Help'];
  for (const [index, text] of texts.entries())
    await cloud.messages.receive({ id: `aws_${index === 2 ? 1 : index}`, from, to: company, text });
  await cloud.messages.receive({ id: 'gas_3', from: '+12125553021', to: company, text: DANGER });
  await cloud.messages.receiveBroken();
  await cloud.pass(2 * MINUTE_MS);
}

const DANGER = 'I smell gas in the house';

/** A Friday on which nothing else happens. */
const DAY_OF_AWS = '2026-06-26';

/** A Friday on which nothing else happens. */
const DAY_OF_TEXTS = '2026-06-12';

/** A Friday on which nothing else happens. */
const DAY_OF_PAGES = '2026-06-19';

/** Reports an emergency twice, and declines the report whose alert stands for both: the other then has one of its own. */
async function joinedEmergency(cloud: Cloud): Promise<void> {
  const report = (call: string) =>
    send(cloud, 'crm/lead', { from: '+12125553010', call, args: { urgency: 'emergency' } });
  const alert = await report('lead_alert');
  await report('lead_joined');
  const { change } = await dispatcher(cloud);
  await change(alert.body.dispatchRequestId, 'decline', { reason: 'Not ours' });
  await cloud.pass(12 * MINUTE_MS);
}

/**
 * Stores a record that no release can read, and reports an emergency while the function that tells people is broken: both
 * end up among the dead letters.
 */
async function beyondRepair(cloud: Cloud): Promise<void> {
  const { document, tableName: TableName } = cloud.table;
  await document.send(new PutCommand({ TableName, Item: { pk: 'REQUEST#broken', sk: 'REQUEST' } }));
  await cloud.flow.drain();
  const told = 'Events/Urgent/Telling/Function';
  await cloud.replace(told, { handler: 'index.missing' });
  const emergency = { from: '+12125553006', call: 'call_gas_2', args: { urgency: 'emergency' } };
  const { dispatchRequestId } = resultOf(await send(cloud, 'voiceone/book-job', emergency));
  await cloud.flow.drain();
  await cloud.replace(told);
  const { change } = await dispatcher(cloud);
  await change(dispatchRequestId, 'cancel', { reason: 'A false alarm' });
  cloud.setAhead(DAY_MS);
  await cloud.flow.drain();
}
