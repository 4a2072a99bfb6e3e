import * as v from 'valibot';
import type { Arrival, Calendar } from '../../scheduling/calendar.ts';
import { isSkilled } from '../../scheduling/day.ts';
import { gridStarts, technicianSpans, within } from '../../scheduling/hours.ts';
import { type WallSpan, windowsOf } from '../../scheduling/time-of-day.ts';
import type { Account, ServiceType } from '../account.ts';
import { knownFields, text } from './fields.ts';
import { endTime, time } from './hours.ts';
import type { AccountFault } from './invalid-account-document.ts';

const windowsExpected = 'a list of { from, to } with at least one';

const window = () =>
  v.pipe(
    knownFields(
      {
        from: time(),
        to: endTime(),
        label: v.optional(text(60)),
      },
      'an object with from and to',
    ),
    v.forward(
      v.check(({ from, to }) => to > from, 'an end after its start, on the same day'),
      ['to'],
    ),
  );

/** Callers are promised exact starts or windows. */
export const arrival = () =>
  v.optional(
    knownFields({
      style: v.picklist(['start', 'window'], 'one of start, window'),
      windows: v.optional(v.pipe(v.array(window(), windowsExpected), v.minLength(1, windowsExpected))),
    }),
  );

/** The week begins on a Monday. */
const anyWeek = ['08', '09', '10', '11', '12', '13', '14'].map((day) => `2026-06-${day}`);

/** Returns faults of missing windows, duplicates, and windows that no job fits, in an otherwise valid document. */
export function arrivalFaults(account: Account): readonly AccountFault[] {
  const { booking, serviceTypes } = account;
  const users = serviceTypes.filter((service) => service.arrival?.windows === undefined);
  return [
    ...faultsOf(account, booking.arrival, users, 'booking.arrival', undefined),
    ...serviceTypes.flatMap((service, index) =>
      faultsOf(account, service.arrival, [service], `serviceTypes[${index}].arrival`, booking.arrival),
    ),
  ];
}

function faultsOf(
  account: Account,
  own: Arrival | undefined,
  services: readonly ServiceType[],
  path: string,
  inherited: Arrival | undefined,
): readonly AccountFault[] {
  if (own?.style === 'window' && own.windows === undefined && inherited?.windows === undefined)
    return [{ path: `${path}.windows`, expected: windowsExpected }];
  const windows = own?.windows ?? [];
  return windows.flatMap(({ from, to, label }, index) => {
    const here = `${path}.windows[${index}]`;
    const other = windows.findIndex(
      (one) => (one.from === from && one.to === to) || (label !== undefined && one.label === label),
    );
    if (other < index)
      return [{ path: here, expected: `a window and a label different from ${path}.windows[${other}]` }];
    const [span] = windowsOf(account, { arrival: { style: 'window', windows: [{ from, to }] } }) ?? [];
    const isUsed = services.filter((service) => windowsOf(account, service) !== undefined);
    const fits =
      span === undefined || isUsed.length === 0 || isUsed.some((service) => fitsIn(account, service, span));
    return fits
      ? []
      : [{ path: here, expected: 'a window in which a job can begin and still end within the hours' }];
  });
}

/** True if a skilled technician works long enough from some start in a window, in a normal week or exception. */
function fitsIn(account: Account, service: ServiceType, window: WallSpan): boolean {
  const normal: Calendar = { ...account, timezone: 'UTC', exceptions: {} };
  const days = [
    ...anyWeek.map((date) => [normal, date] as const),
    ...Object.keys(account.exceptions).map((date) => [{ ...account, timezone: 'UTC' }, date] as const),
  ];
  const skilled = account.technicians.filter((technician) => isSkilled(technician, service));
  return days.some(([calendar, date]) => {
    const starts = gridStarts(calendar, date).filter(
      ({ minute }) => minute >= window.from && minute < window.to,
    );
    return skilled.some((technician) => {
      const spans = technicianSpans(calendar, technician, date);
      return starts.some(({ start }) => within(spans, start, start + service.durationMinutes));
    });
  });
}
