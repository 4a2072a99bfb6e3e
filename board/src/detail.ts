import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { CallView, CustomerView, RequestView, RequestWithCallsView } from '../../lib/board/views.ts';
import type { addressFields } from '../../lib/record/customers/contact.ts';
import type { IconName } from '../icons.ts';
import { actionsView } from './actions.ts';
import { change } from './changes.ts';
import { icon } from './icon.ts';
import { promised, WAITS } from './lanes/job.ts';
import { select } from './store/reading.ts';
import type { Store } from './store/store.ts';
import { nameOf, subjectOf } from './store/subject.ts';
import { actorName, phoneName, statusName, whoComes } from './store/words.ts';
import { offersView, wishText } from './waiting.ts';

/** A request with its facts, actions, history, customer and calls. */
export function detailView(store: Store, { request, calls }: RequestWithCallsView): TemplateResult {
  return html`
    <header>
      <div>
        <h2 tabindex="-1" id="detail-title">${nameOf(request)}</h2>
        <button type="button" class="plain only-icon" aria-label="Close the details" @click=${() => void select(store, undefined)}>${icon('x')}</button>
      </div>
      <div class="chips">${chipsOf(request)}</div>
    </header>
    ${mainFacts(store, request)}
    ${actionsView(store, request)} ${notesView(store, request)}
    <dl>${factsOf(store, request).map(([term, fact]) => (fact ? html`<dt>${term}</dt><dd>${fact}</dd>` : nothing))}</dl>
    ${calls.map((call) => html`<div class="part">${callView(store, call)}</div>`)}
    <div class="part">${historyView(store, request)}</div>
    ${customerView(store, request)}
  `;
}

/** The status and the urgency, and why the request is on hold, canceled or declined. */
function chipsOf({ status, urgency, history, waitlist }: RequestView) {
  const last = history.findLast(({ from, to }) => from !== to);
  const why =
    ['on_hold', 'canceled', 'declined'].includes(status) && last?.to === status ? last.why : undefined;
  return html`<span class="chip"><i class=${`icon status ${status}`} aria-hidden="true"></i>${statusName(status)}${why === undefined ? '' : `: ${why}`}</span>
    ${urgency === 'routine' ? nothing : html`<span class=${`chip ${urgency === 'emergency' ? 'danger' : 'warn'}`}>${icon('siren')}${urgency}</span>`}
    ${waitlist === undefined ? nothing : html`<span class="chip">${icon('hourglass')}${WAITS}</span>`}`;
}

const factView = (name: IconName, ...lines: readonly unknown[]) =>
  html`<div>${icon(name)}<div>${lines.filter(Boolean).map((line, at) => (at === 0 ? html`<div>${line}</div>` : html`<small>${line}</small>`))}</div></div>`;

/** When, where and whom to call: what a dispatcher needs first. */
function mainFacts(
  store: Store,
  { customer, appointment, serviceType, onSite, toCheck }: RequestView,
): TemplateResult {
  const where = addressParts
    .map((field) => customer[field])
    .filter(Boolean)
    .join(', ');
  const map = `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: where })}`;
  const call = (phone: string) => html`<a href=${`tel:${phone}`}>${phoneName(phone)}</a>`;
  return html`<div class="facts">
    ${toCheck === undefined ? nothing : html`<div class="check">${icon('flag')}<div>check: ${toCheck}</div></div>`}
    ${
      appointment === undefined
        ? nothing
        : factView(
            'calendar',
            html`${store.zone.moment(appointment.startsAt)} with ${whoComes(appointment)}`,
            appointment.promise && `promised ${promised(store, appointment.promise)}`,
          )
    }
    ${(appointment?.visits ?? []).map((visit) =>
      factView('calendar', html`${store.zone.moment(visit.startsAt)} with ${whoComes(visit)}`),
    )}
    ${serviceType === undefined ? nothing : factView('wrench', serviceType)}
    ${customer.phone === undefined ? nothing : factView('phone', call(customer.phone))}
    ${
      where === ''
        ? nothing
        : factView(
            'map-pin',
            html`<a href=${map} target="_blank" rel="noopener noreferrer" aria-label=${`${where} on a map`}>${where}</a>`,
            customer.gateCode && `gate code ${customer.gateCode}`,
          )
    }
    ${
      onSite === undefined
        ? nothing
        : factView(
            'user',
            html`on site: ${onSite.name} ${onSite.phone === undefined ? nothing : call(onSite.phone)}`,
            onSite.mayChange && 'may move the visit',
          )
    }
  </div>`;
}

