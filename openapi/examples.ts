import { kits } from '../lib/kits/index.ts';
import type { Json, SampleContext } from '../lib/kits/samples/sample.ts';
import type { Integration } from '../lib/platforms/index.ts';
import type { RouteId } from '../lib/routes.ts';
import type { Schema } from './schema.ts';

/** A request of a platform to the demo's company. The service's own answers to all examples, in order, are recorded. */
export interface Example {
  readonly summary: string;
  readonly body: Schema;
}

type Examples = Readonly<Record<string, Example>>;

/** When all examples are sent, in epoch milliseconds: on Monday, June 1, 2026, at 8 AM in New York. */
export const NOW = Date.UTC(2026, 5, 1, 12);

const context = (integration: Integration): SampleContext => ({
  origin: kits[integration].demo.origin,
  date: '2026-06-10',
  time: '09:00',
  serviceType: 'AC repair',
  callId: 'call_6f1c0a',
  caller: '+12125550143',
  called: '+12125550100',
  invocationId: 'call_9pQ2xT7rWm4cV1nYk8sLz0Ab',
  now: new Date(NOW),
});

/** An example that is a sample of the platform's kit, which `over` adapts. */
function sample(integration: Integration, name: string, over: Partial<SampleContext> = {}): Example {
  const found = kits[integration].samples[name];
  if (found === undefined) throw new Error(`There is no sample ${integration}/${name}`);
  const sent = { ...context(integration), ...over };
  const body = found.body(sent, found.args?.(sent) ?? {});
  if (!isObject(body)) throw new Error(`The sample ${integration}/${name} is not an object`);
  return { summary: `${found.about.charAt(0).toUpperCase()}${found.about.slice(1)}`, body };
}

const isObject = (json: Json): json is { readonly [name: string]: Json } =>
  typeof json === 'object' && json !== null && !Array.isArray(json);

const { origin: agent_id, callId: call_id, caller: from_number, called: to_number } = context('voiceone');
const ongoingCall = {
  ...{ call_id, call_type: 'phone_call', agent_id, agent_version: 6, agent_name: 'Front desk' },
  ...{ call_status: 'ongoing', direction: 'inbound', from_number, to_number },
  start_timestamp: NOW - 95_000,
  transcript: 'Agent: Thanks for calling, how can I help?\nUser: My air conditioner has stopped.\n',
};

/** A call of a function on platform one. */
const call = (name: string, summary: string, args: Schema, over: Schema = {}): Example => ({
  summary,
  body: { name, args, call: { ...ongoingCall, ...over } },
});

const place = { address: '401 West 14th Street', city: 'New York', state: 'NY', zip: '10011' };
const booking = {
  ...{ date: '2026-06-10', time: '09:00', serviceType: 'AC repair' },
  ...{ customerName: 'Dana Miller', customerPhone: '212 555 0143', urgency: 'routine' },
  ...place,
};
const { date, serviceType, zip } = booking;

