import { afterAll, describe, expect, it } from '@jest/globals';
import { startService } from '../functions/service.ts';
import { violations } from '../support/invariants.ts';
import { pick, randomFrom } from '../support/random.ts';
import { companyAt, operationsOn } from './operations.ts';

/** So many that the rarest outcomes come several times, whoever wins the races. */
const SEEDS = Array.from({ length: 14 }, (_, index) => index + 1);
const ROUNDS = 20;
const AT_ONCE = 4;

/** How often each operation ended in each way, over all seeds. */
const outcomes = new Map<string, number>();

/** What a live call must never hear here: the clock stands still, so nothing can run out of time. */
const faults = ['internal', 'temporarily_unavailable', 'outcome_unknown'];

async function play(seed: number): Promise<void> {
  const random = randomFrom(seed);
  const service = await startService(companyAt(random));
  const operations = operationsOn(service);
  const names = Object.keys(operations).filter((name) => name !== 'letTimePass');
  for (let round = 0; round < ROUNDS; round++) {
    const chosen = Array.from({ length: AT_ONCE }, () => pick(random, names));
    const did = await Promise.all(
      // Separate random numbers for each, so that what it does depends on the seed and not on who is first.
      chosen.map(async (name) => `${name} ${await operations[name]?.(randomFrom(random() * 2 ** 32))}`),
    );
    if (round % 5 === 4) did.push(`letTimePass ${await operations.letTimePass?.(random)}`);
    for (const each of did) outcomes.set(each, (outcomes.get(each) ?? 0) + 1);
    const wrong = await violations(service.table.document, service.table.tableName);
    expect({ seed, round, did, wrong }).toEqual({ seed, round, did, wrong: [] });
    expect(did.filter((each) => faults.some((fault) => each.endsWith(fault)))).toEqual([]);
  }
  await service.stop();
}

describe('a random sequence of calls, changes by dispatchers and changes of the account', () => {
  it.each(SEEDS)('leaves every claim with one holder: seed %i', play);

  afterAll(() => {
    const reached = [...outcomes.keys()];
    expect(reached).toEqual(
      expect.arrayContaining([
        ...['book done', 'book refused', 'bookOnPlatformTwo done', 'reschedule done', 'cancel done'],
        ...['changeStatus changed', 'giveAppointment changed', 'block blocked', 'unblock unblocked'],
        ...['blockOften blocked', 'blockOften unblocked'],
        ...['giveSeveral changed several', 'giveSeveral slot_taken', 'giveSeveral visit_order'],
        ...['putAccount refused', 'putAccount stored in another zone'],
      ]),
    );
  });
});
