import type { Account } from '../../accounts/account.ts';
import type { Block } from '../block.ts';
import { Unchangeable } from '../faults.ts';
import { changeStatus, transitionRefusal } from '../lifecycle.ts';
import { type Notes, wordsIn } from '../notes.ts';
import type { Deadline } from '../ports.ts';
import {
  type Appointment,
  type ChangedBy,
  changed,
  type DispatchRequest,
  hasActiveAppointment,
  hasEnded,
  isOpenMessage,
  isReadable,
} from '../request.ts';
import { type ChangeDependencies, changeLatest, isStored } from '../retry.ts';
import { ERASED, erasedIn, erasedText, type Mention } from './erased-text.ts';

export interface RequestErasure {
  readonly account: Account;
  /** True if open requests are canceled. Otherwise visits stay, without a person. */
  readonly cancel: boolean;
  readonly who: ChangedBy;
}

/** Erases the person from a stored request. A message is canceled in any case, because nobody is left to call back. */
export async function eraseRequest(
  found: DispatchRequest,
  { account, cancel, who }: RequestErasure,
  deps: ChangeDependencies,
  deadline: Deadline,
): Promise<void> {
  if (isOpenMessage(found) || (cancel && mayBeCanceled(found))) {
    const command = { to: 'canceled', why: 'erased' } as const;
    await changeStatus({ request: found, command, who }, deps, deadline);
  }
  await changeLatest<true>(
    found,
    async (request, { requests }) => {
      if (request === undefined || isErased(request)) return true;
      const service = account.serviceTypes.find(({ id }) => id === request.serviceTypeId);
      const next = erasedRequest(request, service?.name, who);
      return (await isStored({ next, previous: request }, requests, deadline)) || undefined;
    },
    deps,
    deadline,
  );
}

export function mayBeCanceled(request: DispatchRequest): boolean {
  return !hasEnded(request.status) && transitionRefusal(request, 'canceled', true) === undefined;
}

/**
 * Erases the person from a request. Keeps only the fields named here, so that new fields are erased by default. The
 * job, its time and its states stay for the schedule and for statistics; free text is removed.
 * @param serviceName the service's name in the account's document, because the stored one may be a caller's words
 */
export function erasedRequest(
  request: DispatchRequest,
  serviceName: string | undefined,
  who: ChangedBy,
): DispatchRequest {
  const { version, updatedAt, history } = changed(request, who, { to: request.status });
  const facts = {
    dispatchRequestId: request.dispatchRequestId,
    accountId: request.accountId,
    kind: request.kind,
    topic: request.topic,
    dueAt: request.dueAt,
    alertedAt: request.alertedAt,
    acknowledgedAt: request.acknowledgedAt,
    urgency: request.urgency,
    source: request.source,
    version,
    createdAt: request.createdAt,
    updatedAt,
    erasedAt: updatedAt,
    needsReview: [],
    customer: {},
    serviceTypeId: request.serviceTypeId,
    serviceType: serviceName,
    // The digests stay, because they recognize a late retry.
    invocations: request.invocations,
    history: history.map(({ at, from, to, by, folded }) => ({ at, from, to, by, folded })),
  };
  if (!isReadable(request)) throw new Unchangeable();
  if (hasActiveAppointment(request))
    return { ...facts, status: request.status, appointment: withoutReason(request.appointment) };
  switch (request.status) {
    case 'requested':
    case 'declined':
      return { ...facts, status: request.status };
    default:
      return {
        ...facts,
        status: request.status,
        appointment: request.appointment && withoutReason(request.appointment),
      };
  }
}

/** A dispatcher's reason may mention the person. */
const withoutReason = ({ override: _, visits, ...appointment }: Appointment): Appointment => ({
  ...appointment,
  ...(visits && { visits: visits.map(({ override: __, ...visit }) => visit) }),
});

export function isErased({ erasedAt, customer, merged, callId, notes, leadNotes }: DispatchRequest): boolean {
  return (
    erasedAt !== undefined &&
    notes === undefined &&
    leadNotes === undefined &&
    merged === undefined &&
    callId === undefined &&
    Object.values(customer).every((value) => value === undefined)
  );
}

