import {
  CONTACT_FLAG,
  type Contact,
  contactFields,
  personOf,
  placeFields,
  recordFields,
  tellerOf,
} from '../record/customers/contact.ts';
import { addressKey, isSameAddress } from '../record/customers/street.ts';
import { addedLeadNotes } from '../record/notes.ts';
import type { Customer, DispatchRequest } from '../record/request.ts';

/**
 * Returns an open request as a call takes it up. The person and place of a form count only as far as neither the
 * caller nor the record of the caller's proved number says otherwise. The rest is kept as a note, and flagged if it
 * contradicts the record or comes from somebody of another name.
 * @param customer what the caller said, completed from the record
 */
export function takenUp(
  request: DispatchRequest,
  customer: Contact,
  record: Customer | undefined,
): DispatchRequest {
  const { customer: told } = request;
  const isSamePlace =
    customer.address === undefined ||
    (record === undefined && told.address !== undefined && isSameAddress(customer.address, told.address));
  const isSamePerson = customer.name === undefined || isAlike(customer.name, told.name);
  const counts: Readonly<Record<string, boolean>> = {
    ...Object.fromEntries(contactFields.map((field) => [field, true])),
    ...Object.fromEntries(placeFields.map((field) => [field, isSamePlace])),
    ...Object.fromEntries(recordFields.map((field) => [field, record === undefined && isSamePerson])),
    ...{ firstName: isSamePerson, lastName: isSamePerson },
  };
  const stored: Contact = personOf(record ?? {});
  const known = (field: DetailField): string | undefined => customer[field] ?? stored[field];
  const kept = contactFields.filter((field) => tellerOf(request, field) !== 'lead' || counts[field]);
  const onRecord = recordFields.filter((field) => !kept.includes(field) && stored[field] !== undefined);
  const others = [...recordFields, ...placeFields].filter(
    (field) => !kept.includes(field) && told[field] !== undefined && !isAlike(known(field), told[field]),
  );
  const next: DispatchRequest = {
    ...request,
    customer: {
      ...Object.fromEntries(kept.map((field) => [field, told[field]])),
      ...Object.fromEntries(onRecord.map((field) => [field, stored[field]])),
    },
    tellers: { ...request.tellers, ...Object.fromEntries(onRecord.map((field) => [field, 'caller'])) },
  };
  if (others.length === 0) return next;
  const isOpposed =
    (record !== undefined || !isSamePerson) && others.some((field) => known(field) !== undefined);
  const details = others.map((field) => ({ kind: 'detail', field, text: told[field] }) as const);
  return {
    ...next,
    leadNotes: addedLeadNotes(request.leadNotes, [{ kind: 'form' }, ...details]),
    needsReview: [...new Set([...request.needsReview, ...(isOpposed ? [CONTACT_FLAG] : [])])],
  };
}

type DetailField = (typeof recordFields)[number] | (typeof placeFields)[number];

/** True if two texts differ at most in case and punctuation. */
export const isAlike = (one: string | undefined, other: string | undefined): boolean =>
  addressKey(one ?? '') === addressKey(other ?? '');
