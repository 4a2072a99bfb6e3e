import * as v from 'valibot';
import { weekdays } from '../../scheduling/calendar.ts';
import { urgencies } from '../urgency.ts';
import { oneOf, text } from './basic-fields.ts';
import { knownFields } from './known-fields.ts';

const listOf = <Item extends v.GenericSchema>(item: Item, expected: string) =>
  v.pipe(v.array(item, expected), v.minLength(1, expected));

const ids = () => v.optional(listOf(text(100), 'a list of ids with at least one'));
const feeExpected =
  'a text of 1 to 80 characters that can follow "There\'s", such as "an 89 dollar visit fee"';

export const serviceArea = () =>
  knownFields({
    id: text(100),
    name: text(100),
    zips: listOf(text(11), 'a list of postal codes with at least one'),
    serviceTypeIds: ids(),
    technicianIds: ids(),
    weekdays: v.optional(listOf(oneOf(weekdays), 'a list of weekdays with at least one')),
    feeId: v.optional(text(100)),
  });

export const fee = () =>
  knownFields({
    id: text(100),
    says: v.pipe(v.string(feeExpected), v.trim(), v.nonEmpty(feeExpected), v.maxLength(80, feeExpected)),
    serviceTypeIds: ids(),
    areaIds: ids(),
    urgency: v.optional(oneOf(urgencies)),
    afterHours: v.optional(v.boolean('true or false')),
  });

export const areaFields = () => ({
  serviceAreas: v.optional(v.array(serviceArea(), 'a list of service areas')),
  outsideArea: v.optional(oneOf(['refuse', 'review'])),
  fees: v.optional(v.array(fee(), 'a list of fees')),
});
