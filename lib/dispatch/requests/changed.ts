import type { Actor, DispatchRequest, Status, StatusChange } from './request.ts';

const REMEMBERED_INVOCATIONS = 20;

/** Who changes a request, when, in which call, and by which invocation of a function. */
export interface ChangedBy {
  readonly by: Actor;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** `<integration>:<call id>` */
  readonly callId?: string | undefined;
  /** Fingerprint of the invocation, which the request remembers. */
  readonly invocation?: string | undefined;
}

/** What every write of a request changes. */
type Written = Pick<DispatchRequest, 'version' | 'createdAt' | 'updatedAt' | 'invocations' | 'history'>;

/**
 * What a change leaves on a request whatever it is about: version, time, the invocation, and a line of history.
 * @param previous undefined for a new request
 * @param line undefined for a change that nobody needs to see
 */
export function changed(
  previous: DispatchRequest | undefined,
  { by, now, callId, invocation }: ChangedBy,
  line: { readonly to: Status; readonly why?: string | undefined } | undefined,
): Written {
  const at = new Date(now).toISOString();
  const history = previous?.history ?? [];
  const change: StatusChange | undefined = line && { at, from: previous?.status, ...line, by, callId };
  return {
    version: (previous?.version ?? 0) + 1,
    createdAt: previous?.createdAt ?? at,
    updatedAt: at,
    invocations: rememberInvocation(previous?.invocations ?? [], invocation),
    history: change === undefined ? history : [...history, change],
  };
}

/** Whether a request was changed by that very invocation before. */
export function remembers(request: DispatchRequest, { invocation }: Pick<ChangedBy, 'invocation'>): boolean {
  return invocation !== undefined && request.invocations.includes(invocation);
}

function rememberInvocation(known: readonly string[], invocation: string | undefined): readonly string[] {
  if (invocation === undefined || known.includes(invocation)) return known;
  return [...known, invocation].slice(-REMEMBERED_INVOCATIONS);
}
