import { html, nothing, type TemplateResult } from 'lit';
import { go } from './store/reading.ts';
import type { Session } from './store/session.ts';
import type { Store } from './store/store.ts';
import { addDays, dayName } from './store/time.ts';

/** The account, the day and the search, and what opens forms. */
export function headerView(store: Store, session: Session): TemplateResult {
  const { accounts, account, date, board, shown, search, queue, tab, isPhone, dialog } = store.state;
  const ringing = queue?.requests.filter(
    (one) => one.group === 'emergencies' && one.acknowledgedAt === undefined,
  );
  return html`<header class="top" ?inert=${dialog !== undefined}>
    <h1>${account?.name ?? 'Dispatch board'}</h1>
    ${
      accounts.length < 2
        ? nothing
        : html`<select aria-label="Account" @change=${(event: Event) => openAccount(event)}>
          ${accounts.map((one) => html`<option value=${one.accountId} ?selected=${one === account}>${one.name}</option>`)}
        </select>`
    }
    ${
      date === undefined
        ? nothing
        : html`<nav aria-label="Day">
          <button type="button" aria-label="The day before" @click=${() => void go(store, addDays(date, -1))}>‹</button>
          <strong>${dayName(date)}</strong>
          <button type="button" aria-label="The day after" @click=${() => void go(store, addDays(date, 1))}>›</button>
          <input type="date" aria-label="Date" .value=${date} @change=${(event: Event) => pickDate(store, event)} />
          <button type="button" @click=${() => void go(store, store.zone.date(new Date().toISOString()))}>Today</button>
          <small>${account?.timezone}</small>
        </nav>`
    }
    ${
      isPhone
        ? nothing
        : html`<select aria-label="Technicians shown" @change=${(event: Event) => filter(store, event)}>
          <option value="">All technicians</option>
          ${board?.lanes.map((lane) => html`<option value=${lane.technicianId} ?selected=${shown.includes(lane.technicianId)}>${lane.technician}</option>`)}
        </select>`
    }
    <input type="search" id="search" aria-label="Search by name, number or id" placeholder="Search ( / )" .value=${search}
      @input=${(event: Event) => event.target instanceof HTMLInputElement && store.set({ search: event.target.value })} />
    <button type="button" @click=${() => store.openJob()}>New job</button>
    <button type="button" @click=${() => store.set({ dialog: { kind: 'block' } })}>Block time</button>
    ${isPhone ? nothing : html`<button type="button" aria-label="Keys" @click=${() => store.set({ dialog: { kind: 'help' } })}>?</button>`}
    <button type="button" class="sign-out" @click=${() => void session.signOut().then(() => location.reload())}>Sign out</button>
    ${(ringing?.length ?? 0) > 0 ? html`<span class="ringing-count" role="status">‼ ${ringing?.length} ringing</span>` : nothing}
    <div class="tabs" role="group" aria-label="Show">
      <button type="button" aria-pressed=${tab === 'lanes'} @click=${() => store.set({ tab: 'lanes' })}>Day</button>
      <button type="button" aria-pressed=${tab === 'queue'} @click=${() => store.set({ tab: 'queue' })}>Waiting (${queue?.requests.length ?? 0})</button>
    </div>
  </header>`;
}

function openAccount({ target }: Event): void {
  if (!(target instanceof HTMLSelectElement)) return;
  location.search = new URLSearchParams({ account: target.value }).toString();
}

function pickDate(store: Store, { target }: Event): void {
  if (target instanceof HTMLInputElement && target.value !== '') void go(store, target.value);
}

function filter(store: Store, { target }: Event): void {
  if (target instanceof HTMLSelectElement) store.set({ shown: target.value === '' ? [] : [target.value] });
}
