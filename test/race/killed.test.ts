import { expect, it, jest } from '@jest/globals';
import { violations } from '../support/invariants.ts';
import { type Asked, storeAccount } from '../support/race-account.ts';
import { fleetPerFile, startWorker } from './fleet.ts';

jest.setTimeout(600_000);

/** In each, a process dies at another point of the eight jobs that it gets. */
const ROUNDS = 4;
const fleet = fleetPerFile(3);

/** Half of the calls move the appointment that they booked in the round before. */
const asksOf = (round: number): Asked[] =>
  Array.from({ length: 16 }, (_, i) => {
    const callId = i < 8 ? `mover-${i}` : `round-${round}-${i}`;
    return { accountId: 'killed', callId, time: `${((round + i) % 4) + 1}:00 PM` };
  });

it('killed processes leave nothing incomplete, and a repeat completes the call', async () => {
  await storeAccount(fleet().table, { accountId: 'killed', technicians: 6 });
  let unanswered = 0;
  let next = startWorker(fleet().table.endpoint, fleet().table.tableName);
  for (let round = 0; round < ROUNDS; round++) {
    const victim = await next;
    if (round + 1 < ROUNDS) next = startWorker(fleet().table.endpoint, fleet().table.tableName);
    const asks = asksOf(round);
    const others = fleet().askAll(asks.filter((_, i) => i % 2 === 0));
    const doomed = asks.filter((_, i) => i % 2 === 1);
    // Dies two answers later in each round: from before its first read to the middle of its last writes.
    let answersLeft = 2 * round;
    const dieInTime = () => {
      if (answersLeft === 0) victim.kill();
      answersLeft -= 1;
    };
    const first = doomed.map((asked) => victim.ask(asked).finally(dieInTime));
    dieInTime();
    const lost = (await Promise.all(first)).flatMap((answer, i) => (answer === undefined ? [doomed[i]] : []));
    unanswered += lost.length;
    await others;
    expect(await violations(fleet().table.document, fleet().table.tableName)).toEqual([]);
    const again = await fleet().askAll(lost.filter((asked) => asked !== undefined));
    expect(again.filter(({ confirmed, reason }) => !confirmed && reason !== 'slot_taken')).toEqual([]);
    expect(await violations(fleet().table.document, fleet().table.tableName)).toEqual([]);
  }
  expect(unanswered).toBeGreaterThan(0);
});
