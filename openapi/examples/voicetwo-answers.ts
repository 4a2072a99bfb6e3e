/** What the service answers to the examples of the same names, sent one after the other. */
export const functionCallAnswer = {
  result: {
    confirmed: true,
    dispatchRequestId: 'dr_mcjtaw022k569negyvqw',
    message: "You're booked for Heating Repair on Thursday, June 11 at 10 AM with Ana.",
    date: '2026-06-11',
    time: '10:00 AM',
    technician: 'Ana',
  },
};

export const toolCallsAnswer = {
  results: [
    {
      toolCallId: 'call_9pQ2xT7rWm4cV1nYk8sLz0Ab',
      name: 'checkAvailability',
      result: JSON.stringify({
        availableSlots: [
          { time: '8:00 AM', technician: 'Ana' },
          { time: '8:30 AM', technician: 'Ana' },
          { time: '9:00 AM', technician: 'Ana' },
          { time: '9:30 AM', technician: 'Ana' },
          { time: '10:00 AM', technician: 'Ana' },
          { time: '10:30 AM', technician: 'Ana' },
          { time: '11:00 AM', technician: 'Ana' },
        ],
        date: '2026-06-11',
        serviceType: 'Heating Repair',
        message:
          'On Thursday, June 11 for Heating Repair I can offer 8 AM, 9:30 AM or 11 AM. Which suits you? Nothing is booked yet.',
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
        date: '2026-06-11',
        time: '11:00 AM',
        technician: 'Ana',
      }),
    },
  ],
};

export const transferAnswer = {
  destination: {
    type: 'number' as const,
    number: '+12125550100',
    message: "I'm connecting you with a person now. Please stay on the line.",
  },
};
