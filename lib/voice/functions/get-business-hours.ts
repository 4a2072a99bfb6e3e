import { companyHours } from '../answers/company-hours.ts';
import type { GetBusinessHoursArguments } from '../arguments/function-arguments.ts';
import type { GetBusinessHoursResult } from '../results.ts';
import type { VoiceFunction } from '../voice-function.ts';

/** Tells when the company is open: in the week, or on one date with its exceptions. */
export const getBusinessHours: VoiceFunction<GetBusinessHoursArguments, GetBusinessHoursResult> = (
  { date },
  context,
) => companyHours(date, context);
