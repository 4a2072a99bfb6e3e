import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { CustomerView, RequestView } from '../../lib/board/views.ts';
import { weekdays } from '../../lib/scheduling/calendar.ts';
import { partsOfDay } from '../../lib/scheduling/time-of-day.ts';
import { blocking, type Repeat, weekdayName } from './blocking.ts';
import { change, creating } from './changes.ts';
import type { Job } from './store/api.ts';
import { boardOf, type Dialog } from './store/state.ts';
import type { Store } from './store/store.ts';
import { nameOf, subjectOf } from './store/subject.ts';
import { addDays, lengthName, lengthOf, MINUTE_MS } from './store/time.ts';
import { phoneName, statusName } from './store/words.ts';

export const text = (form: FormData, name: string): string => String(form.get(name) ?? '').trim();

/** Runs the form's action, then closes it. A refusal leaves the form with what was typed. */
export function submit(store: Store, dialog: Dialog, run: (form: FormData) => Promise<boolean>) {
  return async (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.target instanceof HTMLFormElement)) return;
    const isDone = await run(new FormData(event.target));
    if (isDone && store.state.dialog?.kind === dialog.kind) store.set({ dialog: undefined });
  };
}

export const buttons = (label: string, close: () => void) =>
  html`<div class="actions"><button class="strong">${label}</button><button type="button" @click=${close}>Close</button></div>`;

/** A field of a form. */
interface Field {
  readonly label: string;
  readonly name: string;
  readonly value?: string | undefined;
  readonly type?: string;
  readonly most?: number;
  readonly size?: 'wide' | 'third';
  readonly isNeeded?: boolean;
  readonly isFirst?: boolean;
  readonly onInput?: (value: string) => void;
}

export const field = ({
  label,
  name,
  value = '',
  type = 'text',
  most = 300,
  ...rest
}: Field): TemplateResult =>
  html`<label class=${rest.size ?? ''}>${label}<input name=${name} type=${type} maxlength=${most} value=${value}
    autocomplete="off" ?required=${rest.isNeeded} ?autofocus=${rest.isFirst}
    @input=${({ target }: Event) => target instanceof HTMLInputElement && rest.onInput?.(target.value)} /></label>`;

export const choice = (
  label: string,
  name: string,
  value: string | undefined,
  options: readonly (readonly [value: string, text: string])[],
  size = '',
): TemplateResult => html`<label class=${size}>${label}<select name=${name}>
  ${options.map(([one, its]) => html`<option value=${one} ?selected=${one === (value ?? '')}>${its}</option>`)}
</select></label>`;

const serviceField = (store: Store, value: string | undefined) =>
  choice('Service', 'serviceTypeId', value, [
    ['', 'not known yet'],
    ...(boardOf(store.state)?.serviceTypes ?? []).map((one) => [one.serviceTypeId, one.name] as const),
  ]);

export const urgencies: readonly RequestView['urgency'][] = ['routine', 'urgent', 'emergency'];

const urgencyField = (value: string | undefined) =>
  choice(
    'Urgency',
    'urgency',
    value ?? 'routine',
    urgencies.map((one) => [one, one]),
    'third',
  );

const lengths = [15, 30, 45, 60, 75, 90, 105, 120, 150, 180, 210, 240, 300, 360, 420, 480];

export const lengthField = (value: number | undefined, name = 'minutes') =>
  choice('Length', name, value === undefined ? '' : String(value), [
    ['', 'as usual'],
    ...[...new Set([...lengths, value ?? 15])]
      .sort((a, b) => a - b)
      .map((minutes) => [String(minutes), lengthName(minutes * MINUTE_MS)] as const),
  ]);

const partOfDayField = (value: string | undefined) =>
  choice(
    'Preferred time',
    'preferredTime',
    value,
    [['', 'any'], ...new Map([...partsOfDay, value ?? ''].filter(Boolean).map((part) => [part, part]))],
    'third',
  );

type Contact = Readonly<
  Partial<Record<'address' | 'city' | 'state' | 'zip' | 'gateCode' | 'email', string | undefined>>
>;

const placeFields = ({ address, city, state, zip, gateCode, email }: Contact) => html`
  ${field({ label: 'Address', name: 'address', value: address, size: 'wide' })}
  ${field({ label: 'City', name: 'city', value: city, size: 'third' })}
  ${field({ label: 'State', name: 'state', value: state, size: 'third' })}
  ${field({ label: 'Zip code', name: 'zip', value: zip, size: 'third' })}
  ${field({ label: 'Gate code', name: 'gateCode', value: gateCode })}
  ${field({ label: 'Email', name: 'email', value: email, type: 'email', most: 200 })}`;

/** The length of a request's visit in minutes. */
const minutesOf = ({ appointment }: RequestView): number | undefined => appointment && lengthOf(appointment);

