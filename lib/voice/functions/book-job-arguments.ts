import * as v from 'valibot';
import { maybe, type ReadArguments, story, text } from '../arguments/arguments.ts';
import {
  addressFields,
  customerName,
  customerPhone,
  serviceType,
  siteId,
  urgency,
} from '../arguments/common-arguments.ts';

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
