import { decideOnTexts } from '../intake/consent.ts';
import { asksForNoTexts, asksOnlyForNoTexts } from '../understanding/replies.ts';
import { type AnyArgumentsSchema, type Arguments, readArguments } from './arguments/arguments.ts';
import { consentArguments } from './arguments/common-arguments.ts';
import { parts } from './message.ts';
import type { CallContext, FunctionResult, TextDecision, VoiceDependencies } from './voice-function.ts';

/**
 * Stores beside the function whether the caller wants texts; undefined if they decide nothing. That counts for the number
 * that the call comes from, whatever number the function is about.
 */
export function decideInCall(
  schema: AnyArgumentsSchema,
  sent: Arguments,
  context: CallContext,
  deps: VoiceDependencies,
): TextDecision | undefined {
  const { account, caller: phone, integration, callId, now, deadline } = context;
  if (phone === undefined || !('textConsent' in schema.entries)) return undefined;
  const { textConsent, about } = readArguments(consentArguments, sent);
  const words = 'about' in schema.entries && about !== undefined && asksForNoTexts(about) ? about : undefined;
  const sms = words === undefined ? textConsent : false;
  if (sms === undefined) return undefined;
  const { accountId } = account;
  const { invocation } = context;
  const call = callId === undefined ? undefined : { integration, callId };
  const isAsked = words !== undefined;
  const decision = {
    accountId,
    phone,
    sms,
    by: 'caller',
    now,
    callId,
    words,
    call,
    invocation,
    isAsked,
  } as const;
  return decideOnTexts(decision, deps, deadline).then(
    () => 'stored' as const,
    () => 'failed' as const,
  );
}

/** A longer message says something else, too. */
const MAX_WORDS = 12;

/** True if a message for the office only asks for no more texts, so that nobody has to read it. */
export function isOnlyStop(about: string, textConsent: boolean | undefined): boolean {
  if (asksOnlyForNoTexts(about)) return true;
  const isShort = about.split(/\s+/).length <= MAX_WORDS;
  return (
    textConsent === false &&
    isShort &&
    /\b(?:text(?:s|ing|ed)?|sms|opt(?:ed|ing)? out|unsubscribe)\b/i.test(about)
  );
}

/** Says if the decision was not stored. */
export function withTexts<Result extends FunctionResult>(
  result: Result,
  decided: Awaited<TextDecision> | undefined,
  { words }: Pick<CallContext, 'words'>,
): Result {
  if (decided !== 'failed') return result;
  const ignored = [...(result.ignored ?? []), { argument: 'textConsent', why: 'not_stored' } as const];
  return { ...result, message: [...result.message, ...parts(words.texts.notNow)], ignored };
}
