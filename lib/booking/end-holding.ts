import { type ChangedBy, rememberInvocation, remembers } from '../record/changed.ts';
import { type CallHold, type CallKey, holdsOfCall, isStanding } from '../record/hold.ts';
import type { Deadline } from '../record/ports.ts';
import { type Contention, untilSettled } from '../record/until-settled.ts';
import { type HoldReaders, readStanding } from './standing-hold.ts';

/** Releases a hold. Returns whether there was one, also for a repeat of the invocation that released it. */
export async function endHolding(
  { accountId, holdId }: Pick<CallHold, 'accountId' | 'holdId'>,
  deps: HoldReaders & Contention,
  deadline: Deadline,
  who: Pick<ChangedBy, 'invocation'> = {},
): Promise<boolean> {
  return await untilSettled<boolean>(
    async () => {
      const known = await readStanding(accountId, holdId, deps, deadline);
      if (!isStanding(known)) return known !== undefined && remembers(known, who);
      const invocations = rememberInvocation(known.invocations, who.invocation);
      return (await deps.holds.release({ ...known, invocations }, deadline)) === 'stored' || undefined;
    },
    deps,
    deadline,
  );
}

/**
 * Releases all that is held under a call's id, from whatever number. No new hold is possible once a report of the call is
 * stored.
 */
export async function endHoldsOfCall(
  call: CallKey,
  deps: HoldReaders & Contention,
  deadline: Deadline,
): Promise<void> {
  const known = await deps.holds.ofCall(call.accountId, holdsOfCall(call), deadline);
  await Promise.all(known.filter(isStanding).map((hold) => endHolding(hold, deps, deadline)));
}
