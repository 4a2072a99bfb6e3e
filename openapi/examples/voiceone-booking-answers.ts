import { dayFacts, offers, slot, today } from './parts.ts';

/** The service's answers to the booking examples with the same names, sent in sequence. */
export const bookingAnswers = {
  hold_time: {
    held: true,
    heldUntil: '2026-06-01T12:03:00.000Z',
    message: "I've set Wednesday, June 10 at 9 AM aside for you for a few minutes.",
    ...dayFacts('2026-06-10'),
    ...slot('09:00'),
    nextStep: 'Ask for what you still need, then book this date and start.',
  },
  book_job: {
    confirmed: true,
    dispatchRequestId: 'dr_wm01nmz2zy7s83vjw0j7',
    message: "You're booked for AC Repair on Wednesday, June 10 at 9 AM with Ana.",
    ...dayFacts('2026-06-10'),
    ...slot('09:00'),
  },
  book_job_moved: {
    confirmed: true,
    dispatchRequestId: 'dr_wm01nmz2zy7s83vjw0j7',
    message:
      'Your AC Repair is moved from Wednesday, June 10 at 9 AM to Wednesday, June 10 at 2 PM with Ana.',
    ...dayFacts('2026-06-10'),
    ...slot('14:00'),
  },
  book_job_refused: {
    message: 'We are closed at 6 AM on Wednesday, June 10. I can offer 8 AM, 8:30 AM or 9 AM.',
    offered: offers('2026-06-10', '08:00', '08:30', '09:00'),
    confirmed: false,
    reason: 'closed',
    alternatives: offers('2026-06-10', '08:00', '08:30', '09:00'),
    ...dayFacts('2026-06-10'),
  },
  book_job_choice: {
    confirmed: false,
    message: 'On Wednesday, June 10 for AC Repair I can offer 8 AM, 9 AM or 10 AM. Which works best for you?',
    offered: offers('2026-06-10', '08:00', '09:00', '10:00'),
    reason: 'choose_time',
    alternatives: offers('2026-06-10', '08:00', '09:00', '10:00'),
    ...dayFacts('2026-06-10'),
    nextStep: 'Let the caller choose one of these times, then call again with its date and start.',
  },
  book_job_unclear: {
    confirmed: false,
    message: 'Six in the morning or six in the evening?',
    reason: 'unclear_time',
    nextStep: 'Call again with the time and AM or PM.',
    suggestions: ['06:00', '18:00'],
    today,
    alternatives: [],
  },
  book_job_incomplete: {
    confirmed: false,
    message: 'Could you tell me the day, the time and your name?',
    reason: 'missing_argument',
    missing: ['date', 'time', 'customerName'],
    nextStep: 'Ask the caller for the day, the time and their name, then call again.',
    alternatives: [],
  },
  book_job_emergency: {
    confirmed: false,
    reason: 'needs_human',
    dispatchRequestId: 'dr_av5ndjqyhgtwsrfdxqwk',
    transferTo: '+12125550100',
    message:
      "Get everyone outside now and call 911 from there. Someone from our team has to take care of this. I'm connecting you now.",
    danger: 'gas',
  },
  reschedule_job: {
    confirmed: true,
    dispatchRequestId: 'dr_wm01nmz2zy7s83vjw0j7',
    message: 'Your AC Repair is moved from Wednesday, June 10 at 2 PM to Friday, June 12 at 3 PM with Ana.',
    ...dayFacts('2026-06-12'),
    ...slot('15:00'),
  },
  reschedule_job_refused: {
    message:
      'AC Repair at 4 PM on Friday, June 12 would run past our hours. Your appointment on Friday, June 12 at 3 PM stays. I can offer 2:30 PM, 2 PM or 1:30 PM.',
    offered: offers('2026-06-12', '14:30', '14:00', '13:30'),
    confirmed: false,
    reason: 'duration_exceeds_hours',
    dispatchRequestId: 'dr_wm01nmz2zy7s83vjw0j7',
    alternatives: offers('2026-06-12', '14:30', '14:00', '13:30'),
    ...dayFacts('2026-06-12'),
  },
  update_job: {
    updated: true,
    dispatchRequestId: 'dr_wm01nmz2zy7s83vjw0j7',
    message: "I've added that to your AC Repair on Friday, June 12 at 3 PM.",
  },
  cancel_job: {
    canceled: true,
    dispatchRequestId: 'dr_wm01nmz2zy7s83vjw0j7',
    message: 'Your AC Repair on Friday, June 12 at 3 PM is canceled. Is there anything else?',
  },
  cancel_job_unknown: {
    canceled: false,
    reason: 'confirm_appointment',
    dispatchRequestId: 'dr_av5ndjqyhgtwsrfdxqwk',
    appointments: [{ dispatchRequestId: 'dr_av5ndjqyhgtwsrfdxqwk', serviceType: 'Heating Repair' }],
    message:
      "I only have one visit for you: the Heating Repair that has no time yet. Is that the one? I haven't changed anything.",
    nextStep: 'If it is the one, call again with this dispatchRequestId.',
  },
};
