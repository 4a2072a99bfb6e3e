import { DANGER_FLAG } from '../../record/danger-flag.ts';
import type { CallContext } from './voice-function.ts';

/** What a person should check: changed arguments, an unclear urgency, a danger. */
export function reviewOf(
  { unclear, ignored }: { readonly unclear: readonly string[]; readonly ignored: readonly string[] },
  { danger }: CallContext,
): readonly string[] {
  return [
    ...unclear,
    ...ignored.filter((name) => name === 'urgency'),
    ...(danger === undefined ? [] : [DANGER_FLAG]),
  ];
}

/**
 * The digest under which an invocation stores the danger that it reports, in another request than its own, so that
 * neither is taken for a repeat of the other.
 */
export function dangerInvocation({ invocation }: Pick<CallContext, 'invocation'>): string | undefined {
  return invocation && `${invocation}-danger`;
}
