import { mapFields } from '../map-fields.ts';
import { integrations } from '../platforms/index.ts';
import { weekdays } from '../scheduling/calendar.ts';

/** The account of the command `smoke`, its origin on every platform and the id of its keys. */
export const SMOKE_ACCOUNT = 'smoke-test';

/** The account, origin and id of the key by which the release of a route is checked: releases of others run at the same time. */
export const releaseAccount = (routeId: string): string => `${SMOKE_ACCOUNT}-${routeId}`;

/** The number of its caller: reserved for fiction, and not the number of the other samples. */
export const SMOKE_CALLER = '+12125550187';

/** The company's name, which a greeting has. */
export const SMOKE_COMPANY = 'Smoke test';

/** The service and the time that the caller asks for. */
export const SMOKE_SERVICE = 'Heating Repair';
export const SMOKE_TIME = '09:00';

/**
 * The document of a company whose samples can be booked on any day. Consumers of events can ignore it by its id.
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
