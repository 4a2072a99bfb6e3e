/** What the service answers to the examples of the same names, sent one after the other. */
export const functionAnswers = {
  get_service_types: {
    serviceTypes: [
      { name: 'AC Repair', durationMinutes: 120 },
      { name: 'Heating Repair', durationMinutes: 60 },
    ],
    message: 'We offer AC Repair and Heating Repair. Which do you need?',
  },
  get_business_hours: {
    timezone: 'America/New_York',
    openNow: true,
    today: {
      date: '2026-06-01',
      day: 'Monday',
      hours: [
        { day: 'Monday', open: '8:00 AM', close: '12:00 PM' },
        { day: 'Monday', open: '1:00 PM', close: '5:00 PM' },
      ],
    },
    hours: [
      { day: 'Wednesday', open: '8:00 AM', close: '12:00 PM' },
      { day: 'Wednesday', open: '1:00 PM', close: '5:00 PM' },
    ],
    message: 'On Wednesday, June 10 we are open from 8 AM to noon and from 1 PM to 5 PM.',
  },
  check_availability: {
    availableSlots: [
      { time: '8:00 AM', technician: 'Ana' },
      { time: '8:30 AM', technician: 'Ana' },
      { time: '9:00 AM', technician: 'Ana' },
      { time: '9:30 AM', technician: 'Ana' },
      { time: '10:00 AM', technician: 'Ana' },
    ],
    date: '2026-06-10',
    serviceType: 'AC Repair',
    message:
      'On Wednesday, June 10 for AC Repair I can offer 8 AM, 9 AM or 10 AM. Which suits you? Nothing is booked yet.',
  },
  check_availability_none: {
    availableSlots: [],
    date: '2026-06-13',
    serviceType: 'AC Repair',
    reason: 'closed',
    nextAvailable: {
      date: '2026-06-15',
      slots: [
        { time: '8:00 AM', technician: 'Ana' },
        { time: '8:30 AM', technician: 'Ana' },
        { time: '9:00 AM', technician: 'Ana' },
      ],
    },
    message:
      'We are closed on Saturday, June 13. The next times are on Monday, June 15 at 8 AM, 8:30 AM or 9 AM. Nothing is booked yet.',
  },
  book_job: {
    confirmed: true,
    dispatchRequestId: 'dr_wm01nmz2zy7s83vjw0j7',
    message: "You're booked for AC Repair on Wednesday, June 10 at 9 AM with Ana.",
    date: '2026-06-10',
    time: '9:00 AM',
    technician: 'Ana',
  },
  book_job_moved: {
    confirmed: true,
    dispatchRequestId: 'dr_wm01nmz2zy7s83vjw0j7',
    message:
      'Your AC Repair is moved from Wednesday, June 10 at 9 AM to Wednesday, June 10 at 2 PM with Ana.',
    date: '2026-06-10',
    time: '2:00 PM',
    technician: 'Ana',
  },
  book_job_refused: {
    confirmed: false,
    reason: 'closed',
    message:
      'We are closed at 6 AM on Wednesday, June 10. Nothing is booked yet. I can offer 8 AM, 8:30 AM or 9 AM.',
    alternatives: [
      { date: '2026-06-10', time: '8:00 AM', technician: 'Ana' },
      { date: '2026-06-10', time: '8:30 AM', technician: 'Ana' },
      { date: '2026-06-10', time: '9:00 AM', technician: 'Ana' },
    ],
  },
  book_job_incomplete: {
    confirmed: false,
    reason: 'missing_argument',
    missing: ['date', 'time', 'customerName'],
    message: 'Please ask the caller for the day, the time and their name. Nothing is booked yet.',
    alternatives: [],
  },
  book_job_emergency: {
    confirmed: false,
    reason: 'needs_human',
    dispatchRequestId: 'dr_av5ndjqyhgtwsrfdxqwk',
    transferTo: '+12125550100',
    message: 'A person has to take this on. I am connecting you now. No appointment is booked.',
  },
  lookup_customer: {
    found: true,
    customer: {
      customerId: 'cu_52bb4f0a2dc1e5199b4667b0',
      firstName: 'Dana',
      name: 'Dana Miller',
      addressOnFile: true,
      sites: [{ siteId: 'st_eeb69a9f0fb8', street: 'West 14th Street' }],
    },
    upcoming: [
      {
        dispatchRequestId: 'dr_wm01nmz2zy7s83vjw0j7',
        date: '2026-06-10',
        time: '2:00 PM',
        service: 'AC Repair',
        serviceType: 'AC Repair',
        technician: 'Ana',
        status: 'scheduled',
        street: 'West 14th Street',
      },
    ],
    openRequests: [
      { dispatchRequestId: 'dr_av5ndjqyhgtwsrfdxqwk', status: 'requested', service: 'Heating Repair' },
    ],
    message: 'I found your record, Dana. You have AC Repair on Wednesday, June 10 at 2 PM with Ana.',
  },
  create_customer: {
    customerId: 'cu_52bb4f0a2dc1e5199b4667b0',
    created: false,
    message: 'I have updated your details, Dana Miller. Nothing is booked yet.',
  },
  reschedule_job: {
    confirmed: true,
    dispatchRequestId: 'dr_wm01nmz2zy7s83vjw0j7',
    message: 'Your AC Repair is moved from Wednesday, June 10 at 2 PM to Friday, June 12 at 3 PM with Ana.',
    date: '2026-06-12',
    time: '3:00 PM',
    technician: 'Ana',
  },
  reschedule_job_refused: {
    confirmed: false,
    reason: 'duration_exceeds_hours',
    dispatchRequestId: 'dr_wm01nmz2zy7s83vjw0j7',
    message:
      'AC Repair at 4 PM on Friday, June 12 would run past our hours. Your appointment on Friday, June 12 at 3 PM stays. I can offer 2:30 PM, 2 PM or 1:30 PM.',
    alternatives: [
      { date: '2026-06-12', time: '2:30 PM', technician: 'Ana' },
      { date: '2026-06-12', time: '2:00 PM', technician: 'Ana' },
      { date: '2026-06-12', time: '1:30 PM', technician: 'Ana' },
    ],
  },
  cancel_job: {
    canceled: true,
    dispatchRequestId: 'dr_wm01nmz2zy7s83vjw0j7',
    message: 'Your AC Repair on Friday, June 12 at 3 PM is canceled. Is there anything else?',
  },
  cancel_job_unknown: {
    canceled: false,
    reason: 'no_appointment',
    message:
      'I find no upcoming appointment that I can change for this caller. I can book a new one or connect you with a person.',
  },
  take_message: {
    noted: true,
    dispatchRequestId: 'dr_21s4c6fp6hprwr9g3x9t',
    dueAt: '2026-06-01T13:00:00.000Z',
    message: "I've noted it. Someone will call you at the number ending 0143 by 9 AM today.",
  },
  transfer_call: {
    transferTo: '+12125550100',
    message: "I'm connecting you with a person now. Please stay on the line.",
  },
  unknown_function: {
    error: {
      code: 'unknown_function',
      message: 'That is not something I can do here. I can connect you with a person.',
    },
  },
};
