import type { Account, Fee, ServiceArea, Urgency } from './account.ts';

/** These facts about a visit decide its fee. */
export interface FeeFacts {
  readonly serviceTypeId: string;
  /** These areas contain the visit's place. */
  readonly areaIds: readonly string[];
  readonly urgency: Urgency;
  /** True if the visit begins outside the account's hours. */
  readonly afterHours: boolean;
}

/** Returns the areas of a fee: its own, and those that name it; undefined if the fee applies everywhere. */
function areasOf(fee: Fee, serviceAreas: readonly ServiceArea[]): readonly string[] | undefined {
  const naming = serviceAreas.filter(({ feeId }) => feeId === fee.id).map(({ id }) => id);
  return fee.areaIds === undefined && naming.length === 0 ? undefined : [...(fee.areaIds ?? []), ...naming];
}

/** Returns the number of criteria of a fee if all of them hold; otherwise undefined. */
function criteriaMet(fee: Fee, serviceAreas: readonly ServiceArea[], facts: FeeFacts): number | undefined {
  const areas = areasOf(fee, serviceAreas);
  const criteria = [
    fee.serviceTypeIds?.includes(facts.serviceTypeId),
    areas && facts.areaIds.some((id) => areas.includes(id)),
    fee.urgency && fee.urgency === facts.urgency,
    fee.afterHours === undefined ? undefined : fee.afterHours === facts.afterHours,
  ].filter((criterion) => criterion !== undefined);
  return criteria.every(Boolean) ? criteria.length : undefined;
}

/** Returns the fees whose criteria all hold for a visit, the one with the most criteria first. */
export function applyingFees(
  { fees = [], serviceAreas = [] }: Pick<Account, 'fees' | 'serviceAreas'>,
  facts: FeeFacts,
): readonly (readonly Fee[])[] {
  const byCount: Fee[][] = [[], [], [], [], []];
  for (const fee of fees) byCount[criteriaMet(fee, serviceAreas, facts) ?? -1]?.push(fee);
  return byCount.reverse().filter((same) => same.length > 0);
}

/** Returns the fee of a visit: of those that apply, the one with the most criteria. */
export function feeOf(account: Pick<Account, 'fees' | 'serviceAreas'>, facts: FeeFacts): Fee | undefined {
  return applyingFees(account, facts)[0]?.[0];
}
