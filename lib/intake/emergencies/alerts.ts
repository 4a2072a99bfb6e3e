import { type Account, type Danger, dangers } from '../../accounts/account.ts';
import { acknowledgeBy, alertOf, DANGER_FLAG, dueAtOf } from '../../record/attention.ts';
import { isNumber } from '../../record/customers/contact.ts';
import { dispatchRequestIdFrom } from '../../record/ids.ts';
import { wordsIn } from '../../record/notes.ts';
import type { Deadline, NumberEntry, RecentRequest, RequestStore } from '../../record/ports.ts';
import { changed, type DispatchRequest, hasEnded } from '../../record/request.ts';
import { dangerIn } from '../../understanding/danger.ts';

/** After this many alerts of an account in a minute, one more stands for all others of that minute. */
const PER_MINUTE = 60;
const NO_DANGER = 'none';
/** An alert that nobody acknowledged stands for other emergencies this long. */
const STANDS_MS = 24 * 60 * 60_000;

/** An emergency with the alert that people get, and with the alert's entry at the number. */
export interface Alerted {
  readonly request: DispatchRequest;
  readonly atNumber?: NumberEntry | undefined;
}

/** An emergency is reported by one of these, the most reliable first. */
const reporters = ['caller', 'unproved', 'lead'] as const;
export type Reporter = (typeof reporters)[number];

interface ReportedBy {
  readonly by: Reporter;
  readonly phone: string | undefined;
  /** The danger in the words of this report; if absent, that of the request counts. */
  readonly danger?: Danger | undefined;
}

/** Adds the number's last alerts; `phone` is undefined if the text is no number. */
export interface SeenAlerts extends ReportedBy {
  readonly seen: Readonly<Record<string, RecentRequest>>;
}

export type AlertStore = Pick<RequestStore, 'commit' | 'countAlert' | 'get' | 'recent'>;

/** Reads the last alerts of the number that reports an emergency of an account. */
export async function seenAlerts(
  accountId: string,
  { by, phone, danger }: ReportedBy,
  requests: Pick<RequestStore, 'recent'>,
  deadline: Deadline,
): Promise<SeenAlerts> {
  if (!isNumber(phone)) return { phone: undefined, by, danger, seen: {} };
  return { phone, by, danger, seen: (await requests.recent(accountId, phone, deadline))?.alerts ?? {} };
}

/**
 * Alerts people of an emergency, so that a flood of reports doesn't drown the others. An open alert of the number
 * stands for this one if it was reported as reliably and is of the same danger. Beyond 60 alerts of an account in a
 * minute, a summary stands for it.
 */
export async function withOneAlert(
  request: DispatchRequest,
  { phone, by, danger: reported, seen }: SeenAlerts,
  place: AlertPlace,
  requests: AlertStore,
  deadline: Deadline,
): Promise<Alerted> {
  const danger = reported ?? dangerOf(request);
  const candidates = kindsFor(by, danger).flatMap((kind) => seen[kind] ?? []);
  const open = await Promise.all(candidates.map((one) => openAlert(one, request, requests, deadline)));
  const standing = open.find((one) => one !== undefined);
  if (standing !== undefined) return { request: joined(request, standing.dispatchRequestId) };
  const kind = kindOf(by, danger);
  const keptUntil = Date.parse(request.updatedAt) + STANDS_MS;
  if ((await place.take(requests, deadline)) <= PER_MINUTE)
    return {
      request,
      atNumber: phone === undefined ? undefined : { phone, kind, seen: seen[kind], keptUntil },
    };
  return { request: joined(request, await openSummary(request, requests, deadline)) };
}

/** Decides on an alert as `withOneAlert` does, but reads in sequence, because nobody waits for an answer. */
export async function withAlertOf(
  request: DispatchRequest,
  report: ReportedBy,
  place: AlertPlace,
  requests: AlertStore,
  deadline: Deadline,
): Promise<Alerted> {
  const seen = await seenAlerts(request.accountId, report, requests, deadline);
  const alerted = await withOneAlert(request, seen, place, requests, deadline);
  if (alerted.request.alertedWith !== undefined) await place.giveBack(requests, deadline);
  return alerted;
}

const kindOf = (by: Reporter, danger: string): string => `${by}_${danger}`;

/** Returns the danger in what was said of an emergency. */
function dangerOf({ danger: known, serviceType, notes, needsReview }: DispatchRequest): string {
  const danger = known ?? dangerIn([serviceType ?? '', ...wordsIn(notes)]);
  return danger ?? (needsReview.includes(DANGER_FLAG) ? DANGER_FLAG : NO_DANGER);
}

/** Lists the alerts that may stand for a report. A form's never stands for a caller's, nor for another danger. */
function kindsFor(by: Reporter, danger: string): readonly string[] {
  const covering = danger === NO_DANGER ? [NO_DANGER, DANGER_FLAG, ...dangers] : [danger];
  const reliable = reporters.slice(0, reporters.indexOf(by) + 1);
  return reliable.flatMap((one) => covering.map((each) => kindOf(one, each)));
}

async function openAlert(
  { dispatchRequestId }: RecentRequest,
  request: DispatchRequest,
  requests: Pick<RequestStore, 'get'>,
  deadline: Deadline,
): Promise<DispatchRequest | undefined> {
  if (dispatchRequestId === request.dispatchRequestId) return undefined;
  const found = await requests.get(dispatchRequestId, deadline);
  return isStanding(found, Date.parse(request.updatedAt)) ? found : undefined;
}

