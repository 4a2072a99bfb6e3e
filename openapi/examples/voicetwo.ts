import { company } from '../../lib/wording/en/company.ts';
import type { Examples } from '../schema.ts';
import { functionCallAnswer, toolCallsAnswer, transferAnswer } from './voicetwo-answers.ts';

const customer = { number: '+12125550144' };

export const ongoingCall = {
  id: '4f0a2c55-6a2e-4f5e-9c1c-0e6a8f1f7b10',
  orgId: '9b2f6a1e-2f0e-4a55-8f2b-1c7d5e3a9f00',
  type: 'inboundPhoneCall',
  status: 'in-progress',
  createdAt: '2026-06-01T11:58:25.000Z',
  updatedAt: '2026-06-01T12:00:00.000Z',
  assistantId: 'asst_acme',
  metadata: { assistantId: 'asst_acme' },
  customer,
} as const;

const commonFields = { timestamp: 1780315200000, call: ongoingCall, customer };

const booking = {
  date: '2026-06-11',
  time: '10:00',
  serviceType: 'Heating Repair',
  customerName: 'Lee Park',
  customerPhone: '+12125550144',
  urgency: 'routine',
};

const availabilityCall = {
  id: 'call_9pQ2xT7rWm4cV1nYk8sLz0Ab',
  type: 'function',
  function: {
    name: 'checkAvailability',
    arguments: '{"date":"2026-06-11","serviceType":"furnace repair","preferredTime":"morning"}',
  },
};

const bookingCall = {
  id: 'call_Zk3vB8nTq1wE5yHu7sLd2Xc0',
  type: 'function',
  function: { name: 'bookAppointment', arguments: JSON.stringify({ ...booking, time: '11:00' }) },
};

export const toolCallsMessage = {
  type: 'tool-calls' as const,
  toolCallList: [availabilityCall, bookingCall],
  toolWithToolCallList: [
    { type: 'function' as const, toolCall: availabilityCall },
    { type: 'function' as const, toolCall: bookingCall },
  ],
  ...commonFields,
};

export const transferMessage = { type: 'transfer-destination-request', ...commonFields } as const;

const assistantRequestMessage = {
  type: 'assistant-request',
  phoneNumber: { provider: 'twilio', number: '+12125550109' },
  ...commonFields,
} as const;

export const reportMessage = {
  type: 'end-of-call-report',
  endedReason: 'customer-ended-call',
  startedAt: '2026-06-01T11:58:25.000Z',
  endedAt: '2026-06-01T12:00:30.000Z',
  artifact: {
    transcript: 'AI: Thanks for calling, how can I help?\nUser: My furnace has stopped.\n',
    recordingUrl: 'https://recordings.example.com/4f0a2c55.wav',
  },
  analysis: { summary: 'The caller booked a visit.' },
  ...commonFields,
} as const;

export const voicetwoExamples: Examples = {
  function_call: {
    summary: 'A booking, in the legacy message',
    body: {
      message: {
        type: 'function-call',
        functionCall: { name: 'bookAppointment', parameters: booking },
        ...commonFields,
      },
    },
    answer: functionCallAnswer,
  },
  tool_calls: {
    summary: 'Two calls in one message; the second moves the appointment',
    body: { message: toolCallsMessage },
    answer: toolCallsAnswer,
  },
  transfer_destination_request: {
    summary: 'Where to transfer the call to',
    body: { message: transferMessage },
    answer: transferAnswer,
  },
  assistant_request: {
    summary: 'A call to a number without an account',
    body: { message: assistantRequestMessage },
    answer: { error: company.notSetUp.join(' ') },
  },
  end_of_call_report: { summary: 'The end of a call', body: { message: reportMessage }, answer: {} },
  status_update: {
    summary: 'A message that is ignored',
    body: { message: { type: 'status-update', status: 'in-progress', ...commonFields } },
    answer: {},
  },
};
