import type { BlockView, RequestView } from '../../lib/board/views.ts';
import { type Api, ApiFault, type Job } from './store/api.ts';
import { placedOn, withJob } from './store/applying.ts';
import { openStarts } from './store/reading.ts';
import { type Action, type Attempt, type NoticeButton, onlyDate, type Subject } from './store/state.ts';
import type { Store } from './store/store.ts';
import { subjectOf } from './store/subject.ts';
import { dayName } from './store/time.ts';
import { saidOf } from './store/words.ts';

/** An action of the API and its body. */
type Step = readonly [action: Action, body: object];
type Steps = readonly [Step, ...Step[]];

/**
 * Sends a change of a request, tells what came of it and offers to take it back. Resolves to false if it was refused.
 * @param expected what the page shows until the answer comes
 * @param undo the steps that take the change back
 */
export function change(
  store: Store,
  subject: Subject,
  action: Action,
  body: object,
  {
    expected = expectedOf(subject, action, body),
    undo = undoOf(action, subject),
  }: { expected?: Attempt['expected']; undo?: Steps | undefined } = {},
): Promise<boolean> {
  return store.attempt({
    ...changing(store, subject, [[action, body]], undo),
    ...(expected !== undefined && { expected }),
  });
}

/** What a change of a status will look like. Everything else is drawn when it is answered. */
function expectedOf({ dispatchRequestId: id }: Subject, action: Action, body: object): Attempt['expected'] {
  if (action !== 'status' || !('status' in body) || typeof body.status !== 'string') return undefined;
  const { status } = body;
  return ({ boards }) => {
    const job = placedOn(boards, id);
    return job === undefined ? {} : { boards: withJob(boards, id, { ...job, status }) };
  };
}

/** Sends a change of a request. One that nobody can take back is sent only after the dispatcher has confirmed it. */
export function ask(store: Store, subject: Subject, action: Action, body: object, title: string): void {
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
    anyway: mayOverride(action, body) ? placingAnyway(store, subject, action, body) : undefined,
    instead: ({ date, time, technicianId }) =>
      changing(store, subject, [[action, { ...body, date, time, technicianId }], ...rest], undo),
  };
}

/** Only a named technician gets a job in spite of the rules: nobody else could choose one. */
const mayOverride = (action: Action, body: object): boolean =>
  (action === 'schedule' || action === 'move') &&
  'technicianId' in body &&
  body.technicianId !== undefined &&
  !('override' in body);

/** A button that asks why a request gets a start in spite of hours, skills and other work. */
export const placingAnyway = (
  store: Store,
  subject: Subject,
  action: Action,
  body: object,
): NoticeButton => ({
  label: 'Place it anyway…',
  run: () => store.set({ dialog: { kind: 'override', subject, action, body } }),
});

/** The steps that take a change back; undefined if the service has none, so that the change is final. */
export function undoOf(action: Action, before: Subject): Steps | undefined {
  switch (action) {
    case 'schedule':
      return [['unschedule', {}]];
    case 'unschedule':
      return backTo('schedule', before);
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
    const { created, problem } = await create(store, api, job, key);
    const { dispatchRequestId: id, version } = created;
    // The refresh after each attempt reads the details.
    store.set({ selected: id, detail: undefined, customer: undefined });
    if (problem !== undefined) void openStarts(store, subjectOf(created));
    const cancel = async () => {
      await api.change(store.accountId, id, version, 'cancel', { reason: 'It was created by mistake.' });
      return { text: 'The job is canceled.' };
    };
    const { time, technician, date } = created.appointment ?? {};
    const text =
      problem !== undefined
        ? `The job is created, but has no time yet: ${problem}`
        : time === undefined || date === undefined
          ? 'The job is created. Schedule it from the queue.'
          : `The job is created for ${time} on ${dayName(date)} with ${technician}.`;
    return { text, undo: { id, send: cancel } };
  },
});

/** Creates a job. If only its start is refused, the job waits for another one. */
async function create(
  store: Store,
  api: Api,
  job: Job,
  key: string,
): Promise<{ readonly created: RequestView; readonly problem?: string }> {
  try {
    return { created: await api.createJob(store.accountId, job, key) };
  } catch (error) {
    if (error instanceof ApiFault && error.status === 409 && error.current !== undefined)
      return { created: error.current, problem: error.message };
    throw error;
  }
}

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

/** Removes a note of one's own. */
export const removeNote = (store: Store, subject: Subject, noteId: string, text: string): Promise<boolean> =>
  store.attempt({
    id: subject.dispatchRequestId,
    async send(api) {
      const { dispatchRequestId: id, label } = subject;
      const version = Math.max(subject.version, store.versions.get(id) ?? 0);
      const changed = await api.change(store.accountId, id, version, `notes/${noteId}`);
      store.apply(changed);
      const undo = changing(store, { ...subject, version: changed.version }, [['notes', { note: text }]]);
      return { text: `The note for ${label} is removed.`, undo };
    },
  });
