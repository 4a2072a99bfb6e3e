import type { RequestView } from '../../../lib/board/views.ts';
import { type Api, ApiFault } from './api.ts';
import { applied } from './applying.ts';
import { defaultSettings, type Settings } from './settings.ts';
import {
  type Attempt,
  type Dialog,
  type Done,
  type Notice,
  type NoticeButton,
  noFilter,
  onlyDate,
  type State,
} from './state.ts';
import { dayName, type ZoneTime, zoneTime } from './time.ts';
import { actorName } from './words.ts';

/** What the store needs of the browser. */
export interface Host {
  draw(store: Store): void;
  /** Has a screen reader say something. */
  announce(text: string): void;
  /** Puts the account, the date and the view into the address. */
  showDay(day: Readonly<Record<'account' | 'date' | 'view', string>>): void;
  isHidden(): boolean;
  keep(settings: Settings): void;
  /** At least 0 and below 1. */
  random(): number;
  /** Runs something once, after milliseconds, unless it is canceled first. */
  after(ms: number, run: () => Promise<void>): () => void;
}

/** The milliseconds between two reads while somebody sees the page, and while nobody does. */
const BUSY_MS = 5_000;
const HIDDEN_MS = 10_000;
/** The same while the service hints at changes, and at most while it fails. */
const SELDOM_MS = 60_000;

/** How long a message stays, and one with a button. Refusals stay until somebody closes them. */
const NOTICE_MS = 6_000;
const CHOICE_MS = 12_000;
/** Older messages leave when there are more. */
const MOST_NOTICES = 3;
/** How many changes the page can take back. */
const MOST_DONE = 20;

/** The state of the page, and every change that it sends. */
export class Store {
  state: State = {
    view: 'day',
    boards: new Map(),
    shown: [],
    filter: noFilter,
    settings: defaultSettings,
    size: { width: 1096, height: 852 },
    isUnfolded: false,
    notices: [],
    done: [],
    alarms: [],
    tab: 'lanes',
    isPhone: false,
  };
  readonly api: Api;
  readonly host: Host;
  /** The reads that may overtake each other. */
  readonly reads = {
    days: countRequests(),
    detail: countRequests(),
    starts: countRequests(),
    search: countRequests(),
  };
  /** Reads what is shown again. */
  readonly refresh: () => Promise<void>;
  /** The newest version of each request that this page has made. */
  readonly versions = new Map<string, number>();
  /** The ids of blocks that were removed, with those that they have since that was taken back. */
  readonly blocks = new Map<string, string>();
  private stopWaiting: (() => void) | undefined;
  /** How many reads in a row have failed. */
  private failures = 0;
  /** Milliseconds that the service's clock is ahead of the computer's. */
  private ahead = 0;
  /**
   * The last change of each request that is on its way, after which the next one is sent. Whatever changes no request waits
   * for the same.
   */
  private readonly sending = new Map<string, Promise<unknown>>();

  constructor(api: Api, host: Host, refresh: (store: Store) => Promise<void>) {
    this.api = api;
    this.host = host;
    this.refresh = () => refresh(this);
  }

  set(change: Partial<State>): void {
    const opens = change.dialog !== undefined && change.dialog.kind !== this.state.dialog?.kind;
    // What was refused before is not about what the form is about.
    if (opens)
      this.state = { ...this.state, notices: this.state.notices.filter(({ kind }) => kind === 'done') };
    this.state = { ...this.state, ...change };
    this.host.draw(this);
  }

  get zone(): ZoneTime {
    return zoneTime(this.state.account?.timezone ?? 'UTC');
  }

  /** Epoch milliseconds by the service's clock, because the clocks of people's computers are wrong at times. */
  get now(): number {
    return Date.now() + this.ahead;
  }

  /** Sets the clock by the time of an answer. */
  setClock(instant: string): void {
    this.ahead = Date.parse(instant) - Date.now();
  }

  /** `YYYY-MM-DD` */
  get today(): string {
    return this.zone.date(new Date(this.now).toISOString());
  }

  get accountId(): string {
    return this.state.account?.accountId ?? '';
  }

