import * as v from 'valibot';
import { urgencies } from '../accounts/account.ts';
import { isMoment } from '../accounts/document/hours.ts';
import type { VisitWish } from '../booking/dispatchers/appointment-request.ts';
import { MOST_TOGETHER } from '../booking/dispatchers/visit-wishes.ts';
import { mapFields } from '../map-fields.ts';
import { oneLine, printableLines } from '../normalized.ts';
import { voicePlatforms } from '../platforms/index.ts';
import { emailPattern, personFields, placeFields } from '../record/customers/contact.ts';
import { jobStatuses } from '../record/request.ts';
import { weekdays } from '../scheduling/calendar.ts';
import { isLocalDate } from '../scheduling/time.ts';
import { partsOfDay, preferredParts } from '../scheduling/time-of-day.ts';
import { parseClockTime } from '../understanding/clock-time.ts';
import type { BoardOperation } from './routes.ts';

// The bodies of the API's requests. Texts are trimmed and lose their control characters, except for line breaks in notes.

const text = (most: number, clean: (text: string) => string) => {
  const expected = `a text of 1 to ${most} characters`;
  return v.pipe(v.string(expected), v.transform(clean), v.nonEmpty(expected), v.maxLength(most, expected));
};
const line = (most: number) => text(most, oneLine);
const lines = (most: number) => text(most, printableLines);

const dateExpected = 'a date as YYYY-MM-DD';
export const date = v.pipe(v.string(dateExpected), v.check(isLocalDate, dateExpected));

const timeExpected = 'a time such as 14:30 or 2:30 PM';
const minute = v.pipe(
  v.string(timeExpected),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const parsed = parseClockTime(dataset.value);
    if (parsed !== undefined) return parsed;
    addIssue({ message: timeExpected });
    return NEVER;
  }),
);

const moment = (isEnd: boolean) => {
  const expected = `a local time as YYYY-MM-DDTHH:MM${isEnd ? ', up to T24:00' : ''}`;
  return v.pipe(
    v.string(expected),
    v.check((sent) => isMoment(sent, isEnd), expected),
  );
};

const preferredTime = v.pipe(
  line(20),
  v.check(
    (sent) => preferredParts.some((part) => part === sent) || parseClockTime(sent) !== undefined,
    `${preferredParts.join(', ')}, or a time such as 14:30`,
  ),
);

const id = line(100);
const urgency = v.picklist(urgencies, `one of ${urgencies.join(', ')}`);

const reason = v.object({ reason: line(500) });
/** Places the visit in spite of hours, skills and other work. */
const override = v.optional(reason);

export const visitExpected = 'the number of a visit, from 1';
export const visit = v.pipe(v.number(visitExpected), v.integer(visitExpected), v.minValue(1, visitExpected));

/** Minutes that a job takes. */
const minutesExpected = 'a whole number of minutes from 15 to 1440';
const minutes = v.pipe(
  v.number(minutesExpected),
  v.integer(minutesExpected),
  v.minValue(15, minutesExpected),
  v.maxValue(1440, minutesExpected),
);

const crewExpected = `a list of at most ${MOST_TOGETHER} ids of technicians`;
/** Ids of the technicians who come with the one in front. */
const crew = v.optional(v.pipe(v.array(id, crewExpected), v.maxLength(MOST_TOGETHER, crewExpected)));

const visitsExpected = `a list of at most ${MOST_TOGETHER} visits`;
/** The job goes on at these visits. Absent technicians are that of the first visit. */
const visits = v.optional(
  v.pipe(
    v.array(
      v.object({
        date,
        time: minute,
        minutes: v.optional(minutes),
        technicianId: v.optional(id),
        crew,
      }),
      visitsExpected,
    ),
    v.maxLength(MOST_TOGETHER, visitsExpected),
  ),
);

/** Returns the visits at which a job goes on, as they were sent. */
export const laterOf = (sent: v.InferOutput<typeof visits>): readonly VisitWish[] | undefined =>
  sent?.map(({ date, time, technicianId, ...one }) => ({
    ...{ date, minute: time, technician: technicianId },
    ...{ minutes: one.minutes, crew: one.crew },
  }));

const start = v.object({
  date,
  time: minute,
  technicianId: v.optional(id),
  serviceTypeId: v.optional(id),
  /** True if the start may take time that is held for callers. */
  overHold: v.optional(v.boolean('true or false')),
  override,
  crew,
  visits,
});

const weekdaysExpected = `one or more of ${weekdays.join(', ')}`;

const versionExpected = 'the version that the change produced';

const email = v.pipe(line(200), v.regex(emailPattern, 'an e-mail address'));
/** Absent to leave a field as it is, and null to clear it. */
const clearable = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(v.nullable(schema));

/** The bodies of the operations that take one. */
export const bodies = {
  schedule: start,
  move: v.object({ ...start.entries, visit: v.optional(visit) }),
  assign: v.object({
    technicianId: id,
    /** Whom the technician replaces; the one in front by default. */
    insteadOf: v.optional(id),
    /** Only this visit; by default all that are not over. */
    visit: v.optional(visit),
    override,
  }),
  setStatus: v.object({ status: v.picklist(jobStatuses, `one of ${jobStatuses.join(', ')}`) }),
  setUrgency: v.object({ urgency }),
  hold: reason,
  cancel: reason,
  decline: reason,
  addNote: v.object({ note: lines(2_000) }),
  undo: v.object({
    version: v.pipe(v.number(versionExpected), v.integer(versionExpected), v.minValue(1, versionExpected)),
  }),
  wait: v.object({
    on: v.boolean('true or false'),
    from: v.optional(date),
    to: v.optional(date),
    parts: v.optional(v.array(v.picklist(partsOfDay, `one of ${partsOfDay.join(', ')}`), 'a list')),
  }),
  changeNote: v.object({ note: lines(2_000) }),
  edit: v.object({
    name: v.optional(line(200)),
    phone: clearable(line(40)),
    email: clearable(email),
    ...mapFields(placeFields, () => clearable(line(300))),
    serviceTypeId: v.optional(id),
    urgency: v.optional(urgency),
    minutes: clearable(minutes),
    preferredDate: clearable(date),
    preferredTime: clearable(preferredTime),
  }),
  block: v.object({
    ...{ technicianId: id, from: moment(false), to: moment(true), reason: line(500) },
    /** The block comes again on these weekdays, up to this date. */
    repeat: v.optional(
      v.object({
        weekdays: v.pipe(v.array(v.picklist(weekdays, weekdaysExpected)), v.nonEmpty(weekdaysExpected)),
        until: date,
      }),
    ),
  }),
  createJob: v.object({
    name: line(200),
    phone: v.optional(line(40)),
    ...mapFields([...personFields, ...placeFields], () => v.optional(line(300))),
    email: v.optional(email),
    serviceTypeId: v.optional(id),
    urgency: v.optional(urgency, 'routine'),
    preferredDate: v.optional(date),
    preferredTime: v.optional(preferredTime),
    minutes: v.optional(minutes),
    /** The visit that the new job gets. */
    start: v.optional(v.omit(start, ['serviceTypeId'])),
    /** The call from which the job is taken down. */
    call: v.optional(
      v.object({
        platform: v.picklist(voicePlatforms, `one of ${voicePlatforms.join(', ')}`),
        callId: line(256),
      }),
    ),
    notes: v.optional(lines(5_000)),
  }),
} as const satisfies Partial<Record<BoardOperation, v.GenericSchema>>;
