import type { HistoryFacts } from './history.ts';
import { canonicalText } from './ids.ts';
import type { Actor, DispatchRequest, StatusChange } from './request.ts';

const REMEMBERED_INVOCATIONS = 20;
/** A request's history may have this many lines and UTF-16 units, so that a change always fits into an item. */
const MAX_LINES = 50;
const MAX_UNITS = 12_000;
const MAX_WORDS = 2_000;

export interface ChangedBy {
  readonly by: Actor;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** `<integration>:<call id>` */
  readonly callId?: string | undefined;
  /** The request remembers this fingerprint of the invocation. */
  readonly invocation?: string | undefined;
}

type Written = Pick<DispatchRequest, 'version' | 'createdAt' | 'updatedAt' | 'invocations' | 'history'>;

/**
 * Returns the fields that every change sets: version, time, invocation and a line of history.
 * @param previous undefined for a new request
 * @param line undefined for a change without a history line
 */
export function changed(
  previous: DispatchRequest | undefined,
  { by, now, callId, invocation }: ChangedBy,
  line: Omit<StatusChange, 'at' | 'from' | 'by' | 'callId' | 'folded'> | undefined,
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

/** True if this invocation has already changed the request. */
export function remembers(
  request: Pick<DispatchRequest, 'invocations'>,
  { invocation }: Pick<ChangedBy, 'invocation'>,
): boolean {
  return invocation !== undefined && request.invocations.includes(invocation);
}

/** Marks an invocation as refused, so that a request remembers the refusal. */
export function asRefused<Who extends Pick<ChangedBy, 'invocation'>>(who: Who): Who {
  return { ...who, invocation: who.invocation && `refused:${who.invocation}` };
}

/** Adds an invocation to those that a record remembers: the newest is last, and at most 20 are kept. */
export function rememberInvocation(
  known: readonly string[],
  invocation: string | undefined,
): readonly string[] {
  if (invocation === undefined || known.includes(invocation)) return known;
  return [...known, invocation].slice(-REMEMBERED_INVOCATIONS);
}

/** Adds a line to the history. Old lines beyond the limits are merged into the first line, which counts them. */
function withLine(history: readonly StatusChange[], line: StatusChange): readonly StatusChange[] {
  const all = [...history, { ...line, words: clipped(line.words) }];
  let units = 0;
  const tooOld = all.findLastIndex((one, index) => {
    units += JSON.stringify(factsOf(one)).length;
    return all.length - index >= MAX_LINES || units > MAX_UNITS;
  });
  const summarized = summaryOf(all.slice(0, tooOld + 1));
  return summarized === undefined ? all : [summarized, ...all.slice(tooOld + 1)];
}

/** True if a line of history has these facts. */
export const hasFacts = (line: StatusChange, { words, ...facts }: HistoryFacts): boolean =>
  canonicalText(factsOf(line)) === canonicalText({ ...facts, words: clipped(words) });

const factsOf = ({
  at: _at,
  from: _from,
  to: _to,
  by: _by,
  callId: _callId,
  folded: _folded,
  ...facts
}: StatusChange) => facts;

const clipped = (words: string | undefined) => words?.slice(0, MAX_WORDS).toWellFormed();

/** Merges lines into one that counts them; undefined if there are none. */
function summaryOf(lines: readonly StatusChange[]): StatusChange | undefined {
  const [oldest] = lines;
  const newest = lines.at(-1);
  if (oldest === undefined || newest === undefined) return undefined;
  const folded = lines.reduce((sum, line) => sum + (line.folded ?? 1), 0);
  return { at: newest.at, from: oldest.from, to: newest.to, by: 'several', folded };
}
