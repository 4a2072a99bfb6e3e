/** A job of the demo day, booked by a call. */
export interface DemoJob {
  readonly time: string;
  readonly minutes: number;
  readonly technician: string;
  readonly serviceType: string;
  readonly name: string;
  readonly phone: string;
  readonly address: string;
  /** What the caller says first. */
  readonly said: string;
}

/** Ten jobs of four technicians, in the order in which they were booked. */
export const demoJobs: readonly DemoJob[] = [
  {
    ...{ time: '08:00', minutes: 60, technician: 'ana', serviceType: 'AC Tune-Up' },
    ...{ name: 'Grace Kim', phone: '+12125550171', address: '88 Greenwich Street' },
    said: 'I would like the yearly check of our air conditioning.',
  },
  {
    ...{ time: '10:00', minutes: 90, technician: 'ana', serviceType: 'Plumbing Repair' },
    ...{ name: 'Luis Ortega', phone: '+12125550172', address: '15 Broad Street' },
    said: 'There is a leak under the kitchen sink. It is slow, but the cabinet is getting wet.',
  },
  {
    ...{ time: '13:00', minutes: 120, technician: 'ana', serviceType: 'Heating Repair' },
    ...{ name: 'Priya Natarajan', phone: '+12125550173', address: '410 West 24th Street' },
    said: 'The radiators upstairs stay cold.',
  },
  {
    ...{ time: '08:30', minutes: 120, technician: 'ben', serviceType: 'Heating Repair' },
    ...{ name: 'Tom Becker', phone: '+12125550174', address: '233 East 70th Street' },
    said: 'Our furnace makes a banging noise when it starts.',
  },
  {
    ...{ time: '11:30', minutes: 120, technician: 'ben', serviceType: 'AC Repair' },
    ...{ name: 'Hannah Schultz', phone: '+12125550175', address: '9 Perry Street' },
    said: 'The AC in the server room blows warm air.',
  },
  {
    ...{ time: '14:30', minutes: 60, technician: 'ben', serviceType: 'AC Tune-Up' },
    ...{ name: 'Omar Haddad', phone: '+12125550176', address: '600 Columbus Avenue' },
    said: 'Could somebody service the unit before we rent the apartment out?',
  },
  {
    ...{ time: '08:00', minutes: 90, technician: 'carla', serviceType: 'Water Heater Repair' },
    ...{ name: 'Mary O’Connor', phone: '+12125550177', address: '31 Bank Street' },
    said: 'We have had no hot water since last night.',
  },
  {
    ...{ time: '10:30', minutes: 60, technician: 'carla', serviceType: 'Drain Cleaning' },
    ...{ name: 'Deshawn Carter', phone: '+12125550178', address: '1420 Lexington Avenue' },
    said: 'The bathtub drains very slowly.',
  },
  {
    ...{ time: '13:00', minutes: 90, technician: 'carla', serviceType: 'Plumbing Repair' },
    ...{ name: 'Yuki Tanaka', phone: '+12125550179', address: '77 Hudson Street' },
    said: 'A pipe in the basement drips.',
  },
  {
    ...{ time: '14:00', minutes: 90, technician: 'dev', serviceType: 'Electrical Repair' },
    ...{ name: 'Robert Fischer', phone: '+12125550180', address: '52 Vestry Street' },
    said: 'Two outlets in the living room are dead.',
  },
];

/** A visit that waits for a part. */
export const heldJob: DemoJob = {
  ...{ time: '15:30', minutes: 30, technician: 'carla', serviceType: 'Estimate' },
  ...{ name: 'Elena Petrova', phone: '+12125550181', address: '18 Cornelia Street' },
  said: 'I would like a quote for a new boiler.',
};
