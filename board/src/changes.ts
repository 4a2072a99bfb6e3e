import type { RequestAction } from '../../lib/board/routes.ts';
import type { BlockView } from '../../lib/board/views.ts';
import type { Job } from './store/api.ts';
import { placedOn, withJob } from './store/applying.ts';
import { type Attempt, onlyDate, type Subject } from './store/state.ts';
import type { Store } from './store/store.ts';
import { saidOf } from './store/words.ts';

/** An action of the API and its body. */
type Step = readonly [action: RequestAction, body: object];
type Steps = readonly [Step, ...Step[]];

/** Sends a change of a request, tells what came of it and offers to take it back. Resolves to false if it was refused. */
export function change(
  store: Store,
  subject: Subject,
  action: RequestAction,
  body: object,
  expected: Attempt['expected'] = expectedOf(subject, action, body),
): Promise<boolean> {
  return store.attempt({
    ...changing(store, subject, [[action, body]], undoOf(action, subject)),
    ...(expected !== undefined && { expected }),
  });
}

/** What a change of a status will look like. Everything else is drawn when it is answered. */
function expectedOf(
  { dispatchRequestId: id }: Subject,
  action: RequestAction,
  body: object,
): Attempt['expected'] {
  if (action !== 'status' || !('status' in body) || typeof body.status !== 'string') return undefined;
  const { status } = body;
  return ({ boards }) => {
    const job = placedOn(boards, id);
    return job === undefined ? {} : { boards: withJob(boards, id, { ...job, status }) };
  };
}

/** Sends a change of a request. One that nobody can take back is sent only after the dispatcher has confirmed it. */
export function ask(
  store: Store,
  subject: Subject,
  action: RequestAction,
  body: object,
  title: string,
): void {
  if (undoOf(action, subject) !== undefined) void change(store, subject, action, body);
  else store.set({ dialog: { kind: 'confirm', subject, action, body, title } });
}

/**
 * Sends steps one after the other, each on the version that the one before has made.
 * @param undo the steps that take the change back; absent if `steps` do that themselves
 */
function changing(store: Store, subject: Subject, steps: Steps, undo?: Steps): Attempt {
  const { dispatchRequestId: id, label, version } = subject;
  const [[action, body], ...rest] = steps;
  return {
    id,
    async send(api) {
      const own = store.versions.get(id) ?? 0;
      let changed = await api.change(store.accountId, id, Math.max(version, own), action, body);
      for (const [next, its] of rest)
        changed = await api.change(store.accountId, id, changed.version, next, its);
      store.apply(changed);
      return {
        text: saidOf(action, label, changed, onlyDate(store.state)),
        undo: undo && changing(store, { ...subject, version: changed.version }, undo),
      };
    },
    instead: ({ date, time, technicianId }) =>
      changing(store, subject, [[action, { ...body, date, time, technicianId }], ...rest], undo),
  };
}

/** The steps that take a change back; undefined if the service has none, so that the change is final. */
export function undoOf(action: RequestAction, before: Subject): Steps | undefined {
  switch (action) {
    case 'schedule':
      return [['hold', { reason: 'The appointment was made by mistake.' }]];
    case 'move':
      return backTo('move', before);
    case 'hold':
      return backTo('schedule', before);
    case 'urgency':
      return [['urgency', { urgency: before.urgency }]];
    default:
      return undefined;
  }
}

/** A new start makes a job that was sent out a scheduled one. */
function backTo(action: 'schedule' | 'move', before: Subject): Steps | undefined {
  const { appointment, serviceTypeId, status } = before;
  if (appointment === undefined) return undefined;
  const { date, time, technicianId } = appointment;
  const back: Step = [action, { date, time, technicianId, serviceTypeId }];
  return status === 'dispatched' ? [back, ['status', { status }]] : [back];
}

/**
 * Creates a job and opens it.
 * @param key the same for each attempt, so that a repeated one stores no second job
 */
export const creating = (store: Store, job: Job, key: string): Attempt => ({
  async send(api) {
    const { dispatchRequestId: id, version } = await api.createJob(store.accountId, job, key);
    // The refresh after each attempt reads the details.
    store.set({ selected: id, detail: undefined, customer: undefined });
    const cancel = async () => {
      await api.change(store.accountId, id, version, 'cancel', { reason: 'It was created by mistake.' });
      return { text: 'The job is canceled.' };
    };
    return { text: 'The job is created. Schedule it from the queue.', undo: { id, send: cancel } };
  },
});

type Block = Pick<BlockView, 'technicianId' | 'from' | 'to' | 'reason'>;

/** Blocks a technician's time. */
export const blocking = (store: Store, { technicianId, from, to, reason }: Block): Attempt => ({
  async send(api) {
    const block = { technicianId, from, to, reason };
    const { blockId, technician } = await api.block(store.accountId, block);
    return { text: `${technician} is blocked: ${reason}.`, undo: unblocking(store, { ...block, blockId }) };
  },
});

/** Removes a block. */
export const unblocking = (store: Store, block: Block & Pick<BlockView, 'blockId'>): Attempt => ({
  async send(api) {
    await api.unblock(store.accountId, block.blockId);
    return { text: `The block “${block.reason}” is removed.`, undo: blocking(store, block) };
  },
});
