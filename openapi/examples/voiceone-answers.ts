import { dayFacts, listedDay, offers, slots } from './parts.ts';
import { bookingAnswers } from './voiceone-booking-answers.ts';

/** The service's answers to the examples with the same names, sent in sequence. */
export const functionAnswers = {
  ...bookingAnswers,
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
      weekday: 'Monday',
      time: '08:00',
      hours: [
        { day: 'Monday', open: '8:00 AM', close: '12:00 PM' },
        { day: 'Monday', open: '1:00 PM', close: '5:00 PM' },
      ],
    },
    hours: [
      { day: 'Wednesday', open: '8:00 AM', close: '12:00 PM' },
      { day: 'Wednesday', open: '1:00 PM', close: '5:00 PM' },
    ],
    date: '2026-06-10',
    weekday: 'Wednesday',
    understood: { from: '2026-06-10', to: '2026-06-10', certain: true },
    message: 'On Wednesday, June 10 we are open from 8 AM to noon and from 1 PM to 5 PM.',
  },
  check_availability: {
    message: 'On Wednesday, June 10 for AC Repair I can offer 8 AM, 9 AM or 10 AM. Which works best for you?',
    offered: offers('2026-06-10', '08:00', '09:00', '10:00'),
    days: [listedDay('2026-06-10', '08:00', '08:30', '09:00', '09:30', '10:00')],
    availableSlots: slots('08:00', '08:30', '09:00', '09:30', '10:00'),
    ...dayFacts('2026-06-10'),
    serviceType: 'AC Repair',
  },
  check_availability_none: {
    message:
      'We are closed on Saturday, June 13. The next times are on Monday, June 15 at 8 AM, 1 PM or 3 PM.',
    offered: offers('2026-06-15', '08:00', '13:00', '15:00'),
    availableSlots: [],
    ...dayFacts('2026-06-13'),
    serviceType: 'AC Repair',
    reason: 'closed',
    nextAvailable: {
      date: '2026-06-15',
      slots: slots('08:00', '13:00', '15:00'),
    },
  },
  check_availability_words: {
    message:
      'For AC Repair I can offer Thursday, June 4 at 9:30 AM or 10 AM, or Friday, June 5 at 9:30 AM. Which works best for you?',
    offered: [...offers('2026-06-04', '09:30', '10:00'), ...offers('2026-06-05', '09:30')],
    days: [listedDay('2026-06-04', '09:30', '10:00'), listedDay('2026-06-05', '09:30', '10:00')],
    availableSlots: slots('09:30', '10:00'),
    ...dayFacts('2026-06-04', '2026-06-05'),
    serviceType: 'AC Repair',
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
      { dispatchRequestId: 'dr_1r4z9w911t5escz8agtv', status: 'requested', service: 'AC Repair' },
      { dispatchRequestId: 'dr_av5ndjqyhgtwsrfdxqwk', status: 'requested', service: 'Heating Repair' },
    ],
    message: 'I found your record, Dana. You have AC Repair on Wednesday, June 10 at 2 PM with Ana.',
  },
  create_customer: {
    customerId: 'cu_52bb4f0a2dc1e5199b4667b0',
    created: false,
    message: "I've updated your details, Dana Miller.",
  },
  take_message: {
    noted: true,
    dispatchRequestId: 'dr_21s4c6fp6hprwr9g3x9t',
    dueAt: '2026-06-01T13:00:00.000Z',
    message: "I've noted it. Someone will call you at the number ending 0143 by 9 AM today.",
  },
  transfer_call: {
    transferTo: '+12125550100',
    message: "I'm connecting you with someone now. Please stay on the line.",
  },
  unknown_function: {
    error: {
      code: 'unknown_function',
      message: "That's not something I can do here. Would you like to talk to someone?",
    },
  },
};
