import type { Note, Notes } from '../../record/notes.ts';
import type { DispatchRequest } from '../../record/request.ts';
import { MINUTES_PER_DAY } from '../../scheduling/time.ts';
import { formatClockTime } from '../../scheduling/time-of-day.ts';
import { historyText, lineAsRead } from './history.ts';

/** The office reads these texts on requests. Callers don't hear them. */
export const office = {
  wantsPerson: (reason: string | undefined) =>
    reason === undefined ? 'Asked for a person.' : `Asked for a person: ${reason}`,
  technicianAsSaid: (technician: string) => `Technician as said: ${technician}`,
  wantsBooking: (service: string, date: string) => `Wants ${service} on ${date}; a person has to book it.`,
  /** Speaks a span of starts, in minutes from midnight. */
  span: (from: number, to: number) => {
    if (to >= MINUTES_PER_DAY) return `it from ${formatClockTime(from)}`;
    return from === 0
      ? `it by ${formatClockTime(to)}`
      : `it from ${formatClockTime(from)} to ${formatClockTime(to)}`;
  },
  aboutVisit: (why: string) => `About a visit that only a person can change: ${why}`,
};

/** Writes notes as people read them, each on a line of its own. Undefined if there are no notes. */
export const notesText = (notes: Notes = []): string | undefined =>
  notes.length === 0 ? undefined : notes.map(noteText).join('\n');

/** Writes all notes of a request as people read them. */
export const allNotes = ({ notes = [], leadNotes = [] }: Pick<DispatchRequest, 'notes' | 'leadNotes'>) =>
  notesText([...notes, ...leadNotes]);

/** Puts the notes and the history of a request into words, for people to read. */
export const asRead = ({ notes, leadNotes, merged, history, ...request }: DispatchRequest) => ({
  ...request,
  notes: notesText(notes),
  leadNotes: notesText(leadNotes),
  merged: merged?.map((one) => ({ ...one, notes: notesText(one.notes) })),
  history: history.map(lineAsRead),
});

export function noteText({
  kind,
  text = '',
  field = '',
  date = '',
  minute = 0,
  until,
  count = 0,
  ...note
}: Note): string {
  switch (kind) {
    case 'said':
      return text;
    case 'reported':
      return `Reported as an emergency, now called off: ${text}`;
    case 'service':
      return `Service as said: ${text}`;
    case 'technician':
      return office.technicianAsSaid(text);
    case 'phone':
      return `Phone as said: ${text}`;
    case 'start':
      return `Would like ${until === undefined ? formatClockTime(minute) : office.span(minute, until)}.`;
    case 'call_time':
      return `When to call: ${text}`;
    case 'no_call':
      return "They don't want to be called.";
    case 'language':
      return `Speaks ${text === 'es' ? 'Spanish' : 'English'}.`;
    case 'preferred_time':
      return `Preferred time: ${text}`;
    case 'urgency':
      return `Urgency: ${text}`;
    case 'asked_change':
      return 'A caller asks to change:';
    case 'asked_person':
      return office.wantsPerson(text === '' ? undefined : text);
    case 'not_put_through':
      return 'Asked for a person, and was not put through.';
    case 'asked_booking':
      return office.wantsBooking(text, date);
    case 'asked_of_visit':
      return office.aboutVisit((note.asked && historyText(note.asked)) ?? '');
    case 'form':
      return 'The form says:';
    case 'lead':
      return `From a lead of ${date}${text === '' ? '' : `, which asks for ${text}`}:`;
    case 'detail':
      return `${field}: ${text}`;
    case 'nothing_else':
      return 'nothing else';
    case 'alerts_joined':
      return `More than ${count} emergencies were reported in a minute. This alert stands for the others.`;
    case 'cut':
      return `[${count} earlier lines cut]`;
  }
}
