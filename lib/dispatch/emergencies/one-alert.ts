import { dangerIn } from '#danger';
import { dangers } from '../../accounts/dangers.ts';
import { DANGER_FLAG } from '../danger/danger-flag.ts';
import type { RecentRequest } from '../merging/recent.ts';
import { dueAtOf } from '../messages/to-call-back.ts';
import type { Deadline, NumberAlert, RequestStore } from '../ports.ts';
import { changed } from '../requests/changed.ts';
import { dispatchRequestIdFrom } from '../requests/dispatch-request-id.ts';
import { type DispatchRequest, hasEnded } from '../requests/request.ts';

/** Alerts of an account in a minute, before one more stands for all others of that minute. */
const PER_MINUTE = 60;
const NO_DANGER = 'none';
/** For how long an alert that nobody acknowledged stands for other emergencies of its number. */
const STANDS_MS = 24 * 60 * 60_000;

/** An emergency with the alert that people get, and the entry of that alert at its number. */
export interface Alerted {
  readonly request: DispatchRequest;
  readonly atNumber?: NumberAlert | undefined;
}

/** Who reports an emergency of a number, the most reliable first. */
const reporters = ['caller', 'unproved', 'lead'] as const;
type Reporter = (typeof reporters)[number];

/** The number that reports an emergency (E.164), who says so, and the number's last alerts. */
interface SeenAlert {
  readonly phone: string | undefined;
  readonly by: Reporter;
  readonly seen: Readonly<Record<string, RecentRequest>>;
}

/** What decides whether people are alerted of an emergency by itself. */
export interface AlertFacts extends SeenAlert {
  /** How many alerts the account had in this minute, with this one. */
  count(): Promise<number>;
}

/** A report at an instant (epoch milliseconds), with the number as it was given. */
interface Report {
  readonly accountId: string;
  readonly by: Reporter;
  readonly phone: string | undefined;
  readonly now: number;
}

/** Reads the last alerts of the number that reports an emergency. */
export async function seenAlert(
  { accountId, by, phone = '' }: Report,
  requests: Pick<RequestStore, 'recent'>,
  deadline: Deadline,
): Promise<SeenAlert> {
  // Text that is no number may be too long for a key.
  if (!/^\+\d{1,15}$/.test(phone)) return { phone: undefined, by, seen: {} };
  return { phone, by, seen: (await requests.recent(accountId, phone, deadline))?.alerts ?? {} };
}

/** One report's place among the alerts of its account in a minute, however often its write is tried. */
export interface AlertPlace {
  /** How many alerts there are, with this one. */
  take(requests: Pick<RequestStore, 'countAlert'>, deadline: Deadline): Promise<number>;
  /** Leaves the place to others, if it was taken. */
  giveBack(requests: Pick<RequestStore, 'countAlert'>, deadline: Deadline): Promise<void>;
}

/** The place of a report, not taken yet. */
export function alertPlace({ accountId, now }: Pick<Report, 'accountId' | 'now'>): AlertPlace {
  const minute = new Date(now).toISOString().slice(0, 16);
  let taken: number | undefined;
  return {
    async take(requests, deadline) {
      taken ??= await requests.countAlert(accountId, minute, 1, deadline);
      return taken;
    },
    async giveBack(requests, deadline) {
      if (taken === undefined) return;
      taken = undefined;
      await requests.countAlert(accountId, minute, -1, deadline);
    },
  };
}

/**
 * An emergency whose alert is new, so that a flood of reports doesn't drown the others: an open alert of its number stands
 * for it if that was reported as reliably and of the same danger, or beyond 60 alerts of its account in a minute, a summary.
 */
export async function withOneAlert(
  request: DispatchRequest,
  { phone, by, seen, count }: AlertFacts,
  requests: Pick<RequestStore, 'get' | 'commit'>,
  deadline: Deadline,
): Promise<Alerted> {
  const danger = dangerOf(request);
  const candidates = kindsFor(by, danger).flatMap((kind) => seen[kind] ?? []);
  const open = await Promise.all(candidates.map((one) => openAlert(one, request, requests, deadline)));
  const standing = open.find((one) => one !== undefined);
  if (standing !== undefined) return { request: joined(request, standing.dispatchRequestId) };
  const kind = kindOf(by, danger);
  if ((await count()) <= PER_MINUTE)
    return { request, atNumber: phone === undefined ? undefined : { phone, kind, seen: seen[kind] } };
  const next = summaryOf(request);
  await requests.commit({ next }, deadline);
  return { request: joined(request, next.dispatchRequestId) };
}

const kindOf = (by: Reporter, danger: string): string => `${by}_${danger}`;

/** The danger that an emergency is about, as far as it was told. */
function dangerOf({ serviceType, notes, needsReview }: DispatchRequest): string {
  const danger = dangerIn([serviceType, notes].filter((text) => text !== undefined));
  return danger ?? (needsReview.includes(DANGER_FLAG) ? DANGER_FLAG : NO_DANGER);
}

/** The kinds of alerts that may stand for a report: a form never does for a caller, nor a lesser danger for another. */
function kindsFor(by: Reporter, danger: string): readonly string[] {
  const covering = danger === NO_DANGER ? [NO_DANGER, DANGER_FLAG, ...dangers] : [danger];
  const reliable = reporters.slice(0, reporters.indexOf(by) + 1);
  return reliable.flatMap((one) => covering.map((each) => kindOf(one, each)));
}

/** The request of an alert if that is still open. */
async function openAlert(
  { dispatchRequestId }: RecentRequest,
  request: DispatchRequest,
  requests: Pick<RequestStore, 'get'>,
  deadline: Deadline,
): Promise<DispatchRequest | undefined> {
  if (dispatchRequestId === request.dispatchRequestId) return undefined;
  const found = await requests.get(dispatchRequestId, deadline);
  if (found?.alertedAt === undefined || found.acknowledgedAt !== undefined) return undefined;
  const isRecent = Date.parse(found.alertedAt) > Date.parse(request.updatedAt) - STANDS_MS;
  const isOpen = found.urgency === 'emergency' && !hasEnded(found.status) && found.erasedAt === undefined;
  return isRecent && isOpen ? found : undefined;
}

/** The emergency without an alert of its own. */
const joined = (request: DispatchRequest, alertedWith: string): DispatchRequest => ({
  ...request,
  ...{ alertedAt: undefined, notified: undefined, escalatesAt: undefined, acknowledgedAt: undefined },
  alertedWith,
  dueAt: dueAtOf(request, undefined),
});

/** The request of the alert that stands for all emergencies of a minute beyond the limit. */
function summaryOf(request: DispatchRequest): DispatchRequest {
  const { accountId, source, updatedAt, alertedAt, notified, escalatesAt } = request;
  const minute = updatedAt.slice(0, 16);
  const why = `over ${PER_MINUTE} emergencies in a minute`;
  return {
    ...changed(undefined, { by: 'service', now: Date.parse(updatedAt) }, { to: 'requested', why }),
    ...{ dispatchRequestId: dispatchRequestIdFrom(['alerts', accountId, minute]), accountId, source },
    ...{ status: 'requested', urgency: 'emergency', needsReview: [], customer: {} },
    notes: `More than ${PER_MINUTE} emergencies were reported in a minute. This alert stands for the others.`,
    ...{ alertedAt, notified, escalatesAt, dueAt: escalatesAt },
  };
}
