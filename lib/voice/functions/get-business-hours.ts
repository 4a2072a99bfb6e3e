import * as v from 'valibot';
import { companyHours } from '../answers/company-hours.ts';
import { text } from '../arguments/arguments.ts';
import type { GetBusinessHoursResult } from '../results.ts';
import type { VoiceFunction } from '../voice-function.ts';

export const getBusinessHoursArguments = v.object({
  date: text(),
});

/** When the company is open: the week, or one date with its exceptions. */
export const getBusinessHours: VoiceFunction<typeof getBusinessHoursArguments, GetBusinessHoursResult> = (
  { date },
  context,
) => companyHours(date, context);
