import { Directive, directive, type ElementPart, PartType } from 'lit/directive.js';
import { noChange } from 'lit/html.js';
import type { BoardView } from '../../../lib/board/views/day.ts';

const HOUR_MS = 3_600_000;

/** Sets an element's place through its style object: the content policy forbids style attributes. */
class Placed extends Directive {
  render(_left: number, _width: number) {
    return noChange;
  }

  override update({ element, type }: ElementPart, [left, width]: [number, number]) {
    if (type !== PartType.ELEMENT || !(element instanceof HTMLElement)) return noChange;
    element.style.left = `${left}%`;
    element.style.width = `${width}%`;
    return noChange;
  }
}

/** `left` and `width` in percent of the track. */
const placed = directive(Placed);

class Styled extends Directive {
  render(_property: string, _value: string) {
    return noChange;
  }

  override update({ element, type }: ElementPart, [property, value]: [string, string]) {
    if (type === PartType.ELEMENT && element instanceof HTMLElement)
      element.style.setProperty(property, value);
    return noChange;
  }
}

/** Sets a property of an element's style. */
export const styled = directive(Styled);

/** The part of the day that is drawn, in epoch milliseconds. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

const ranges = new WeakMap<BoardView, Range>();

/** Whole hours around everything that happens, at least from the first to the last working hour. */
export function rangeOf(board: BoardView): Range {
  const range = ranges.get(board) ?? spanOf(board);
  ranges.set(board, range);
  return range;
}

function spanOf({ lanes, day }: BoardView): Range {
  const spans = lanes.flatMap((lane) => [
    ...lane.hours.map(({ from, to }) => [from, to] as const),
    ...lane.appointments.map(({ startsAt, endsAt }) => [startsAt, endsAt] as const),
  ]);
  if (spans.length === 0) {
    // From its end: where the clocks change, they do so early in the day.
    const midnight = Date.parse(day.to);
    return { from: midnight - 16 * HOUR_MS, to: midnight - 7 * HOUR_MS };
  }
  const first = Math.min(...spans.map(([from]) => Date.parse(from)));
  const last = Math.max(...spans.map(([, to]) => Date.parse(to)));
  return { from: Math.floor(first / HOUR_MS) * HOUR_MS, to: Math.ceil(last / HOUR_MS) * HOUR_MS };
}

/** Places an element where a span lies in the range. */
export function place(range: Range, from: string | number, to: string | number) {
  const [start, end] = [shareOf(range, from), shareOf(range, to)];
  return placed(start * 100, (end - start) * 100);
}

/** How much of the range is before an instant, from 0 to 1. */
export function shareOf({ from, to }: Range, at: string | number): number {
  const ms = typeof at === 'number' ? at : Date.parse(at);
  return (Math.min(Math.max(ms, from), to) - from) / (to - from);
}
