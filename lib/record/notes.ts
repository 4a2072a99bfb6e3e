import type { Language } from '../accounts/account.ts';
import { normalizeServiceName } from '../accounts/service-names.ts';
import type { LocalDate } from '../scheduling/calendar.ts';
import type { HistoryFacts } from './history.ts';
import { canonicalText } from './ids.ts';

/** Each note has a kind. `lib/wording/en/office.ts` puts the kind and its facts into words. */
export const noteKinds = [
  ...['said', 'reported', 'service', 'technician', 'phone', 'start', 'call_time', 'no_call'],
  ...['language', 'preferred_time', 'urgency'],
  ...['asked_change', 'asked_person', 'not_put_through', 'asked_booking', 'asked_of_visit'],
  ...['form', 'lead', 'detail', 'nothing_else', 'alerts_joined', 'cut'],
] as const;
type NoteKind = (typeof noteKinds)[number];

export interface Note {
  readonly kind: NoteKind;
  /** Somebody used these words, for example for a service. */
  readonly text?: string | undefined;
  /** A `detail` is about this field of the contact, and `text` is the field's value. */
  readonly field?: string | undefined;
  readonly date?: LocalDate | undefined;
  /** A requested start, in minutes from midnight, or the first of several. */
  readonly minute?: number | undefined;
  /** The last of several requested starts. */
  readonly until?: number | undefined;
  /** The caller asked for this about a visit that can't be changed. */
  readonly asked?: HistoryFacts | undefined;
  /** Counts the lines that were cut, or the emergencies of a minute that have alerts of their own. */
  readonly count?: number | undefined;
  /** A dispatcher's note has an id, unique in its request, an author and a time. */
  readonly noteId?: string | undefined;
  /** Name of the author. */
  readonly by?: string | undefined;
  /** Identifies the author, whose name may change or be that of another. */
  readonly authorId?: string | undefined;
  /** ISO 8601, UTC. */
  readonly at?: string | undefined;
  /** The lead that added this note. */
  readonly leadId?: string | undefined;
}

export type Notes = readonly Note[];

/** Notes may have this many UTF-16 units: a tenth of an item, so that a change always fits. */
const MAX_NOTES = 12_000;
/** Text from forms has its own maximum (UTF-16 units), so that it never displaces what was said in calls. */
const MAX_LEAD_NOTES = 6_000;
/** The note that counts what was cut needs this much room. */
const MAX_CUT = 40;

/** Notes what somebody said or wrote; returns no note if they said nothing. */
export const saidNote = (text: string | undefined): Notes =>
  text === undefined ? [] : [{ kind: 'said', text }];

/** Notes the language of a call if it isn't the company's own. */
export const languageNote = (language: Language | undefined, company: Language): Notes =>
  language === undefined || language === company ? [] : [{ kind: 'language', text: language }];

/** Notes the service in the customer's own words if they say more than its name. */
export const serviceNote = (said: string | undefined, name: string | undefined): Notes =>
  said === undefined || name === undefined || normalizeServiceName(said) === normalizeServiceName(name)
    ? []
    : [{ kind: 'service', text: said }];

/** Adds what is new; returns the same notes if nothing is. Beyond the maximum, a count replaces the oldest notes. */
export function addedNotes(known: Notes | undefined, told: Notes = [], most = MAX_NOTES): Notes | undefined {
  if (known === undefined) return told.length === 0 ? undefined : told;
  if (told.every((note) => isAmong(note, known))) return known;
  if (known.every((note) => isAmong(note, told))) return bounded(told, most);
  return bounded([...known, ...told.flatMap((note) => newsOf(note, known))], most);
}

/** Adds what a form says to what forms said before, as `addedNotes` does. */
export const addedLeadNotes = (known: Notes | undefined, told: Notes): Notes =>
  bounded(addedNotes(known, told, MAX_LEAD_NOTES) ?? told, MAX_LEAD_NOTES);

/** Cuts a lead's notes to what fits, and marks them with the lead's id so that a split finds them. */
export function keptLeadNotes(told: Notes, leadId: string): Notes {
  let left = MAX_LEAD_NOTES - MAX_CUT;
  return told.flatMap((one) => {
    const note = { ...one, leadId };
    const kept = Math.max(0, left - lengthOf({ ...note, text: '' }));
    left -= lengthOf(note);
    if (kept === 0) return [];
    return one.text === undefined ? [note] : [{ ...note, text: one.text.slice(0, kept).toWellFormed() }];
  });
}

export const wordsIn = (notes: Notes = []): readonly string[] =>
  notes.flatMap(({ text, asked }) => [text, asked?.words].filter((words) => words !== undefined));

function isAmong(note: Note, notes: Notes): boolean {
  const { kind, text = '' } = note;
  return kind === 'said'
    ? notes.some((one) => one.kind === 'said' && one.text?.includes(text))
    : notes.some((one) => canonicalText(withoutLead(one)) === canonicalText(withoutLead(note)));
}

const withoutLead = ({ leadId: _, ...facts }: Note) => facts;

function newsOf(note: Note, known: Notes): Notes {
  if (isAmong(note, known)) return [];
  if (note.kind !== 'said') return [note];
  const said = new Set(known.flatMap(({ kind, text = '' }) => (kind === 'said' ? sentencesIn(text) : [])));
  const lines = note.text?.split('\n').map((line) => {
    const news = sentencesIn(line).filter((sentence) => !said.has(sentence));
    return news.join(' ');
  });
  const text = lines?.filter((line) => line !== '').join('\n');
  return text === '' ? [] : [{ ...note, text }];
}

/** Models repeat what they noted before, with more. */
const sentencesIn = (text: string): readonly string[] => text.split(/(?<=[.!?])\s+|\n/);

function bounded(notes: Notes, most: number): Notes {
  let length = notes.reduce((sum, note) => sum + lengthOf(note), 0);
  if (length <= most) return notes;
  let count = 0;
  const left = [...notes];
  while (left.length > 1 && length > most - MAX_CUT) {
    const [oldest] = left.splice(0, 1);
    if (oldest === undefined) break;
    length -= lengthOf(oldest);
    count += oldest.kind === 'cut' ? (oldest.count ?? 0) : (oldest.text ?? '').split('\n').length;
  }
  const cut = left.map((note) => ({ ...note, text: note.text?.slice(0, most - MAX_CUT).toWellFormed() }));
  return count === 0 ? cut : [{ kind: 'cut', count }, ...cut];
}

const lengthOf = (note: Note): number => JSON.stringify(note).length;
