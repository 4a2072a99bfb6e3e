import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { createMeter } from '../../lib/meter.ts';

describe('the meter', () => {
  it('counts parallel calls as one round trip, and sequential ones as several', async () => {
    const meter = createMeter();
    const usage = await meter.measure(async (usage) => {
      await Promise.all([meter.call(nextTurn), meter.call(nextTurn), meter.call(nextTurn)]);
      await meter.call(nextTurn);
      return usage;
    });
    expect(usage.roundTrips).toBe(2);
  });

  it('counts a call that fails, and the next one after it', async () => {
    const meter = createMeter();
    const usage = await meter.measure(async (usage) => {
      await expect(meter.call(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
      await meter.call(nextTurn);
      return usage;
    });
    expect(usage.roundTrips).toBe(2);
  });

  it('separates parallel requests', async () => {
    const meter = createMeter();
    const request = (calls: number, races: number) =>
      meter.measure(async (usage) => {
        for (let call = 0; call < calls; call++) await meter.call(nextTurn);
        for (let race = 0; race < races; race++) meter.countRace();
        return [usage.roundTrips, usage.racesRetried];
      });
    expect(await Promise.all([request(3, 0), request(1, 2), request(0, 1)])).toEqual([
      [3, 0],
      [1, 2],
      [0, 1],
    ]);
  });

  it('passes calls outside of a request', async () => {
    const meter = createMeter();
    meter.countRace();
    expect(await meter.call(async () => 'answer')).toBe('answer');
  });

  it('counts no calls for which no answer waits', async () => {
    const meter = createMeter();
    const usage = await meter.measure(async (usage) => {
      await meter.aside(() => meter.call(nextTurn));
      return usage;
    });
    expect(usage.roundTrips).toBe(0);
  });

  it('keeps what a request lost after its answer for the next one', () => {
    const meter = createMeter();
    meter.countMemoryFault();
    expect([meter.takeMemoryFaults(), meter.takeMemoryFaults()]).toEqual([1, 0]);
  });
});
