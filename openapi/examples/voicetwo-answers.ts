import { dayFacts, listedDay, offers, slot, slots } from './parts.ts';

/** The service's answers to the examples with the same names, sent in sequence. */
export const functionCallAnswer = {
  result: {
    confirmed: true,
    dispatchRequestId: 'dr_mcjtaw022k569negyvqw',
    message: "You're booked for Heating Repair on Thursday, June 11 at 10 AM with Ana.",
    ...dayFacts('2026-06-11'),
    ...slot('10:00'),
  },
};

export const toolCallsAnswer = {
  results: [
    {
      toolCallId: 'call_9pQ2xT7rWm4cV1nYk8sLz0Ab',
      name: 'checkAvailability',
      result: JSON.stringify({
        message:
          'On Thursday, June 11 for Heating Repair I can offer 8 AM, 9:30 AM or 11 AM. Which works best for you?',
        offered: offers('2026-06-11', '08:00', '09:30', '11:00'),
        days: [listedDay('2026-06-11', '08:00', '08:30', '09:00', '09:30', '10:00', '10:30', '11:00')],
        availableSlots: slots('08:00', '08:30', '09:00', '09:30', '10:00', '10:30', '11:00'),
        ...dayFacts('2026-06-11'),
        serviceType: 'Heating Repair',
      }),
    },
    {
      toolCallId: 'call_Zk3vB8nTq1wE5yHu7sLd2Xc0',
      name: 'bookAppointment',
      result: JSON.stringify({
        confirmed: true,
        dispatchRequestId: 'dr_mcjtaw022k569negyvqw',
        message:
          'Your Heating Repair is moved from Thursday, June 11 at 10 AM to Thursday, June 11 at 11 AM with Ana.',
        ...dayFacts('2026-06-11'),
        ...slot('11:00'),
      }),
    },
  ],
};

export const transferAnswer = {
  destination: {
    type: 'number' as const,
    number: '+12125550100',
    message: "I'm connecting you with someone now. Please stay on the line.",
  },
};