/** What a request says of the customer, the place and the job. */
const editable = (request: RequestView): Readonly<Record<string, string | undefined>> => {
  const { customer, serviceTypeId, urgency, preferredDate, preferredTime } = request;
  const { phone, email, address, city, state, zip, gateCode } = customer;
  const minutes = minutesOf(request);
  return {
    ...{ name: nameOf(request), phone, email, address, city, state, zip, gateCode, serviceTypeId, urgency },
    ...{ preferredDate, preferredTime, minutes: minutes === undefined ? undefined : String(minutes) },
  };
};

/** Corrects a request. Only what was changed is sent; an empty field clears what was known. */
export function editForm(
  store: Store,
  dialog: Extract<Dialog, { kind: 'edit' }>,
  close: () => void,
): TemplateResult {
  const request = store.state.detail?.request;
  if (request?.dispatchRequestId !== dialog.id) return html`<h2 id="dialog-title">Edit</h2>`;
  const before = editable(request);
  const send = async (form: FormData) => {
    const asSent = (name: string, value: string) =>
      value === '' ? null : name === 'minutes' ? Number(value) : value;
    const changed = Object.entries(before).filter(
      ([name, was = '']) => form.has(name) && text(form, name) !== was,
    );
    if (changed.length === 0) return true;
    const body = Object.fromEntries(changed.map(([name]) => [name, asSent(name, text(form, name))]));
    return await change(store, subjectOf(request), 'edit', body);
  };
  return html`<form @submit=${submit(store, dialog, send)}>
    <h2 id="dialog-title">Edit ${nameOf(request)}</h2>
    ${field({ label: 'Name', name: 'name', value: before.name, most: 200, isNeeded: true, isFirst: true })}
    ${field({ label: 'Phone', name: 'phone', value: before.phone, type: 'tel', most: 40 })}
    ${placeFields(request.customer)}
    ${serviceField(store, before.serviceTypeId)} ${lengthField(minutesOf(request))}
    ${urgencyField(before.urgency)}
    ${field({ label: 'Preferred date', name: 'preferredDate', value: before.preferredDate, type: 'date', size: 'third' })}
    ${partOfDayField(before.preferredTime)}
    ${buttons('Save', close)}
  </form>`;
}

export function textForm(
  store: Store,
  dialog: Extract<Dialog, { kind: 'note' | 'reason' | 'override' }>,
  close: () => void,
): TemplateResult {
  const request = store.state.detail?.request;
  const isNote = dialog.kind === 'note';
  const isOverride = dialog.kind === 'override';
  const title = isOverride
    ? `Place ${dialog.subject.label} anyway`
    : isNote
      ? dialog.noteId === undefined
        ? 'Add a note'
        : 'Change the note'
      : { hold: 'Put on hold', cancel: 'Cancel the request', decline: 'Decline the lead' }[dialog.action];
  const action = !isNote
    ? dialog.action
    : dialog.noteId === undefined
      ? ('notes' as const)
      : (`notes/${dialog.noteId}` as const);
  const send = async (form: FormData) =>
    isOverride
      ? await change(store, dialog.subject, dialog.action, {
          ...dialog.body,
          override: { reason: text(form, 'text') },
        })
      : request?.dispatchRequestId === dialog.id &&
        (await change(store, subjectOf(request), action, { [dialog.kind]: text(form, 'text') }));
  const lines = isNote ? dialog.text : undefined;
  return html`<form @submit=${submit(store, dialog, send)}>
    <h2 id="dialog-title">${title}</h2>
    <label class="wide">${isNote ? 'Note' : 'Reason (kept in the history)'}<textarea name="text" required maxlength=${isNote ? 2_000 : 500} rows="3" autofocus>${lines ?? nothing}</textarea></label>
    ${buttons(title, close)}
  </form>`;
}

/** What is made: a job, or a block of a technician's time. */
function newView(store: Store, kind: 'job' | 'block'): TemplateResult {
  const choose = (one: 'job' | 'block', label: string, open: () => void) =>
    html`<button type="button" aria-pressed=${one === kind} @click=${one === kind ? undefined : open}>${label}</button>`;
  return html`<header class="new">
    <h2 id="dialog-title">${kind === 'job' ? 'New job' : 'Block a technician’s time'}</h2>
    <div class="segments" role="group" aria-label="What is new">
      ${choose('job', 'Job', () => store.openJob())}
      ${choose('block', 'Blocked time', () => store.set({ dialog: { kind: 'block' } }))}
    </div>
  </header>`;
}

export const technicianOptions = (store: Store) =>
  (boardOf(store.state)?.lanes ?? []).map((lane) => [lane.technicianId, lane.technician] as const);

