import { AsyncDirective, directive } from 'lit/async-directive.js';
import type { ChildPart } from 'lit/directive.js';
import { nothing, type TemplateResult } from 'lit/html.js';

/** How far from what is seen contents are drawn already, in shares of its height. */
const MARGIN = '10%';
/** Pixels of the window above the lanes, less that margin. */
const ABOVE = 100;

const drawers = new WeakMap<Element, WhenSeen>();
const watcher = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) drawers.get(target)?.approach(isIntersecting);
  },
  { rootMargin: `${MARGIN} 0px`, scrollMargin: `${MARGIN} 0px` },
);

/** Paper shows everything. */
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

  /** Something came near what is seen, or went away from it. */
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
 * Draws the whole content of an element, but only while that is near what is seen. `top`: how far it is below the first
 * lane in pixels, which counts until the browser knows.
 */
export const whenSeen = directive(WhenSeen);

/** Draws what an element holds at once, before it is scrolled to. */
export function drawNow(place: Element): void {
  drawers.get(place)?.approach(true);
}
