/** How a long command reports. */
export interface Reporting {
  readonly progress: (line: string) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

const EVERY_MS = 2_000;

/** Reports a growing count, at most every two seconds. */
export function createProgress({ progress, now }: Reporting, what: string): (count: number) => void {
  let last = now();
  return (count) => {
    if (now() - last < EVERY_MS) return;
    last = now();
    progress(`${what}: ${count}`);
  };
}
