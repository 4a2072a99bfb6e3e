import { book, cancel, checkAvailability, reschedule } from '../../support/platforms/live-call.ts';
import { bye, hello, no, stranger, type Transcript, thursday, wednesday } from './line.ts';

/** Calls about appointments. */
export const appointments: readonly Transcript[] = [
  {
    title: 'a stranger books a day and a part of it',
    outcome: 'booked',
    lines: [
      stranger,
      hello,
      { caller: 'My air conditioner is leaking. Could someone come next Wednesday afternoon?' },
      {
        calls: checkAvailability,
        with: { serviceType: 'AC Repair', date: '2026-06-10', weekday: 'wednesday', partOfDay: 'afternoon' },
        by: 'Then call {check_availability}, with each wish in its argument. Never offer a time before that.',
        says: 'On Wednesday, June 10 for AC Repair I can offer 1 PM, 2 PM or 3 PM. Which works best for you?',
      },
      { caller: 'One works.' },
      {
        agent: 'May I have your name?',
        by: "Ask for what you don't know yet: the name, the street address",
      },
      { caller: 'Dana Miller.' },
      { agent: 'Miller, M, I, L, L, E, R?', by: 'Spell the last name back: "Miller, M, I, L, L, E, R?"' },
      { caller: 'Right. 401 West 14th Street, New York, 10014.' },
      {
        agent: 'AC Repair on Wednesday, June 10 at 1 PM at 401 West 14th Street, is that right?',
        by: 'Read back and wait for a yes',
      },
      { caller: 'Yes.' },
      {
        calls: book,
        with: {
          ...{ date: '2026-06-10', time: '13:00', serviceType: 'AC Repair', customerName: 'Dana Miller' },
          ...{ address: '401 West 14th Street', city: 'New York', zip: '10014', urgency: 'routine' },
        },
        by: 'Call {book_job} with all of it.',
        says: "You're booked for AC Repair on Wednesday, June 10 at 1 PM with Ana.",
        answers: { confirmed: true },
      },
      ...bye,
    ],
  },
  {
    title: 'a known customer moves the appointment that the agent knows before hello',
    booked: [wednesday],
    outcome: 'moved',
    lines: [
      {
        rings: {
          ...{ customer_known: 'true', customer_first_name: 'Dana', upcoming_count: '1' },
          upcoming_appointment: 'You have AC Repair on Wednesday, June 10 at 9 AM with Ana.',
        },
      },
      { agent: 'Hi Dana, thanks for calling.', by: 'With a first name, begin with "Hi" and that name' },
      { caller: 'I need to move my appointment to Friday, as early as you can.' },
      {
        calls: checkAvailability,
        with: { serviceType: 'AC Repair', date: '2026-06-12', prefer: 'earliest' },
        by: 'An appointment from an earlier call: {check_availability} with its dispatchRequestId, read back, then {reschedule_job}.',
        says: 'On Friday, June 12 for AC Repair I can offer 8 AM. Does that work for you?',
      },
      { caller: 'Yes, eight.' },
      {
        calls: reschedule,
        with: { date: '2026-06-12', time: '08:00' },
        by: 'An appointment from an earlier call: {check_availability} with its dispatchRequestId, read back, then {reschedule_job}.',
        says: 'Your AC Repair is moved from Wednesday, June 10 at 9 AM to Friday, June 12 at 8 AM with Ana.',
        answers: { confirmed: true },
      },
      ...bye,
    ],
  },
  {
    title: 'a known customer cancels',
    booked: [wednesday],
    outcome: 'canceled',
    lines: [
      { rings: { customer_first_name: 'Dana', upcoming_count: '1' } },
      { agent: 'Hi Dana, thanks for calling.', by: 'With a first name, begin with "Hi" and that name' },
      { caller: 'It works again, so nobody needs to come.' },
      {
        agent: 'Shall I cancel your AC Repair on Wednesday, June 10?',
        by: 'To cancel, ask "Shall I cancel your AC repair on Wednesday, June 10?" and, unless they have said it, why;',
      },
      { caller: 'Yes, please.' },
      {
        calls: cancel,
        with: { reason: 'It works again.' },
        by: 'after a yes call {cancel_job} with their reason.',
        says: 'Your AC Repair on Wednesday, June 10 at 9 AM is canceled. Is there anything else?',
        answers: { canceled: true },
      },
      ...no,
    ],
  },
  {
    title: 'a customer with two appointments says which one they mean',
    booked: [wednesday, thursday],
    outcome: 'canceled',
    lines: [
      { rings: { upcoming_count: '2' } },
      { agent: 'Hi Dana, thanks for calling.', by: 'With a first name, begin with "Hi" and that name' },
      { caller: 'Please cancel my appointment.' },
      {
        agent: 'The one on Wednesday, June 10, or the one on Thursday, June 11?',
        by: 'of several, ask which one',
      },
      { caller: 'Thursday.' },
      {
        calls: cancel,
        with: { dispatchRequestId: 'upcoming[1]', reason: 'no time' },
        by: 'Always pass its dispatchRequestId',
        says: 'Your Heating Repair on Thursday, June 11 at 9 AM is canceled. Is there anything else?',
        answers: { canceled: true },
      },
      ...no,
    ],
  },
  {
    title: 'a caller wants a day on which nobody works, in Spanish',
    outcome: 'booked',
    lines: [
      stranger,
      hello,
      { caller: 'Hola, mi calefacción no funciona. ¿Pueden venir el sábado?' },
      { agent: 'Claro, un momento.', by: 'If the caller speaks another language, speak it too.' },
      {
        calls: checkAvailability,
        with: { serviceType: 'Heating Repair', date: '2026-06-06' },
        by: 'Pass names and addresses as the caller says them, and everything else in English.',
        says: 'We are closed this Saturday, June 6. The next times are on Monday, June 8 at 8 AM, 1 PM or 4 PM. Which works best for you?',
        answers: { availableSlots: [], reason: 'closed' },
      },
      {
        agent: 'El sábado no trabajamos. Podemos venir el lunes, 8 de junio.',
        by: 'availableSlots is empty: say why, and offer nextAvailable.',
      },
      { caller: 'El lunes a las ocho. Soy José Núñez, 12 Oak Avenue, 10014.' },
      {
        calls: book,
        with: {
          ...{ date: '2026-06-08', time: '08:00', serviceType: 'Heating Repair', customerName: 'José Núñez' },
          ...{ address: '12 Oak Avenue', zip: '10014', urgency: 'routine' },
        },
        by: 'Call {book_job} with all of it.',
        says: "You're booked for Heating Repair on Monday, June 8 at 8 AM with Ana.",
        answers: { confirmed: true },
      },
      ...bye,
    ],
  },
];
