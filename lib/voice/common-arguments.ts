import {
  type ContactDetails,
  detailsOf,
  placeDescriptions,
  placeFields,
} from '../dispatch/customers/contact-fields.ts';
import { understandUrgency } from '../dispatch/danger/urgency.ts';
import { urgencies } from '../dispatch/requests/request.ts';
import { mapFields } from '../map-fields.ts';
import { choice, text } from './arguments.ts';
import { understandZip } from './caller/said-zip.ts';
import { understandName } from './understanding/names.ts';

// Arguments that several functions take. Names of functions in braces stand for those of the platform.

export const serviceType = text(
  'The service that the caller needs, in their words or as {get_service_types} lists it.',
  { alsoKnownAs: ['service'], ownWords: true },
);

export const urgency = choice(
  'emergency: danger or damage is going on right now. urgent: it should be soon, but can be scheduled. Otherwise routine.',
  urgencies,
  understandUrgency,
);

export const customerName = text('First and last name of the caller.', {
  alsoKnownAs: ['name'],
  kept: true,
});

export const customerPhone = text(
  'A phone number to reach the caller at, with area code, as they said it. Leave it out if they want to be reached at the number they are calling from.',
  { alsoKnownAs: ['phone'] },
);

/** Where the caller lives, and where else they can be reached. */
export const addressFields = {
  email: text('Email address, if the caller offers one.', { kept: true }),
  ...mapFields(placeFields, (field) => text(placeDescriptions[field], { kept: true })),
  siteLabel: text('What the caller calls the place, such as home or office, if they say so.', { kept: true }),
};

/** The customer's details in the arguments. A name without a letter counts as absent. */
export function saidDetails({
  customerName: said,
  ...args
}: ContactDetails & { readonly customerName: string | undefined }): ContactDetails {
  const name = said === undefined ? undefined : understandName(said)?.name;
  const zip = args.zip === undefined ? undefined : understandZip(args.zip);
  return detailsOf({ ...args, name, zip });
}
