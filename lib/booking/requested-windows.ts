import { contains, isSameSpan, type WallSpan, windowsOf } from '../scheduling/arrival.ts';
import { judgeStart, type StartRefusal } from '../scheduling/engine.ts';
import { type Arrivable, judgeWindows } from '../scheduling/judge-windows.ts';
import type { Question } from '../scheduling/open-day.ts';
import { isRequested, type RequestedStart } from './requested-start.ts';

/** A bookable start; in a window, the earliest one. */
export type Judged = Omit<Arrivable, 'window'> & Partial<Pick<Arrivable, 'window'>>;

/** The windows that a single time may mean: those that begin then, or else those that contain it. */
export function windowsAt(windows: readonly WallSpan[], minute: number): readonly WallSpan[] {
  const beginning = windows.filter(({ from }) => from === minute);
  return beginning.length > 0 ? beginning : windows.filter(contains(minute));
}

/** The windows that a requested start may be in, in order of preference; undefined if its exact start counts. */
export function requestedWindows(wanted: RequestedStart): readonly WallSpan[] | undefined {
  const windows = wanted.byDispatcher ? undefined : windowsOf(wanted.account, wanted.service);
  if (windows === undefined) return undefined;
  const named = windows.filter((window) => wanted.windows?.some(isSameSpan(window)));
  return named.length > 0 ? named : windowsAt(windows, wanted.minute);
}

/** Reasons that don't depend on the time of the day. */
const ofDate: readonly StartRefusal[] = ['past', 'too_far', 'not_in_area', 'closed', 'holiday'];

/** Checks a requested start, or the windows that it may be in, for the acceptable technicians. */
export function judgeWanted(question: Question, wanted: RequestedStart): Judged | StartRefusal {
  const { date, minute } = wanted;
  const windows = requestedWindows(wanted);
  if (windows !== undefined && windows.length > 0)
    return judgeWindows(question, date, windows, ({ id }) => isRequested(wanted, id));
  const judged = judgeStart(question, date, minute);
  if (windows === undefined) return typeof judged === 'string' ? judged : { ...judged, minute };
  return typeof judged === 'string' && ofDate.includes(judged) ? judged : 'not_on_grid';
}
