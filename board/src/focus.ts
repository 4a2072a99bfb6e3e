import { type Card, cardAt } from './hit.ts';
import { drawNow } from './lanes/directives.ts';

// The lanes are one stop of the Tab key: the arrows go on from there. All cards in lanes have a tabindex of -1, except for one.

const CARDS = '.lanes :is([data-job], .block button)';

/** The card where Tab enters the lanes. */
let stop: HTMLElement | undefined;
/** The card that had the focus last. */
let last: Card = { id: undefined };

/** Makes the card that gets the focus the one where Tab enters the lanes. */
export function watchFocus(root: HTMLElement): void {
  root.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || !target.matches(CARDS)) return;
    last = cardAt(target);
    enterAt(target);
  });
  // Lanes that are out of sight are removed without the page being drawn anew.
  document.addEventListener('keydown', ({ key }) => key === 'Tab' && keepStop(), { capture: true });
}

function enterAt(card: HTMLElement): void {
  if (stop !== undefined) stop.tabIndex = -1;
  stop = card;
  stop.tabIndex = 0;
}

/** Makes sure that Tab enters the lanes: at the job that had the focus last, the open one or the first. */
function keepStop(): void {
  if (stop?.isConnected) return;
  const lanes = document.querySelector('.lanes');
  const card =
    cardOf(last, lanes) ??
    lanes?.querySelector<HTMLElement>('[data-job][aria-pressed=true]') ??
    document.querySelector<HTMLElement>(CARDS);
  if (card) enterAt(card);
}

/** Finds a card, or another one of its job. */
function cardOf({ id, visit, technicianId }: Card, within: ParentNode | null): HTMLElement | undefined {
  const cards = [...(within?.querySelectorAll<HTMLElement>(`[data-job="${id}"]`) ?? [])];
  const ofVisit = cards.filter((card) => card.dataset.visit === visit);
  return ofVisit.find((card) => cardAt(card).technicianId === technicianId) ?? ofVisit[0] ?? cards[0];
}

/**
 * Draws the page. A card that had the focus has it afterwards, also at another place. If what had it is gone, the card
 * next to it has it, or the one that had it last.
 */
export function keepingFocus(draw: () => void): void {
  const { activeElement } = document;
  const at = cardAt(activeElement);
  const others = besideOf(activeElement);
  draw();
  keepStop();
  if (activeElement?.isConnected || document.activeElement !== document.body) return;
  (cardOf(at, document) ?? others.find((one) => one.isConnected) ?? cardOf(last, document))?.focus();
}

/** The cards of the same lane, list or queue, from an element on and then before it. */
function besideOf(element: Element | null): readonly HTMLElement[] {
  const group = element?.closest('.lane, .agenda, .queue');
  const left = (card: HTMLElement) =>
    Number.parseFloat((card.closest<HTMLElement>('.block') ?? card).style.left) || 0;
  const cards = [...(group?.querySelectorAll<HTMLElement>('[data-job], .block button') ?? [])].sort(
    (a, b) => left(a) - left(b),
  );
  const own = element?.closest('.entry')?.querySelector('[data-job]') ?? element;
  const at = own instanceof HTMLElement ? cards.indexOf(own) : -1;
  return at < 0 ? [] : [...cards.slice(at), ...cards.slice(0, at).reverse()];
}

/** The keys that go from card to card. */
const ways: Readonly<Record<string, readonly [across: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** True for a key that goes from card to card. */
export const isWay = (key: string): boolean => key in ways || key === 'Home' || key === 'End';

/** True if the element is a card in a lane, a job of a list or an entry that waits, from which arrows go on. */
export const isCard = (element: EventTarget | null): boolean =>
  element instanceof Element && element.matches(`${CARDS}, [data-job]`);

/**
 * Moves the focus from card to card: left and right in time, up and down to what is nearest in the lanes above and below, or
 * to the entries that wait. Home and End go to the first and the last card of the lane; `isWhole` of all lanes.
 */
export function walk(key: string, isWhole: boolean): void {
  const groups = [...document.querySelectorAll('.lane[data-busy], .agenda ol, .entry')];
  const from =
    document.querySelector<HTMLElement>(`:is(${CARDS}, [data-job]):focus`) ??
    document.querySelector<HTMLElement>('[data-job][aria-pressed=true]');
  const at = groups.findIndex((group) => group.contains(from));
  if (from === null || at === -1) cardsIn(groups[0])[0]?.focus();
  else if (key === 'Home' || key === 'End') {
    const lanes = isWhole ? groups.filter((group) => !group.matches('.entry')) : groups.slice(at, at + 1);
    (key === 'Home' ? cardsIn(lanes[0])[0] : cardsIn(lanes.at(-1)).at(-1))?.focus();
  } else next(from, groups, at, ways[key] ?? [0, 0])?.focus();
}

function next(
  from: HTMLElement,
  groups: readonly Element[],
  at: number,
  [across, down]: readonly [number, number],
): HTMLElement | undefined {
  const step = across + down;
  const own = cardsIn(groups[at]);
  const beside = across === 0 ? below(from, own, down) : own[own.indexOf(from) + across];
  if (beside !== undefined) return beside;
  for (let to = at + step; groups[to] !== undefined; to += step) {
    const cards = cardsIn(groups[to]);
    const found = across === 0 ? nearest(from, cards) : cards.at(step === 1 ? 0 : -1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The next card above or below at the same place across, such as in the cell of a day. */
function below(from: HTMLElement, cards: readonly HTMLElement[], step: number): HTMLElement | undefined {
  const box = from.getBoundingClientRect();
  const far = (card: HTMLElement) => (card.getBoundingClientRect().top - box.top) * step;
  return cards
    .filter((card) => {
      const { left, right } = card.getBoundingClientRect();
      return far(card) > 0 && left < box.right && right > box.left;
    })
    .sort((a, b) => far(a) - far(b))[0];
}

/** The card that is nearest across. */
function nearest(from: HTMLElement, cards: readonly HTMLElement[]): HTMLElement | undefined {
  const middle = (card: HTMLElement) => {
    const { left, width } = card.getBoundingClientRect();
    return left + width / 2;
  };
  const far = (card: HTMLElement) => Math.abs(middle(card) - middle(from));
  return cards.toSorted((a, b) => far(a) - far(b))[0];
}

/** The cards of a lane or an entry from left to right. A lane is drawn first if it has not been visible yet. */
function cardsIn(group: Element | undefined): readonly HTMLElement[] {
  const undrawn = group?.querySelector('.track, .cells');
  if (undrawn) drawNow(undrawn);
  const cards = [...(group?.querySelectorAll<HTMLElement>(`[data-job], ${CARDS}`) ?? [])];
  const left = new Map(cards.map((card) => [card, card.getBoundingClientRect().left]));
  return cards.sort((a, b) => (left.get(a) ?? 0) - (left.get(b) ?? 0));
}
