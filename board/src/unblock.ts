import { html, type TemplateResult } from 'lit/html.js';
import { removing, weekdayName } from './blocking.ts';
import { unblocking } from './changes.ts';
import type { Attempt, Dialog } from './store/state.ts';
import type { Store } from './store/store.ts';
import { dayName } from './store/time.ts';

/** Asks which blocks of a series to remove. */
export function unblockView(
  store: Store,
  { block }: Extract<Dialog, { kind: 'unblock' }>,
  close: () => void,
): TemplateResult {
  const button = (label: string, attempt: Attempt) => {
    const run = () => {
      close();
      void store.attempt(attempt);
    };
    return html`<button type="button" @click=${run}>${label}</button>`;
  };
  const { weekdays = [], until = '' } = block.repeat ?? {};
  return html`<h2 id="dialog-title">Remove the block “${block.reason}”</h2>
    <p>Repeats on ${weekdays.map(weekdayName).join(', ')} until ${dayName(until)}. Only a single removal can be undone.</p>
    <div class="actions">
      <button type="button" autofocus @click=${close}>Close</button>
      ${button('All to come', removing(store, block, 'all'))}
      ${button('This and later ones', removing(store, block, 'following'))}
      ${button('Only this one', unblocking(store, block))}
    </div>`;
}
