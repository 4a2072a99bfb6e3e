import type { RequestView } from '../../lib/board/views/requests.ts';
import { type Alternative, type Api, ApiFault } from './api.ts';
import type { Notice, State } from './state.ts';
import { addDays, type ZoneTime, zoneTime } from './time.ts';

const BUSY_MS = 5_000;
const HIDDEN_MS = 30_000;

/** What the store needs of the browser. */
export interface Host {
  draw(store: Store): void;
  /** Has a screen reader say something. */
  announce(text: string): void;
  /** Puts the account and its date into the address. */
  showDay(day: Readonly<Record<'account' | 'date', string>>): void;
  isHidden(): boolean;
  /** Runs something once, after milliseconds, unless it is canceled first. */
  after(ms: number, run: () => Promise<void>): () => void;
}

/** The state of the page, and what changes it. */
export class Store {
  state: State = { accounts: [], search: '', shown: [], tab: 'lanes' };
  readonly api: Api;
  private readonly host: Host;
  private cancelPoll: (() => void) | undefined;

  constructor(api: Api, host: Host) {
    this.api = api;
    this.host = host;
  }

  set(change: Partial<State>): void {
    this.state = { ...this.state, ...change };
    this.host.draw(this);
  }

  get zone(): ZoneTime {
    return zoneTime(this.state.account?.timezone ?? 'UTC');
  }

  get accountId(): string {
    return this.state.account?.accountId ?? '';
  }

  /** Shows the account and the date that the address names, or the first account and today. */
  async start(wanted: { readonly account?: string; readonly date?: string }): Promise<void> {
    try {
      const { accounts } = await this.api.accounts();
      const account = accounts.find(({ accountId }) => accountId === wanted.account) ?? accounts[0];
      this.set({ accounts, account, fault: undefined });
      if (account === undefined) return;
      this.set({ date: wanted.date ?? this.zone.date(new Date().toISOString()) });
      await this.refresh();
    } catch (error) {
      this.fail(error);
    }
    this.poll();
  }

  /** Reads the board and the queue again; what has not changed costs a 304. */
  async refresh(): Promise<void> {
    const { date, selected } = this.state;
    if (date === undefined) return;
    try {
      const [board, queue] = await Promise.all([
        this.api.board(this.accountId, date),
        this.api.queue(this.accountId),
      ]);
      // Somebody may have gone to another day meanwhile.
      if (date !== this.state.date) return;
      this.set({ board, queue, fault: undefined });
      if (selected !== undefined) await this.readDetail(selected);
    } catch (error) {
      this.fail(error);
    }
  }

  /** Changes of others are seen within six seconds while the page is. */
  poll(): void {
    this.cancelPoll?.();
    this.cancelPoll = this.host.after(this.host.isHidden() ? HIDDEN_MS : BUSY_MS, async () => {
      try {
        if (this.state.placing === undefined) await this.refresh();
      } finally {
        // Even after a mistake of the page itself.
        this.poll();
      }
    });
  }

  async go(date: string): Promise<void> {
    this.host.showDay({ account: this.accountId, date });
    this.set({ date, board: undefined, placing: undefined });
    await this.refresh();
  }

  async select(id: string | undefined): Promise<void> {
    this.set({ selected: id, detail: undefined, customer: undefined });
    if (id !== undefined) await this.readDetail(id).catch((error) => this.fail(error));
  }

  private async readDetail(id: string): Promise<void> {
    const detail = await this.api.request(this.accountId, id);
    if (this.state.selected !== id) return;
    this.set({ detail });
    const { phone } = detail.request.customer;
    if (phone === undefined || this.state.customer?.phone === phone) return;
    const customer = await this.api.customer(this.accountId, phone).catch(() => undefined);
    if (this.state.selected === id) this.set({ customer });
  }

  /** Sends a change of a request; `said` is announced, and `undo` offered, once it is stored. */
  async change(
    request: Pick<RequestView, 'dispatchRequestId' | 'version'>,
    action: string,
    body: object,
    said: string,
    undo?: (changed: RequestView) => void,
  ): Promise<boolean> {
    const { dispatchRequestId: id, version } = request;
    this.set({ pending: id, notice: undefined });
    try {
      const changed = await this.api.change(this.accountId, id, version, action, body);
      const buttons = undo === undefined ? [] : [{ label: 'Undo', run: () => undo(changed) }];
      this.tell({ kind: 'done', text: said, buttons });
      return true;
    } catch (error) {
      this.refuse(error, (alternative) => {
        const { date, time, technicianId } = alternative;
        void this.change(request, action, { ...body, date, time, technicianId }, said, undo);
      });
      return false;
    } finally {
      this.set({ pending: undefined });
      await this.refresh();
    }
  }

  /** Runs something that may be refused, such as a form. */
  async attempt(run: (api: Api) => Promise<string>): Promise<boolean> {
    try {
      this.tell({ kind: 'done', text: await run(this.api), buttons: [] });
      this.set({ dialog: undefined });
      await this.refresh();
      return true;
    } catch (error) {
      this.refuse(error, () => undefined);
      return false;
    }
  }

  /** Opens an empty form for a job. */
  openJob(): void {
    this.set({ dialog: { kind: 'job', key: crypto.randomUUID() } });
  }

  async unblock(id: string, reason: string): Promise<void> {
    await this.attempt(async (api) => {
      await api.unblock(this.accountId, id);
      return `The block “${reason}” is removed.`;
    });
  }

  /** The next day within two weeks on which something is planned. */
  async nextBusyDay(): Promise<void> {
    const from = this.state.date ?? '';
    for (let days = 1; days <= 14; days++) {
      const date = addDays(from, days);
      try {
        const { lanes } = await this.api.board(this.accountId, date);
        if (lanes.some((lane) => lane.appointments.length + lane.blocks.length > 0))
          return await this.go(date);
      } catch (error) {
        this.fail(error);
        return;
      }
    }
    this.tell({ kind: 'refused', text: 'Nothing is planned within the next two weeks.', buttons: [] });
  }

  tell(notice: Notice): void {
    this.set({ notice });
    this.say(notice.text);
  }

  say(text: string): void {
    this.host.announce(text);
  }

  refuse(error: unknown, take: (alternative: Alternative) => void): void {
    if (!(error instanceof ApiFault)) throw error;
    if (error.status === 401) {
      this.fail(error);
      return;
    }
    const buttons = error.alternatives.map((one) => ({
      label: `${one.date === this.state.date ? '' : `${one.date}, `}${one.time} with ${one.technician}`,
      run: () => take(one),
    }));
    const by = error.current?.history.at(-1);
    const text =
      by === undefined
        ? error.message
        : `${by.by.replace('dispatcher:', '')} was faster: ${by.why ?? by.to}. Nothing else is changed.`;
    this.tell({ kind: 'refused', text, buttons });
  }

  private fail(error: unknown): void {
    if (!(error instanceof ApiFault)) throw error;
    if (this.state.fault?.message !== error.message) this.say(error.message);
    this.set({ fault: error });
  }
}
