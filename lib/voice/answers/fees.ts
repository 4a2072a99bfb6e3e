import type { Fee } from '../../accounts/account.ts';
import type { Covered } from '../../accounts/areas/coverage.ts';
import { feeAt, type VisitFacts } from '../../booking/said-fee.ts';
import type { Slot } from '../../scheduling/engine.ts';
import { fees } from '../../wording/en/areas.ts';
import type { CallContext } from '../arguments/voice-function.ts';
import { slotOf } from './offers.ts';
import type { SearchedQuery } from './search-openings.ts';

/** The parts of a query that decide the fee of its visit. */
export const visitOf = (
  { service, urgency = 'routine' }: SearchedQuery,
  coverage: Covered,
  { account }: CallContext,
): VisitFacts => ({ account, service, urgency, coverage });

/** The fee of the starts that an answer offers. */
export const feeFact = (fee: Fee | undefined) => (fee === undefined ? {} : { fee: fee.says });

/** A start without its date, with its fee if it differs from the fee of the offered ones. */
export function slotWithFee(slot: Slot, offered: Fee | undefined, visit: VisitFacts) {
  const fee = feeAt(visit, slot);
  return { ...slotOf(slot), ...(fee === offered ? {} : { fee: fee?.says ?? fees.noFee }) };
}
