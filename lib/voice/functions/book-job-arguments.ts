import * as v from 'valibot';
import { maybe, type ReadArguments, story } from '../arguments/arguments.ts';
import {
  addressFields,
  callerName,
  customerName,
  customerPhone,
  danger,
  language,
  onSiteFields,
  serviceType,
  siteId,
  startFields,
  technician,
  urgency,
} from '../arguments/common-arguments.ts';

export const bookJobArguments = v.object({
  ...startFields,
  serviceType,
  customerName,
  callerName,
  customerPhone,
  urgency,
  danger,
  technician,
  additionalVisit: maybe(),
  ...addressFields,
  siteId,
  ...onSiteFields,
  notes: story(),
  language,
});

export type BookJobArguments = ReadArguments<typeof bookJobArguments>;