  /**
   * Begins to read the page again and again, or waits anew by whether somebody sees the page now. Waits longer while the
   * service fails, and not the same time as other pages do.
   */
  poll(): void {
    this.stopWaiting?.();
    const often = this.host.isHidden() ? HIDDEN_MS : BUSY_MS;
    const wait = Math.min(often * 2 ** Math.max(0, this.failures - 1), SELDOM_MS);
    const spread = 1 + this.host.random() / 5;
    this.stopWaiting = this.host.after((this.state.live ? SELDOM_MS : wait) * spread, async () => {
      try {
        await this.refresh();
        this.failures = this.state.fault === undefined ? 0 : this.failures + 1;
      } finally {
        // Keep polling even if a poll threw.
        this.poll();
      }
    });
  }

  /** Polls seldom while the service hints at changes, and often once it doesn't. */
  setLive(live: boolean): void {
    if (this.state.live === live) return;
    this.set({ live });
    this.poll();
  }

  /**
   * Sends something, tells what came of it and offers to take it back. If it is refused, the alternatives are offered.
   * Changes of one request are sent one after the other. Once none is on its way, the page is read again.
   * @returns false if it was refused
   */
  async attempt(attempt: Attempt): Promise<boolean> {
    try {
      return await this.sendInTurn(attempt);
    } finally {
      await this.refreshAfterChanges();
    }
  }

  /** A read is of no use while a change is on its way, whose answer is newer. */
  private async refreshAfterChanges(): Promise<void> {
    if (this.sending.size === 0) await this.refresh();
  }

  private async sendInTurn(attempt: Attempt): Promise<boolean> {
    const { id = '' } = attempt;
    const sent = this.sending.get(id)?.then(() => this.sendNow(attempt)) ?? this.sendNow(attempt);
    const settled = sent.catch(() => undefined);
    this.sending.set(id, settled);
    try {
      return await sent;
    } finally {
      if (this.sending.get(id) === settled) this.sending.delete(id);
    }
  }

  private async sendNow({ id, send, instead, anyway, expected }: Attempt): Promise<boolean> {
    this.set({
      pending: id,
      notices: this.state.notices.filter(({ kind }) => kind === 'done'),
      ...expected?.(this.state),
    });
    try {
      const { text, undo } = await send(this.api);
      const done = undo && { text, undo };
      if (done !== undefined) this.set({ done: [done, ...this.state.done].slice(0, MOST_DONE) });
      const buttons = done === undefined ? [] : [{ label: 'Undo', run: () => void this.takeBack(done) }];
      this.tell({ kind: 'done', text, buttons, done });
      return true;
    } catch (error) {
      if (error instanceof ApiFault && error.current !== undefined)
        this.set(this.undoableAfter(error.current));
      this.refuse(error, instead, anyway);
      return false;
    } finally {
      this.set({ pending: undefined });
    }
  }

  /** Takes the last change back, also one that is still on its way. */
  async takeBackLast(): Promise<void> {
    await Promise.all(this.sending.values());
    const [last] = this.state.done;
    if (last === undefined) this.say('There is nothing to undo.');
    else await this.takeBack(last);
  }

  /**
   * Takes a change back, after all later ones of the same request. What the service has refused for good leaves the list;
   * what it may still take back keeps its place.
   */
  async takeBack(done: Done): Promise<void> {
    const before = this.state.done;
    const back = [...laterThan(done, before), done];
    this.set({ menu: undefined, ...this.withoutDone((one) => back.includes(one)) });
    for (const [at, { undo }] of back.entries()) {
      let isFinal = false;
      const send: Attempt['send'] = async (api) => {
        try {
          // What is taken back can't be taken back in turn: the next Ctrl+Z is for the change before.
          return { text: (await undo.send(api)).text };
        } catch (error) {
          isFinal = error instanceof ApiFault && isForGood(error);
          throw error;
        }
      };
      if (await this.sendInTurn({ ...undo, send })) continue;
      const left = isFinal ? [] : back.slice(at);
      const newer = this.state.done.filter((one) => !before.includes(one));
      const older = before.filter((one) => left.includes(one) || this.state.done.includes(one));
      this.set({ done: [...newer, ...older] });
      break;
    }
    await this.refreshAfterChanges();
  }

  /** The changes that can be taken back without some of them, and the messages without those that offer them. */
  private withoutDone(isTaken: (done: Done) => boolean): Pick<State, 'done' | 'notices'> {
    const { done, notices } = this.state;
    return {
      done: done.filter((one) => !isTaken(one)),
      notices: notices.filter((one) => one.done === undefined || !isTaken(one.done)),
    };
  }

