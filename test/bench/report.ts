import Table from 'cli-table3';

/** One comparison: the median cost of the subject over that of what it is held against. */
export interface Row {
  readonly what: string;
  readonly against: string;
  /** Milliseconds, medians. */
  readonly subject: number;
  readonly baseline: number;
  readonly ratio: number;
  /** The ratio should not be above it. */
  readonly goal: number;
}

/** The median time of each of two functions, run in turns. Milliseconds. */
export function alternate(
  rounds: number,
  subject: () => void,
  baseline: () => void,
): readonly [number, number] {
  const times: [number[], number[]] = [[], []];
  // The first rounds warm up the compiler and are not counted.
  for (let round = -3; round < rounds; round++) {
    const [a, b] = [timed(subject), timed(baseline)];
    if (round < 0) continue;
    times[0].push(a);
    times[1].push(b);
  }
  return [median(times[0]), median(times[1])];
}

function timed(run: () => void): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export function report(rows: readonly Row[]): string {
  const table = new Table({
    head: ['what', 'against', 'ms', 'ms against', 'ratio', 'goal', ''],
    style: { head: [] },
  });
  for (const { what, against, subject, baseline, ratio, goal } of rows) {
    const verdict = ratio <= goal ? 'reached' : 'missed';
    table.push([
      what,
      against,
      subject.toFixed(2),
      baseline.toFixed(2),
      ratio.toFixed(2),
      `≤ ${goal}`,
      verdict,
    ]);
  }
  return table.toString();
}
