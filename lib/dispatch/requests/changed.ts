import type { Actor, DispatchRequest, Status, StatusChange } from './request.ts';

const REMEMBERED_INVOCATIONS = 20;
/** Lines of history that a request keeps, and UTF-16 units of all their reasons: a change always fits into an item. */
const MAX_LINES = 50;
const MAX_REASONS = 12_000;
const MAX_REASON = 2_000;

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
    history: change === undefined ? history : withLine(history, change),
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

/** The history with one more line. What it can't keep is folded into its first line, which counts it. */
function withLine(history: readonly StatusChange[], line: StatusChange): readonly StatusChange[] {
  const all = [...history, { ...line, why: line.why?.slice(0, MAX_REASON).toWellFormed() }];
  let units = 0;
  const tooOld = all.findLastIndex(({ why = '' }, index) => {
    units += why.length;
    return all.length - index >= MAX_LINES || units > MAX_REASONS;
  });
  const summarized = summaryOf(all.slice(0, tooOld + 1));
  return summarized === undefined ? all : [summarized, ...all.slice(tooOld + 1)];
}

/** One line that stands for several. Undefined for none. */
function summaryOf(lines: readonly StatusChange[]): StatusChange | undefined {
  const [oldest] = lines;
  const newest = lines.at(-1);
  if (oldest === undefined || newest === undefined) return undefined;
  const folded = lines.reduce((sum, line) => sum + (line.folded ?? 1), 0);
  return { at: newest.at, from: oldest.from, to: newest.to, by: 'several', folded };
}
