import type { Example, Examples } from '../schema.ts';
import { functionAnswers } from './voiceone-answers.ts';

export const ongoingCall = {
  call_id: 'call_6f1c0a',
  call_type: 'phone_call',
  agent_id: 'agent_acme',
  agent_version: 6,
  agent_name: 'Front desk',
  call_status: 'ongoing',
  direction: 'inbound',
  from_number: '+12125550143',
  to_number: '+12125550100',
  start_timestamp: 1780315200000,
  transcript: 'Agent: Thanks for calling, how can I help?\nUser: My air conditioner has stopped.\n',
} as const;

const booking = {
  date: '2026-06-10',
  time: '09:00',
  serviceType: 'AC repair',
  customerName: 'Dana Miller',
  customerPhone: '212 555 0143',
  urgency: 'routine',
  address: '401 West 14th Street',
  city: 'New York',
  state: 'NY',
  zip: '10011',
};

const called = (name: string, summary: string, args: Example['body']) => ({
  summary,
  body: { name, args, call: ongoingCall },
});

export const functionCallExamples: Examples = {
  get_service_types: {
    ...called('get_service_types', 'What can be booked', {}),
    answer: functionAnswers.get_service_types,
  },
  get_business_hours: {
    ...called('get_business_hours', 'When the company is open on a date', { date: '2026-06-10' }),
    answer: functionAnswers.get_business_hours,
  },
  check_availability: {
    ...called('check_availability', 'Free times of a morning', {
      date: '2026-06-10',
      serviceType: 'air conditioning repair',
      preferredTime: 'morning',
    }),
    answer: functionAnswers.check_availability,
  },
  check_availability_none: {
    ...called('check_availability', 'A day with nothing free', {
      date: '2026-06-13',
      serviceType: 'AC repair',
    }),
    answer: functionAnswers.check_availability_none,
  },
  check_availability_words: {
    ...called('check_availability', 'The words of a caller', {
      date: 'Thursday or Friday',
      serviceType: 'AC repair',
      preferredTime: 'late morning',
    }),
    answer: functionAnswers.check_availability_words,
  },
  hold_time: {
    ...called('hold_time', 'A time is set aside while the caller gives their details', {
      date: '2026-06-10',
      time: 'nine',
      serviceType: 'AC repair',
    }),
    answer: functionAnswers.hold_time,
  },
  book_job: { ...called('book_job', 'A booking', booking), answer: functionAnswers.book_job },
  book_job_moved: {
    ...called('book_job', 'The same call, another time: the appointment moves', {
      ...booking,
      time: '14:00',
    }),
    answer: functionAnswers.book_job_moved,
  },
  book_job_refused: {
    ...called('book_job', 'A time when the company is closed', {
      ...booking,
      time: '6 AM',
      additionalVisit: true,
    }),
    answer: functionAnswers.book_job_refused,
  },
  book_job_choice: {
    ...called('book_job', 'A time that leaves something open', {
      ...booking,
      time: 'between 8 and 10',
      additionalVisit: true,
    }),
    answer: functionAnswers.book_job_choice,
  },
  book_job_unclear: {
    ...called('book_job', 'A time that may be of the morning or of the evening', { ...booking, time: '6' }),
    answer: functionAnswers.book_job_unclear,
  },
  book_job_incomplete: {
    ...called('book_job', 'Arguments are missing', { serviceType: 'repair' }),
    answer: functionAnswers.book_job_incomplete,
  },
  book_job_emergency: {
    ...called('book_job', 'An emergency', {
      serviceType: 'furnace repair',
      urgency: 'emergency',
      notes: 'It smells of gas.',
    }),
    answer: functionAnswers.book_job_emergency,
  },
  lookup_customer: {
    ...called('lookup_customer', 'Who is calling', {}),
    answer: functionAnswers.lookup_customer,
  },
  create_customer: {
    ...called('create_customer', 'More of a known customer', {
      customerName: 'Dana Miller',
      email: 'dana.miller@example.com',
    }),
    answer: functionAnswers.create_customer,
  },
  reschedule_job: {
    ...called('reschedule_job', 'An appointment moves to another day', {
      date: '2026-06-12',
      time: '15:00',
      serviceType: 'AC repair',
    }),
    answer: functionAnswers.reschedule_job,
  },
  reschedule_job_refused: {
    ...called('reschedule_job', 'A time that nobody works: the appointment stays', {
      date: '2026-06-12',
      time: '16:00',
    }),
    answer: functionAnswers.reschedule_job_refused,
  },
  update_job: {
    ...called('update_job', 'A gate code for the appointment', { gateCode: '4711#' }),
    answer: functionAnswers.update_job,
  },
  cancel_job: {
    ...called('cancel_job', 'An appointment is canceled', { reason: 'It works again.' }),
    answer: functionAnswers.cancel_job,
  },
  cancel_job_unknown: {
    ...called('cancel_job', 'An id that is not the caller’s', {
      dispatchRequestId: 'dr_00000000000000000000',
    }),
    answer: functionAnswers.cancel_job_unknown,
  },
  take_message: {
    ...called('take_message', 'A message for the office', {
      about: 'The invoice has the wrong address.',
      topic: 'billing',
    }),
    answer: functionAnswers.take_message,
  },
  transfer_call: {
    ...called('transfer_call', 'The number of a person', { reason: 'The caller asks for a person.' }),
    answer: functionAnswers.transfer_call,
  },
  unknown_function: {
    ...called('order_pizza', 'A function that nobody has', {}),
    answer: functionAnswers.unknown_function,
  },
};

export const callEndedEvent = {
  event: 'call_ended',
  call: {
    ...ongoingCall,
    call_status: 'ended',
    end_timestamp: 1780315295000,
    duration_ms: 95000,
    disconnection_reason: 'user_hangup',
    recording_url: 'https://recordings.example.com/call_6f1c0a/recording.wav',
  },
} as const;

export const callAnalyzedEvent = {
  event: 'call_analyzed',
  call: {
    ...callEndedEvent.call,
    call_analysis: { call_summary: 'The caller booked a visit.', user_sentiment: 'Positive' },
  },
} as const;

export const callReportExamples: Examples = {
  call_ended: { summary: 'The end of a call', body: callEndedEvent },
  call_analyzed: { summary: "The platform's analysis of the call", body: callAnalyzedEvent },
  call_started: {
    summary: 'An event that is ignored',
    body: { event: 'call_started', call: ongoingCall },
  },
};
