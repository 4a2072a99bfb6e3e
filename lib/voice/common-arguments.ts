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
  address: text('Street address of the job with house number and unit.', { kept: true }),
  city: text('City of the job.', { kept: true }),
  state: text('State or region of the job, two letters.', { kept: true }),
  zip: text('Postal code of the job.', { kept: true }),
};