/** True if the alert of a request is open at an instant (epoch ms), so that it stands for other emergencies. */
export function isStanding(request: DispatchRequest | undefined, now: number): boolean {
  const { alertedAt, acknowledgedAt } = request ?? {};
  if (request === undefined || alertedAt === undefined || acknowledgedAt !== undefined) return false;
  const isOpen = request.urgency === 'emergency' && !hasEnded(request.status);
  return isOpen && request.erasedAt === undefined && Date.parse(alertedAt) > now - STANDS_MS;
}

/** Lets another alert stand for the emergency. That alert may end unheard, so reminders look again. */
const joined = (request: DispatchRequest, alertedWith: string): DispatchRequest => ({
  ...request,
  ...{ alertedAt: undefined, notified: undefined, acknowledgedAt: undefined },
  // If nobody is on call, no time is set: then the next reminders look at the emergency.
  escalatesAt: request.escalatesAt ?? request.alertedAt,
  alertedWith,
  dueAt: dueAtOf(request, undefined),
});

/** Returns the alert that stands for a minute's emergencies beyond the limit: a new one if the last was closed. */
async function openSummary(
  request: DispatchRequest,
  requests: AlertStore,
  deadline: Deadline,
): Promise<string> {
  for (let closed = 0; ; ) {
    const next = summaryOf(request, closed);
    const result = await requests.commit({ next }, deadline);
    if (result.kind === 'stored') return next.dispatchRequestId;
    if (result.kind !== 'changed') continue;
    if (isStanding(result.current, Date.parse(request.updatedAt))) return next.dispatchRequestId;
    closed += 1;
  }
}

/** @param closed the number of the minute's summaries that people have closed */
function summaryOf(request: DispatchRequest, closed: number): DispatchRequest {
  const { accountId, source, updatedAt, alertedAt, notified, escalatesAt } = request;
  const id = ['alerts', accountId, updatedAt.slice(0, 16), String(closed)];
  const line = { to: 'requested', kind: 'alerts_joined', most: PER_MINUTE } as const;
  return {
    ...changed(undefined, { by: 'service', now: Date.parse(updatedAt) }, line),
    ...{ dispatchRequestId: dispatchRequestIdFrom(id), accountId, source },
    ...{ status: 'requested', urgency: 'emergency', needsReview: [], customer: {} },
    notes: [{ kind: 'alerts_joined', count: PER_MINUTE }],
    ...{ alertedAt, notified, escalatesAt, dueAt: escalatesAt },
  };
}

/** Gives one report one place among the alerts of its account in a minute, however often its write is tried. */
export interface AlertPlace {
  /** Returns the number of alerts, including this one. */
  take(requests: Pick<RequestStore, 'countAlert'>, deadline: Deadline): Promise<number>;
  /** Leaves the place to others, if it was taken. */
  giveBack(requests: Pick<RequestStore, 'countAlert'>, deadline: Deadline): Promise<void>;
}

export function alertPlace(report: { readonly accountId: string; readonly now: number }): AlertPlace {
  const minute = new Date(report.now).toISOString().slice(0, 16);
  const count = (by: 1 | -1, requests: Pick<RequestStore, 'countAlert'>, deadline: Deadline) =>
    requests.countAlert(report.accountId, minute, by, deadline);
  let taken: number | undefined;
  return {
    async take(requests, deadline) {
      taken ??= await count(1, requests, deadline);
      return taken;
    },
    async giveBack(requests, deadline) {
      if (taken === undefined) return;
      taken = undefined;
      await count(-1, requests, deadline);
    },
  };
}

/**
 * Looks at an emergency for which another alert stands, when that is due. The emergency is acknowledged with that
 * alert; is looked at again later while that alert is open; and otherwise alerts people as a new one does.
 */
export async function lookedAt(
  request: DispatchRequest,
  alertedWith: string,
  { account, now }: { readonly account: Account; readonly now: number },
  requests: AlertStore,
  deadline: Deadline,
): Promise<Alerted> {
  const who = { by: 'service', now } as const;
  const alert = await requests.get(alertedWith, deadline);
  const { acknowledgedAt } = alert ?? {};
  if (acknowledgedAt !== undefined) {
    const line = { to: request.status, kind: 'acknowledged_together' } as const;
    return {
      request: { ...request, ...changed(request, who, line), escalatesAt: undefined, acknowledgedAt },
    };
  }
  if (isStanding(alert, now)) {
    const escalatesAt = acknowledgeBy(account, now);
    return { request: { ...request, ...changed(request, who, undefined), escalatesAt } };
  }
  const own = alertOf(account, request.serviceTypeId, now);
  const line = { to: request.status, kind: 'alert_ended' } as const;
  const next = {
    ...request,
    ...changed(request, who, line),
    ...own,
    dueAt: dueAtOf(request, own.escalatesAt),
  };
  const reported = { by: reporterOf(request), phone: request.caller ?? request.customer.phone };
  const place = alertPlace({ accountId: request.accountId, now });
  return await withAlertOf(next, reported, place, requests, deadline);
}

/** Returns who reported an emergency. If the request doesn't tell, assumes the less reliable reporter. */
function reporterOf({ caller, history }: DispatchRequest): Reporter {
  if (caller !== undefined) return 'caller';
  return history.some(({ by }) => by === 'caller') ? 'unproved' : 'lead';
}
