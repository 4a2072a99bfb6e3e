import { AsyncDirective } from 'lit/async-directive.js';
import { type ChildPart, Directive, directive, type ElementPart, PartType } from 'lit/directive.js';
import { noChange, nothing, type TemplateResult } from 'lit/html.js';
import { type Range, shareOf } from './range.ts';

/** Contents are drawn if they are within this share of the visible height from what is visible. */
const MARGIN = '10%';
/** The pixels of the window above the lanes, less `MARGIN`. */
const ABOVE = 40;

const drawers = new WeakMap<Element, WhenSeen>();
const watcher = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) drawers.get(target)?.approach(isIntersecting);
  },
  { rootMargin: `${MARGIN} 0px`, scrollMargin: `${MARGIN} 0px` },
);

/** All contents on the page, because paper shows everything. */
const printed = new Set<WhenSeen>();
let isPrinting = false;
for (const type of ['beforeprint', 'afterprint'])
  window.addEventListener(type, () => {
    isPrinting = type === 'beforeprint';
    for (const drawer of printed) drawer.show();
  });

class WhenSeen extends AsyncDirective {
  private place: Element | undefined;
  private isNear = false;
  private isDrawn = false;
  private content: () => unknown = () => nothing;

  override render(_top: number, _content: () => TemplateResult): unknown {
    return nothing;
  }

  override update({ parentNode }: ChildPart, [top, content]: Parameters<WhenSeen['render']>) {
    this.content = content;
    if (this.place === undefined && parentNode instanceof Element) {
      this.place = parentNode;
      this.isNear = top < window.innerHeight - ABOVE;
      this.reconnected();
    }
    return this.drawn();
  }

  /** Draws the content if it is near what is visible, or removes it. */
  approach(isNear: boolean): void {
    this.isNear = isNear;
    this.show();
  }

  show(): void {
    if (this.isDrawn !== this.isWanted()) this.setValue(this.drawn());
  }

  private isWanted(): boolean {
    return this.isNear || isPrinting || this.place?.contains(document.activeElement) === true;
  }

  private drawn(): unknown {
    this.isDrawn = this.isWanted();
    return this.isDrawn ? this.content() : nothing;
  }

  override disconnected(): void {
    printed.delete(this);
    if (this.place !== undefined) watcher.unobserve(this.place);
  }

  override reconnected(): void {
    if (this.place === undefined) return;
    printed.add(this);
    drawers.set(this.place, this);
    watcher.observe(this.place);
  }
}

/**
 * Draws the whole content of an element, but only while the element is near what is visible. Until the browser knows where
 * the element is, `top` counts: its distance from the first lane in pixels.
 */
export const whenSeen = directive(WhenSeen);

/** Draws the content of an element at once, even if it isn't near what is visible. */
export function drawNow(place: Element): void {
  drawers.get(place)?.approach(true);
}

class Styled extends Directive {
  render(_properties: Readonly<Record<string, string>>) {
    return noChange;
  }

  override update({ element, type }: ElementPart, [properties]: Parameters<Styled['render']>) {
    if (type === PartType.ELEMENT && element instanceof HTMLElement)
      for (const name in properties) element.style.setProperty(name, properties[name] ?? '');
    return noChange;
  }
}

/** Sets properties through an element's style object, because the content policy forbids style attributes. */
export const styled = directive(Styled);

/** Heights as properties for the style sheets: `--lane: 76px` for `{ lane: 76 }`. */
export const pixels = (heights: Readonly<Record<string, number>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(heights).map(([name, height]) => [`--${name}`, `${height}px`]));

/** Places an element where a span lies in the range, or at an instant. */
export function place(range: Range, from: string | number, to?: string | number) {
  const start = shareOf(range, from);
  const left = `${start * 100}%`;
  return styled(to === undefined ? { left } : { left, width: `${(shareOf(range, to) - start) * 100}%` });
}

class WhenNear extends AsyncDirective {
  private watcher: IntersectionObserver | undefined;
  private run: () => void = () => undefined;

  override render(_run: () => void): unknown {
    return noChange;
  }

  override update({ element }: ElementPart, [run]: Parameters<WhenNear['render']>) {
    this.run = run;
    if (this.watcher === undefined) {
      this.watcher = new IntersectionObserver(([entry]) => {
        if (entry?.isIntersecting) this.run();
      });
      this.watcher.observe(element);
    }
    return noChange;
  }

  override disconnected(): void {
    this.watcher?.disconnect();
    this.watcher = undefined;
  }
}

/** Runs something whenever an element comes into sight. */
export const whenNear = directive(WhenNear);
