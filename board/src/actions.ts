import { live } from 'lit/directives/live.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { RequestView } from '../../lib/board/views.ts';
import type { IconName } from '../icons.ts';
import { change } from './changes.ts';
import { urgencies } from './forms.ts';
import { icon } from './icon.ts';
import { menuView, thenClose } from './menu.ts';
import { chosenIn } from './options.ts';
import { openStarts } from './store/reading.ts';
import type { Dialog, Subject } from './store/state.ts';
import type { Store } from './store/store.ts';
import { placeAction, subjectOf } from './store/subject.ts';
import { visitsDialog } from './visits.ts';
import { mayWait } from './waiting.ts';

interface Action {
  readonly name: IconName;
  /** Dots mean that the page asks first. */
  readonly text: string;
  readonly run: () => unknown;
}

const steps: readonly (readonly [status: string, text: string, name: IconName])[] = [
  ['dispatched', 'Send out', 'send'],
  ['en_route', 'On the way', 'truck'],
  ['in_progress', 'Start work', 'wrench'],
  ['completed', 'Complete', 'check'],
  ['no_show', 'No show', 'user-x'],
];
const reasons: readonly (readonly [
  status: string,
  action: 'hold' | 'cancel' | 'decline',
  text: string,
  name: IconName,
])[] = [
  ['on_hold', 'hold', 'Hold…', 'pause'],
  ['canceled', 'cancel', 'Cancel…', 'x'],
  ['declined', 'decline', 'Decline…', 'ban'],
];

/** The step that usually comes next as a button, then moving; everything else that a request allows is in a menu. */
export function actionsView(store: Store, request: RequestView): TemplateResult {
  const [first, ...rest] = actionsOf(store, request);
  // Two buttons have room beside the menu.
  const [second, ...others] = placeAction(request) === 'move' ? rest : [undefined, ...rest];
  return html`<div class="actions" role="group" aria-label="Actions">
    ${first === undefined ? nothing : actionButton(first, 'strong')}
    ${second === undefined ? nothing : actionButton(second, '')}
    ${menuView(store, 'more', { label: 'More actions', look: 'only-icon', content: icon('ellipsis') }, () => {
      const items = others.filter((one) => one !== undefined);
      return html`${items.map(
        ({ name, text, run }) =>
          html`<button type="button" @click=${thenClose(store, run)}>${icon(name)}${text}</button>`,
      )}${urgencyView(store, request)}`;
    })}
  </div>`;
}

/** Everything that may be done with a request, in order of use. */
function actionsOf(store: Store, request: RequestView): readonly Action[] {
  const subject = subjectOf(request);
  const { allowed, needsReview, merged, dispatchRequestId: id } = request;
  const place = placeAction(request);
  const open = (dialog: Dialog) => () => store.set({ dialog });
  const found: (Action | false)[] = [
    request.urgency === 'emergency' &&
      request.acknowledgedAt === undefined && {
        ...{ name: 'bell-off', text: 'Acknowledge' },
        run: () => change(store, subject, 'acknowledge', {}),
      },
    place === 'schedule' && {
      ...{ name: 'calendar-plus', text: 'Schedule…' },
      run: () => openStarts(store, subject),
    },
    ...stepsOf(store, request).slice(0, 1),
    place === 'move' && { name: 'calendar', text: 'Move…', run: () => openStarts(store, subject) },
    ...stepsOf(store, request).slice(1),
    needsReview.length > 0 && {
      ...{ name: 'check', text: 'Mark reviewed' },
      run: () => change(store, subject, 'reviewed', {}),
    },
    { name: 'pencil', text: 'Edit…', run: open({ kind: 'edit', id }) },
    place !== undefined &&
      request.serviceTypeId !== undefined && {
        ...{ name: 'users', text: 'Crew and visits…' },
        run: open(visitsDialog(request)),
      },
    { name: 'sticky-note', text: 'Add a note…', run: open({ kind: 'note', id }) },
    mayWait(request) && {
      ...{ name: 'hourglass', text: request.waitlist ? 'Waiting list…' : 'Put on the waiting list…' },
      run: open({ kind: 'wait', id }),
    },
    request.appointment !== undefined &&
      allowed.some((one) => one === 'on_hold') && {
        ...{ name: 'calendar-x', text: 'Take off the board' },
        run: () => change(store, subject, 'unschedule', {}),
      },
    ...reasons.map(
      ([status, action, text, name]): Action | false =>
        allowed.some((one) => one === status) && { name, text, run: open({ kind: 'reason', action, id }) },
    ),
    merged !== undefined && {
      ...{ name: 'split', text: 'Separate…' },
      run: open({ kind: 'confirm', subject, action: 'split', title: 'Separate the other request' }),
    },
  ];
  return found.filter((one) => one !== false);
}

/** The statuses that may follow, the next one first. */
function stepsOf(store: Store, request: RequestView): readonly Action[] {
  const subject = subjectOf(request);
  return steps
    .filter(([status]) => request.allowed.some((one) => one === status))
    .map(([status, step, name]) => ({
      ...{ name, text: subject.kind === 'message' ? 'Mark as done' : step },
      run: () => change(store, subject, 'status', { status }),
    }));
}

const actionButton = ({ name, text, run }: Action, look: string): TemplateResult =>
  html`<button type="button" class=${look} @click=${run}>${icon(name)}${text}</button>`;

function urgencyView(store: Store, request: RequestView) {
  if (request.allowed.length === 0 || request.kind === 'message') return nothing;
  const subject: Subject = subjectOf(request);
  const set = (event: Event) => {
    store.set({ menu: undefined });
    void change(store, subject, 'urgency', { urgency: chosenIn(event) });
  };
  return html`<hr /><label class="item">${icon('flag')}Urgency <select @change=${set}>
    ${urgencies.map((one) => html`<option .selected=${live(one === subject.urgency)}>${one}</option>`)}
  </select></label>`;
}
