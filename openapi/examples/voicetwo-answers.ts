/** What the service answers to the examples of the same names, sent one after the other. */
export const functionCallAnswer = {
  result: {
    confirmed: true,
    dispatchRequestId: 'dr_mcjtaw022k569negyvqw',
    message: "You're booked for Heating Repair on Thursday, June 11 at 10 AM with Ana.",
    date: '2026-06-11',
    weekday: 'Thursday',
    understood: { from: '2026-06-11', to: '2026-06-11', certain: true },
    today: { date: '2026-06-01', weekday: 'Monday', time: '08:00' },
    time: '10:00 AM',
    start: '10:00',
    technician: 'Ana',
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
        offered: [
          { date: '2026-06-11', weekday: 'Thursday', time: '8:00 AM', start: '08:00', technician: 'Ana' },
          { date: '2026-06-11', weekday: 'Thursday', time: '9:30 AM', start: '09:30', technician: 'Ana' },
          { date: '2026-06-11', weekday: 'Thursday', time: '11:00 AM', start: '11:00', technician: 'Ana' },
        ],
        days: [
          {
            date: '2026-06-11',
            weekday: 'Thursday',
            slots: [
              { time: '8:00 AM', start: '08:00', technician: 'Ana' },
              { time: '8:30 AM', start: '08:30', technician: 'Ana' },
              { time: '9:00 AM', start: '09:00', technician: 'Ana' },
              { time: '9:30 AM', start: '09:30', technician: 'Ana' },
              { time: '10:00 AM', start: '10:00', technician: 'Ana' },
              { time: '10:30 AM', start: '10:30', technician: 'Ana' },
              { time: '11:00 AM', start: '11:00', technician: 'Ana' },
            ],
          },
        ],
        availableSlots: [
          { time: '8:00 AM', start: '08:00', technician: 'Ana' },
          { time: '8:30 AM', start: '08:30', technician: 'Ana' },
          { time: '9:00 AM', start: '09:00', technician: 'Ana' },
          { time: '9:30 AM', start: '09:30', technician: 'Ana' },
          { time: '10:00 AM', start: '10:00', technician: 'Ana' },
          { time: '10:30 AM', start: '10:30', technician: 'Ana' },
          { time: '11:00 AM', start: '11:00', technician: 'Ana' },
        ],
        date: '2026-06-11',
        weekday: 'Thursday',
        understood: { from: '2026-06-11', to: '2026-06-11', certain: true },
        today: { date: '2026-06-01', weekday: 'Monday', time: '08:00' },
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
        date: '2026-06-11',
        weekday: 'Thursday',
        understood: { from: '2026-06-11', to: '2026-06-11', certain: true },
        today: { date: '2026-06-01', weekday: 'Monday', time: '08:00' },
        time: '11:00 AM',
        start: '11:00',
        technician: 'Ana',
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
