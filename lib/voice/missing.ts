import { all, say } from './speech.ts';

const spoken = new Map([
  ['date', 'the day'],
  ['time', 'the time'],
  ['serviceType', 'the service they need'],
  ['customerName', 'their name'],
  ['customerPhone', 'a phone number'],
]);

/** The answer to a call that lacks arguments: what to ask the caller for, and what has not happened. */
export function missing(names: readonly string[], closing = 'Nothing is booked yet.') {
  const asked = all(names.map((name) => spoken.get(name) ?? name));
  const message = say(`Please ask the caller for ${asked}.`, closing);
  return { reason: 'missing_argument', missing: names, message };
}
