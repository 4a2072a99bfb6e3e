/** An account with three areas, two of which overlap, and fees by area, urgency and time. */
export const areasDocument = (over: object = {}) => ({
  accountId: 'acme',
  name: 'Acme',
  timezone: 'America/New_York',
  hours: { monday: [['08:00', '17:00']] },
  serviceTypes: [
    { id: 'ac', name: 'AC Repair', durationMinutes: 60 },
    { id: 'drain', name: 'Drain Cleaning', durationMinutes: 60 },
  ],
  technicians: [
    { id: 'ana', name: 'Ana' },
    { id: 'ben', name: 'Ben' },
  ],
  serviceAreas: [
    { id: 'center', name: 'Downtown', zips: ['10001', '10002'] },
    {
      id: 'river',
      name: 'Riverside',
      zips: ['112*', '11301'],
      serviceTypeIds: ['ac'],
      weekdays: ['tuesday', 'thursday'],
      feeId: 'far',
    },
    { id: 'bridge', name: 'Bridge', zips: ['11201'], technicianIds: ['ben'] },
  ],
  fees: [
    { id: 'visit', says: 'an 89 dollar visit fee, which goes toward the repair' },
    { id: 'far', says: 'a 120 dollar visit fee' },
    { id: 'night', says: 'a 199 dollar fee outside our hours', afterHours: true, urgency: 'routine' },
  ],
  ...over,
});
