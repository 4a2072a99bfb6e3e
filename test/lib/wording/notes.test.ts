import { describe, expect, it } from '@jest/globals';
import { type Note, noteKinds } from '../../../lib/record/notes.ts';
import { notesText } from '../../../lib/wording/en/office.ts';

const notes: readonly (readonly [Note, string])[] = [
  [{ kind: 'said', text: 'It rattles.\nRing twice.' }, 'It rattles.\nRing twice.'],
  [
    { kind: 'reported', text: 'Water pours out.' },
    'Reported as an emergency, now called off: Water pours out.',
  ],
  [{ kind: 'service', text: 'fridge' }, 'Service as said: fridge'],
  [{ kind: 'technician', text: 'anyone but Ben' }, 'Technician as said: anyone but Ben'],
  [{ kind: 'phone', text: 'five five five' }, 'Phone as said: five five five'],
  [{ kind: 'start', minute: 9 * 60 }, 'Would like 9:00 AM.'],
  [{ kind: 'start', minute: 15 * 60, until: 24 * 60 }, 'Would like it from 3:00 PM.'],
  [{ kind: 'start', minute: 0, until: 10 * 60 }, 'Would like it by 10:00 AM.'],
  [{ kind: 'start', minute: 9 * 60, until: 10 * 60 }, 'Would like it from 9:00 AM to 10:00 AM.'],
  [{ kind: 'call_time', text: 'after lunch' }, 'When to call: after lunch'],
  [{ kind: 'no_call' }, "They don't want to be called."],
  [{ kind: 'language', text: 'es' }, 'Speaks Spanish.'],
  [{ kind: 'language', text: 'en' }, 'Speaks English.'],
  [{ kind: 'preferred_time', text: 'soonish' }, 'Preferred time: soonish'],
  [{ kind: 'urgency', text: 'whenever' }, 'Urgency: whenever'],
  [{ kind: 'asked_change' }, 'A caller asks to change:'],
  [{ kind: 'asked_person' }, 'Asked for a person.'],
  [{ kind: 'asked_person', text: 'an invoice' }, 'Asked for a person: an invoice'],
  [{ kind: 'not_put_through' }, 'Asked for a person, and was not put through.'],
  [
    { kind: 'asked_booking', text: 'AC Repair', date: '2026-06-10' },
    'Wants AC Repair on 2026-06-10; a person has to book it.',
  ],
  [
    { kind: 'asked_of_visit', asked: { kind: 'asked_to_cancel', words: 'sick' } },
    'About a visit that only a person can change: asked to cancel: sick',
  ],
  [{ kind: 'form' }, 'The form says:'],
  [{ kind: 'lead', date: '2026-06-02' }, 'From a lead of 2026-06-02:'],
  [
    { kind: 'lead', date: '2026-06-02', text: '2026-06-12 morning' },
    'From a lead of 2026-06-02, which asks for 2026-06-12 morning:',
  ],
  [{ kind: 'detail', field: 'zip', text: '10011' }, 'zip: 10011'],
  [{ kind: 'nothing_else' }, 'nothing else'],
  [
    { kind: 'alerts_joined', count: 60 },
    'More than 60 emergencies were reported in a minute. This alert stands for the others.',
  ],
  [{ kind: 'cut', count: 4 }, '[4 earlier lines cut]'],
];

describe('a note', () => {
  it.each(notes)('with the facts %j reads %j', (note, text) => {
    expect(notesText([note])).toBe(text);
  });

  it('of each kind is among them', () => {
    expect(new Set(notes.map(([{ kind }]) => kind))).toEqual(new Set(noteKinds));
  });

  it('is a line of all', () => {
    expect(notesText(notes.slice(0, 2).map(([note]) => note))).toBe(
      'It rattles.\nRing twice.\nReported as an emergency, now called off: Water pours out.',
    );
    expect(notesText([])).toBeUndefined();
  });
});
