import type { TimeLimits } from '../../lib/aws/client.ts';

/** For a database that always answers, however busy the machine is. */
export const patient: TimeLimits = { connect: 600_000, answer: 600_000 };

/** A clock that only pauses move, and they take no time: what it says does not depend on the machine. */
export function createPausedClock(startedAt = Date.now()) {
  const clock = {
    /** Milliseconds since the epoch. */
    time: startedAt,
    now: () => clock.time,
    /** Moves on by a millisecond at the least, so that what waits for a deadline comes to it. */
    pause: async (ms: number) => {
      clock.time += Math.max(1, ms);
    },
  };
  return clock;
}
