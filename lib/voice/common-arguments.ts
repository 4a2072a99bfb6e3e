import { placeDescriptions, placeFields } from '../dispatch/customers/contact-fields.ts';
import { mapFields } from '../map-fields.ts';
import { text } from './arguments.ts';

// Arguments that several functions take. Names of functions in braces stand for those of the platform.

export const serviceType = text(
  'The service that the caller needs, in their words or as {get_service_types} lists it.',
  { alsoKnownAs: ['service'] },
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
};
