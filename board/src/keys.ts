import { isCard, isWay, walk } from './focus.ts';
import { cardAt } from './hit.ts';
import { zoomBy } from './lanes/lanes.ts';
import { lazy } from './lazy.ts';
import { closeDialog } from './leaving.ts';
import { drop, leaderText, leave, place, placeText, turnTo } from './placing.ts';
import { go, openStarts, select } from './store/reading.ts';
import { isView, type Subject, views } from './store/state.ts';
import type { Store } from './store/store.ts';
import { placeAction, subjectOn } from './store/subject.ts';
import { addDays } from './store/time.ts';

/**
 * Listens to the page's keys, except while somebody types. Keys that come before the page is ready are kept until then.
 */
export function listenToKeys(store: Store, ready: Promise<unknown>): void {
  let early: KeyboardEvent[] | undefined = [];
  document.addEventListener('keydown', (event) => {
    if (early === undefined) {
      heed(store, event);
      return;
    }
    const isCommand =
      isPalette(event) ||
      (store.state.settings.shortcuts && isPlain(event) && runOf(event.key) !== undefined);
    if (!isCommand || isTyping(event)) return;
    event.preventDefault();
    early.push(event);
  });
  void ready.then(() => {
    const kept = early ?? [];
    early = undefined;
    for (const event of kept) heed(store, event);
  });
}

const isPlain = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => !(ctrlKey || metaKey || altKey);

const isPalette = (event: KeyboardEvent): boolean => event.key === 'k' && (event.ctrlKey || event.metaKey);

const isTyping = ({ target }: Event): boolean =>
  target instanceof Element && target.closest('input, textarea, select') !== null;

function heed(store: Store, event: KeyboardEvent): void {
  if (isPalette(event)) {
    event.preventDefault();
    if (store.state.account !== undefined && store.state.dialog === undefined) store.openPalette();
    return;
  }
  const isOpen = isTyping(event) || store.state.dialog !== undefined;
  if (event.key === 'z' && (event.ctrlKey || event.metaKey) && !isOpen) {
    event.preventDefault();
    void store.takeBackLast();
    return;
  }
  if (event.key === 'Escape' && isPlain(event)) {
    closeTop(store);
    return;
  }
  if (!isOpen && heedOpen(store, event)) event.preventDefault();
}

/** Heeds a key while no form is open. Keys that go from card to card are no shortcuts: they work without these. */
function heedOpen(store: Store, event: KeyboardEvent): boolean {
  const { placing, sizing, menu, settings } = store.state;
  const { key, target, ctrlKey } = event;
  const isHere = isCard(target);
  if (!isPlain(event) && !(isHere && ctrlKey && (key === 'Home' || key === 'End'))) return false;
  // Enter presses the button that has the focus, in the bar of what is moved as in any message.
  if (key === 'Enter' && target instanceof Element && target.closest('.notice button')) return false;
  if (placing !== undefined) return choose(store, event);
  if (sizing !== undefined) return lazy.parts?.chooseLength(store, key) ?? false;
  const isFree = settings.shortcuts && target === document.body && key.startsWith('Arrow');
  if (isWay(key) && menu === undefined && (isHere || isFree)) {
    walk(key, ctrlKey);
    return true;
  }
  return settings.shortcuts && command(store, key);
}

function closeTop(store: Store): void {
  const { menu, dialog, placing, sizing, notices } = store.state;
  const last = notices.at(-1);
  if (menu !== undefined) store.set({ menu: undefined });
  else if (dialog !== undefined) closeDialog(store);
  else if (placing !== undefined) leave(store);
  else if (sizing !== undefined) lazy.parts?.chooseLength(store, 'Escape');
  else if (last !== undefined) store.dismiss(last);
  else {
    // Starts that are still being read must not open the choice again.
    store.reads.starts();
    void select(store, undefined);
  }
}

