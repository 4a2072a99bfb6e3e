import { html, nothing, type TemplateResult } from 'lit/html.js';
import { requestAt } from './hit.ts';
import { icon } from './icon.ts';
import { styled } from './lanes/directives.ts';
import { promised } from './lanes/job.ts';
import type { Glance } from './store/state.ts';
import type { Store } from './store/store.ts';
import { nameOf } from './store/subject.ts';
import { actorName, phoneName, statusName } from './store/words.ts';

/** How long the pointer rests on a job before the page says more about it. */
const REST_MS = 350;

/** Shows more about the job under the pointer or with the focus. */
export function watchGlances(store: Store, board: HTMLElement): void {
  let cancel: () => void = () => undefined;
  /** The job about which the page reads more. */
  let wanted: string | undefined;
  const leave = () => {
    cancel();
    wanted = undefined;
    if (store.state.glance !== undefined) store.set({ glance: undefined });
  };
  const enter = (event: Event, ms: number) => {
    const id = requestAt(event);
    const { placing, dialog, menu, isPhone, glance, selected } = store.state;
    if (id === undefined || id !== glance?.id) leave();
    if (id === undefined || id === glance?.id || id === selected || !(event.target instanceof Element))
      return;
    if (placing ?? dialog ?? menu ?? (isPhone || undefined)) return;
    const { left, right, top, bottom } =
      event.target.closest('[data-job]')?.getBoundingClientRect() ?? new DOMRect();
    wanted = id;
    cancel = store.host.after(ms, async () => {
      const box = { left, right, top, bottom };
      const read = await store.api.request(store.accountId, id).catch(() => undefined);
      if (read !== undefined && wanted === id) store.set({ glance: { id, box, request: read.request } });
    });
  };
  board.addEventListener('pointerover', (event) => {
    if (event.pointerType === 'mouse' && event.buttons === 0) enter(event, REST_MS);
  });
  board.addEventListener('focusin', (event) => {
    if (event.target instanceof Element && event.target.matches(':focus-visible')) enter(event, REST_MS);
  });
  for (const type of ['pointerleave', 'pointerdown', 'focusout', 'wheel', 'keydown'])
    board.addEventListener(type, leave, { passive: true });
}

const [WIDTH, HEIGHT, GAP] = [296, 210, 8];

/** Whom to call, where to go, and what happened last. */
export function glanceView(store: Store, { box, request }: Glance): TemplateResult {
  const { customer, appointment, serviceType, notes, status, history } = request;
  const last = history.at(-1);
  const where = [customer.address, customer.city].filter(Boolean).join(', ');
  const isRight = box.right + WIDTH + GAP < window.innerWidth;
  const left = isRight ? box.right + GAP : Math.max(GAP, box.left - WIDTH - GAP);
  const top = Math.max(GAP, Math.min(box.top, window.innerHeight - HEIGHT));
  const line = (name: 'phone' | 'map-pin' | 'calendar' | 'sticky-note' | 'history', text: unknown) =>
    html`<div>${icon(name)}<div>${text}</div></div>`;
  return html`<div class="glance facts" role="tooltip" ${styled({ left: `${left}px`, top: `${top}px` })}>
    <b>${nameOf(request)}</b>
    <small>${[statusName(status), serviceType].filter(Boolean).join(' · ')}</small>
    ${
      appointment === undefined
        ? nothing
        : line(
            'calendar',
            html`${store.zone.moment(appointment.startsAt)} with ${appointment.technician}${appointment.promise && html`<small>promised ${promised(store, appointment.promise)}</small>`}`,
          )
    }
    ${customer.phone === undefined ? nothing : line('phone', phoneName(customer.phone))}
    ${where === '' ? nothing : line('map-pin', where)}
    ${notes === undefined ? nothing : line('sticky-note', html`<span class="few">${notes}</span>`)}
    ${last === undefined ? nothing : line('history', html`<small>${statusName(last.to)}${last.why === undefined ? '' : `: ${last.why}`}, ${store.zone.moment(last.at)} by ${actorName(last.by)}</small>`)}
  </div>`;
}
