import * as v from 'valibot';
import { mapFields } from '../../map-fields.ts';
import { dangers, type OnCallEntry, onCallRoles } from '../account.ts';
import { channels } from '../notify.ts';
import { knownFields, oneOf, phone, text } from './fields.ts';
import { overlapsInWeek, timeOff, week } from './hours.ts';
import type { AccountFault } from './invalid-account-document.ts';
import { email } from './notify.ts';

/** A longer instruction would leave no room for a fee in a message. */
const MAX_INSTRUCTION = 120;
/** A year has this many minutes: more than anyone waits, and few enough for a date. */
const MAX_MINUTES = 525_600;
const minutesExpected = `minutes above 0, at most ${MAX_MINUTES}`;

const onCallEntry = () =>
  knownFields({
    technicianId: v.optional(text(100)),
    name: v.optional(text(60)),
    phone: phone(),
    skills: v.optional(v.array(text(100), 'a list of texts')),
    role: oneOf(onCallRoles),
    hours: v.optional(week()),
    shifts: v.optional(v.array(timeOff(), 'a list of { from, to }')),
    notify: v.optional(notify()),
    email: v.optional(email()),
  });

const notifyExpected = `a list of ${channels.join(', ')}`;
const notify = () =>
  v.pipe(v.array(oneOf(channels), notifyExpected), v.minLength(1, `at least one of ${channels.join(', ')}`));

const emergency = () =>
  knownFields({
    instructions: v.optional(knownFields(mapFields(dangers, () => v.optional(text(MAX_INSTRUCTION)))), {}),
    book: v.optional(v.boolean('true or false')),
    acknowledgeMinutes: v.optional(
      v.pipe(
        v.number(minutesExpected),
        v.gtValue(0, minutesExpected),
        v.maxValue(MAX_MINUTES, minutesExpected),
      ),
      10,
    ),
  });

export const emergencyFields = () => ({
  onCall: v.optional(v.array(onCallEntry(), 'a list of people on call')),
  emergency: v.optional(emergency(), {}),
});

/** People on call refer to these parts of a document, as far as they could be read. */
export interface OnCallFields {
  readonly onCall: readonly unknown[];
  readonly technicianIds: readonly string[];
  /** Services need these skills or technicians have them. */
  readonly skills: readonly string[];
}

/** Returns faults of people on call who aren't named, are never on call, or refer to nothing. */
export function onCallFaults({ onCall, technicianIds, skills }: OnCallFields): AccountFault[] {
  const schema = onCallEntry();
  return onCall.flatMap((entry, index) => {
    if (!v.is(schema, entry)) return [];
    const here = `onCall[${index}]`;
    return [
      ...whoFaults(entry, here, technicianIds),
      ...whenFaults(entry, here),
      ...(entry.notify?.includes('email') && entry.email === undefined
        ? [{ path: `${here}.email`, expected: 'an e-mail address, because notify has "email"' }]
        : []),
      ...(entry.skills ?? []).flatMap((skill, place) =>
        skills.includes(skill.trim())
          ? []
          : [
              {
                path: `${here}.skills[${place}]`,
                expected: 'a skill that a service needs or a technician has',
              },
            ],
      ),
    ];
  });
}

function whoFaults({ technicianId, name }: OnCallEntry, here: string, known: readonly string[]) {
  if (technicianId === undefined)
    return name === undefined ? [{ path: here, expected: 'a technicianId or a name' }] : [];
  if (name !== undefined)
    return [{ path: `${here}.name`, expected: 'no name beside technicianId: the technician has one' }];
  return known.includes(technicianId.trim())
    ? []
    : [{ path: `${here}.technicianId`, expected: 'the id of a technician' }];
}

function whenFaults({ hours, shifts }: OnCallEntry, here: string): AccountFault[] {
  if (hours === undefined && shifts === undefined) return [{ path: here, expected: 'hours or shifts' }];
  if (hours !== undefined && shifts !== undefined)
    return [{ path: `${here}.shifts`, expected: 'either hours or shifts, not both' }];
  return hours === undefined ? [] : overlapsInWeek(hours, `${here}.hours`);
}
