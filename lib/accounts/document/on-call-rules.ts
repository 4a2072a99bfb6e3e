import * as v from 'valibot';
import type { OnCallEntry } from '../account.ts';
import type { AccountFault } from './invalid-account-document.ts';
import { onCallEntry } from './on-call-schema.ts';
import { overlapsInWeek } from './overlapping-hours.ts';

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
