import { html, nothing, type TemplateResult } from 'lit/html.js';
import { familiesOf } from './lanes/services.ts';
import { boardOf, type Filter, filtersOn, noFilter } from './store/state.ts';
import type { Store } from './store/store.ts';
import { shownStatuses, statusName } from './store/words.ts';

const toggled = (values: readonly string[], value: string): readonly string[] =>
  values.includes(value) ? values.filter((one) => one !== value) : [...values, value];

/** Technicians, and what of their days is shown. The services are also the legend of the colors. */
export function filtersView(store: Store): TemplateResult {
  const { shown, filter, boards } = store.state;
  const board = boardOf(store.state);
  const lanes = board?.lanes ?? [];
  const unique = (values: readonly (string | undefined)[]) =>
    [...new Set(values)].filter((one) => one !== undefined).sort();
  const towns = unique(
    [...boards.values()].flatMap((day) =>
      day.lanes.flatMap(({ appointments }) => appointments.map(({ city }) => city)),
    ),
  );
  const families = familiesOf(board?.serviceTypes ?? []);
  const part = (title: string, name: keyof Filter, choices: readonly (readonly [string, unknown])[]) =>
    partView(
      title,
      choices.map(([value, label]) =>
        choiceView(label, filter[name].includes(value), () =>
          store.set({ filter: { ...filter, [name]: toggled(filter[name], value) } }),
        ),
      ),
    );
  return html`<div class="filters">
    ${partView(
      'Technicians',
      lanes.map(({ technicianId, technician }) =>
        choiceView(technician, shown.includes(technicianId), () =>
          store.set({ shown: toggled(shown, technicianId) }),
        ),
      ),
    )}
    ${part(
      'Services',
      'services',
      (board?.serviceTypes ?? []).map(({ serviceTypeId, name }) => [
        serviceTypeId,
        html`<i class=${`swatch ${families.get(serviceTypeId)}`}></i>${name}`,
      ]),
    )}
    ${part(
      'Status',
      'statuses',
      shownStatuses.map((one) => [one, html`<i class=${`icon status ${one}`}></i>${statusName(one)}`]),
    )}
    ${
      towns.length < 2
        ? nothing
        : part(
            'Town',
            'towns',
            towns.map((town) => [town, town]),
          )
    }
    <div class="all"><hr /><button type="button" class="plain" ?disabled=${filtersOn(store.state) === 0}
      @click=${() => store.set({ shown: [], filter: noFilter })}>Show everything</button></div>
  </div>`;
}

const partView = (title: string, choices: readonly TemplateResult[]) =>
  choices.length === 0
    ? nothing
    : html`<section><p class="heading">${title}</p><div class="scroll" role="group" aria-label=${title}>${choices}</div></section>`;

const choiceView = (label: unknown, isChosen: boolean, toggle: () => void): TemplateResult =>
  html`<label class="item"><input type="checkbox" .checked=${isChosen} @change=${toggle} />${label}</label>`;
