import { mapFields } from '../../map-fields.ts';
import { type Contact, personOf, placeFields } from '../customers/contact-fields.ts';
import { chooseSite, siteToStore } from '../customers/sites.ts';
import type { CustomerDetails } from '../ports.ts';
import type { Customer, Site } from '../requests/request.ts';
import type { BookingFacts } from './booking-decision.ts';
import type { BookingRequest } from './booking-request.ts';

type OrderCustomer = BookingRequest['customer'];

export type CompletedCustomer =
  | { readonly kind: 'complete'; readonly customer: OrderCustomer }
  /** No name was said, and none is known. */
  | { readonly kind: 'name_needed' }
  /** The customer has several sites and named none. */
  | { readonly kind: 'ambiguous_site'; readonly sites: readonly Site[] };

/** A caller, and the number at which the customer wants to be reached. */
interface Requester {
  /** The reported number. */
  readonly caller?: string | undefined;
  readonly customer: { readonly phone?: string | undefined };
}

/**
 * The number whose customer record a booking may read and write: the reported one, if the customer wants to be reached
 * there. Anyone can say another number.
 */
export function verifiedNumber({ caller, customer }: Requester): string | undefined {
  return caller === customer.phone ? caller : undefined;
}

/** The customer of a booking: the details that were said, completed from their record. */
export function completeCustomer(
  booking: BookingRequest,
  { known, record }: BookingFacts,
): CompletedCustomer {
  const { siteId, siteLabel: label } = booking;
  const name = booking.customer.name ?? known?.customer.name ?? record?.name;
  if (name === undefined) return { kind: 'name_needed' };
  const customer = { ...booking.customer, name };
  const isPlaced = known?.customer.address !== undefined && siteId === undefined;
  if (record === undefined || (customer.address === undefined && isPlaced))
    return { kind: 'complete', customer };
  const choice = chooseSite({ ...customer, siteId, label }, record.sites);
  switch (choice.kind) {
    case 'several':
      return { kind: 'ambiguous_site', sites: choice.sites };
    case 'none':
      return { kind: 'complete', customer };
    case 'site':
      return { kind: 'complete', customer: { ...customer, ...placeOf(choice.site) } };
  }
}

const placeOf = (site: Site) => mapFields(placeFields, (field) => site[field]);

/** The update of the customer's record with these details; undefined for a number that is not the reported one. */
export function customerDetailsOf(
  asker: Requester & Pick<BookingRequest, 'account' | 'siteLabel'>,
  told: Contact,
  record: Customer | undefined,
): CustomerDetails | undefined {
  const phone = verifiedNumber(asker);
  if (phone === undefined) return undefined;
  const site = siteToStore({ ...told, label: asker.siteLabel }, record?.sites ?? []);
  return { accountId: asker.account.accountId, phone, ...personOf(told), site };
}
