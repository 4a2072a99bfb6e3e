/** Bundles load these functions with the first emergency (`infra/write-bundle.ts`). */
export { alertPlace, isStanding, lookedAt, seenAlerts, withAlertOf, withOneAlert } from './alerts.ts';
export { booked, knownAmong, opened, raised } from './emergency-request.ts';
export { earliestStart, hiddenVisits, searchedSpan } from './emergency-visits.ts';