  /** The same without the changes of a request that the service takes back no longer. */
  private undoableAfter({ dispatchRequestId: id, undoable }: RequestView): Pick<State, 'done' | 'notices'> {
    return this.withoutDone(
      ({ undo }) => undo.id === id && undo.version !== undefined && !undoable.includes(undo.version),
    );
  }

  /** Shows what the answer to a change says. Reads that were sent before are of no use any more. */
  apply(request: RequestView): void {
    this.versions.set(request.dispatchRequestId, request.version);
    this.reads.days();
    this.set({ ...applied(this.state, request), ...this.undoableAfter(request) });
  }

  /** Opens a form for a job, with what is known of it before. */
  openJob(before: Pick<Extract<Dialog, { kind: 'job' }>, 'known' | 'call'> = {}): void {
    this.set({ dialog: { kind: 'job', key: crypto.randomUUID(), ...before } });
  }

  /** Opens the search over everything of the account, and over what the page can do. */
  openPalette(): void {
    this.set({ menu: undefined, dialog: { kind: 'palette', text: '', at: 0 } });
  }

  tell(notice: Notice): void {
    this.set({ notices: [...this.state.notices, notice].slice(-MOST_NOTICES) });
    this.say(notice.text);
    if (notice.kind === 'done')
      this.host.after(notice.buttons.length > 0 ? CHOICE_MS : NOTICE_MS, async () => this.dismiss(notice));
  }

  dismiss(notice: Notice): void {
    this.set({ notices: this.state.notices.filter((one) => one !== notice) });
  }

  /** Changes settings, and keeps them for the next time. */
  choose(change: Partial<Settings>): void {
    const settings = { ...this.state.settings, ...change };
    this.host.keep(settings);
    this.set({ settings });
  }

  /** Tells why the page did nothing. */
  tellRefused(text: string): void {
    this.tell({ kind: 'refused', text, buttons: [] });
  }

  say(text: string): void {
    this.host.announce(text);
  }

  /** Tells why the service refused something, with its alternatives as buttons. Throws errors that are not the service's. */
  refuse(error: unknown, instead?: Attempt['instead'], anyway?: NoticeButton): void {
    if (!(error instanceof ApiFault)) throw error;
    if (error.status === 401) this.fail(error);
    else this.tell(this.refusalNotice(error, instead, anyway));
  }

  private refusalNotice(
    { message, alternatives, isStart, current, visit }: ApiFault,
    instead: Attempt['instead'],
    anyway: NoticeButton | undefined,
  ): Notice {
    const shown = onlyDate(this.state);
    const buttons = alternatives.flatMap((one) => {
      const attempt = instead?.(one, visit);
      const label = `${one.date === shown ? '' : `${dayName(one.date)}, `}${one.time} with ${one.technician}`;
      return attempt === undefined ? [] : [{ label, run: () => void this.attempt(attempt) }];
    });
    const by = current?.history.at(-1);
    const text =
      by === undefined
        ? message
        : `${actorName(by.by)} changed this first: ${by.why ?? by.to}. Nothing else was changed.`;
    return { kind: 'refused', text, buttons: isStart && anyway ? [...buttons, anyway] : buttons };
  }

  /** Shows that the page can't be read. Throws errors that are not the service's. */
  fail(error: unknown): void {
    if (!(error instanceof ApiFault)) throw error;
    if (this.state.fault?.message !== error.message) this.say(error.message);
    this.set({ fault: error });
  }
}

/** True if the service would refuse the same again. Time that is taken may be free later. */
const isForGood = ({ status, reason }: ApiFault): boolean =>
  [404, 409, 412].includes(status) && reason !== 'slot_taken';

/** The changes of the same request that are later than one, newest first. */
export function laterThan(done: Done, all: readonly Done[]): readonly Done[] {
  const { id } = done.undo;
  const newer = all.slice(0, Math.max(0, all.indexOf(done)));
  return id === undefined ? [] : newer.filter(({ undo }) => undo.id === id);
}

/**
 * Counts requests of one kind. Each call is for a request that is sent now. The function that it returns says whether that
 * request is still the newest, because the answer to an older one is of no use.
 */
function countRequests(): () => () => boolean {
  let last = 0;
  return () => {
    const own = ++last;
    return () => own === last;
  };
}
