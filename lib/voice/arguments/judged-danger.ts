import * as v from 'valibot';
import type { Account, Danger } from '../../accounts/account.ts';
import { normalizeServiceName } from '../../accounts/service-names.ts';
import { dangerSeen } from '../../understanding/danger.ts';
import { type AnyArgumentsSchema, type Arguments, ownWordsIn, readArguments } from './arguments.ts';
import { danger, urgency } from './common-arguments.ts';

const judgment = v.object({ urgency, danger });

export interface Judged {
  /** True if people are alerted at once. */
  readonly isEmergency: boolean;
  /** The danger of which people are alerted, and in which the caller hears what to do first. */
  readonly danger?: Danger | undefined;
  /** Only the caller's words report this danger, so the caller is asked about it. */
  readonly asked?: Danger | undefined;
}

/**
 * Decides what a function call reports. The model's judgment counts. Words that report a danger which the model does not
 * name lead to a question, unless they leave no doubt or the model calls it an emergency.
 */
export function judgedDanger(
  schema: AnyArgumentsSchema,
  sent: Arguments,
  account: Pick<Account, 'serviceTypes'> | undefined,
): Judged {
  const { urgency, danger } = readArguments(judgment, sent);
  if (danger !== undefined && danger !== 'none') return { isEmergency: true, danger };
  const isEmergency = urgency === 'emergency';
  const words = ownWordsIn(schema, sent);
  const names = new Set(account?.serviceTypes.map(({ name }) => normalizeServiceName(name)));
  // The name of a service, such as `Gas Leak Repair`, says what is asked for, and not what is wrong.
  const own = dangerSeen(words.filter((text) => !names.has(normalizeServiceName(text))));
  const seen = own ?? dangerSeen(words);
  if (own?.isCertain) return { isEmergency: true, danger: own.danger };
  if (seen === undefined || danger === 'none') return { isEmergency };
  return isEmergency ? { isEmergency, danger: seen.danger } : { isEmergency, asked: seen.danger };
}
