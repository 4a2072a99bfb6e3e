import { normalizeServiceName } from '../accounts/service-names.ts';

/** Maximum length of notes in UTF-16 units: a tenth of an item, so that a change always fits. */
const MAX_NOTES = 12_000;
/** The same of what forms add: it is kept apart, so that it never displaces what was said in calls. */
const MAX_LEAD_NOTES = 6_000;
const MAX_MARK = 40;
const markPattern = /^\[(\d{1,9}) earlier lines cut\]$/;

/**
 * Adds new lines to the notes, without duplicates. Beyond the maximum, a line with their count replaces the oldest
 * lines.
 */
export function addedNotes(
  known: string | undefined,
  told: string | undefined,
  most = MAX_NOTES,
): string | undefined {
  if (known === undefined || told === undefined) return known ?? told;
  if (known.includes(told)) return known;
  if (told.includes(known)) return bounded(told, most);
  const lines = new Set(known.split('\n'));
  const news = told.split('\n').filter((line) => !lines.has(line));
  return bounded([known, ...news].join('\n'), most);
}

/** Adds what a form says to what forms said before, as `addedNotes` does. */
export function addedLeadNotes(known: string | undefined, told: string): string {
  return bounded(addedNotes(known, told, MAX_LEAD_NOTES) ?? told, MAX_LEAD_NOTES);
}

/** The part of what a form says that its notes can keep whole, so that a split finds it there. */
export const keptLeadNote = (told: string): string => told.slice(0, MAX_LEAD_NOTES - MAX_MARK).toWellFormed();

/** All that was said about a request, as people read it. */
export function allNotes({
  notes,
  leadNotes,
}: {
  readonly notes?: string | undefined;
  readonly leadNotes?: string | undefined;
}): string | undefined {
  return notes === undefined || leadNotes === undefined ? (notes ?? leadNotes) : `${notes}\n${leadNotes}`;
}

/** Notes with the service in the customer's own words, if they say more than its name. */
export function withServiceAsSaid(
  notes: string | undefined,
  said: string | undefined,
  name: string | undefined,
): string | undefined {
  if (said === undefined || name === undefined) return notes;
  if (normalizeServiceName(said) === normalizeServiceName(name)) return notes;
  return addedNotes(`Service as said: ${said}`, notes);
}

function bounded(notes: string, most: number): string {
  if (notes.length <= most) return notes;
  const lines = notes.split('\n');
  const mark = markPattern.exec(lines[0] ?? '');
  let first = mark === null ? 0 : 1;
  let cut = mark === null ? 0 : Number(mark[1]);
  let length = notes.length;
  while (first < lines.length - 1 && length > most - MAX_MARK) {
    length -= (lines[first]?.length ?? 0) + 1;
    first += 1;
    cut += 1;
  }
  return [`[${cut} earlier lines cut]`, ...lines.slice(first)].join('\n').slice(0, most).toWellFormed();
}
