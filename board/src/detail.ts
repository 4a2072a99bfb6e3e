import { html, nothing, type TemplateResult } from 'lit';
import type {
  CallView,
  CustomerView,
  RequestView,
  RequestWithCallsView,
} from '../../lib/board/views/requests.ts';
import { statusName } from './lanes/job.ts';
import { place } from './placing.ts';
import { select } from './store/reading.ts';
import type { Store } from './store/store.ts';

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

/** A request with its facts, actions, history, customer and calls. */
export function detailView(store: Store, { request, calls }: RequestWithCallsView): TemplateResult {
  const { customer, appointment, notes } = request;
  const name =
    customer.name ?? ([customer.firstName, customer.lastName].filter(Boolean).join(' ') || 'Unknown caller');
  const address = [customer.address, customer.city, customer.state, customer.zip].filter(Boolean).join(', ');
  const facts: readonly (readonly [string, unknown])[] = [
    ['Status', `${statusName(request.status)}${request.urgency === 'routine' ? '' : `, ${request.urgency}`}`],
    [
      'Appointment',
      appointment && `${store.zone.moment(appointment.startsAt)} with ${appointment.technician}`,
    ],
    ['Service', request.serviceType],
    ['Phone', customer.phone && html`<a href=${`tel:${customer.phone}`}>${customer.phone}</a>`],
    ['E-mail', customer.email],
    ['Address', address],
    ['Gate code', customer.gateCode],
    ['Wish', [request.preferredDate, request.preferredTime].filter(Boolean).join(', ')],
    ['Call back by', request.dueAt && store.zone.moment(request.dueAt)],
    ['To review', request.needsReview.join(', ')],
    ['Notes', notes && html`<span class="lines">${notes}</span>`],
    ['Id', request.dispatchRequestId],
  ];
  return html`
    <header>
      <h2 tabindex="-1" id="detail-title">${name}</h2>
      <button type="button" aria-label="Close the details" @click=${() => void select(store, undefined)}>✕</button>
    </header>
    ${actionsView(store, request, name)}
    <dl>${facts.map(([term, fact]) => (fact ? html`<dt>${term}</dt><dd>${fact}</dd>` : nothing))}</dl>
    ${calls.map((call) => callView(store, call))} ${historyView(store, request)} ${customerView(store, request)}
  `;
}

function actionsView(store: Store, request: RequestView, name: string): TemplateResult {
  const { allowed, appointment, status, kind } = request;
  const label = { ...request, label: name };
  const isMoved = appointment !== undefined && allowed.includes('scheduled') && status !== 'on_hold';
  const change = (action: string, body: object, said: string) =>
    void store.change(request, action, body, said);
  const needsAcknowledging = request.urgency === 'emergency' && request.acknowledgedAt === undefined;
  const canLower = request.urgency !== 'routine' && allowed.length > 0 && kind !== 'message';
  return html`<div class="actions" role="group" aria-label="Actions">
    ${needsAcknowledging ? html`<button type="button" class="strong" @click=${() => change('acknowledge', {}, 'Acknowledged.')}>Acknowledge</button>` : nothing}
    ${
      allowed.includes('scheduled')
        ? html`<button type="button" @click=${() => void place(store, label, isMoved ? 'move' : 'schedule', appointment?.startsAt)}>${isMoved ? 'Move…' : 'Schedule…'}</button>`
        : nothing
    }
    ${allowed
      .filter((to) => to in steps)
      .map(
        (to) =>
          html`<button type="button" @click=${() => change('status', { status: to }, `${name} is ${statusName(to)}.`)}>${kind === 'message' ? 'Done' : steps[to]}</button>`,
      )}
    ${
      request.needsReview.length > 0
        ? html`<button type="button" @click=${() => change('reviewed', {}, `${name} is reviewed.`)}>Mark reviewed</button>`
        : nothing
    }
    ${
      canLower
        ? html`<button type="button" @click=${() => change('urgency', { urgency: 'routine' }, `${name} is routine.`)}>Make routine</button>`
        : nothing
    }
    <button type="button" @click=${() => store.set({ dialog: { kind: 'note', id: request.dispatchRequestId } })}>Add a note…</button>
    ${allowed.map((to) => {
      const [action, text] = reasons[to] ?? [];
      return action === undefined
        ? nothing
        : html`<button type="button" @click=${() => store.set({ dialog: { kind: 'reason', action, id: request.dispatchRequestId } })}>${text}</button>`;
    })}
  </div>`;
}

function callView(store: Store, call: CallView): TemplateResult {
  const turns = (call.transcript ?? '').split('\n').filter((line) => line.trim() !== '');
  return html`<details class="call" open>
    <summary>Call ${call.startedAt === undefined ? '' : store.zone.moment(call.startedAt)} (${call.outcome})</summary>
    ${call.summary === undefined ? nothing : html`<p>${call.summary}</p>`}
    ${
      call.recordingUrl === undefined
        ? nothing
        : html`<a href=${call.recordingUrl} target="_blank" rel="noopener noreferrer">Recording</a>`
    }
    <ol class="transcript">
      ${turns.map((turn) => html`<li class=${turn.startsWith('User') ? 'user' : 'agent'}>${turn}</li>`)}
    </ol>
  </details>`;
}

function historyView(store: Store, { history }: RequestView): TemplateResult {
  return html`<details>
    <summary>History (${history.length})</summary>
    <ol class="history">
      ${history.map(
        ({ at, to, by, why }) => html`<li><time datetime=${at}>${store.zone.moment(at)}</time>
          ${statusName(to)} by ${by.replace('dispatcher:', '')}${why === undefined ? '' : `: ${why}`}</li>`,
      )}
    </ol>
  </details>`;
}

function customerView(store: Store, { dispatchRequestId }: RequestView) {
  const known: CustomerView | undefined = store.state.customer;
  if (known === undefined) return nothing;
  const others = known.requests.filter((one) => one.dispatchRequestId !== dispatchRequestId);
  return html`<details>
    <summary>Customer ${known.phone}</summary>
    <ul>
      ${known.customer?.sites.map((site) => html`<li>${[site.label, site.address, site.city].filter(Boolean).join(', ')}</li>`)}
      ${others.map(
        (
          one,
        ) => html`<li><button type="button" class="link" @click=${() => void select(store, one.dispatchRequestId)}>
          ${one.serviceType ?? one.topic ?? 'Request'}, ${statusName(one.status)}, ${store.zone.moment(one.createdAt)}</button></li>`,
      )}
    </ul>
  </details>`;
}
