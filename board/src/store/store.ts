import { type Alternative, type Api, ApiFault } from './api.ts';
import { countRequests } from './newest.ts';
import { Polling, type Watch } from './polling.ts';
import { refusalNotice } from './refusal.ts';
import { type Notice, onlyDate, type State } from './state.ts';
import { type ZoneTime, zoneTime } from './time.ts';

/** What the store needs of the browser. */
export interface Host extends Watch {
  draw(store: Store): void;
  /** Has a screen reader say something. */
  announce(text: string): void;
  /** Puts the account, the date and the view into the address. */
  showDay(day: Readonly<Record<'account' | 'date' | 'view', string>>): void;
}

/** Something that may be refused. Resolves with what it came to, and with what takes that back. */
export type Attempt = (api: Api) => Promise<{ readonly text: string; readonly undo?: Attempt }>;

/** The state of the page, and every change that it sends. */
export class Store {
  state: State = {
    view: 'day',
    boards: new Map(),
    search: '',
    shown: [],
    tab: 'lanes',
    isPhone: false,
  };
  readonly api: Api;
  readonly host: Host;
  readonly polling: Polling;
  /** The reads that may overtake each other. */
  readonly reads = { days: countRequests(), detail: countRequests(), starts: countRequests() };

  /** Reads what is shown again. */
  readonly refresh: () => Promise<void>;

  constructor(api: Api, host: Host, refresh: (store: Store) => Promise<void>) {
    this.api = api;
    this.host = host;
    this.refresh = () => refresh(this);
    this.polling = new Polling(host, async () => {
      // The places that a dispatcher chooses from stay as they are.
      if (this.state.placing === undefined) await this.refresh();
    });
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

  /** Runs something that may be refused, such as a form. */
  async attempt(run: Attempt): Promise<boolean> {
    try {
      const { text, undo } = await run(this.api);
      const buttons = undo === undefined ? [] : [{ label: 'Undo', run: () => void this.attempt(undo) }];
      this.tell({ kind: 'done', text, buttons });
      this.set({ dialog: undefined });
      await this.refresh();
      return true;
    } catch (error) {
      this.refuse(error, () => undefined);
      return false;
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

  say(text: string): void {
    this.host.announce(text);
  }

  /** Says why a change was refused, with its alternatives as buttons. Throws what is no fault of a request. */
  refuse(error: unknown, take: (alternative: Alternative) => void): void {
    if (!(error instanceof ApiFault)) throw error;
    if (error.status === 401) this.fail(error);
    else this.tell(refusalNotice(error, onlyDate(this.state), take));
  }

  /** Shows that the page can't be read. Throws what is no fault of a request. */
  fail(error: unknown): void {
    if (!(error instanceof ApiFault)) throw error;
    if (this.state.fault?.message !== error.message) this.say(error.message);
    this.set({ fault: error });
  }
}
