/** What only emergencies need, which a function's bundle loads for the first one (`infra/bundled/deferred/emergencies.ts`). */
export { alertPlace } from './alert-place.ts';
export { earliestStart, searchedSpan } from './earliest-start.ts';
export { booked, opened, raised } from './emergency-request.ts';
export { hiddenVisits } from './hidden-visits.ts';
export { lookedAt } from './joined-alert.ts';
export { knownAmong } from './known-emergency.ts';
export { isStanding, seenAlerts, withAlertOf, withOneAlert } from './one-alert.ts';
