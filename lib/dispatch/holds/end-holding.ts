import type { Deadline } from '../ports.ts';
import { type Contention, untilSettled } from '../requests/until-settled.ts';
import { type CallKey, holdIdFor, isStanding } from './hold.ts';
import { type HoldReaders, readStanding } from './standing.ts';

/** Releases the call's hold. No new hold is possible once a report of the call is stored. */
export async function endHolding(
  call: CallKey,
  deps: HoldReaders & Contention,
  deadline: Deadline,
): Promise<void> {
  await untilSettled<true>(
    async () => {
      const known = await readStanding(call.accountId, holdIdFor(call), deps, deadline);
      if (!isStanding(known)) return true;
      return (await deps.holds.release(known, deadline)) === 'stored' || undefined;
    },
    deps,
    deadline,
  );
}
