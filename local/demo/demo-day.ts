import { parseAccount } from '../../lib/accounts/document/account-document.ts';
import { localInstant } from '../../lib/scheduling/hours.ts';
import { addDays, HOUR_MS, MINUTE_MS, momentOf, weekdayOf } from '../../lib/scheduling/time.ts';
import { formatClockTime, wallMinute } from '../../lib/scheduling/time-of-day.ts';
import { speakDate } from '../../lib/wording/en/days-and-times.ts';
import { demoAccount } from './demo-account.ts';
import type { DemoCall, DemoClient } from './demo-client.ts';

/** This time is longer than the notice that the account asks for. */
const NOTICE_MS = 3 * HOUR_MS;
const account = parseAccount(demoAccount);

/**
 * Creates a dispatcher's day: ten jobs with the progress that they would have by now, a block, an emergency,
 * messages, a lead, a call that booked nothing and a time held for a caller who is deciding. Everything is sent to the
 * endpoints.
 * @param now epoch milliseconds
 */
export async function makeDemoDay(client: DemoClient, now: number): Promise<void> {
  const date = workdayOf(now);
  const midnight = instant(date, '00:00');
  // The jobs are booked on the evening before, or in the last hours if that evening is in the future.
  const bookedBy = Math.min(midnight - 4 * HOUR_MS, now - HOUR_MS);
  const ids: string[] = [];
  for (const [index, job] of demoJobs.entries()) {
    const at = bookedBy - (demoJobs.length - index) * 20 * MINUTE_MS;
    ids.push(await book(client, job, date, at, `demo_call_${index + 1}`));
  }
  const held = await book(client, heldJob, date, bookedBy, 'demo_call_11');
  await client.change(bookedBy + 30 * MINUTE_MS, held, [['hold', { reason: 'The boiler is out of stock.' }]]);
  const from = `${date}T16:00`;
  const training = { technicianId: 'dev', from, to: `${date}T17:00`, reason: 'Safety training' };
  await client.block(bookedBy + 40 * MINUTE_MS, training);
  await addWaitingWork(client, now);
  const isAhead = midnight > now;
  for (const [index, job] of demoJobs.entries()) {
    const id = ids[index] ?? '';
    const isFirst = isAhead && job.time === '08:00';
    // The first visits of the next workday are already dispatched.
    if (isFirst) await client.change(bookedBy + 50 * MINUTE_MS, id, [['status', { status: 'dispatched' }]]);
    else await progress(client, id, job, date, now);
  }
  await holdTime(client, date, now);
}

/** Holds a time at the end of the day, or of the next one, for a call that has not ended. The README's booking must not collide with it. */
async function holdTime(client: DemoClient, date: string, now: number): Promise<void> {
  const next = addDays(date, weekdayOf(date) === 'friday' ? 3 : 1);
  const time = '16:00';
  const day = instant(date, time) > now + NOTICE_MS ? date : next;
  const call = { callId: 'demo_call_31', caller: '+12125550196', at: now };
  await client.callFunction(call, 'hold_time', {
    date: day,
    time,
    serviceType: 'Estimate',
    zip: '10014',
  });
}

/** Returns today, or on a weekend the next Monday. */
function workdayOf(now: number): string {
  const { today } = momentOf(account, now);
  const ahead = { saturday: 2, sunday: 1 }[String(weekdayOf(today))] ?? 0;
  return addDays(today, ahead);
}

const instant = (date: string, time: string): number => localInstant(account, `${date}T${time}`) * MINUTE_MS;

/** Books a job by a call. Resolves to its id. */
async function book(
  client: DemoClient,
  job: DemoJob,
  date: string,
  at: number,
  callId: string,
): Promise<string> {
  const call = { callId, caller: job.phone, at };
  const place = { address: job.address, city: 'New York', state: 'NY', zip: job.zip };
  const clock = formatClockTime(wallMinute(job.time));
  const { dispatchRequestId } = await client.callFunction(call, 'book_job', {
    ...{ date, time: job.time, serviceType: job.serviceType, technician: job.technician },
    ...{ customerName: job.name, customerPhone: job.phone, ...place },
  });
  await client.endCall(call, [
    ['Agent', 'Thanks for calling Acme Heating and Air. How can I help?'],
    ['User', job.said],
    ['Agent', `I can send someone on ${speakDate(date, date)} at ${clock}. What is the address?`],
    ['User', `${job.address}, and my name is ${job.name}.`],
    ['Agent', 'Thank you, you are booked.'],
  ]);
  return dispatchRequestId;
}

