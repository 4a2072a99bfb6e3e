import { Directive, directive, type ElementPart, PartType } from 'lit/directive.js';
import { noChange } from 'lit/html.js';
import { type Range, shareOf } from './range.ts';

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

/** Places an element where a span lies in the range. */
export function place(range: Range, from: string | number, to: string | number) {
  const [start, end] = [shareOf(range, from), shareOf(range, to)];
  return placed(start * 100, (end - start) * 100);
}
