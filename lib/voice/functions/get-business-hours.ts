import * as v from 'valibot';
import { companyHours } from '../answers/company-hours.ts';
import { DATE, text } from '../arguments/arguments.ts';
import { language } from '../arguments/common-arguments.ts';
import type { GetBusinessHoursResult } from '../results.ts';
import type { VoiceFunction } from '../voice-function.ts';

export const getBusinessHoursArguments = v.object({
  date: text({ pattern: DATE }),
  language,
});

/** Tells when the company is open: in the week, or on one date with its exceptions. */
export const getBusinessHours: VoiceFunction<typeof getBusinessHoursArguments, GetBusinessHoursResult> = (
  { date },
  context,
) => companyHours(date, context);
