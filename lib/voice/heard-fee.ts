import type { Fee, ServiceType, Urgency } from '../accounts/account.ts';
import type { Look } from '../record/memory.ts';
import { isOnSite } from '../record/own-requests.ts';
import type { DispatchRequest, SaidFee } from '../record/request.ts';
import { weekdayOf } from '../scheduling/time.ts';
import { resolveService, saidZip } from './arguments/common-arguments.ts';
import type { CallContext } from './voice-function.ts';

interface Visit {
  readonly service: Pick<ServiceType, 'id'>;
  readonly urgency?: Urgency | undefined;
  readonly zip?: string | undefined;
}

/** Tells which fee need not be said again. */
export interface HeardFee {
  /** True for the person on site, whom the fee doesn't concern. */
  readonly isNobodys: boolean;
  readonly isHeard: (fee: Pick<Fee, 'id'>) => boolean;
}

/**
 * Finds out which fee the caller has heard: that of the visit that is to be moved, and that of an earlier search of the
 * call for the same service, urgency and place. Reads beside what the function itself reads.
 */
export async function heardFee(
  { toMove, ...visit }: Visit & { readonly toMove?: Promise<DispatchRequest | undefined> | undefined },
  context: CallContext,
): Promise<HeardFee> {
  if (context.account.fees === undefined) return { isNobodys: false, isHeard: () => false };
  const [{ looks }, request] = await Promise.all([context.remembered(), toMove]);
  return {
    isNobodys: request !== undefined && isOnSite(request, context),
    isHeard: ({ id }) => isToldWith(request, id) || isHeardIn(looks, id, visit, context),
  };
}

/** True if the fee was said when the visit was booked. In an emergency nobody is told one. */
const isToldWith = (request: DispatchRequest | undefined, feeId: string): boolean =>
  request?.fee?.feeId === feeId && request.urgency !== 'emergency';

/** True if the fee of a visit was said with the free times that the call searched for. */
export const isFeeHeard = (
  { feeId }: Pick<SaidFee, 'feeId'>,
  looks: readonly Look[],
  visit: Visit,
  context: CallContext,
): boolean => isHeardIn(looks, feeId, visit, context);

function isHeardIn(looks: readonly Look[], feeId: string, visit: Visit, context: CallContext): boolean {
  const { account, invocation } = context;
  const fee = account.fees?.find(({ id }) => id === feeId);
  if (fee === undefined) return false;
  const isOfPlace =
    fee.areaIds !== undefined || account.serviceAreas?.some((area) => area.feeId === feeId) === true;
  return looks.some((look) => {
    const { by, serviceType, urgency = 'routine', zip, date, weekday } = look;
    if (by === invocation || urgency !== (visit.urgency ?? 'routine')) return false;
    // A search for a day that was not understood says no fee, nor do times that all have another one.
    if (fee.afterHours || (typeof date === 'string' && !isDay(date, weekday))) return false;
    if (isOfPlace && saidZip(text(zip)) !== visit.zip) return false;
    const asked = resolveService(text(serviceType), context);
    return asked.kind === 'service' && asked.service.id === visit.service.id;
  });
}

const text = (value: Look[string] | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

const isDay = (date: string, weekday: unknown): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(date) && (weekday === undefined || weekdayOf(date) === weekday);