const functionCalls: Examples = {
  get_service_types: call('get_service_types', 'What can be booked', {}),
  get_business_hours: call('get_business_hours', 'When the company is open on a date', { date }),
  check_availability: call('check_availability', 'Free times of a morning', {
    ...{ date, serviceType: 'air conditioning repair', preferredTime: 'morning', zip },
  }),
  check_availability_none: call('check_availability', 'A day with nothing free', {
    ...{ date: '2026-06-14', serviceType, zip },
  }),
  check_availability_words: call('check_availability', 'The words of a caller', {
    ...{ date: 'Thursday or Friday', serviceType, preferredTime: 'late morning', zip },
  }),
  hold_time: call('hold_time', 'A time is set aside while the caller gives their details', {
    ...{ date, time: '09:00', serviceType, zip },
  }),
  book_job: call('book_job', 'A booking', booking),
  book_job_moved: call('book_job', 'The same call, another time: the appointment moves', {
    ...booking,
    time: '14:00',
  }),
  book_job_refused: call('book_job', 'A time when the company is closed', {
    ...{ ...booking, time: '06:00', additionalVisit: true },
  }),
  book_job_choice: call('book_job', 'A time that leaves something open', {
    ...{ ...booking, time: 'between 8 and 10', additionalVisit: true },
  }),
  book_job_unclear: call('book_job', 'A time that may be of the morning or of the evening', {
    ...booking,
    time: '6',
  }),
  book_job_incomplete: call(
    'book_job',
    'Arguments are missing',
    { serviceType: 'repair' },
    // Nothing is remembered from another call.
    { call_id: 'call_91b7e2' },
  ),
  book_job_emergency: call('book_job', 'An emergency', {
    ...{ serviceType: 'furnace repair', urgency: 'emergency', notes: 'It smells of gas.' },
  }),
  lookup_customer: call('lookup_customer', 'Who is calling', {}),
  create_customer: call('create_customer', 'More of a known customer', {
    ...{ customerName: 'Dana Miller', email: 'dana.miller@example.com' },
  }),
  reschedule_job: call('reschedule_job', 'An appointment moves to another day', {
    ...{ date: '2026-06-12', time: '15:00', serviceType },
  }),
  reschedule_job_refused: call('reschedule_job', 'A time that nobody works: the appointment stays', {
    ...{ date: '2026-06-12', time: '16:00', serviceType },
  }),
  update_job: call('update_job', 'A gate code for the appointment', { gateCode: '4711#', serviceType }),
  wait_list: call('wait_list', 'An earlier time than the appointment is wanted', { textConsent: true }),
  cancel_job: call('cancel_job', 'An appointment is canceled', { reason: 'It works again.', serviceType }),
  cancel_job_unknown: call('cancel_job', 'An id that is not the caller’s', {
    dispatchRequestId: 'dr_00000000000000000000',
  }),
  take_message: call('take_message', 'A message for the office', {
    ...{ about: 'The invoice has the wrong address.', topic: 'billing' },
  }),
  transfer_call: call('transfer_call', 'The number of a person', { reason: 'The caller asks for a person.' }),
  unknown_function: call('order_pizza', 'A function that nobody has', {}),
};

const leadBy = { callId: 'call_2a9d41', caller: '+12125550145' };
const stranger = { callId: 'call_b41c77', caller: '+12125550144' };
const voicetwo = (name: string) => sample('voicetwo', name, stranger);

export const examples: Readonly<Record<RouteId, Examples>> = {
  crm: {
    lead: sample('crm', 'lead', leadBy),
    free_workflow: sample('crm', 'free-workflow', { ...leadBy, caller: '+12125550146' }),
  },
  'voiceone-call-inbound': {
    call_inbound: sample('voiceone', 'call-inbound'),
    chat_inbound: { ...sample('voiceone', 'chat-inbound'), summary: 'A text message that begins a chat' },
    unknown_agent: {
      ...sample('voiceone', 'call-inbound', { origin: 'agent_nobody' }),
      summary: 'A call for an agent that no account has',
    },
  },
  'voiceone-function-call': functionCalls,
  'voiceone-call-complete': {
    call_ended: sample('voiceone', 'call-ended'),
    call_analyzed: sample('voiceone', 'call-analyzed'),
    call_started: sample('voiceone', 'call-started'),
  },
  voicetwo: {
    function_call: voicetwo('function-call'),
    tool_calls: voicetwo('tool-calls'),
    transfer_destination_request: voicetwo('transfer-destination-request'),
    assistant_request: voicetwo('assistant-request'),
    end_of_call_report: voicetwo('end-of-call-report'),
    status_update: voicetwo('status-update'),
  },
  'messaging-webhook': {
    reply: {
      summary: 'A text of a customer',
      body: {
        type: 'message.received',
        data: { id: 'in_1', from: '+12125550143', to: '+12125550100', text: 'Please ring the side door.' },
      },
    },
    delivered: {
      summary: 'A message has arrived',
      body: { type: 'message.delivered', data: { messageId: 'ms_1' } },
    },
  },
  'messaging-twilio': {
    reply: {
      summary: 'A text of a customer',
      body: {
        MessageSid: 'SM1',
        From: '+12125550143',
        To: '+12125550100',
        Body: 'Please ring the side door.',
      },
    },
  },
};