/** The notes with who wrote them. One's own can be changed. */
function notesView(store: Store, request: RequestView) {
  const { noteList, dispatchRequestId: id } = request;
  if (noteList.length === 0) return nothing;
  return html`<ul class="part notes" aria-label="Notes">${noteList.map(
    ({ noteId, text, by, at, isOwn }) => html`<li><span class="lines">${text}</span>
      <small>${[by && actorName(by), at && store.zone.moment(at)].filter(Boolean).join(', ')}</small>
      ${
        isOwn && noteId !== undefined
          ? html`<span class="own">
              <button type="button" class="plain only-icon" aria-label="Change the note" @click=${() => store.set({ dialog: { kind: 'note', id, noteId, text } })}>${icon('pencil')}</button>
              <button type="button" class="plain only-icon" aria-label="Remove the note" @click=${() => void change(store, subjectOf(request), `notes/${noteId}`)}>${icon('trash-2')}</button>
            </span>`
          : nothing
      }</li>`,
  )}</ul>`;
}

function factsOf(store: Store, request: RequestView): readonly (readonly [string, unknown])[] {
  const { customer, merged, waitlist } = request;
  const { moment } = store.zone;
  return [
    [request.notified === undefined ? 'Call back by' : 'Due by', request.dueAt && moment(request.dueAt)],
    ['Notified', request.notified?.flatMap(({ people }) => people).join(', ')],
    ['Wants', [request.preferredDate, request.preferredTime].filter(Boolean).join(', ')],
    ['Waits for', waitlist && wishText(waitlist)],
    ['Offered', offersView(store, request)],
    ['Email', customer.email && html`<a href=${`mailto:${customer.email}`}>${customer.email}</a>`],
    [
      'Merged with',
      merged?.map(({ source, createdAt }) => html`${source} request of ${moment(createdAt)}<br />`),
    ],
    ['Came by', `${sourceNames[request.source]}, ${moment(request.createdAt)}`],
    ['Number', html`<small>${request.dispatchRequestId}</small>`],
  ];
}

const addressParts: typeof addressFields = ['address', 'city', 'state', 'zip'];

const sourceNames: Readonly<Record<RequestView['source'], string>> = {
  crm: 'lead from the CRM',
  voiceone: 'phone call',
  voicetwo: 'phone call',
  dispatcher: 'job created by a dispatcher',
  text: 'text message',
};

export function callView(store: Store, call: CallView): TemplateResult {
  const turns = (call.transcript ?? '').split('\n').filter((line) => line.trim() !== '');
  return html`<details class="call" open>
    <summary>Call ${call.startedAt === undefined ? '' : store.zone.moment(call.startedAt)} <small>${call.outcome}</small></summary>
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
    <summary>History <small>${history.length}</small></summary>
    <ol class="history">
      ${history.toReversed().map(
        ({ at, to, by, why }) => html`<li>${statusName(to)}${why === undefined ? '' : `: ${why}`}
          <small><time datetime=${at}>${store.zone.moment(at)}</time> by ${actorName(by)}</small></li>`,
      )}
    </ol>
  </details>`;
}

/** The customer's other visits and sites. */
function customerView(store: Store, { dispatchRequestId }: RequestView) {
  const known: CustomerView | undefined = store.state.customer;
  if (known === undefined) return nothing;
  const others = known.requests.filter((one) => one.dispatchRequestId !== dispatchRequestId);
  return html`<div class="part"><details>
    <summary>Customer <small>${others.length} other ${others.length === 1 ? 'request' : 'requests'}</small></summary>
    <ul class="visits">
      ${known.customer?.sites.map((site) => html`<li>${[site.label, site.address, site.city].filter(Boolean).join(', ')}</li>`)}
      ${others.map(
        (
          one,
        ) => html`<li><button type="button" class="link" @click=${() => void select(store, one.dispatchRequestId)}>
          ${one.serviceType ?? one.topic ?? 'Request'}</button>
          <small>${statusName(one.status)}, ${store.zone.moment(one.appointment?.startsAt ?? one.createdAt)}</small></li>`,
      )}
    </ul>
  </details></div>`;
}
