import { understandName } from '#person-names';
import { mapFields } from '../../map-fields.ts';
import {
  type ContactDetails,
  detailsOf,
  personFields,
  placeFields,
} from '../../record/customers/contact-fields.ts';
import { urgencies } from '../../record/request.ts';
import { understandAddress } from '../../understanding/said-address.ts';
import { understandZip, zipWithin } from '../../understanding/said-zip.ts';
import { understandUrgency } from '../../understanding/urgency.ts';
import { choice, text } from './arguments.ts';

// Arguments that several functions take.

export const serviceType = text({ alsoKnownAs: ['service'], ownWords: true });

export const urgency = choice(urgencies, understandUrgency);

export const customerName = text({
  alsoKnownAs: ['name', 'callerName', 'fullName'],
  kept: true,
});

export const customerPhone = text({ alsoKnownAs: ['phone', 'phoneNumber'] });

const zipNames = { alsoKnownAs: ['zipCode', 'postalCode'] };

/** The postal code of the job. */
export const zip = text(zipNames);

/** The caller's address and other contact details. */
export const addressFields = {
  ...mapFields([...personFields, ...placeFields], () => text({ kept: true })),
  address: text({ alsoKnownAs: ['street', 'streetAddress'], kept: true }),
  zip: text({ ...zipNames, kept: true }),
  siteLabel: text({ kept: true }),
};

/** The customer's details in the arguments. A name without a letter counts as absent. */
export function saidDetails({
  customerName: said,
  ...args
}: ContactDetails & { readonly customerName: string | undefined }): ContactDetails {
  const name = said === undefined ? undefined : understandName(said)?.name;
  const zip = args.zip === undefined ? zipWithin(args.address) : understandZip(args.zip);
  const address = args.address && understandAddress(args.address);
  return detailsOf({ ...args, name, address, zip });
}
