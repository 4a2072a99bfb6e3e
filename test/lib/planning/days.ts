import { parseAccount } from '../../../lib/accounts/document/account-document.ts';
import type { DayBlock, DayVisit, PlannedDay } from '../../../lib/planning/day.ts';
import { boundaryOf } from '../../../lib/scheduling/time.ts';
import type { Coordinates } from '../../../lib/scheduling/travel.ts';

export const DATE = '2026-12-01';
const ZONE = 'America/New_York';
export const midnight = boundaryOf(ZONE, DATE, 0);
export const at = (hour: number, minute = 0): number => midnight + hour * 60 + minute;

/** Kilometers east and north of a point, in degrees of 3 decimals. */
export function spot(east: number, north: number): Coordinates {
  const kept = (degrees: number) => Math.round(degrees * 1000) / 1000;
  return {
    latitude: kept(40 + north / 111.195),
    longitude: kept(-75 + east / (111.195 * Math.cos((40 * Math.PI) / 180))),
  };
}

export interface DayOptions {
  readonly technicians: readonly Readonly<Record<string, unknown>>[];
  readonly visits: readonly (Partial<Omit<DayVisit, 'service'>> & {
    readonly serviceTypeId?: string;
    readonly at?: Coordinates;
  })[];
  readonly blocks?: readonly DayBlock[];
  readonly homes?: Readonly<Record<string, Coordinates>>;
  readonly over?: Readonly<Record<string, unknown>>;
}

/** A Tuesday of a company that works from 8 to 18. */
export function dayOf({ technicians, visits, blocks = [], homes = {}, over = {} }: DayOptions): PlannedDay {
  const account = parseAccount({
    accountId: 'acme',
    name: 'Acme',
    timezone: ZONE,
    hours: { tuesday: [['08:00', '18:00']] },
    booking: { gridMinutes: 15, bufferMinutes: 0 },
    serviceTypes: [
      { id: 'repair', name: 'Repair', durationMinutes: 60 },
      { id: 'long', name: 'Install', durationMinutes: 120 },
      ...(technicians.some(({ skills }) => Array.isArray(skills) && skills.includes('gas'))
        ? [{ id: 'gas', name: 'Gas', durationMinutes: 60, skills: ['gas'] }]
        : []),
    ],
    technicians,
    travel: {},
    ...over,
  });
  const { travel: rules } = account;
  if (rules === undefined) throw new Error('The account has travel');
  return {
    ...{ account, rules, date: DATE, blocks },
    homes: new Map(Object.entries(homes).map(([id, place]) => [id, { at: place }])),
    visits: visits.map(({ serviceTypeId = 'repair', at: coordinates, ...visit }, number) => {
      const service = account.serviceTypes.find(({ id }) => id === serviceTypeId);
      if (service === undefined) throw new Error('The account has the service');
      return {
        ...{ dispatchRequestId: `v${number}`, version: 1, technicianId: 'ana', start: at(8), service },
        ...{ place: { at: coordinates }, isFixed: false, isAskedFor: false },
        ...visit,
      };
    }),
  };
}

export const wholeDay = { from: 8 * 60, to: 18 * 60 };
export const morning = { from: 8 * 60, to: 12 * 60 };
export const afternoon = { from: 12 * 60, to: 17 * 60 };
