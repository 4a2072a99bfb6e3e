import type { Difference } from '../../lib/accounts/account-difference.ts';
import type { Stranded } from '../../lib/dispatch/booking/stranded.ts';
import { toTable } from '../output.ts';

const MAX_VALUE = 60;

/** Differences from the stored document, one per row. Empty without any. */
export function differencesText(differences: readonly Difference[]): readonly string[] {
  if (differences.length === 0) return [];
  const rows = differences.map(({ path, before, after }) => [path, valueText(before), valueText(after)]);
  return [toTable(['field', 'stored', 'in the file'], rows)];
}

function valueText(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE - 1)}…` : text;
}

/** Appointments that a document rules out, one per row. Empty without any. */
export function strandedText(head: string, stranded: readonly Stranded[]): readonly string[] {
  if (stranded.length === 0) return [];
  const rows = stranded.map(({ request: { dispatchRequestId, appointment }, flags }) => [
    ...[dispatchRequestId, flags.join(', '), appointment.date, appointment.time, appointment.technician],
  ]);
  return [toTable([head, 'because of', 'date', 'time', 'technician'], rows)];
}

/** The same for programs. */
export function strandedJson(stranded: readonly Stranded[]) {
  return stranded.map(({ request: { dispatchRequestId }, flags }) => ({ dispatchRequestId, flags }));
}
