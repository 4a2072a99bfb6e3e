import * as v from 'valibot';
import { isMoment } from '../accounts/document/hours-schema.ts';
import { mapFields } from '../map-fields.ts';
import { oneLine } from '../normalized.ts';
import { personFields, placeFields } from '../record/customers/contact-fields.ts';
import { urgencies } from '../record/request.ts';
import { parseClockTime } from '../scheduling/clock-time.ts';
import { isLocalDate } from '../scheduling/local-date.ts';

// The bodies of the API's requests. What is sent is trimmed and loses its control characters, except for line breaks in notes.

const line = (most: number) => {
  const expected = `a text of 1 to ${most} characters`;
  return v.pipe(v.string(expected), v.transform(oneLine), v.nonEmpty(expected), v.maxLength(most, expected));
};

const lines = (most: number) => {
  const expected = `a text of 1 to ${most} characters`;
  return v.pipe(
    v.string(expected),
    v.transform((text) =>
      text
        .toWellFormed()
        .replace(/[^\P{C}\n]/gu, ' ')
        .trim(),
    ),
    v.nonEmpty(expected),
    v.maxLength(most, expected),
  );
};

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

const id = line(100);

/** Of `schedule` and `move`. */
export const startBody = v.object({
  date,
  time: minute,
  technicianId: v.optional(id),
  serviceTypeId: v.optional(id),
  /** Whether time that is held for callers may be taken. */
  overHold: v.optional(v.boolean('true or false')),
});

export const assignBody = v.object({ technicianId: id });
export const reasonBody = v.object({ reason: line(500) });
export const noteBody = v.object({ note: lines(2_000) });

const jobStatuses = ['dispatched', 'en_route', 'in_progress', 'completed', 'no_show'] as const;
export const statusBody = v.object({
  status: v.picklist(jobStatuses, `one of ${jobStatuses.join(', ')}`),
});
const urgency = v.picklist(urgencies, `one of ${urgencies.join(', ')}`);
export const urgencyBody = v.object({ urgency });

/** Of a block. */
export const blockBody = v.object({
  technicianId: id,
  from: momentOf(false),
  to: momentOf(true),
  reason: line(500),
});

function momentOf(end: boolean) {
  const expected = `a local time as YYYY-MM-DDTHH:MM${end ? ', up to T24:00' : ''}`;
  return v.pipe(
    v.string(expected),
    v.check((text) => isMoment(text, end), expected),
  );
}

const partsOfDay = ['morning', 'afternoon', 'evening', 'anytime'] as const;
const preferredTime = v.pipe(
  line(20),
  v.check(
    (text) => partsOfDay.some((part) => part === text) || parseClockTime(text) !== undefined,
    `${partsOfDay.join(', ')}, or a time such as 14:30`,
  ),
);

/** Of a new job. */
export const jobBody = v.object({
  name: line(200),
  phone: v.optional(line(40)),
  ...mapFields([...personFields, ...placeFields], () => v.optional(line(300))),
  email: v.optional(v.pipe(line(200), v.regex(/^[^\s@]+@[^\s@]+$/, 'an e-mail address'))),
  serviceTypeId: v.optional(id),
  urgency: v.optional(urgency, 'routine'),
  preferredDate: v.optional(date),
  preferredTime: v.optional(preferredTime),
  notes: v.optional(lines(5_000)),
});
