import { isSameSpan, type WallSpan } from './time-of-day.ts';

/** Says at which times of a date a visit may begin. */
export interface Wish {
  /** The visit begins in one of these spans, both ends included. */
  readonly spans: readonly WallSpan[];
  /** The wish means these windows, whatever the spans are. */
  readonly windows?: readonly WallSpan[] | undefined;
}

/** A start (minutes from midnight) and the window, if any, in which callers are promised the visit. */
export interface Candidate {
  readonly minute: number;
  readonly window?: WallSpan | undefined;
}

/** This alone decides whether a visit that begins at a start, in its window, is as wished. */
export function fits({ spans, windows }: Wish, { minute, window }: Candidate): boolean {
  if (window !== undefined && windows !== undefined) return windows.some(isSameSpan(window));
  // A window that begins when a wish ends is not offered for it: `by noon` doesn't mean from noon to 2 PM.
  const mayBeLast = ({ from, to }: WallSpan) => window === undefined || from === to;
  return spans.some(
    (span) => minute >= span.from && (minute < span.to || (minute === span.to && mayBeLast(span))),
  );
}

/** True if a visit that is promised for a time may fit a wish. In a window, any minute counts. */
export function mayFit(wish: Wish, { minute, window }: Candidate): boolean {
  if (window === undefined || wish.windows !== undefined) return fits(wish, { minute, window });
  return wish.spans.some(({ from, to }) => from < window.to && (window.from < to || window.from === from));
}

/** True if a visit fits a wish whenever it begins in a window, so that nobody has to know of the wish. */
export function isWithin({ spans, windows }: Wish, window: WallSpan): boolean {
  if (windows !== undefined) return windows.some(isSameSpan(window));
  return spans.some(({ from, to }) => window.from >= from && window.to - 1 <= to);
}

/** Returns the wish that two wishes leave. */
export function both(one: Wish, other: Wish): Wish {
  const spans = one.spans.flatMap((span) =>
    other.spans.flatMap((next) => {
      const [from, to] = [Math.max(span.from, next.from), Math.min(span.to, next.to)];
      return from <= to ? [{ from, to }] : [];
    }),
  );
  const named = [one, other].find(({ windows }) => windows !== undefined);
  const beside = named === one ? other : one;
  const windows = named?.windows?.filter((window) => mayFit(beside, { minute: window.from, window }));
  return { spans, windows };
}
