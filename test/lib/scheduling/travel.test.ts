import { describe, expect, it } from '@jest/globals';
import { siteKey } from '../../../lib/planning/places.ts';
import { boundaryOf } from '../../../lib/scheduling/time.ts';
import {
  driveBetween,
  kilometersBetween,
  peakFactor,
  peakFactorsAround,
  roundedDrive,
  type TravelRules,
} from '../../../lib/scheduling/travel.ts';

const rules: TravelRules = { minMinutes: 5, plusMinutes: 5, detour: 1.3, speedKmh: 40, maxMinutes: 60 };
const center = { latitude: 39.951, longitude: -75.174 };
/** 111.195 km, the length of a degree of a meridian, further north. */
const north = { latitude: 40.951, longitude: -75.174 };

describe('kilometers', () => {
  it.each([
    [center, center, 0],
    [center, north, 111.195],
    [{ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 }, 111.195],
    [{ latitude: 90, longitude: 0 }, { latitude: -90, longitude: 0 }, 20_015.087],
  ])('from %j to %j are %d', (from, to, kilometers) => {
    expect(kilometersBetween(from, to)).toBeCloseTo(kilometers, 2);
    expect(kilometersBetween(to, from)).toBe(kilometersBetween(from, to));
  });
});

describe('a drive', () => {
  it('takes the way by road, and some minutes more', () => {
    const { minutes, hasPeaks } = driveBetween(rules, { at: center }, { at: north });
    expect(minutes).toBeCloseTo(5 + ((111.195 * 1.3) / 40) * 60, 1);
    expect(hasPeaks).toBe(true);
  });

  it('takes its least minutes within a postal code, and nothing within a site', () => {
    expect(driveBetween({ ...rules, minMinutes: 8 }, { at: center }, { at: center }).minutes).toBe(8);
    expect(driveBetween({ ...rules, plusMinutes: 9 }, { at: center }, { at: center }).minutes).toBe(9);
    const site = siteKey('12 Oak Ave', '19103');
    expect(driveBetween(rules, { site, at: center }, { site, at: center }).minutes).toBe(0);
    expect(driveBetween(rules, { site }, { site }).minutes).toBe(0);
    expect(
      driveBetween(rules, { site: siteKey('14 Oak Ave', '19103'), at: center }, { site, at: center }).minutes,
    ).toBe(5);
  });

  it('to or from an unknown place takes a set time, whatever the hour, and a known one may take longer', () => {
    for (const [from, to] of [
      [{}, { at: center }],
      [{ at: center }, {}],
      [{}, {}],
    ] as const)
      expect(driveBetween(rules, from, to)).toEqual({ minutes: 60, hasPeaks: false });
    expect(driveBetween(rules, { at: center }, { at: north }).minutes).toBeGreaterThan(60);
  });

  it.each([
    [0, 0],
    [0.1, 15],
    [15, 15],
    [15.000_000_000_1, 15],
    [15.01, 30],
    [44.9, 45],
  ])('of %d minutes takes up %d', (minutes, quarters) => {
    expect(roundedDrive(minutes)).toBe(quarters);
  });
});

it.each([
  ['12 Oak Ave', '12 oak  ave.'],
  ['Straße 5', 'STRASSE 5'.replace('SS', 'ß')],
  ['Cañón 3', 'Canon 3'],
])('%j and %j are one site', (one, other) => {
  expect(siteKey(one, '19103')).toBe(siteKey(other, '19103'));
  expect(siteKey(one, '19103')).not.toBe(siteKey(other, '19104'));
});

describe('a peak', () => {
  const peak = [
    { from: '07:00', to: '09:00', factor: 1.5 },
    { from: '08:30', to: '18:00', factor: 2 },
  ];

  it.each([
    [419, 1],
    [420, 1.5],
    [539, 1.5],
    [540, 2],
    [1080, 1],
  ])('at minute %d of the day makes drives %d times as long', (minute, factor) => {
    expect(peakFactor({ peak }, minute)).toBe(factor);
  });

  it('is on the clocks of the account, also when they change', () => {
    // On November 1, 2026, the clocks of New York show 1:00 twice.
    const midnight = boundaryOf('America/New_York', '2026-11-01', 0);
    const factorAt = peakFactorsAround({ peak }, 'America/New_York', midnight);
    expect([7, 8, 10].map((hours) => factorAt(midnight + hours * 60))).toEqual([1, 1.5, 2]);
    expect(factorAt(midnight - 17 * 60)).toBe(1.5);
    expect(factorAt(midnight + 25 * 60 + 7 * 60)).toBe(1.5);
    expect(peakFactorsAround({}, 'America/New_York', midnight)(midnight)).toBe(1);
  });
});
