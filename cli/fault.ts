/** A command can't be done. The message goes to stderr and the exit code is 1. */
export class CliFault extends Error {}

/** A fault whose message is a JSON document already. */
export class JsonFault extends CliFault {}

/** Lines for stderr; never a stack. */
export function faultText(error: unknown): string {
  if (error instanceof CliFault) return error.message;
  const text = error instanceof Error ? error.message || error.name : String(error);
  return text.split('\n')[0] ?? 'Unknown fault.';
}