/**
 * Erases a person from another person's request; returns the same object if it doesn't mention them. Numbers are erased
 * everywhere, e-mail addresses and full names only in texts: the other may share an address or a name.
 */
export function withoutMention(request: DispatchRequest, mention: Mention): DispatchRequest {
  const { invocations, ...rest } = request;
  const byText = erasedIn(rest, mention);
  const erased = {
    ...byText,
    onSite: onSiteWithout(rest, byText.onSite, mention),
    notes: notesWithout(byText.notes, mention),
    leadNotes: notesWithout(byText.leadNotes, mention),
    merged: byText.merged?.map((one) => ({ ...one, notes: notesWithout(one.notes, mention) })),
  };
  const before = notesOf(rest);
  if (
    byText === rest &&
    erased.onSite === rest.onSite &&
    notesOf(erased).every((notes, index) => notes === before[index])
  )
    return request;
  const merged = erased.merged?.map((one) => ({ ...one, ...callerOf(one) }));
  return { ...erased, invocations, ...callerOf(erased), merged };
}

/** The person on site is erased whole, or stays. */
const onSiteWithout = (
  { onSite }: Pick<DispatchRequest, 'onSite'>,
  left: DispatchRequest['onSite'],
  { words }: Mention,
) => (left !== onSite || words.some((name) => name === onSite?.name) ? undefined : onSite);

const notesOf = ({
  notes,
  leadNotes,
  merged = [],
}: Pick<DispatchRequest, 'notes' | 'leadNotes' | 'merged'>) => [
  notes,
  leadNotes,
  ...merged.map((one) => one.notes),
];

/** Replaces all notes by one without the number if a number is spread over several notes. */
function notesWithout(notes: Notes | undefined, mention: Mention): Notes | undefined {
  const words = wordsIn(notes).join('\n');
  const left = erasedText(words, mention);
  return left === words ? notes : [{ kind: 'said', text: left }];
}

const callerOf = ({ caller }: { readonly caller?: string | undefined }) => ({
  caller: caller?.includes(ERASED) ? undefined : caller,
});

/** Changes another person's stored request so that it doesn't mention the person. */
export async function eraseMention(
  found: DispatchRequest,
  mention: Mention,
  who: ChangedBy,
  deps: ChangeDependencies,
  deadline: Deadline,
): Promise<void> {
  await changeLatest<true>(
    found,
    async (request, { requests }) => {
      const without = request && withoutMention(request, mention);
      if (without === undefined || without === request) return true;
      const next = { ...without, ...changed(without, who, undefined) };
      return (await isStored({ next, previous: request }, requests, deadline)) || undefined;
    },
    deps,
    deadline,
  );
}

/** Erases a person from another's record or its stored item; returns the same object if nothing is found. */
export const customerWithout = <Record>(customer: Record, mention: Mention): Record =>
  erasedIn(customer, mention);

export const reasonWithout = ({ reason }: Block, mention: Mention): string => erasedText(reason, mention);

export const bodyWithout = (body: string, mention: Mention): string =>
  JSON.stringify(everyText(JSON.parse(body), mention));

function everyText(value: unknown, mention: Mention): unknown {
  if (typeof value === 'string') return erasedText(value, mention);
  if (Array.isArray(value)) return value.map((one: unknown) => everyText(one, mention));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [erasedText(name, mention), everyText(one, mention)]),
  );
}

/** Reduces a kept answer to whether it did something and why not, so that a repeat is still the same refusal. */
export function erasedAnswer(answer: string): string {
  const told: unknown = JSON.parse(answer);
  const fields = typeof told === 'object' && told !== null ? Object.entries(told) : [];
  return JSON.stringify(Object.fromEntries(fields.flatMap(([name, value]) => factOf(name, value))));
}

function factOf(name: string, value: unknown): [string, unknown][] {
  if (typeof value === 'boolean' || name === 'reason') return [[name, value]];
  return name === 'alternatives' ? [[name, []]] : [];
}
