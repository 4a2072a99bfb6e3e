import { randomBytes } from 'node:crypto';
import { outputName } from '../../infra/output-name.ts';
import { createLinkStore } from '../../lib/aws/stores/link-store.ts';
import { createOutbox } from '../../lib/aws/stores/outbox-store.ts';
import { newLink } from '../../lib/record/link.ts';
import { messageIdOf, type OutboxMessage } from '../../lib/record/outbox/message.ts';
import { routeIds } from '../../lib/routes.ts';
import { accountDocument, booking } from '../functions/service.ts';
import { publish } from '../support/releases-stand-in.ts';
import { file, runAs, started } from './rights-fixture.ts';

export const inAccount = ['--account', 'acme-hvac'];
export const why = ['--reason', 'a test'];
export const dana = ['--phone', '+12125550100'];

export function leadBody(firstName: string, phone: string) {
  const customData = { serviceRequested: 'furnace repair' };
  const contact = { id: `c-${firstName}`, firstName, phone };
  return { type: 'WorkflowWebhook', locationId: 'loc_acme', contact, customData };
}

let leads = 0;
/** A lead that nobody has seen. */
export async function lead(name = 'Jo', phone = `+12125551${100 + ++leads}`): Promise<string> {
  return (await started().service.send('crm', leadBody(`${name} ${leads}`, phone))).body.dispatchRequestId;
}

/** The id of a lead that was refused for the name of a field. */
export async function refusedLead(): Promise<string> {
  const { customData, ...body } = leadBody(`Refused ${++leads}`, '+12125550190');
  await started().service.send('crm', { ...body, customData: { service: customData.serviceRequested } });
  const { out } = await runAs('Operators', ['leads', 'refused', 'list', '--json']);
  return JSON.parse(out).at(-1).refusedLeadId;
}

let visits = 0;
/** A visit of a caller of its own: two a day, from Monday to Friday. */
export async function visit(): Promise<string> {
  const day = Math.floor(visits / 2);
  const date = `2026-06-${String(8 + (day % 5) + 7 * Math.floor(day / 5)).padStart(2, '0')}`;
  const number = `+12125550${100 + visits}`;
  const time = visits++ % 2 === 0 ? '09:00' : '13:00';
  const over = { call_id: `call_${visits}`, from_number: number };
  const asked = booking({ date, time, customerPhone: number });
  return (await started().service.call('book_job', asked, over)).dispatchRequestId;
}

let others = 0;
const call = async (name: string, args: object): Promise<string> => {
  const over = { call_id: `call_other_${++others}`, from_number: `+12125552${100 + others}` };
  return (await started().service.call(name, { ...args }, over)).dispatchRequestId;
};
export const emergency = () => call('book_job', { urgency: 'emergency', notes: 'gas' });
export const message = () => call('take_message', { about: 'The invoice has the wrong address.' });

/** A call that ended, with its report stored. */
export async function reported(): Promise<string> {
  const call = {
    call_id: 'call_over',
    agent_id: 'agent_acme',
    from_number: '+12125550123',
    transcript: 'Hi',
  };
  await started().service.send('voiceone-call-complete', { event: 'call_ended', call });
  return 'call_over';
}

let starts = 0;
/** A start that nothing has taken. */
export function start(): readonly string[] {
  const at = new Date(Date.UTC(2026, 5, 29 + Math.floor(starts / 4) * 7 + (starts % 4)));
  starts++;
  return ['--date', at.toISOString().slice(0, 10), '--time', '09:00'];
}

let blocks = 0;
/** A technician's morning that nothing has taken. */
export function morning(): readonly string[] {
  const date = `2026-07-${String(3 + 7 * blocks++).padStart(2, '0')}`;
  return [...inAccount, '--technician', 'ana', '--from', `${date}T08:00`, '--to', `${date}T10:00`, ...why];
}

/** A start that is held for a caller. */
export async function held(): Promise<readonly string[]> {
  const taken = start();
  const [, date, , time] = taken;
  await call('hold_time', { date, time, serviceType: 'AC Repair' });
  return taken;
}

export async function block(): Promise<string> {
  const { out } = await runAs('Operators', ['technicians', 'block', ...morning(), '--json']);
  return JSON.parse(out).blockId;
}

/** A technician whose day has a link. */
export async function linked(): Promise<string> {
  const { dependencies, clock } = started().service;
  const facts = { kind: 'day', accountId: 'acme-hvac', technicianId: 'ana', date: '2026-06-01' } as const;
  const { link } = newLink(facts, { baseUrl: '', token: randomBytes(16), now: clock.now });
  await createLinkStore(dependencies).put(link, clock.now + 1_000);
  return 'ana';
}

/** A message that failed. */
export async function lost(): Promise<string> {
  const { dependencies, clock } = started().service;
  const at = new Date(clock.now).toISOString();
  const messageId = messageIdOf(['lost', String(clock.now)]);
  const message: OutboxMessage = {
    ...{
      messageId,
      accountId: 'acme-hvac',
      template: 'test',
      audience: 'office',
      channel: 'sms',
      to: '+12125550177',
    },
    ...{ from: '+12125550100', provider: 'log', text: 'A test.', status: 'failed', attempts: 1 },
    ...{ createdAt: at, dueAt: at, expiresAt: at },
  };
  await createOutbox(dependencies).add({ messages: [message] }, clock.now + 1_000);
  return messageId;
}

/** A visit that began as a lead. */
export async function merged(): Promise<string> {
  const number = `+12125550${100 + visits}`;
  await lead(`Ed ${visits}`, number);
  return await visit();
}

/** After a change of its own, so that there is something to publish again. */
export async function redrivable(): Promise<readonly string[]> {
  const { stream, aws } = started();
  await stream.entries();
  await lead();
  const entries = await stream.entries();
  const { record, shardId } = entries.find((one) => one.record.dynamodb?.Keys?.sk?.S === 'REQUEST') ?? {};
  const startSequenceNumber = record?.dynamodb?.SequenceNumber;
  const DDBStreamBatchInfo = { shardId, startSequenceNumber, batchSize: 1, streamArn: stream.streamArn };
  aws.queue.set('from-pipe', JSON.stringify({ version: '1.0', DDBStreamBatchInfo }));
  aws.queue.set('foreign', '{"hello":"world"}');
  return [];
}

/** A release of every function that is under way. */
export async function released(): Promise<readonly string[]> {
  const { aws, releases } = started();
  const { DeploymentApplication = '', ...outputs } = aws.stacks.get('dispatch-prod') ?? {};
  publish(releases, 2, (id) => String(outputs[outputName(`FunctionName-${id}`)]), DeploymentApplication);
  for (const id of routeIds) releases.deployments.set(id, id);
  return [];
}

/** An account whose messages leave by AWS, which has all that they need. */
export async function sendingByAws(): Promise<string> {
  const { messaging, aws } = started();
  const TwoWayChannelArn = [...aws.stacks.values()][0]?.TextsTopicArn;
  const [phone, address] = ['+12125550180', 'office@calls.example'];
  messaging.numbers.set(phone, { RegistrationId: 'registration-1', TwoWayChannelArn });
  messaging.registrations.set('registration-1', 'COMPLETE');
  messaging.identities.set(address, true);
  const number = { provider: 'aws', from: phone };
  const senders = { sms: number, voice: number, email: { provider: 'aws', from: address } };
  const document = accountDocument({ accountId: 'calls', origins: {}, onCall: [], notify: { senders } });
  await runAs('Operators', ['accounts', 'put', file('calls.json', document), '--yes']);
  return 'calls';
}
