/** A company with people on call: at night in New York, and a backup for whole weekends. */
export const onCallDocument = (over: object = {}) => ({
  accountId: 'acme',
  name: 'Acme',
  timezone: 'America/New_York',
  hours: { monday: [['08:00', '17:00']], tuesday: [['08:00', '17:00']] },
  exceptions: { '2026-06-09': [] },
  serviceTypes: [
    { id: 'ac', name: 'AC Repair', durationMinutes: 60, skills: ['hvac'] },
    { id: 'drain', name: 'Drain Cleaning', durationMinutes: 60, skills: ['plumbing'] },
  ],
  technicians: [
    { id: 'ana', name: 'Ana', skills: ['hvac'] },
    { id: 'ben', name: 'Ben', skills: ['hvac', 'plumbing'] },
  ],
  transfer: { phone: '+12125550100', afterHoursPhone: '+12125550199' },
  onCall: [
    { name: 'Kim', phone: '+12125550103', role: 'manager', hours: everyDay(['00:00', '24:00']) },
    {
      technicianId: 'ben',
      phone: '+12125550102',
      role: 'backup',
      shifts: [{ from: '2026-06-12T17:00', to: '2026-06-15T08:00' }],
    },
    { technicianId: 'ana', phone: '+12125550101', role: 'first', hours: everyDay(['17:00', '08:00']) },
  ],
  ...over,
});

/** The same hours on each weekday. */
export function everyDay(...ranges: readonly (readonly [string, string])[]) {
  return {
    ...{ monday: ranges, tuesday: ranges, wednesday: ranges, thursday: ranges },
    ...{ friday: ranges, saturday: ranges, sunday: ranges },
  };
}
