/** What a field of the account document means. */
interface Meaning {
  /** One or two sentences for the person who sets up a company. */
  readonly says: string;
  /** For fields that the demo's account leaves out. */
  readonly example?: unknown;
  /** What holds without the field, where the schema names no default. */
  readonly without?: string;
  /** Whether `says` also explains the fields inside, so that they get no rows of their own. */
  readonly coversFields?: true;
}

/** By path, in the order of the schema. A test compares the paths with the schema's. */
export const meanings: Readonly<Record<string, Meaning>> = {
  accountId: {
    says: 'Identifies the company in the table, in keys and on the command line. It never changes.',
  },
  version: {
    says: 'The version that the document was edited from. `accounts put` refuses to overwrite a newer one.',
    example: 7,
    without: 'not checked',
  },
  name: { says: "The company's name, as callers hear it." },
  timezone: {
    says: 'The zone of all hours, dates and times. It cannot change while appointments or blocks lie ahead.',
  },
  region: {
    says: 'The country whose phone numbers may be written without a country code. `US` also reads 11/24 as a month and a day.',
  },
  language: { says: 'The language of what callers hear. A function call may ask for another one.' },
  origins: { says: 'How deliveries find the company. One origin belongs to one account.' },
  'origins.crm': { says: 'Location ids at the CRM (`locationId`).' },
  'origins.voiceone': { says: 'Agent ids at platform one (`agent_id`).' },
  'origins.voicetwo': {
    says: 'Assistant ids at platform two (`assistantId`). Exactly one if `numbers` is used.',
  },
  'origins.numbers': {
    says: "The company's own numbers, by which platform two asks who should answer a call.",
  },
  crm: { says: 'Settings of the CRM.' },
  'crm.allowApiKey': {
    says: 'Whether leads may come with an API key instead of a signature.',
  },
  hours: {
    says: "When the company works, by weekday. A weekday that is left out is closed. A range that doesn't end after its start runs into the next day.",
    coversFields: true,
  },
  exceptions: {
    says: 'The hours of single dates in place of those of the weekday. An empty list is a holiday.',
    example: { '2026-12-24': [['08:00', '12:00']], '2026-12-25': [] },
  },
  booking: { says: 'What may be booked, and how times are offered.' },
  'booking.gridMinutes': {
    says: 'Visits start at multiples of it, counted from midnight.',
    example: 30,
  },
  'booking.minNoticeMinutes': {
    says: 'A visit starts at least this long from now. Callers also cannot move or cancel later than this.',
    example: 120,
  },
  'booking.sameDayCutoff': {
    says: 'From this time on, callers can no longer book for the same day.',
    example: '14:00',
    without: 'no cut-off',
  },
  'booking.horizonDays': { says: 'How many days ahead visits can be booked.', example: 60 },
  'booking.bufferMinutes': {
    says: 'Time kept free after each visit. It may reach past closing time.',
    example: 30,
  },
  'booking.spokenOptions': { says: 'How many times an answer offers at most.', example: 3 },
  'booking.spokenDays': { says: 'On how many days those times lie at most.', example: 2 },
  'booking.arrival': {
    says: 'What callers are promised: an exact start, or a window. See [arrival windows](offers.md#arrival-windows).',
    without: 'exact starts',
  },
  'booking.arrival.style': {
    says: '`start` promises a time, `window` one of the windows.',
    example: 'window',
  },
  'booking.arrival.windows': {
    says: 'The windows of a day. They may overlap. Required for the style `window`.',
    example: [{ from: '08:00', to: '10:00', label: 'first thing' }],
    without: 'none',
  },
  'booking.arrival.windows[].from': { says: 'When the window begins.', example: '08:00' },
  'booking.arrival.windows[].to': { says: 'When it ends, on the same day.', example: '10:00' },
  'booking.arrival.windows[].label': {
    says: 'A name that callers may say for it.',
    example: 'first thing',
    without: 'no name',
  },
  'booking.hold': {
    says: 'Lets calls hold a time while the caller decides. See [held times](offers.md#held-times).',
    without: 'calls hold nothing',
  },
  'booking.hold.seconds': { says: 'How long a time is held.' },
  'booking.hold.perNumber': { says: 'How many times one phone number may hold at once.' },
  serviceTypes: { says: 'What the company does. See [services](services.md).' },
  'serviceTypes[].id': { says: 'Identifies the service. Appointments store it, so it never changes.' },
  'serviceTypes[].name': { says: 'Its name, as callers hear it.' },
  'serviceTypes[].spanish': {
    says: 'Its name, as callers hear it in Spanish.',
    example: 'reparación de aire acondicionado',
    without: '`name`',
  },
  'serviceTypes[].aliases': { says: 'Other names of it. Two services may not share one.' },
  'serviceTypes[].symptoms': {
    says: 'Phrases that callers who need it say. Agents read them, too.',
    example: ['the panel shows E4'],
  },
  'serviceTypes[].durationMinutes': { says: 'How long a visit takes.' },
  'serviceTypes[].skills': { says: 'What a technician must be able to do. With none, anybody can.' },
  'serviceTypes[].arrival': {
    says: 'The same as `booking.arrival`, for this service.',
    coversFields: true,
    without: '`booking.arrival`',
  },
  'serviceTypes[].description': {
    says: 'What belongs to it, and what tells it apart from others that read alike, in up to 100 characters. Agents choose the service by it; `accounts check` shows what they read.',
    without: 'the words of its trade',
  },
  notOffered: {
    says: 'What callers ask for and the company does not do. They are told so.',
    example: ['duct cleaning'],
  },
  technicians: { says: 'Who makes visits.' },
  'technicians[].id': { says: 'Identifies the technician. Appointments store it, so it never changes.' },
  'technicians[].name': { says: 'The name, as callers hear it.' },
  'technicians[].skills': { says: 'What the technician can do.' },
  'technicians[].hours': {
    says: "The technician's own week in place of the company's. A weekday that is left out is a day off.",
    example: { monday: [['08:00', '17:00']] },
    coversFields: true,
    without: '`hours`',
  },
  'technicians[].timeOff': { says: 'When the technician does not work, in local time.' },
  'technicians[].timeOff[].from': { says: 'When it begins.', example: '2026-12-01T13:00' },
  'technicians[].timeOff[].to': { says: 'When it ends.', example: '2026-12-01T24:00' },
  'technicians[].phone': {
    says: 'A mobile number, for the link to the day. See [in touch](in-touch.md).',
    example: '+12125550151',
    without: '`technicians[].email`',
  },
  'technicians[].email': {
    says: 'An address for the link, if there is no number.',
    example: 'ana@example.com',
    without: 'none',
  },
  'technicians[].homeZip': {
    says: 'The postal code where the day begins and ends, for [plans](travel.md).',
    example: '10001',
    without: 'the first and the last drive count nothing',
  },
  transfer: { says: 'Numbers of people who take calls.' },
  'transfer.phone': { says: 'The office, during `hours`.', without: 'nobody is connected' },
  'transfer.afterHoursPhone': { says: 'Outside `hours`, if nobody is on call.', without: '`transfer.phone`' },
  callback: { says: 'What callers are promised when somebody calls them back.' },
  'callback.withinMinutes': { says: 'How soon, counted in the hours of the next field.', example: 60 },
  'callback.hours': {
    says: 'When people call back.',
    example: { monday: [['09:00', '16:00']] },
    coversFields: true,
    without: '`hours`',
  },
  merge: { says: 'When a lead and a call of the same number are one job.' },
  'merge.leadDays': {
    says: 'For how many days after its last change an open lead becomes the visit that its number books. 0 turns it off.',
    example: 14,
  },
  'merge.afterBookingHours': {
    says: 'For how many hours after a booking a lead of the number is added to it. 0 turns it off.',
    example: 24,
  },
  onCall: {
    says: 'Who takes emergencies, and calls outside `hours`. See [people on call](offers.md#emergencies-and-people-on-call).',
    without: 'nobody',
  },
  'onCall[].technicianId': { says: 'The technician.', without: '`name` is required' },
  'onCall[].name': { says: 'Somebody who is no technician.', without: '`technicianId` is required' },
  'onCall[].phone': { says: 'The number to call.' },
  'onCall[].skills': {
    says: 'The services this person takes calls about.',
    example: ['hvac'],
    without: "the technician's; any service for others",
  },
  'onCall[].role': { says: 'In which order people are called.' },
  'onCall[].hours': {
    says: 'When this person is on call, by weekday.',
    coversFields: true,
    without: '`shifts` is required',
  },
  'onCall[].shifts': { says: 'When, as single shifts in local time.', without: '`hours` is required' },
  'onCall[].shifts[].from': { says: 'When the shift begins.', example: '2026-11-27T17:00' },
  'onCall[].shifts[].to': { says: 'When it ends.', example: '2026-11-30T08:00' },
  'onCall[].notify': {
    says: 'By which ways this person hears of an emergency. See [in touch](in-touch.md).',
    example: ['sms', 'voice', 'email'],
    without: '`["sms", "voice"]`',
  },
  'onCall[].email': {
    says: 'The address for `"email"`.',
    example: 'kim@example.com',
    without: 'none',
  },
  emergency: { says: 'How emergencies are handled.' },
  'emergency.instructions': {
    says: 'What a caller in danger hears first, by danger: `gas`, `carbon_monoxide`, `fire`, `electric`, `person_hurt`, `water`, `no_heat`. Each is a text of 1 to 120 characters.',
    example: { water: 'Close the valve beside the meter.' },
    coversFields: true,
  },
  'emergency.book': {
    says: 'Whether an emergency also gets the earliest start of a technician on call.',
    without: '`false`',
  },
  'emergency.acknowledgeMinutes': {
    says: 'How long an emergency may go unacknowledged before the next people are notified.',
  },
  serviceAreas: {
    says: 'Where the company works. See [areas](offers.md#areas).',
    without: 'everywhere',
  },
  'serviceAreas[].id': { says: 'Identifies the area.' },
  'serviceAreas[].name': { says: 'Its name, as callers hear it.' },
  'serviceAreas[].zips': { says: 'Postal codes (`10001`), or prefixes of them (`112*`).' },
  'serviceAreas[].serviceTypeIds': {
    says: 'The services that are done there.',
    example: ['ac-repair'],
    without: 'all',
  },
  'serviceAreas[].technicianIds': { says: 'The technicians who go there.', without: 'all' },
  'serviceAreas[].weekdays': { says: 'The days on which they go there.', without: 'all' },
  'serviceAreas[].feeId': { says: 'The fee for visits there.', without: 'the fees that fit' },
  outsideArea: {
    says: 'What happens to a booking outside all areas: `refuse` refuses it, `review` books it and flags it.',
    without: '`"review"`',
  },
  fees: { says: 'What callers are told a visit costs. See [fees](offers.md#fees).', without: 'none' },
  'fees[].id': { says: 'Identifies the fee.' },
  'fees[].says': { says: 'The words after "There\'s".' },
  'fees[].spanish': {
    says: 'The words after "Hay", in Spanish.',
    example: 'una tarifa de visita de 89 dólares',
    without: '`says`',
  },
  'fees[].serviceTypeIds': { says: 'For which services.', example: ['estimate'], without: 'all' },
  'fees[].areaIds': { says: 'In which areas.', example: ['brooklyn'], without: 'all' },
  'fees[].urgency': { says: 'For which urgency.', without: 'any' },
  'fees[].afterHours': {
    says: 'Only for visits that begin outside `hours`, or only for those within.',
    example: true,
    without: 'any time',
  },
  travel: {
    says: 'How long drives take, for [plans](travel.md) of a day.',
    example: { speedKmh: 40, maxMinutes: 60 },
    without: 'no plans',
  },
  'travel.minMinutes': { says: 'No drive to another site is shorter.', example: 5 },
  'travel.plusMinutes': { says: 'Minutes for parking and walking, besides the way.', example: 5 },
  'travel.detour': { says: 'How many times as long the road is as the straight way.', example: 1.3 },
  'travel.speedKmh': { says: 'Kilometers in an hour.', example: 40 },
  'travel.maxMinutes': { says: 'A drive to or from an unknown place.', example: 60 },
  'travel.peak': {
    says: 'Times of the day in which drives begin that take `factor` times as long.',
    example: [{ from: '07:00', to: '09:00', factor: 1.4 }],
    without: 'none',
    coversFields: true,
  },
  'travel.comment': {
    says: 'Why `booking.bufferMinutes` is kept besides. It silences the warning of `accounts check`.',
    example: 'The buffer is for cleaning up.',
    without: 'none',
  },
  notify: {
    says: 'Who hears what, and by what. See [in touch](in-touch.md).',
    without: 'nobody is sent anything',
  },
  'notify.senders': {
    says: 'What messages are sent by. A channel without a sender sends nothing.',
    without: 'nothing is sent',
  },
  'notify.senders.sms': {
    says: 'Sends texts. Its number belongs to one company.',
    example: { provider: 'aws', from: '+12125550100' },
    without: 'no texts',
  },
  'notify.senders.sms.provider': {
    says: 'Whom texts are handed to. `log` only prints them.',
    example: 'aws',
  },
  'notify.senders.sms.from': { says: 'The number they come from.', example: '+12125550100' },
  'notify.senders.voice': {
    says: 'Calls people on call and reads the alert out.',
    example: { provider: 'aws', from: '+12125550100' },
    without: 'no calls',
  },
  'notify.senders.voice.provider': { says: 'Whom calls are handed to.', example: 'aws' },
  'notify.senders.voice.from': { says: 'The number they come from.', example: '+12125550100' },
  'notify.senders.email': {
    says: 'Sends e-mail.',
    example: { provider: 'aws', from: 'office@example.com' },
    without: 'no e-mail',
  },
  'notify.senders.email.provider': { says: 'Whom e-mail is handed to.', example: 'aws' },
  'notify.senders.email.from': { says: 'The address it comes from.', example: 'office@example.com' },
  'notify.customer': {
    says: 'What customers are told of their visits.',
    without: 'customers hear nothing',
  },
  'notify.customer.booked': {
    says: 'The text about a new visit: `false` for none, `{ "text": "…" }` for other words.',
    example: { text: '{company}: {service} on {day}, {time}. {link}' },
    without: 'the default text',
    coversFields: true,
  },
  'notify.customer.changed': {
    says: 'The text about a changed visit.',
    example: true,
    without: 'the default text',
    coversFields: true,
  },
  'notify.customer.canceled': {
    says: 'The text about a canceled visit.',
    example: true,
    without: 'the default text',
    coversFields: true,
  },
  'notify.customer.onMyWay': {
    says: 'The text when the technician sets off.',
    example: true,
    without: 'the default text',
    coversFields: true,
  },
  'notify.customer.offer': {
    says: 'The text that offers an earlier time.',
    example: true,
    without: 'the default text',
    coversFields: true,
  },
  'notify.customer.reminder': {
    says: 'When customers are reminded. An empty list reminds nobody.',
    without: '24 hours before',
  },
  'notify.customer.reminder[].hoursBefore': {
    says: 'How long before the visit. Whole days keep the time of day.',
    example: 24,
  },
  'notify.customer.reminder[].text': {
    says: 'Its words.',
    example: 'Tomorrow: {service}, {time}. {link}',
    without: 'the default text',
  },
  'notify.customer.follow': {
    says: 'A text after the visit.',
    without: 'none',
  },
  'notify.customer.follow.hoursAfter': { says: 'How long after the visit is done.', example: 24 },
  'notify.customer.follow.text': {
    says: 'Its words.',
    example: 'Thank you, {firstName}. How was your {service}? {company}',
  },
  'notify.office': {
    says: 'Who in the office hears of what.',
    without: 'nobody',
  },
  'notify.office[].email': {
    says: 'An address.',
    example: 'office@example.com',
    without: '`sms` is required',
  },
  'notify.office[].sms': {
    says: 'A mobile number.',
    example: '+12125550160',
    without: '`email` is required',
  },
  'notify.office[].for': {
    says: 'What they hear of: emergencies, messages of callers, overdue callbacks, and messages that failed.',
    example: ['emergency', 'overdue'],
  },
  'notify.technicians': {
    says: 'Sends technicians the link to their day.',
    without: 'no links are sent',
  },
  'notify.technicians.at': { says: 'When, on days with visits.', example: '06:30' },
  alarmEmail: {
    says: 'Hears of emergencies that nobody acknowledges.',
    example: 'owner@example.com',
    without: 'nobody',
  },
  callRetentionDays: {
    says: 'After how many days calls with their transcripts are deleted.',
    example: 365,
  },
};