/** Adds an emergency, due and overdue messages, a lead and a caller who booked nothing. */
async function addWaitingWork(client: DemoClient, now: number): Promise<void> {
  let lastWorkday = addDays(momentOf(account, now).today, -1);
  while (['saturday', 'sunday'].includes(weekdayOf(lastWorkday))) lastWorkday = addDays(lastWorkday, -1);
  const overdue = { callId: 'demo_call_21', caller: '+12125550191', at: instant(lastWorkday, '15:10') };
  await leaveMessage(
    client,
    overdue,
    { about: 'The invoice has the wrong address.', topic: 'billing', customerName: 'Paul Weiss' },
    'The invoice has the wrong address. Please call me back.',
  );

  const unbooked = { callId: 'demo_call_22', caller: '+12125550192', at: now - 95 * MINUTE_MS };
  const asked = { serviceType: 'Drain Cleaning' };
  await client.callFunction(unbooked, 'check_availability', asked);
  const turns = [['User', 'Can somebody clear a drain today? No? Then I will try someone else.']] as const;
  await client.endCall(unbooked, turns, [['check_availability', asked]]);

  await client.lead(now - 35 * MINUTE_MS, {
    contact: { id: 'demo_contact_1', firstName: 'Dana', lastName: 'Miller', phone: '+12125550193' },
    customData: {
      ...{ serviceRequested: 'AC Tune-Up', preferredTime: 'morning', urgency: 'routine' },
      ...{ address: '401 West 14th Street', city: 'New York', state: 'NY', zip: '10014' },
      notes: 'The dog is friendly. Please ring twice.',
    },
  });

  const due = { callId: 'demo_call_23', caller: '+12125550194', at: now - 12 * MINUTE_MS };
  await leaveMessage(
    client,
    due,
    { about: 'Wants to know what a heat pump costs.', topic: 'estimate', customerName: 'Ines Costa' },
    'What would a heat pump cost for a house with three bedrooms?',
  );

  const emergency = { callId: 'demo_call_24', caller: '+12125550195', at: now - 4 * MINUTE_MS };
  await client.callFunction(emergency, 'book_job', {
    ...{ urgency: 'emergency', serviceType: 'Plumbing Repair', customerName: 'Walter Jensen' },
    ...{ address: '140 Charles Street', city: 'New York', state: 'NY', zip: '10014' },
    notes: 'A pipe burst and the basement is flooding.',
  });
  await client.endCall(emergency, [['User', 'A pipe burst, the basement is flooding!']]);
}

async function leaveMessage(
  client: DemoClient,
  call: DemoCall,
  message: Readonly<Record<'about' | 'topic' | 'customerName', string>>,
  said: string,
): Promise<void> {
  await client.callFunction(call, 'take_message', message);
  await client.endCall(call, [['User', said]]);
}

type Step = readonly [at: number, status: string];

/** Sets each job's status by its time; one technician is late. */
async function progress(
  client: DemoClient,
  id: string,
  job: DemoJob,
  date: string,
  now: number,
): Promise<void> {
  const start = instant(date, job.time);
  const steps: readonly Step[] = [
    [start - 90 * MINUTE_MS, 'dispatched'],
    [start - 25 * MINUTE_MS, 'en_route'],
    [start + 3 * MINUTE_MS, 'in_progress'],
    [start + (job.minutes - 5) * MINUTE_MS, 'completed'],
  ];
  const isLate = job.name === 'Hannah Schultz' && now < start + job.minutes * MINUTE_MS;
  const done = steps.filter(([at, status]) => at <= now && !(isLate && status !== 'dispatched'));
  for (const [at, status] of done) await client.change(at, id, [['status', { status }]]);
}

