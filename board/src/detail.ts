import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { CallView, CustomerView, RequestView, RequestWithCallsView } from '../../lib/board/views.ts';
import type { accessFields, addressFields, personFields } from '../../lib/record/customers/contact.ts';
import { actionsView } from './actions.ts';
import { promised } from './lanes/job.ts';
import { select } from './store/reading.ts';
import type { Store } from './store/store.ts';
import { nameOf } from './store/subject.ts';
import { actorName, phoneName, statusName } from './store/words.ts';

/** A request with its facts, actions, history, customer and calls. */
export function detailView(store: Store, { request, calls }: RequestWithCallsView): TemplateResult {
  return html`
    <header>
      <h2 tabindex="-1" id="detail-title">${nameOf(request)}</h2>
      <button type="button" aria-label="Close the details" @click=${() => void select(store, undefined)}>✕</button>
    </header>
    ${actionsView(store, request)}
    <dl>${factsOf(store, request).map(([term, fact]) => (fact ? html`<dt>${term}</dt><dd>${fact}</dd>` : nothing))}</dl>
    ${calls.map((call) => callView(store, call))} ${historyView(store, request)} ${customerView(store, request)}
  `;
}

function factsOf(store: Store, request: RequestView): readonly (readonly [string, unknown])[] {
  const { customer, onSite, appointment, notes, merged } = request;
  const { moment } = store.zone;
  const details = new Map(Object.entries(customer));
  const parts = addressParts.map((field) => customer[field]);
  return [
    ['Status', statusText(request)],
    ['Appointment', appointment && `${moment(appointment.startsAt)} with ${appointment.technician}`],
    ['Promised', appointment?.promise && promised(store, appointment.promise)],
    ['Service', request.serviceType],
    ['Phone', customer.phone && html`<a href=${`tel:${customer.phone}`}>${phoneName(customer.phone)}</a>`],
    ['Address', parts.filter(Boolean).join(', ')],
    [
      'On site',
      onSite &&
        [onSite.name, onSite.phone && phoneName(onSite.phone), onSite.mayChange && 'may move the visit']
          .filter(Boolean)
          .join(', '),
    ],
    ...Object.entries(contactLabels).map(([field, label]) => [label, details.get(field)] as const),
    ['Source', sourceNames[request.source]],
    ['Preferred time', [request.preferredDate, request.preferredTime].filter(Boolean).join(', ')],
    [request.notified === undefined ? 'Call back by' : 'Due by', request.dueAt && moment(request.dueAt)],
    ['Notified', request.notified?.flatMap(({ people }) => people).join(', ')],
    ['To review', request.toCheck],
    ['Notes', notes && html`<span class="lines">${notes}</span>`],
    [
      'Merged with',
      merged?.map(({ source, createdAt }) => html`${source} request of ${moment(createdAt)}<br />`),
    ],
    ['ID', request.dispatchRequestId],
  ];
}

const addressParts: typeof addressFields = ['address', 'city', 'state', 'zip'];

const contactLabels: Readonly<Record<(typeof personFields | typeof accessFields)[number], string>> = {
  email: 'Email',
  gateCode: 'Gate code',
};

const sourceNames: Readonly<Record<RequestView['source'], string>> = {
  crm: 'lead from the CRM',
  voiceone: 'phone call',
  voicetwo: 'phone call',
  dispatcher: 'job created by a dispatcher',
  text: 'text message',
};

/** The status and the urgency of a request, and why it is on hold, canceled or declined. */
function statusText({ status, urgency, history }: RequestView): string {
  const last = history.findLast(({ from, to }) => from !== to);
  const why =
    ['on_hold', 'canceled', 'declined'].includes(status) && last?.to === status ? last.why : undefined;
  const text = urgency === 'routine' ? statusName(status) : `${statusName(status)}, ${urgency}`;
  return why === undefined ? text : `${text}: ${why}`;
}

export function callView(store: Store, call: CallView): TemplateResult {
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
      ${turns.map((turn) => html`<li class=${turn.startsWith('User') ? 'user' : 'agent'}>${turn.replace(/^User:/, 'Caller:')}</li>`)}
    </ol>
  </details>`;
}

function historyView(store: Store, { history }: RequestView): TemplateResult {
  return html`<details>
    <summary>History (${history.length})</summary>
    <ol class="history">
      ${history.map(
        ({ at, to, by, why }) => html`<li><time datetime=${at}>${store.zone.moment(at)}</time>
          ${statusName(to)} by ${actorName(by)}${why === undefined ? '' : `: ${why}`}</li>`,
      )}
    </ol>
  </details>`;
}

function customerView(store: Store, { dispatchRequestId }: RequestView) {
  const known: CustomerView | undefined = store.state.customer;
  if (known === undefined) return nothing;
  const others = known.requests.filter((one) => one.dispatchRequestId !== dispatchRequestId);
  return html`<details>
    <summary>Customer ${phoneName(known.phone)}</summary>
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
