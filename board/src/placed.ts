import { noChange } from 'lit';
import { Directive, directive, type ElementPart, PartType } from 'lit/directive.js';

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
export const placed = directive(Placed);