/** A job of the demo day, booked by a call. */
export interface DemoJob {
  readonly time: string;
  readonly minutes: number;
  readonly technician: string;
  readonly serviceType: string;
  readonly name: string;
  readonly phone: string;
  readonly address: string;
  readonly zip: string;
  /** What the caller says first. */
  readonly said: string;
}

/** Ten jobs of four technicians, in the order in which they were booked. */
const demoJobs: readonly DemoJob[] = [
  {
    ...{ time: '08:00', minutes: 60, technician: 'ana', serviceType: 'AC Tune-Up' },
    ...{ name: 'Grace Kim', phone: '+12125550171', address: '88 Greenwich Street', zip: '10006' },
    said: 'I would like the yearly check of our air conditioning.',
  },
  {
    ...{ time: '10:00', minutes: 90, technician: 'ana', serviceType: 'Plumbing Repair' },
    ...{ name: 'Luis Ortega', phone: '+12125550172', address: '15 Broad Street', zip: '10005' },
    said: 'There is a leak under the kitchen sink. It is slow, but the cabinet is getting wet.',
  },
  {
    ...{ time: '13:00', minutes: 120, technician: 'ana', serviceType: 'Heating Repair' },
    ...{ name: 'Priya Natarajan', phone: '+12125550173', address: '410 West 24th Street', zip: '10011' },
    said: 'The radiators upstairs stay cold.',
  },
  {
    ...{ time: '08:30', minutes: 120, technician: 'ben', serviceType: 'Heating Repair' },
    ...{ name: 'Tom Becker', phone: '+12125550174', address: '233 East 70th Street', zip: '10021' },
    said: 'Our furnace makes a banging noise when it starts.',
  },
  {
    ...{ time: '11:30', minutes: 120, technician: 'ben', serviceType: 'AC Repair' },
    ...{ name: 'Hannah Schultz', phone: '+12125550175', address: '9 Perry Street', zip: '10014' },
    said: 'The AC in the server room blows warm air.',
  },
  {
    ...{ time: '14:30', minutes: 60, technician: 'ben', serviceType: 'AC Tune-Up' },
    ...{ name: 'Omar Haddad', phone: '+12125550176', address: '600 Columbus Avenue', zip: '10024' },
    said: 'Could somebody service the unit before we rent the apartment out?',
  },
  {
    ...{ time: '08:00', minutes: 90, technician: 'carla', serviceType: 'Water Heater Repair' },
    ...{ name: 'Mary O’Connor', phone: '+12125550177', address: '31 Bank Street', zip: '10014' },
    said: 'We have had no hot water since last night.',
  },
  {
    ...{ time: '10:30', minutes: 60, technician: 'carla', serviceType: 'Drain Cleaning' },
    ...{ name: 'Deshawn Carter', phone: '+12125550178', address: '1420 Lexington Avenue', zip: '10128' },
    said: 'The bathtub drains very slowly.',
  },
  {
    ...{ time: '13:00', minutes: 90, technician: 'carla', serviceType: 'Plumbing Repair' },
    ...{ name: 'Yuki Tanaka', phone: '+12125550179', address: '77 Hudson Street', zip: '10013' },
    said: 'A pipe in the basement drips.',
  },
  {
    ...{ time: '14:00', minutes: 90, technician: 'dev', serviceType: 'Electrical Repair' },
    ...{ name: 'Robert Fischer', phone: '+12125550180', address: '52 Vestry Street', zip: '10013' },
    said: 'Two outlets in the living room are dead.',
  },
];

/** A visit that waits for a part. */
const heldJob: DemoJob = {
  ...{ time: '15:30', minutes: 30, technician: 'carla', serviceType: 'Estimate' },
  ...{ name: 'Elena Petrova', phone: '+12125550181', address: '18 Cornelia Street', zip: '10014' },
  said: 'I would like a quote for a new boiler.',
};
