import { normalized } from '../normalized.ts';

/** What somebody means by a text message to the company. */
export type Reply = 'take' | 'stop' | 'start' | 'help' | 'yes' | 'other';

/** Carriers take these words as the end of all texts, and so does the service. The others are habits of people. */
const words: ReadonlyMap<string, Reply> = new Map([
  ['1', 'take'],
  ...[
    ...['stop', 'stopall', 'stop all', 'end', 'quit', 'cancel', 'unsubscribe', 'opt out', 'optout', 'revoke'],
    ...['remove', 'remove me', 'alto', 'parar'],
  ].map((word) => [word, 'stop'] as const),
  ...['start', 'unstop'].map((word) => [word, 'start'] as const),
  ...['help', 'info'].map((word) => [word, 'help'] as const),
  ...['yes', 'y', 'c', 'confirm'].map((word) => [word, 'yes'] as const),
]);

/** Reads a text message: as a whole, without case, punctuation and `please`; else whether it asks for no more texts. */
export function replyIn(text: string): Reply {
  const plain = plainText(text);
  return (
    words.get(
      plain
        .replace(/\bplease\b/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    ) ?? (asksForNoTexts(text) ? 'stop' : 'other')
  );
}

/** Each may have words before what is to stop. Somebody else's texts, or a time, make it another wish. */
const asks: readonly RegExp[] = [
  /\b(?:stop|quit|cease|discontinue|turn off|cancel|end (?:all|the|these|those|your)) (?:(?:all|any|the|these|those|your|more|further|of|me|us|my number|with|to|sending|getting|receiving|being) )*(?:text(?:s|ing|ed)?(?: messages?)?|sms|messages|messaging|reminders?)\b(?! (?:my (?!number|phone|cell)|at\b|before\b|after\b|until\b|while\b))/,
  /\b(?:do not|dont|never) (?:ever )?(?:text|sms|message) (?:me|us|this number|my (?:number|phone|cell))\b(?! (?:my (?!number|phone|cell)|at\b|before\b|after\b|until\b|while\b))/,
  /\b(?:do not|dont|never) (?:ever )?send (?:(?:all|any|the|these|those|your|more|further|of|me|us|my number|with|to|sending|getting|receiving|being) )*(?:text(?:s|ing|ed)?(?: messages?)?|sms|messages|messaging|reminders?)\b(?! (?:my (?!number|phone|cell)|at\b|before\b|after\b|until\b|while\b))/,
  /\b(?:do not|dont|does not|doesnt|no longer) wants? (?:(?:all|any|the|these|those|your|more|further|of|me|us|my number|with|to|sending|getting|receiving|being) )*(?:be )?(?:text(?:s|ing|ed)?(?: messages?)?|sms|messages|messaging|reminders?)\b(?! (?:my (?!number|phone|cell)|at\b|before\b|after\b|until\b|while\b))/,
  /\bno more (?:text(?:s|ing|ed)?(?: messages?)?|sms|messages|messaging|reminders?)\b/,
  /\b(?:unsubscribe|opt (?:me |us )?out)\b/,
  /\b(?:take|remove|get) (?:me|us|my number|this number) (?:off|from|out of)\b.{0,30}\b(?:list|texts?|sms|messages|messaging)\b/,
  /\bno (?:me |nos )?(?:env[ií]en?|manden?|mandes|escriban?)\b.{0,20}\b(?:mensajes?|textos?|sms)\b/,
];

/** Negated or asked, the words mean something else: `don't stop texting me`, `why did you stop texting me?` */
const otherwise = /\b(?:do not|dont|never|did you|have you|has it|why) (?:ever )?(?:stop|end|quit|cancel)/;

/** True if a text plainly asks for no more text messages. */
export const asksForNoTexts = (text: string): boolean => clausesOf(text).some((clause) => isRequest(clause));

/** True if a text asks for no more text messages, and for nothing else. */
export function asksOnlyForNoTexts(text: string): boolean {
  const clauses = clausesOf(text).filter((clause) => !isFiller(clause));
  return clauses.length > 0 && clauses.every(isRequest);
}

const isRequest = (clause: string): boolean =>
  !otherwise.test(clause) && asks.some((pattern) => pattern.test(clause));

const isFiller = (clause: string): boolean =>
  /^(?:hi|hello|hey|ok|okay|yes|no|please|thanks|thank you|sorry|and|but|so)*$/.test(
    clause.replaceAll(' ', ''),
  );

const clausesOf = (text: string): readonly string[] =>
  text
    .split(/[.!?;,\n]+|\b(?:and|but)\b/i)
    .map(plainText)
    .filter((clause) => clause !== '');

/** Lower case, without apostrophes and accents that matter to nobody, and with single spaces in place of punctuation. */
const plainText = (text: string): string =>
  normalized(text, 'NFKC')
    .toLowerCase()
    .replace(/['’`]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
