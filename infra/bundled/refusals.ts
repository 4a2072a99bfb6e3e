import { join } from 'node:path';
import type * as Library from '#refusals';
import { lazily } from '../../lib/lazily.ts';

const library = lazily((): typeof Library => require(join(__dirname, 'refusals.js')));

/**
 * Replaces in a function's bundle `#refusals`: the same code, from a file beside the bundle, loaded for the first answer
 * that a start or day is not free, a place is not served, or the visit may be booked already.
 */
export const alreadyBooked: typeof Library.alreadyBooked = (...args) => library().alreadyBooked(...args);
export const anotherAddress: typeof Library.anotherAddress = (...args) => library().anotherAddress(...args);
export const bookingNotReached: typeof Library.bookingNotReached = (...args) =>
  library().bookingNotReached(...args);
export const notReached: typeof Library.notReached = (...args) => library().notReached(...args);
export const nothingFree: typeof Library.nothingFree = (...args) => library().nothingFree(...args);
export const refused: typeof Library.refused = (...args) => library().refused(...args);
export const technicianSentence: typeof Library.technicianSentence = (...args) =>
  library().technicianSentence(...args);
