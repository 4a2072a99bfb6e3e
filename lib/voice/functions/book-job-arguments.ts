import * as v from 'valibot';
import { maybe, type ReadArguments, story, text } from '../arguments.ts';
import { siteId } from '../caller/sites.ts';
import { addressFields, customerName, customerPhone, serviceType, urgency } from '../common-arguments.ts';

export const bookJobArguments = v.object({
  date: text(),
  time: text(),
  serviceType,
  customerName,
  customerPhone,
  urgency,
  technician: text(),
  additionalVisit: maybe(),
  ...addressFields,
  siteId,
  notes: story(),
});

export type BookJobArguments = ReadArguments<typeof bookJobArguments>;
