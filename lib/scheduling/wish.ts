import { isSameSpan, type WallSpan } from './time-of-day.ts';

/** Says at which times of a date a visit may begin. */
export interface Wish {
  /** The visit begins in one of these spans. A start at the end of a span still fits. */
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
  // A window that only touches a wish is not offered for it: `by noon` doesn't mean from noon to 2 PM.
  return spans.some(
    ({ from, to }) => minute >= from && (minute < to || (window === undefined && minute === to)),
  );
}

/** True if a visit at a promised time may fit a wish: in a window, if one of its starts may. */
export const mayFit = (wish: Wish, { minute, window }: Candidate): boolean =>
  window === undefined || wish.windows !== undefined
    ? fits(wish, { minute, window })
    : wish.spans.some(({ from, to }) => from < window.to && (window.from < to || from === to));

/** True if any start of a window fits, so that the wish leaves nothing to note. */
export const isWithin = (wish: Wish, window: WallSpan): boolean =>
  wish.windows !== undefined
    ? wish.windows.some(isSameSpan(window))
    : wish.spans.some(({ from, to }) => window.from >= from && window.to <= to);

/** Returns the wish that holds where both do. */
export function both(one: Wish | undefined, other: Wish | undefined): Wish | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const spans = one.spans.flatMap((span) =>
    other.spans.flatMap((next) => {
      const from = Math.max(span.from, next.from);
      const to = Math.min(span.to, next.to);
      return from <= to ? [{ from, to }] : [];
    }),
  );
  const named = one.windows && other.windows;
  const windows = named?.filter((window) => other.windows?.some(isSameSpan(window)));
  const only = one.windows === undefined ? other : one;
  const beside = one.windows === undefined ? one : other;
  return {
    spans,
    windows:
      windows ??
      only.windows?.filter((window) => mayFit({ spans: beside.spans }, { minute: window.from, window })),
  };
}
