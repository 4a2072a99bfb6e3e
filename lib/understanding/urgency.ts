import type { Urgency } from '../accounts/account.ts';
import { normalized } from '../normalized.ts';
import { phraseList } from '../word-lists.ts';

/** The first row with a matching word counts, because "not an emergency" contains the word of another row. */
const words: readonly (readonly [Urgency, readonly string[]])[] = [
  [
    'routine',
    phraseList(`
      routine, normal, low, standard, medium, regular, none, no rush, not urgent, non urgent, nonurgent,
      not an emergency, no emergency, non emergency, nonemergency, not emergency, no es emergencia, whenever, flexible,
      maintenance, no hurry, not in a hurry, rutina
    `),
  ],
  [
    'emergency',
    phraseList(`
      emergency, emergencia, emergent, critical, life threatening, severe, extreme, dangerous, danger, 911
    `),
  ],
  [
    'urgent',
    phraseList(`
      urgent, asap, as soon as possible, high, today, same day, soon, soonest, priority, rush, urgente,
      right away, immediately, immediate, now, tonight, elevated, pressing
    `),
  ],
];

/** Returns the urgency that any words express; undefined if none do. */
export function understandUrgency(text: string): Urgency | undefined {
  const said = normalized(text, 'NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join(' ');
  return words.find(([, phrases]) => phrases.some((phrase) => ` ${said} `.includes(` ${phrase} `)))?.[0];
}
