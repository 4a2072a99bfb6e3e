import { repeat } from 'lit/directives/repeat.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { RequestView } from '../../lib/board/views.ts';
import { change } from './changes.ts';
import { buttons, choice, field, lengthField, submit, technicianOptions, text } from './forms.ts';
import { icon } from './icon.ts';
import type { Dialog } from './store/state.ts';
import type { Store } from './store/store.ts';
import { nameOf, placeAction, subjectOf } from './store/subject.ts';
import { addDays, lengthOf } from './store/time.ts';

type Visit = Pick<
  NonNullable<RequestView['appointment']>,
  'date' | 'startsAt' | 'endsAt' | 'technicianId' | 'technician' | 'crew'
>;

/** The visits of a request, in order of time. */
const visitsOf = ({ appointment }: RequestView): readonly Visit[] =>
  appointment === undefined ? [] : [appointment, ...(appointment.visits ?? [])];

/** The form for who comes to which visits. A request without any begins with one. */
export const visitsDialog = (request: RequestView): Dialog => {
  const rows = placeAction(request) === 'move' ? [...visitsOf(request).keys()] : [0];
  return { kind: 'visits', id: request.dispatchRequestId, rows };
};

/** Everybody who can be chosen by id: also those of the job whom the account no longer has. */
function peopleOf(store: Store, visits: readonly Visit[]): readonly (readonly [id: string, name: string])[] {
  const own = visits.flatMap((visit) => [visit, ...(visit.crew ?? [])]);
  return [
    ...new Map([
      ...technicianOptions(store),
      ...own.map((one) => [one.technicianId, one.technician] as const),
    ]),
  ];
}

/** Adds, moves and removes visits of a job, and chooses who comes to each. All of it is stored together or not at all. */
export function visitsForm(
  store: Store,
  dialog: Extract<Dialog, { kind: 'visits' }>,
  close: () => void,
): TemplateResult {
  const request = store.state.detail?.request;
  if (request?.dispatchRequestId !== dialog.id) return html`<h2 id="dialog-title">Visits</h2>`;
  const { rows } = dialog;
  const visits = visitsOf(request);
  const people = peopleOf(store, visits);
  const set = (next: readonly number[]) => store.set({ dialog: { ...dialog, rows: next } });
  const send = async (form: FormData) => {
    const [{ minutes: _, ...first } = {}, ...later] = rows.map((row) => ({
      date: text(form, `date-${row}`),
      time: text(form, `time-${row}`),
      minutes: Number(text(form, `minutes-${row}`)) || undefined,
      technicianId: text(form, `technician-${row}`) || undefined,
      crew: people.map(([id]) => id).filter((id) => form.has(`crew-${row}-${id}`)),
    }));
    const action = placeAction(request);
    return (
      action !== undefined && (await change(store, subjectOf(request), action, { ...first, visits: later }))
    );
  };
  const add = () => {
    set([...rows, Math.max(...rows, visits.length - 1) + 1]);
    document.querySelector<HTMLElement>('.dialog fieldset:last-of-type input')?.focus();
  };
  const remove = (row: number) => {
    set(rows.filter((one) => one !== row));
    document.querySelector<HTMLElement>('.dialog form > .add')?.focus();
  };
  const rowView = (row: number, at: number) => {
    const visit = visits[row];
    const last = visits.at(-1);
    const date =
      visit?.date ?? (last === undefined ? store.state.date : addDays(last.date, row - visits.length + 1));
    const start = visit ?? visits[0];
    return html`<fieldset class="wide fields"><legend>Visit ${at + 1}</legend>
      ${field({ label: 'Date', name: `date-${row}`, type: 'date', value: date, isNeeded: true, isFirst: at === 0 })}
      ${field({ label: 'Start', name: `time-${row}`, type: 'time', value: start && store.zone.local(start.startsAt).slice(11), isNeeded: true })}
      ${at === 0 ? nothing : lengthField(visit && lengthOf(visit), `minutes-${row}`)}
      ${choice('Leads', `technician-${row}`, visit?.technicianId, [['', at === 0 ? 'anyone who can' : 'as visit 1'], ...people])}
      <div class="crew wide" role="group" aria-label=${`Who else comes to visit ${at + 1}`}><span>with</span>${people.map(
        ([id, name]) => html`<label class="item"><input type="checkbox" name=${`crew-${row}-${id}`}
          ?checked=${visit?.crew?.some((one) => one.technicianId === id)} />${name}</label>`,
      )}</div>
      ${at === 0 ? nothing : html`<button type="button" class="wide add" @click=${() => remove(row)}>${icon('trash-2')}Remove visit ${at + 1}</button>`}
    </fieldset>`;
  };
  return html`<form @submit=${submit(store, dialog, send)}>
    <h2 id="dialog-title">Visits of ${nameOf(request)}</h2>
    ${repeat(rows, (row) => row, rowView)}
    <button type="button" class="add" @click=${add}>${icon('plus')}Add a visit</button>
    ${buttons('Save', close)}
  </form>`;
}