export function blockForm(
  store: Store,
  dialog: Extract<Dialog, { kind: 'block' }>,
  close: () => void,
): TemplateResult {
  const { date = '' } = store.state;
  const send = (form: FormData) => {
    const [technicianId, reason] = [text(form, 'technician'), text(form, 'reason')];
    const span = { from: text(form, 'from'), to: text(form, 'to') };
    const days: Repeat['weekdays'] = weekdays.filter((day) => form.has(day));
    const repeat = days.length === 0 ? undefined : { weekdays: days, until: text(form, 'until') };
    return store.attempt(blocking(store, { technicianId, reason, ...span, repeat }));
  };
  const time = (label: string, name: 'from' | 'to', hour: string) =>
    field({
      ...{ label, name, type: 'datetime-local', isNeeded: true },
      value: dialog[name] ?? `${date}T${hour}`,
    });
  return html`<form @submit=${submit(store, dialog, send)}>
    ${newView(store, 'block')}
    <label class="wide">Technician<select name="technician" autofocus>
      ${technicianOptions(store).map(([id, name]) => html`<option value=${id} ?selected=${id === dialog.technicianId}>${name}</option>`)}
    </select></label>
    ${time('From', 'from', '13:00')} ${time('To', 'to', '17:00')}
    ${field({ label: 'Reason', name: 'reason', most: 500, size: 'wide', isNeeded: true })}
    <fieldset class="wide"><legend>Repeat on</legend>
      ${weekdays.map((day) => html`<label class="item"><input type="checkbox" name=${day} />${weekdayName(day)}</label>`)}
    </fieldset>
    ${field({ label: 'Repeat until', name: 'until', type: 'date', value: addDays((dialog.from ?? date).slice(0, 10), 28) })}
    <p class="hint">Times are in ${store.state.account?.timezone}.</p>
    ${buttons('Block', close)}
  </form>`;
}

/** The digits from which a number is worth looking up. */
const DIGITS = 10;

/** Looks a number up, and fills in what is known of the customer wherever nothing is typed yet. */
async function lookUp(store: Store, number: string): Promise<void> {
  const { dialog } = store.state;
  const isNewest = store.reads.search();
  if (dialog?.kind !== 'job' || number.replace(/\D/g, '').length < DIGITS) return;
  const found = await store.api.customer(store.accountId, number).catch(() => undefined);
  if (!isNewest() || store.state.dialog !== dialog || found === undefined) return;
  store.set({ dialog: { ...dialog, found } });
  const { name, email, sites = [] } = found.customer ?? {};
  const [site] = sites;
  const { address, city, state, zip, gateCode } = site ?? {};
  const known = { name, email, address, city, state, zip, gateCode };
  for (const [field, value] of Object.entries(known)) {
    const input = document.querySelector<HTMLInputElement>(`.dialog [name=${field}]`);
    if (input !== null && input.value === '' && value !== undefined) input.value = value;
  }
}

/** What is known of the customer whose number was typed. */
function foundView({ zone }: Store, { requests, customer }: CustomerView) {
  const [last] = requests;
  const visits = `${requests.length} ${requests.length === 1 ? 'request' : 'requests'} before`;
  return html`<p class="hint" role="status">${
    customer === undefined && last === undefined
      ? 'A new customer.'
      : [
          customer?.name ?? last?.customer,
          visits,
          last &&
            `last: ${last.serviceType ?? 'request'}, ${statusName(last.status)}, ${zone.moment(last.createdAt)}`,
        ]
          .filter(Boolean)
          .join(' · ')
  }</p>`;
}

export function jobForm(
  store: Store,
  dialog: Extract<Dialog, { kind: 'job' }>,
  close: () => void,
): TemplateResult {
  const { key, call, known = {}, found } = dialog;
  const send = (form: FormData) => {
    const { startDate, startTime, technicianId, minutes, ...fields } = Object.fromEntries(
      [...form.entries()].map(([name, value]) => [name, String(value).trim()]),
    );
    const job: Job = {
      ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')),
      ...(minutes && { minutes: Number(minutes) }),
      ...(startDate &&
        startTime && {
          start: { date: startDate, time: startTime, ...(technicianId && { technicianId }) },
        }),
      ...(call && { call }),
    };
    return store.attempt(creating(store, job, key));
  };
  const service = boardOf(store.state)?.serviceTypes.find(({ name }) => name === known.serviceType);
  const wishes = [known.date, known.time].filter(Boolean).join(', ');
  return html`<form @submit=${submit(store, dialog, send)}>
    ${newView(store, 'job')}
    ${field({
      ...{ label: 'Phone', name: 'phone', type: 'tel', most: 40, isFirst: true },
      value: phoneName(known.phone),
      onInput: (number) => void lookUp(store, number),
    })}
    ${field({ label: 'Name', name: 'name', value: known.name, most: 200, isNeeded: true })}
    ${found === undefined ? nothing : foundView(store, found)}
    ${placeFields(known)}
    ${serviceField(store, service?.serviceTypeId)} ${lengthField(undefined)}
    ${urgencyField(undefined)} ${partOfDayField(undefined)}
    ${field({ label: 'Preferred date', name: 'preferredDate', type: 'date', size: 'third' })}
    ${choice('Technician', 'technicianId', '', [['', 'anyone who can'], ...technicianOptions(store)], 'third')}
    ${field({ label: 'Visit on, if known', name: 'startDate', type: 'date', size: 'third' })}
    ${field({ label: 'Visit at', name: 'startTime', type: 'time', size: 'third' })}
    <label class="wide">Notes<textarea name="notes" maxlength="5000" rows="2">${wishes === '' ? nothing : `Asked for ${wishes}.`}</textarea></label>
    ${buttons('Create', close)}
  </form>`;
}
