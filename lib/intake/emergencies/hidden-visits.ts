import type { Deadline, NumberAlert, RequestStore } from '../../record/ports.ts';
import { activeAppointment, type DispatchRequest } from '../../record/request.ts';

/** How many open visits all calls of an account without a number may have claimed for emergencies. */
const MOST = 3;
/** What their visits are entered at, in place of a number. */
const WITHHELD = 'withheld';
/** For how long that item is kept after its first entry. */
const KEPT_MS = 365 * 24 * 60 * 60_000;

/**
 * Where the visit of an emergency is entered that a call without a number reports; undefined if it gets none, because there
 * are too many or the number that was said has one: anybody can say any.
 */
export type PlaceOfVisit = (request: DispatchRequest) => NumberAlert | undefined;

/** Reads the open visits that calls of an account without a number claimed for emergencies. Undefined for other calls. */
export async function hiddenVisits(
  { accountId, caller, now }: Report,
  requests: Pick<RequestStore, 'get' | 'recent'>,
  deadline: Deadline,
): Promise<PlaceOfVisit | undefined> {
  if (caller !== undefined) return undefined;
  const entries = (await requests.recent(accountId, WITHHELD, deadline))?.alerts ?? {};
  const places = await Promise.all(
    Array.from({ length: MOST }, async (_, index) => {
      const kind = `visit_${index}`;
      const seen = entries[kind];
      const request = seen && (await requests.get(seen.dispatchRequestId, deadline));
      const place = { phone: WITHHELD, kind, seen, keptUntil: now + KEPT_MS };
      return { place, visit: isOpenVisit(request, now) ? request : undefined };
    }),
  );
  return ({ customer: { phone } }) =>
    places.some(({ visit }) => visit?.customer.phone === phone)
      ? undefined
      : places.find(({ visit }) => visit === undefined)?.place;
}

interface Report {
  readonly accountId: string;
  /** The reported number, E.164. */
  readonly caller?: string | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

function isOpenVisit(request: DispatchRequest | undefined, now: number): request is DispatchRequest {
  const visit = activeAppointment(request);
  return visit?.onCall === true && Date.parse(visit.endsAt) > now;
}
