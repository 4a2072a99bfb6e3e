import Table from 'cli-table3';

/** A comparison: the measure of the subject divided by that of the baseline. */
export interface Row {
  readonly what: string;
  readonly against: string;
  /** Medians of `subject` and `baseline`. */
  readonly unit: string;
  readonly subject: number;
  readonly baseline: number;
  readonly ratio: number;
  /** The accepted ratios. Rows without a goal only inform. */
  readonly goal?: Goal;
}

export type Goal = { readonly atMost: number } | { readonly atLeast: number };

/** Rows that are measured together. */
export interface Group {
  readonly name: string;
  readonly title: string;
  /** @param quick fewer rounds, for a first look */
  measure(quick: boolean): Promise<readonly Row[]> | readonly Row[];
}

export function row(
  what: string,
  against: string,
  unit: string,
  [subject, baseline]: readonly [number, number],
  goal?: Goal,
): Row {
  return { what, against, unit, subject, baseline, ratio: subject / baseline, ...(goal && { goal }) };
}

/** The median times of two functions that alternate. Milliseconds. */
export async function alternate(
  rounds: number,
  subject: () => unknown,
  baseline: () => unknown,
): Promise<readonly [number, number]> {
  const times: [number[], number[]] = [[], []];
  // The first rounds warm up the compiler and don't count.
  for (let round = -3; round < rounds; round++) {
    const [a, b] = [await timed(subject), await timed(baseline)];
    if (round < 0) continue;
    times[0].push(a);
    times[1].push(b);
  }
  return [median(times[0]), median(times[1])];
}

async function timed(run: () => unknown): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export function isMissed({ ratio, goal }: Row): boolean {
  if (goal === undefined) return false;
  return !('atMost' in goal ? ratio <= goal.atMost : ratio >= goal.atLeast);
}

export function report(rows: readonly Row[]): string {
  const head = ['what', 'measured', 'against', 'measured', 'ratio', 'goal', ''];
  const table = new Table({ head, style: { head: [], border: [] } });
  for (const each of rows) {
    const { what, against, unit, subject, baseline, ratio, goal } = each;
    const verdict = goal === undefined ? '' : isMissed(each) ? 'MISSED' : 'reached';
    const figures = [`${figure(subject)} ${unit}`, against, `${figure(baseline)} ${unit}`, ratio.toFixed(2)];
    table.push([what, ...figures, goalText(goal), verdict]);
  }
  return table.toString();
}

function goalText(goal: Goal | undefined): string {
  if (goal === undefined) return '';
  return 'atMost' in goal ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`;
}

const figure = (value: number): string =>
  value >= 100 || Number.isInteger(value) ? value.toFixed(0) : value.toFixed(value >= 1 ? 1 : 3);
