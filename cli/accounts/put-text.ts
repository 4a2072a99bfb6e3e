import type { Difference } from '../../lib/accounts/document/account-difference.ts';
import type { RuledOutAppointment } from '../../lib/booking/ruled-out.ts';
import type { Block } from '../../lib/record/block.ts';
import { formatClockTime } from '../../lib/scheduling/clock-time.ts';
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

/** What a document rules out. */
export interface RuledOut {
  readonly appointments: readonly RuledOutAppointment[];
  /** Blocks of technicians who are no longer in the document. */
  readonly blocks: readonly Block[];
}

/** What a document rules out, one per row. Empty without any. `head` says what happens to the appointments. */
export function ruledOutText(head: string, { appointments, blocks }: RuledOut): readonly string[] {
  const rows = appointments.map(({ request: { dispatchRequestId, appointment }, flags }) => [
    ...[
      dispatchRequestId,
      flags.join(', '),
      appointment.date,
      formatClockTime(appointment.minute),
      appointment.technician,
    ],
  ]);
  const blocked = blocks.map(({ blockId, from, to, technician }) => [blockId, from, to, technician]);
  return [
    ...(rows.length > 0 ? [toTable([head, 'because of', 'date', 'time', 'technician'], rows)] : []),
    ...(blocked.length > 0 ? [toTable(['block without technician', 'from', 'to', 'was for'], blocked)] : []),
  ];
}

/** The appointments as JSON. */
export function ruledOutJson({ appointments }: RuledOut) {
  return appointments.map(({ request: { dispatchRequestId }, flags }) => ({ dispatchRequestId, flags }));
}

/** The blocks as JSON. */
export function blocksJson({ blocks }: RuledOut) {
  return blocks.map(({ blockId, technicianId, from, to }) => ({ blockId, technicianId, from, to }));
}
