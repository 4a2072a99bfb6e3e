import type { TimeLimits } from '../../lib/aws/table/client.ts';

/** For a database that always answers, however busy the machine is. */
export const patient: TimeLimits = { connect: 600_000, answer: 600_000 };

/** A clock that only pauses advance, without real time: it does not depend on the machine. */
export function createPausedClock(startedAt = Date.now()) {
  const clock = {
    /** Milliseconds since the epoch. */
    time: startedAt,
    now: () => clock.time,
    /** Advances by at least a millisecond, so that what waits for a deadline reaches it. */
    pause: async (ms: number) => {
      clock.time += Math.max(1, ms);
    },
  };
  return clock;
}
