import { answerTo, type Consent, consentAfter, type Decision } from '../record/consent.ts';
import type { ConsentChange, ConsentStore, Deadline } from '../record/ports.ts';
import { type Contention, retry } from '../record/retry.ts';

export interface ConsentDependencies extends Contention {
  readonly consents: ConsentStore;
}

/** What stood before a decision and what stands now. `isNew`: the decision changed something. */
export interface Decided {
  readonly before: Consent | undefined;
  readonly after: Consent | undefined;
  readonly isNew: boolean;
}

/**
 * Stores whether a number gets text messages. A repeat changes nothing, and a form doesn't undo what the number's owner
 * decided.
 * @throws {StorageUnavailable} if it is certain that nothing was stored
 * @throws {OutcomeUnknown} otherwise
 */
export async function decideOnTexts(
  decision: Decision & Pick<ConsentChange, 'call'>,
  deps: ConsentDependencies,
  deadline: Deadline,
): Promise<Decided> {
  const { accountId, phone, invocation, call } = decision;
  const { consents } = deps;
  return await retry<Decided>(
    async () => {
      const previous = await consents.get(accountId, phone, deadline);
      const next = consentAfter(previous, decision);
      const unchanged = { before: previous, after: previous, isNew: false };
      // What repeats the decision is remembered, so that its own late repeat undoes no later one.
      if (next === undefined || (next === previous && invocation === undefined)) return unchanged;
      const answer = next === previous ? undefined : answerTo(previous, decision);
      const change = { accountId, phone, next, previous, invocation, call, answer };
      const stored = await consents.put(change, deadline);
      if (stored === 'contended') return undefined;
      const isNew = stored === 'stored' && next !== previous;
      return isNew ? { before: previous, after: next, isNew } : unchanged;
    },
    deps,
    deadline,
  );
}
