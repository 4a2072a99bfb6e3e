import { guard } from 'lit/directives/guard.js';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import { html } from 'lit/html.js';

/** The value of the field that an event is about; undefined if it is empty. */
export const chosenIn = ({ target }: Event): string | undefined =>
  (target instanceof HTMLSelectElement || target instanceof HTMLInputElement) && target.value !== ''
    ? target.value
    : undefined;

/** The options of a field. The chosen option stays chosen when others come and go. */
export const optionsOf = (
  choices: readonly { readonly value: string; readonly name: string }[],
  chosen: string | undefined,
) =>
  guard([chosen, JSON.stringify(choices)], () =>
    repeat(
      choices,
      ({ value }) => value,
      ({ value, name }) => html`<option value=${value} .selected=${live(value === chosen)}>${name}</option>`,
    ),
  );
