import { describe, expect, it } from '@jest/globals';
import { startService } from '../functions/service.ts';
import { violations } from '../support/invariants.ts';
import { pick, randomFrom } from '../support/random.ts';
import { companyAt, operationsOn } from './operations.ts';

const SEEDS = [1, 2, 3, 4, 5];
const ROUNDS = 20;
const AT_ONCE = 4;
/** An operation ends in each way after fewer tries than this. */
const MOST_TRIES = 150;

/** What a live call must never hear here: the clock stands still, so nothing can run out of time. */
const faults = ['internal', 'temporarily_unavailable', 'outcome_unknown'];

/** Starts a service for a random company, and returns what plays an operation on it and says how that ended. */
async function started(seed: number) {
  const random = randomFrom(seed);
  const service = await startService(companyAt(random));
  const operations = operationsOn(service);
  const play = async (name: string): Promise<string> => {
    // Separate random numbers for each, so that what it does depends on the seed and not on who is first.
    const outcome = await operations[name]?.(randomFrom(random() * 2 ** 32));
    return `${name} ${outcome}`;
  };
  const check = async (did: readonly string[], round: number): Promise<void> => {
    const wrong = await violations(service.table.document, service.table.tableName);
    expect({ seed, round, did, wrong }).toEqual({ seed, round, did, wrong: [] });
    expect(did.filter((each) => faults.some((fault) => each.endsWith(fault)))).toEqual([]);
  };
  const names = Object.keys(operations).filter((name) => name !== 'letTimePass');
  return { random, service, names, play, check };
}

describe('a random sequence of calls, changes by dispatchers and changes of the account', () => {
  it.each(SEEDS)('leaves every claim with one holder: seed %i', async (seed) => {
    const { random, service, names, play, check } = await started(seed);
    for (let round = 0; round < ROUNDS; round++) {
      const chosen = Array.from({ length: AT_ONCE }, () => pick(random, names));
      const did = await Promise.all(chosen.map(play));
      if (round % 5 === 4) did.push(await play('letTimePass'));
      await check(did, round);
    }
    await service.stop();
  });

  // Nothing races here, so that the same operations end in the same ways on each machine.
  it('has operations that end in every way', async () => {
    const { service, play, check } = await started(3);
    const ways = [
      ...['putAccount stored in another zone', 'book done', 'bookOnPlatformTwo done', 'book refused'],
      ...['giveSeveral changed several', 'giveSeveral slot_taken', 'giveSeveral visit_order'],
      ...['reschedule done', 'giveAppointment changed', 'changeStatus changed', 'cancel done'],
      ...['block blocked', 'unblock unblocked', 'blockOften blocked', 'blockOften unblocked'],
      'putAccount refused',
    ];
    for (const [round, way] of ways.entries()) {
      const did: string[] = [];
      const [name = ''] = way.split(' ');
      while (did.at(-1) !== way && did.length < MOST_TRIES) did.push(await play(name));
      await check(did, round);
      expect(did.at(-1)).toBe(way);
    }
    await service.stop();
  });
});
