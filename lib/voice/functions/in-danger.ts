import type { Danger } from '../../accounts/dangers.ts';
import { remembers } from '../../record/changed.ts';
import { DANGER_FLAG } from '../../record/danger-flag.ts';
import type { DispatchRequest } from '../../record/request.ts';
import { type Arguments, readArguments } from '../arguments/arguments.ts';
import { dangerInvocation } from '../arguments/review.ts';
import type { CallContext, VoiceDependencies } from '../arguments/voice-function.ts';
import { bookJobArguments } from './book-job-arguments.ts';
import { storeEmergency } from './store-emergency.ts';

/** The context of a function call whose caller reports a danger. */
export type DangerContext = CallContext & { readonly danger: Danger };

/**
 * The request that reports a danger to people: the function's own request, flagged, otherwise an emergency with
 * the details in the arguments.
 * @param words in which the caller reports it
 */
export async function keepDanger(
  stored: DispatchRequest | undefined,
  words: readonly string[],
  sent: Arguments,
  context: DangerContext,
  deps: VoiceDependencies,
): Promise<DispatchRequest> {
  // A late retry: a person has already seen the flag.
  const isKept = stored?.needsReview.includes(DANGER_FLAG) || (stored && remembers(stored, context));
  // What this function has just said of an emergency after its acknowledgment needs an alert, unlike a late retry.
  const isUnheard =
    stored?.acknowledgedAt !== undefined &&
    (!remembers(stored, context) || stored.updatedAt === new Date(context.now).toISOString());
  if (stored !== undefined && isKept && !isUnheard) return stored;
  const args = readArguments(bookJobArguments, sent);
  const notes = words.filter((text) => text !== args.serviceType).join('\n') || undefined;
  return await storeEmergency(
    { ...args, notes },
    { ...context, invocation: dangerInvocation(context) },
    deps,
  );
}
