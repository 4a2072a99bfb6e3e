import { live } from 'lit/directives/live.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { RequestView } from '../../lib/board/views.ts';
import { ask, change } from './changes.ts';
import { chosenIn } from './options.ts';
import { openStarts } from './store/reading.ts';
import type { Dialog, Subject } from './store/state.ts';
import type { Store } from './store/store.ts';
import { placeAction, subjectOf } from './store/subject.ts';

const steps: Readonly<Record<string, string>> = {
  dispatched: 'Send out',
  en_route: 'On the way',
  in_progress: 'Start work',
  completed: 'Complete',
  no_show: 'No show',
};
const reasons: Readonly<Record<string, readonly ['hold' | 'cancel' | 'decline', string]>> = {
  on_hold: ['hold', 'Hold…'],
  canceled: ['cancel', 'Cancel…'],
  declined: ['decline', 'Decline…'],
};
const urgencies = ['routine', 'urgent', 'emergency'] as const;

/** The buttons for everything that a request allows. Dots mean that the page asks first. */
export function actionsView(store: Store, request: RequestView): TemplateResult {
  const subject = subjectOf(request);
  const { allowed, needsReview, merged, dispatchRequestId: id } = request;
  const open = (dialog: Dialog) => store.set({ dialog });
  const place = placeAction(request);
  const needsAcknowledging = request.urgency === 'emergency' && request.acknowledgedAt === undefined;
  return html`<div class="actions" role="group" aria-label="Actions">
    ${
      needsAcknowledging
        ? html`<button type="button" class="strong" @click=${() => void change(store, subject, 'acknowledge', {})}>Acknowledge</button>
          <small>stops the alert for everyone</small>`
        : nothing
    }
    ${
      place === undefined
        ? nothing
        : button(place === 'move' ? 'Move…' : 'Schedule…', () => void openStarts(store, subject))
    }
    ${allowed.filter((to) => to in steps).map((to) => stepButton(store, subject, to))}
    ${
      needsReview.length === 0
        ? nothing
        : button('Mark reviewed…', () => ask(store, subject, 'reviewed', {}, 'Mark as reviewed'))
    }
    ${button('Add a note…', () => open({ kind: 'note', id }))}
    ${allowed.map((to) => {
      const [action, text] = reasons[to] ?? [];
      return action === undefined ? nothing : button(text, () => open({ kind: 'reason', action, id }));
    })}
    ${
      merged === undefined
        ? nothing
        : button('Separate…', () => ask(store, subject, 'split', {}, 'Separate the other request'))
    }
    ${allowed.length === 0 || request.kind === 'message' ? nothing : urgencyField(store, subject)}
  </div>`;
}

const button = (text: string | undefined, run: () => void): TemplateResult =>
  html`<button type="button" @click=${run}>${text}</button>`;

function stepButton(store: Store, subject: Subject, status: string): TemplateResult {
  const title = subject.kind === 'message' ? 'Mark as done' : (steps[status] ?? '');
  return button(`${title}…`, () => ask(store, subject, 'status', { status }, title));
}

function urgencyField(store: Store, subject: Subject): TemplateResult {
  const set = (event: Event) => void change(store, subject, 'urgency', { urgency: chosenIn(event) });
  return html`<label>Urgency <select @change=${set}>
    ${urgencies.map((one) => html`<option .selected=${live(one === subject.urgency)}>${one}</option>`)}
  </select></label>`;
}
