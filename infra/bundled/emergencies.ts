import { join } from 'node:path';
import type * as Library from '#emergencies';
import { lazily } from '../../lib/lazily.ts';

const library = lazily((): typeof Library => require(join(__dirname, 'emergencies.js')));

/**
 * Replaces in a function's bundle `#emergencies`: the same code, from a file beside the bundle, loaded for the first
 * emergency.
 */
export const booked: typeof Library.booked = (...args) => library().booked(...args);
export const alertPlace: typeof Library.alertPlace = (...args) => library().alertPlace(...args);
export const earliestStart: typeof Library.earliestStart = (...args) => library().earliestStart(...args);
export const hiddenVisits: typeof Library.hiddenVisits = (...args) => library().hiddenVisits(...args);
export const knownAmong: typeof Library.knownAmong = (...args) => library().knownAmong(...args);
export const isStanding: typeof Library.isStanding = (...args) => library().isStanding(...args);
export const lookedAt: typeof Library.lookedAt = (...args) => library().lookedAt(...args);
export const opened: typeof Library.opened = (...args) => library().opened(...args);
export const raised: typeof Library.raised = (...args) => library().raised(...args);
export const searchedSpan: typeof Library.searchedSpan = (...args) => library().searchedSpan(...args);
export const seenAlerts: typeof Library.seenAlerts = (...args) => library().seenAlerts(...args);
export const withAlertOf: typeof Library.withAlertOf = (...args) => library().withAlertOf(...args);
export const withOneAlert: typeof Library.withOneAlert = (...args) => library().withOneAlert(...args);
