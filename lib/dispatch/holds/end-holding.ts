import type { Deadline } from '../ports.ts';
import { type ChangedBy, rememberInvocation, remembers } from '../requests/changed.ts';
import { type Contention, untilSettled } from '../requests/until-settled.ts';
import { type CallKey, holdIdFor, isStanding } from './hold.ts';
import { type HoldReaders, readStanding } from './standing.ts';

/**
 * Releases the call's hold. No new hold is possible once a report of the call is stored. Returns whether there was one,
 * also for a repeat of the invocation that released it.
 */
export async function endHolding(
  call: CallKey,
  deps: HoldReaders & Contention,
  deadline: Deadline,
  who: Pick<ChangedBy, 'invocation'> = {},
): Promise<boolean> {
  return await untilSettled<boolean>(
    async () => {
      const known = await readStanding(call.accountId, holdIdFor(call), deps, deadline);
      if (!isStanding(known)) return known !== undefined && remembers(known, who);
      const invocations = rememberInvocation(known.invocations, who.invocation);
      return (await deps.holds.release({ ...known, invocations }, deadline)) === 'stored' || undefined;
    },
    deps,
    deadline,
  );
}
