/** Why the server can't start: one line per fault, each saying what to do, for people and without a stack. */
export class StartFault extends Error {
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}

/** Returns the lines to print for any thrown value. */
export function faultLines(error: unknown): readonly string[] {
  if (error instanceof StartFault) return error.lines;
  const text = error instanceof Error ? error.message || error.name : String(error);
  return [text.split('\n')[0] ?? 'Unknown fault.'];
}
