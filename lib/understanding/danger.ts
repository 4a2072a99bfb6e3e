import type { Danger } from '../accounts/account.ts';
import { normalized } from '../normalized.ts';
import type { SeenDanger } from './words/danger.ts';
import { words } from './words/index.ts';

// Every report of a danger has at least one of these words, and most texts have none, so that the phrases in
// `words/danger-phrases.ts` need not be loaded. A new phrase there needs one of these words.
const HAZARDS =
  /gas|propane|rotten|mon[oó]xid|fire|flame|smok|burn|smolder|smell|melt|charr|scorch|humo|incendi|spark|arcing/;
const ELECTRIC_OR_WATER =
  /shock|electrocut|wire|outlet|switch|panel|breaker|box|light|zap|downed|power|pole|chispas|flood|sewage|everywhere|gushing|pouring|burst|busted|ceiling|inunda/;
const PEOPLE =
  /dizz|nause|headache|infant|baby|babies|newborn|toddler|elderly|senior|grand|sick|oxygen|copd|emphysema|heart|disab|pregnant|medical|hospice|dialysis|wheelchair|cancer|seventy|eighty|ninety/;
const WHOLE_WORDS = /\b(?:c\W{0,3}o2?|odor|old|ill|[7-9]\d|10\d)\b/;

function mayReport(text: string): boolean {
  const plain = normalized(text, 'NFKC').toLowerCase();
  return [HAZARDS, ELECTRIC_OR_WATER, PEOPLE, WHOLE_WORDS].some((pattern) => pattern.test(plain));
}

/**
 * Returns the danger that any of the texts reports, or the most urgent of several. A denied danger doesn't count.
 * Undefined if there is none.
 */
export const dangerSeen = (texts: readonly string[]): SeenDanger | undefined =>
  texts.some(mayReport) ? words().dangerSeen(texts) : undefined;

export const dangerIn = (texts: readonly string[]): Danger | undefined => dangerSeen(texts)?.danger;
