import { drawNow } from './lanes/directives.ts';
import { drop, leave, place, placeText, turnTo } from './placing.ts';
import { go, openStarts, select } from './store/reading.ts';
import { views } from './store/state.ts';
import type { Store } from './store/store.ts';
import { placeAction, subjectOn } from './store/subject.ts';
import { addDays } from './store/time.ts';

/** Listens to the page's keys, except while somebody types. */
export function listenToKeys(store: Store): void {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') return closeTop(store, event.target);
    const isTyping =
      event.target instanceof Element && event.target.closest('input, textarea, select') !== null;
    if (isTyping || store.state.dialog !== undefined) return;
    const isTaken = store.state.placing === undefined ? command(store, event) : choose(store, event);
    if (isTaken) event.preventDefault();
  });
}

function closeTop(store: Store, target: EventTarget | null): void {
  if (target instanceof HTMLInputElement && target.type === 'search') {
    target.blur();
    store.set({ search: '' });
    return;
  }
  const { dialog, placing, notice } = store.state;
  if (dialog !== undefined) store.set({ dialog: undefined });
  else if (placing !== undefined) leave(store);
  else if (notice !== undefined) store.set({ notice: undefined });
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

function command(store: Store, { key }: KeyboardEvent): boolean {
  const { date, queue, view } = store.state;
  switch (key) {
    case '?':
      store.set({ dialog: { kind: 'help' } });
      return true;
    case 'b':
      store.set({ dialog: { kind: 'block' } });
      return true;
    case 'n':
      store.openJob();
      return true;
    case 'm':
    case 's':
      return placeOpen(store);
    case 'e':
      return next(store, queue?.requests.filter(({ group }) => group === 'emergencies') ?? []);
    case 'r':
      return next(store, queue?.requests.filter(({ group }) => group === 'review') ?? []);
    case '/':
      document.getElementById('search')?.focus();
      return true;
    case 't':
      void turnTo(store, store.today);
      return true;
    case '[':
    case ']':
      if (date !== undefined) void turnTo(store, addDays(date, key === '[' ? -views[view] : views[view]));
      return true;
    case '1':
    case '3':
    case '7':
      if (date !== undefined) void go(store, date, ({ 1: 'day', 3: 'three', 7: 'week' } as const)[key]);
      return true;
    default:
      return key.startsWith('Arrow') && walk(key);
  }
}

/** Moves or schedules the request that has the focus, or else the open one. */
function placeOpen(store: Store): boolean {
  const focused =
    document.activeElement instanceof HTMLElement ? document.activeElement.dataset.job : undefined;
  const id = focused ?? store.state.selected;
  const found = subjectOn(store.state, id);
  if (found === undefined || placeAction(found) === undefined) store.say('Open a job or a request first.');
  else if (store.state.isPhone) void openStarts(store, found);
  else void place(store, found);
  return true;
}

function next(store: Store, entries: readonly { readonly dispatchRequestId: string }[]): boolean {
  const at = entries.findIndex(({ dispatchRequestId }) => dispatchRequestId === store.state.selected);
  const one = entries[(at + 1) % entries.length];
  if (one === undefined) store.say('There are none.');
  else void select(store, one.dispatchRequestId);
  return true;
}

/** Moves the focus from job to job: left and right in time, up and down between lanes and entries. */
function walk(key: string): boolean {
  const groups = [...document.querySelectorAll('.lane[data-busy], .agenda ol, .entry')];
  const from =
    document.querySelector<HTMLElement>('[data-job]:focus') ??
    document.querySelector<HTMLElement>('[data-job][aria-pressed=true]');
  const at = groups.findIndex((group) => group.contains(from));
  const step = at === -1 || key === 'ArrowRight' || key === 'ArrowDown' ? 1 : -1;
  const isAcross = key === 'ArrowLeft' || key === 'ArrowRight';
  const beside = isAcross ? jobsIn(groups[at]) : [];
  let next = from === null ? undefined : beside[beside.indexOf(from) + step];
  for (let to = at + step; next === undefined && groups[to] !== undefined; to += step)
    next = jobsIn(groups[to]).at(step === 1 ? 0 : -1);
  next?.focus();
  return true;
}

/** The jobs of a lane or an entry, which is drawn first if it has not been visible yet. */
function jobsIn(group: Element | undefined): readonly HTMLElement[] {
  const undrawn = group?.querySelector('.track, .cells');
  if (undrawn) drawNow(undrawn);
  return [...(group?.querySelectorAll<HTMLElement>('[data-job]') ?? [])];
}
