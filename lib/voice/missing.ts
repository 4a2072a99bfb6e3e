import { all, say } from './speech.ts';

const spoken = new Map([
  ['date', 'the day'],
  ['time', 'the time'],
  ['serviceType', 'the service they need'],
  ['customerName', 'their name'],
  ['customerPhone', 'a phone number'],
]);

/** The answer to a call that lacks arguments: what to ask the caller for. */
export function missing(names: readonly string[]) {
  const asked = all(names.map((name) => spoken.get(name) ?? name));
  const message = say(`Please ask the caller for ${asked}.`, 'Nothing is booked yet.');
  return { reason: 'missing_argument', missing: names, message };
}
