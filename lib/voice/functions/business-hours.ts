import * as v from 'valibot';
import { companyHours } from '#company-hours';
import { text } from '../arguments/arguments.ts';
import type { VoiceFunction } from '../arguments/voice-function.ts';
import type { BusinessHoursResult } from '../results/company.ts';

export const businessHoursArguments = v.object({
  date: text(),
});

/** When the company is open: the week, or one date with its exceptions. */
export const businessHours: VoiceFunction<typeof businessHoursArguments, BusinessHoursResult> = (
  { date },
  context,
) => companyHours(date, context);
