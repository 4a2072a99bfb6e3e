import { type Danger, dangers } from '../../accounts/account.ts';
import { normalized } from '../../normalized.ts';
import {
  aged,
  agedThings,
  alarmed,
  betweenDenial,
  burners,
  dangerPhrases,
  denials,
  detectors,
  detectorWork,
  harmless,
  noHeat,
  oldAges,
  otherNumbers,
  over,
  type Phrase,
  poisoned,
  powered,
  relatives,
  vulnerable,
  wet,
} from './danger-phrases.ts';

/** A danger that words report. */
export interface SeenDanger {
  readonly danger: Danger;
  /** True if the words leave no doubt that gas, carbon monoxide, fire or a shock endangers people now. */
  readonly isCertain: boolean;
}

/** Searches the texts for phrases of a danger. */
export function dangerSeen(texts: readonly string[]): SeenDanger | undefined {
  const clauses = texts.map(plainText).flatMap(clausesOf);
  const danger = reportedIn(clauses);
  if (danger === undefined) return undefined;
  if (!isOver(clauses)) return { danger, isCertain: isCertain(danger, clauses) };
  // Water that is shut off and an alarm that no longer sounds endanger nobody.
  const isStill = danger === 'carbon_monoxide' ? isSounding(clauses) : danger !== 'water';
  return isStill ? { danger, isCertain: false } : undefined;
}

const phrases: Readonly<Record<string, readonly Phrase[]>> = dangerPhrases;

function reportedIn(clauses: readonly Clause[]): Danger | undefined {
  const isLive = clauses.some((clause) => reports(clause, wet) && has(clause, powered));
  const reported = dangers.find(
    (danger) =>
      (danger === 'carbon_monoxide' && isPoisoned(clauses)) ||
      (danger === 'electric' && isLive) ||
      clauses.some((clause) => reports(clause, phrases[danger] ?? [])),
  );
  if (reported !== undefined) return reported;
  const isCold = clauses.some((clause) => has(clause, noHeat));
  return isCold && clauses.some(isAtRisk) ? 'no_heat' : undefined;
}

const isPoisoned = (clauses: readonly Clause[]): boolean =>
  clauses.some((clause) => reports(clause, poisoned)) && clauses.some((clause) => has(clause, burners));

/** True if a clause says that what was wrong is over, and denies nothing: `the valve won't shut off` is not over. */
const isOver = (clauses: readonly Clause[]): boolean =>
  clauses.some(
    (clause) => has(clause, over) && !clause.some((word) => denials.has(word) || word === "won't"),
  );

/** A chirp is a beep, too, and what went off may be quiet again. */
const UNCERTAIN_ALARM: ReadonlySet<string | undefined> = new Set(['went', 'goes', 'beeping', 'triggered']);
const sounding = alarmed.filter(([first]) => !UNCERTAIN_ALARM.has(first));

const isSounding = (clauses: readonly Clause[]): boolean =>
  clauses.some((clause) => reports(clause, sounding));

const certain: { readonly [danger in Danger]?: RegExp } = {
  gas: /gas|propane/,
  fire: /fire|flame|smok|incendio|humo/,
  electric: /shock|electrocut|zap/,
};

function isCertain(danger: Danger, clauses: readonly Clause[]): boolean {
  if (danger === 'carbon_monoxide') return isSounding(clauses) || isPoisoned(clauses);
  const wanted = (phrases[danger] ?? []).filter((phrase) => certain[danger]?.test(phrase.join(' ')));
  return clauses.some((clause) => reports(clause, wanted));
}

const plainText = (text: string): string =>
  normalized(text, 'NFKC')
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/\bc\.o\b\.?/g, 'co');

const isAtRisk = (clause: Clause): boolean =>
  has(clause, vulnerable) ||
  (has(clause, aged) && !has(clause, agedThings)) ||
  (has(clause, relatives) && !has(clause, otherNumbers) && clause.some(isOldAge));

const isOldAge = (word: string): boolean => oldAges.has(word) || /^(?:[7-9]|10)\d$/.test(word);

type Clause = readonly string[];

/** These words answer a question or a label negatively: `Gas smell: no`. */
const refusals: ReadonlySet<string> = new Set(['no', 'nope', 'none', 'negative', 'denied', 'false']);
const REPORTED: ReadonlySet<string | undefined> = new Set([undefined, 'reported', 'noted', 'detected']);

const wordsOf = (plain: string): readonly string[] =>
  plain.split(/[^\p{L}\p{N}']+/u).filter((word) => word !== '');

/** Returns the clauses of a plain text in order, without those that the next clause denies. */
function clausesOf(plain: string): readonly Clause[] {
  const parts = plain
    // One denial covers a list: `no smoke, gas, or sparks`.
    .replace(/(?:^|[.;!?\n]) *(?:no|without|denies|denied) [^.;:!?\n]* or [^.;:!?\n]*/g, (listed) =>
      listed.replaceAll(',', ' '),
    )
    .split(/([.,;:!?\n()]|\bbut\b|\band\b)/);
  const clauses: Clause[] = [];
  for (let index = 0; index < parts.length; index += 2) {
    const words = wordsOf(parts[index] ?? '');
    if (words.length === 0) continue;
    const before = parts[index - 1];
    const denies = words.length < 3 && refusals.has(words[0] ?? '') && REPORTED.has(words[1]);
    if (denies && (before === ':' || before === '?')) clauses.pop();
    else clauses.push(words);
  }
  return clauses;
}

const reports = (clause: Clause, wanted: readonly Phrase[]): boolean =>
  wanted.some(
    (phrase) =>
      positionsOf(clause, phrase).some((at) => !isDenied(clause, at)) && !isHarmless(clause, phrase),
  );

/** True if the clause is about a device, such as a detector to install or a flood light. */
function isHarmless(clause: Clause, phrase: Phrase): boolean {
  const alarms = alarmed.flatMap((words) => positionsOf(clause, words));
  if (alarms.some((at) => !isDenied(clause, at))) return false;
  if (!detectors.includes(phrase)) return has(clause, harmless);
  // An alarm that does not go off does not count.
  return alarms.length > 0 || has(clause, detectorWork);
}

/** These words follow a `no` that only answers a question: `no it smells like gas`. */
const ANSWERED: ReadonlySet<string | undefined> = new Set(['it', "it's", 'there', "there's", 'i', 'we']);

function isDenied(clause: Clause, at: number): boolean {
  for (let index = at - 1; index >= 0; index--) {
    const word = clause[index] ?? '';
    if (word === 'no' && index === 0 && ANSWERED.has(clause[1])) return false;
    if (denials.has(word)) return true;
    if (!betweenDenial.has(word)) return false;
  }
  return false;
}

const has = (clause: Clause, wanted: readonly Phrase[]): boolean =>
  wanted.some((phrase) => positionsOf(clause, phrase).length > 0);

/** Returns the indexes at which a phrase begins in a clause. */
function positionsOf(clause: Clause, phrase: Phrase): readonly number[] {
  const positions: number[] = [];
  for (let start = 0; start <= clause.length - phrase.length; start++)
    if (phrase.every((word, index) => isWord(clause[start + index], word))) positions.push(start);
  return positions;
}

function isWord(said: string | undefined, wanted: string): boolean {
  if (said === undefined) return false;
  return wanted.endsWith('*') ? said.startsWith(wanted.slice(0, -1)) : said === wanted;
}
