import { book, handOver, serviceTypes, takeMessage } from '../../support/platforms/live-call.ts';
import { bye, hello, stranger, type Transcript } from './line.ts';

/** Calls about other topics. */
export const others: readonly Transcript[] = [
  {
    title: 'a caller smells gas',
    outcome: 'emergency',
    lines: [
      stranger,
      hello,
      { caller: 'It smells of gas in my kitchen!' },
      {
        calls: book,
        with: {
          ...{ urgency: 'emergency', danger: 'gas' },
          ...{ serviceType: 'Heating Repair', notes: 'smells of gas in the kitchen' },
        },
        by: 'Emergency, as danger and urgency describe it: call {book_job} at once with urgency "emergency"',
        says: 'Get everyone outside now and call 911 from there. Before I connect you, could you tell me the address?',
        answers: { confirmed: false, danger: 'gas', transferTo: '+12125550100' },
      },
      {
        uses: 'connect_caller',
        by: 'If transferTo is a number, say the message, and use {connect_caller}, which dials it.',
      },
    ],
  },
  {
    title: 'a caller asks for a person, and nobody picks up',
    outcome: 'message',
    lines: [
      stranger,
      hello,
      { caller: 'Can I talk to a person, please?' },
      {
        calls: handOver,
        with: {},
        by: 'If the last answer had no transferTo, call {transfer_call}.',
        says: "I'm connecting you with someone now. Please stay on the line.",
      },
      {
        uses: 'connect_caller',
        by: 'If transferTo is a number, say the message, and use {connect_caller}, which dials it.',
      },
      {
        agent: "I couldn't reach anyone just now. What is it about?",
        by: 'ask what it is about, and call {take_message}.',
      },
      { caller: 'The technician left his ladder here.' },
      {
        calls: takeMessage,
        with: { about: 'The technician left his ladder here.' },
        by: 'If nobody picks up and the caller is back with you, say "I couldn\'t reach anyone just now."',
        says: "I've noted it. Someone will call you at the number ending 0123 by 9 AM today.",
        answers: { noted: true },
      },
      ...bye,
    ],
  },
  {
    title: 'a caller asks for a price',
    outcome: 'message',
    lines: [
      stranger,
      hello,
      { caller: 'What does a new furnace cost?' },
      {
        agent: "I don't have that price. Shall I have someone call you?",
        by: "If asked for any other price, say that you don't have it and offer a callback, or a service that is an estimate.",
      },
      { caller: 'Yes. In the morning, please.' },
      {
        calls: takeMessage,
        with: { about: 'Wants to know what a new furnace costs.', topic: 'estimate', when: 'in the morning' },
        by: 'They want a callback, a price, help with a bill or to complain: ask what it is about and when a call suits, then {take_message}',
        says: "I've noted it. Someone will call you at the number ending 0123 by 9 AM today.",
        answers: { noted: true },
      },
      ...bye,
    ],
  },
  {
    title: 'a caller wants what the company does not do',
    outcome: 'answered',
    lines: [
      stranger,
      hello,
      { caller: 'Do you clean pools?' },
      {
        calls: serviceTypes,
        by: 'If none fits, say what the company does ({get_service_types} lists it)',
        says: 'We offer AC Repair and Heating Repair. Which do you need?',
      },
      { caller: 'Then never mind.' },
      ...bye,
    ],
  },
  {
    title: 'nobody says anything',
    outcome: 'silent',
    lines: [
      stranger,
      hello,
      { agent: 'Are you still there?', by: 'Silence: ask "Are you still there?"' },
      {
        agent: "I can't hear you, so I'll hang up now.",
        by: 'After another silence say "I can\'t hear you, so I\'ll hang up now."',
      },
      { uses: 'hang_up', by: 'and call {hang_up}.' },
    ],
  },
];
