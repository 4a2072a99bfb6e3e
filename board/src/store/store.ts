import { type Alternative, type Api, ApiFault } from './api.ts';
import { type Notice, onlyDate, type State } from './state.ts';
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
  /** Runs something once, after milliseconds, unless it is canceled first. */
  after(ms: number, run: () => Promise<void>): () => void;
}

/** Something to send that the service may refuse. */
export interface Attempt {
  /** The id of the request that it changes. */
  readonly id?: string;
  /** Resolves with what to tell the dispatcher, and with what takes the change back. */
  readonly send: (api: Api) => Promise<{ readonly text: string; readonly undo?: Attempt | undefined }>;
  /** What to send if the dispatcher takes an alternative that a refusal offers. */
  readonly instead?: (alternative: Alternative) => Attempt;
}

/** The milliseconds between two reads while somebody sees the page, and while nobody does. */
const BUSY_MS = 5_000;
const HIDDEN_MS = 30_000;

/** The state of the page, and every change that it sends. */
export class Store {
  state: State = { view: 'day', boards: new Map(), search: '', shown: [], tab: 'lanes', isPhone: false };
  readonly api: Api;
  readonly host: Host;
  /** The reads that may overtake each other. */
  readonly reads = { days: countRequests(), detail: countRequests(), starts: countRequests() };
  /** Reads what is shown again. */
  readonly refresh: () => Promise<void>;
  private stopWaiting: (() => void) | undefined;

  constructor(api: Api, host: Host, refresh: (store: Store) => Promise<void>) {
    this.api = api;
    this.host = host;
    this.refresh = () => refresh(this);
  }

  set(change: Partial<State>): void {
    this.state = { ...this.state, ...change };
    this.host.draw(this);
  }

  get zone(): ZoneTime {
    return zoneTime(this.state.account?.timezone ?? 'UTC');
  }

  /** `YYYY-MM-DD` */
  get today(): string {
    return this.zone.date(new Date().toISOString());
  }

  get accountId(): string {
    return this.state.account?.accountId ?? '';
  }

  /** Begins to read the page again and again, or waits anew by whether somebody sees the page now. */
  poll(): void {
    this.stopWaiting?.();
    this.stopWaiting = this.host.after(this.host.isHidden() ? HIDDEN_MS : BUSY_MS, async () => {
      try {
        // The starts that a dispatcher chooses from stay as they are.
        if (this.state.placing === undefined) await this.refresh();
      } finally {
        // Keep polling even if a poll threw.
        this.poll();
      }
    });
  }

  /**
   * Sends something, tells what came of it and offers to take it back. Closes the form that sent it. If it is refused, the
   * form stays, and the alternatives are offered.
   * @returns false if it was refused
   */
  async attempt({ id, send, instead }: Attempt): Promise<boolean> {
    const { dialog } = this.state;
    this.set({ pending: id, notice: undefined });
    try {
      const { text, undo } = await send(this.api);
      const buttons = undo === undefined ? [] : [{ label: 'Undo', run: () => void this.attempt(undo) }];
      this.tell({ kind: 'done', text, buttons });
      if (this.state.dialog === dialog) this.set({ dialog: undefined });
      return true;
    } catch (error) {
      this.refuse(error, (alternative) => {
        if (instead !== undefined) void this.attempt(instead(alternative));
      });
      return false;
    } finally {
      this.set({ pending: undefined });
      await this.refresh();
    }
  }

  /** Opens a form for a job; `phone` is the number that called. */
  openJob(phone?: string): void {
    this.set({ dialog: { kind: 'job', key: crypto.randomUUID(), phone } });
  }

  tell(notice: Notice): void {
    this.set({ notice });
    this.say(notice.text);
  }

  /** Tells why the page did nothing. */
  tellRefused(text: string): void {
    this.tell({ kind: 'refused', text, buttons: [] });
  }

  say(text: string): void {
    this.host.announce(text);
  }

  /** Tells why the service refused something, with its alternatives as buttons. Throws errors that are not the service's. */
  refuse(error: unknown, take: (alternative: Alternative) => void = () => undefined): void {
    if (!(error instanceof ApiFault)) throw error;
    if (error.status === 401) this.fail(error);
    else this.tell(refusalNotice(error, onlyDate(this.state), take));
  }

  /** Shows that the page can't be read. Throws errors that are not the service's. */
  fail(error: unknown): void {
    if (!(error instanceof ApiFault)) throw error;
    if (this.state.fault?.message !== error.message) this.say(error.message);
    this.set({ fault: error });
  }
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

/** @param shown the date on the page, which the buttons leave out */
function refusalNotice(
  { message, alternatives, current }: ApiFault,
  shown: string | undefined,
  take: (alternative: Alternative) => void,
): Notice {
  const buttons = alternatives.map((one) => ({
    label: `${one.date === shown ? '' : `${dayName(one.date)}, `}${one.time} with ${one.technician}`,
    run: () => take(one),
  }));
  const by = current?.history.at(-1);
  const text =
    by === undefined
      ? message
      : `${actorName(by.by)} changed this first: ${by.why ?? by.to}. Nothing else was changed.`;
  return { kind: 'refused', text, buttons };
}