/** Keys while something is being moved: the arrows choose among the starts that would be accepted. */
function choose(store: Store, { key }: KeyboardEvent): boolean {
  const { placing } = store.state;
  if (placing === undefined) return false;
  if (key === 'Enter') {
    void drop(store);
    return true;
  }
  const [technician, start] = placing.at;
  const lanes = placing.starts.technicians;
  const now = lanes[technician]?.starts[start]?.startsAt ?? '';
  if (key === '[' || key === ']') {
    const { asked = placing.starts.date } = placing;
    void turnTo(store, addDays(asked, key === '[' ? -1 : 1));
    return true;
  }
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (step !== undefined) {
    const most = (lanes[technician]?.starts.length ?? 1) - 1;
    store.set({ placing: { ...placing, at: [technician, Math.min(Math.max(start + step, 0), most)] } });
  }
  const down = { ArrowUp: -1, ArrowDown: 1 }[key];
  if (down !== undefined) {
    let next = technician + down;
    while (lanes[next]?.starts.length === 0) next += down;
    const starts = lanes[next]?.starts;
    if (starts === undefined) return true;
    const later = starts.findIndex(({ startsAt }) => startsAt >= now);
    store.set({ placing: { ...placing, at: [next, later === -1 ? starts.length - 1 : later] } });
  }
  if (step === undefined && down === undefined) return false;
  store.say(placeText(store));
  return true;
}

/** A key, or several in one text, with what it does. Keys without `run` are handled elsewhere. */
type Command = readonly [keys: string, does: string, run?: (store: Store, key: string) => unknown];

/** The keys, in the order of the help. */
export const commands: readonly Command[] = [
  ['↑ ↓ ← →', 'go from job to job'],
  ['Home and End', 'a technician’s first and last job; with Ctrl, everybody’s'],
  ['Enter', 'open the job'],
  ['m', 'move the open job: arrows, Enter, Esc', placeOpen],
  ['l', 'change the length of the open job: arrows, Enter, Esc', sizeOpen],
  ['s', 'schedule the open request', placeOpen],
  ['b', 'block a technician’s time', (store) => store.set({ dialog: { kind: 'block' } })],
  ['n', 'create a job', (store) => store.openJob()],
  ['e', 'next emergency', (store) => next(store, 'emergencies')],
  ['r', 'next request to review', (store) => next(store, 'review')],
  ['+ and -', 'wider and narrower hours', (store, key) => zoomBy(store, key === '+' ? 1 : -1)],
  ['t', 'today', (store) => turnTo(store, store.today)],
  ['1, 3, 7', 'show a day, three days, a week', showDays],
  ['[ and ]', 'the days before and after, also while you move a job', turnBy],
  ['/ or Ctrl+K', 'search everything, actions too', (store) => store.openPalette()],
  ['Ctrl+Z', 'undo the last change'],
  ['Esc', 'close what is open'],
  ['?', 'this help', (store) => store.set({ dialog: { kind: 'help' } })],
];

const runOf = (key: string) => commands.find(([keys]) => keys.split(/, | and | or /).includes(key))?.[2];

function command(store: Store, key: string): boolean {
  const run = runOf(key);
  void run?.(store, key);
  return run !== undefined;
}

function showDays(store: Store, key: string): void {
  const { date } = store.state;
  const view = Object.keys(views)
    .filter(isView)
    .find((one) => views[one] === Number(key));
  if (date !== undefined) void go(store, date, view);
}

function turnBy(store: Store, key: string): void {
  const { date, view } = store.state;
  if (date !== undefined) void turnTo(store, addDays(date, key === '[' ? -views[view] : views[view]));
}

/** The request that has the focus, or else the open one. */
function openSubject({ state }: Store): Subject | undefined {
  const focused = cardAt(document.activeElement);
  return subjectOn(state, focused.id === undefined ? { id: state.selected } : focused);
}

/** Changes the length of the open job. */
function sizeOpen(store: Store): void {
  const found = openSubject(store);
  if (found === undefined) store.say('Open a job on the board first.');
  else lazy.parts?.startSizing(store, found);
}

/** Moves or schedules the open request. */
function placeOpen(store: Store): void {
  const found = openSubject(store);
  if (found === undefined) store.say('Open a job or a request first.');
  else if (found.leader !== undefined) store.say(leaderText(found.leader));
  else if (placeAction(found) === undefined) store.say('You can’t move this one on the board.');
  else if (store.state.isPhone) void openStarts(store, found);
  else void place(store, found);
}

/** Opens the next request of a group in the queue. */
function next(store: Store, wanted: 'emergencies' | 'review'): void {
  const { queue, selected } = store.state;
  const entries = queue?.requests.filter(({ group }) => group === wanted) ?? [];
  const at = entries.findIndex(({ dispatchRequestId }) => dispatchRequestId === selected);
  const one = entries[(at + 1) % entries.length];
  if (one === undefined) store.say('Nothing is left.');
  else void select(store, one.dispatchRequestId);
}
