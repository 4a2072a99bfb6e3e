import { mapFields } from '../map-fields.ts';
import { integrations } from '../platforms/index.ts';
import { weekdays } from '../scheduling/calendar.ts';

/** The id of the command `smoke`'s account, of its keys and of its origin on every platform. */
export const SMOKE_ACCOUNT = 'smoke-test';

/** Returns the id with which a route's release is checked. Each route has its own, because releases run at the same time. */
export const releaseAccount = (routeId: string): string => `${SMOKE_ACCOUNT}-${routeId}`;

/** The phone number of the test's caller, which is reserved for fiction and differs from that of the other samples. */
export const SMOKE_CALLER = '+12125550187';

/** The company's name, which every greeting contains. */
export const SMOKE_COMPANY = 'Smoke test';

/** The service and the time that the caller asks for. */
export const SMOKE_SERVICE = 'Heating Repair';
export const SMOKE_TIME = '09:00';

/**
 * Returns the document of a company whose samples can be booked on any day. Consumers of events can ignore its id.
 * @param accountId also its origin on every platform, so that several tests of a deployment may run at once
 */
export const smokeAccount = (accountId: string = SMOKE_ACCOUNT) => ({
  accountId,
  name: SMOKE_COMPANY,
  timezone: 'Etc/UTC',
  region: 'US',
  origins: mapFields(integrations, () => [accountId]),
  hours: Object.fromEntries(weekdays.map((day) => [day, [['08:00', '18:00']]])),
  // Tomorrow's first hour is free however late it is today.
  booking: { minNoticeMinutes: 0 },
  serviceTypes: [{ id: 'heating-repair', name: SMOKE_SERVICE, durationMinutes: 60, skills: [] }],
  technicians: [{ id: 'ana', name: 'Ana', skills: [] }],
});
