import * as v from 'valibot';
import { mapFields } from '../../map-fields.ts';
import { dangers } from '../dangers.ts';
import { onCallRoles } from '../on-call-roles.ts';
import { oneOf, phone, text } from './basic-fields.ts';
import { timeOff, week } from './hours-schema.ts';
import { knownFields } from './known-fields.ts';

/** A longer instruction would leave no room for a fee in a message. */
const MAX_INSTRUCTION = 120;
/** A year has this many minutes: more than anyone waits, and few enough for a date. */
const MAX_MINUTES = 525_600;
const minutesExpected = `minutes above 0, at most ${MAX_MINUTES}`;

export const onCallEntry = () =>
  knownFields({
    technicianId: v.optional(text(100)),
    name: v.optional(text(60)),
    phone: phone(),
    skills: v.optional(v.array(text(100), 'a list of texts')),
    role: oneOf(onCallRoles),
    hours: v.optional(week()),
    shifts: v.optional(v.array(timeOff(), 'a list of { from, to }')),
  });

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
