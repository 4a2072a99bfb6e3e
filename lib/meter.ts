import { AsyncLocalStorage } from 'node:async_hooks';

/** Counts what a request has cost so far. */
export interface Usage {
  /** Calls to AWS count in sequence: concurrent calls count as one. */
  readonly roundTrips: number;
  /** Counts slots lost to another booking, and conflicts after which the schedule was read again. */
  readonly racesRetried: number;
}

export interface Meter {
  /** Runs a request with its own counters, even if other requests run in the container at the same time. */
  measure<T>(run: (usage: Usage) => T): T;
  /** Counts a call to AWS for the request that makes it. */
  call<T>(send: () => Promise<T>): Promise<T>;
  countRace(): void;
  countMemoryFault(): void;
  /** Returns how many facts of calls were lost since the last request asked; a write may fail after its answer. */
  takeMemoryFaults(): number;
  /** Makes calls to AWS for which no answer waits. They don't count as round trips. */
  aside<T>(send: () => T): T;
}

/** Creates the meter of a container. It counts nothing outside of a request. */
export function createMeter(): Meter {
  const requests = new AsyncLocalStorage<{ roundTrips: number; racesRetried: number; onTheWay: number }>();
  let memoryFaults = 0;
  return {
    measure: (run) => {
      const usage = { roundTrips: 0, racesRetried: 0, onTheWay: 0 };
      return requests.run(usage, run, usage);
    },
    call: async (send) => {
      const usage = requests.getStore();
      if (usage === undefined) return await send();
      if (usage.onTheWay === 0) usage.roundTrips += 1;
      usage.onTheWay += 1;
      try {
        return await send();
      } finally {
        usage.onTheWay -= 1;
      }
    },
    countRace: () => {
      const usage = requests.getStore();
      if (usage !== undefined) usage.racesRetried += 1;
    },
    countMemoryFault: () => {
      memoryFaults += 1;
    },
    takeMemoryFaults: () => {
      const taken = memoryFaults;
      memoryFaults = 0;
      return taken;
    },
    aside: (send) => requests.exit(send),
  };
}
