import type { Fee } from '../../accounts/account.ts';
import type { Reached } from '../../accounts/areas/reach.ts';
import { feeAt, type VisitFacts } from '../../dispatch/areas/said-fee.ts';
import type { Slot } from '../../scheduling/engine.ts';
import { areas } from '../phrases/en/areas.ts';
import type { CallContext } from '../voice-function.ts';
import { slotOf } from './offers.ts';
import type { Wish } from './wished-openings.ts';

/** What of a wish decides the fee of its visit. */
export const visitOf = (
  { service, urgency = 'routine' }: Wish,
  reach: Reached,
  { account }: CallContext,
): VisitFacts => ({ account, service, urgency, reach });

/** The fee of the starts that an answer offers. */
export const feeFact = (fee: Fee | undefined) => (fee === undefined ? {} : { fee: fee.says });

/** A start of a day that is named already, with its fee where it is another than that of those offered. */
export function slotWithFee(slot: Slot, offered: Fee | undefined, visit: VisitFacts) {
  const fee = feeAt(visit, slot);
  return { ...slotOf(slot), ...(fee === offered ? {} : { fee: fee?.says ?? areas.noFee }) };
}
