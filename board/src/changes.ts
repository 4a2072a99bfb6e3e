import type { BlockView, RequestView } from '../../lib/board/views.ts';
import { type Api, ApiFault, type Job } from './store/api.ts';
import { withChange } from './store/applying.ts';
import { openStarts } from './store/reading.ts';
import {
  type Action,
  type Attempt,
  type NoticeButton,
  type OwnBlock,
  onlyDate,
  type Subject,
} from './store/state.ts';
import type { Store } from './store/store.ts';
import { subjectOf } from './store/subject.ts';
import { dayName } from './store/time.ts';
import { saidOf, undoneText } from './store/words.ts';

/**
 * Sends a change of a request, tells what came of it and offers to take it back. Resolves to false if it was refused.
 * @param body absent to remove what the action names
 * @param expected what the page shows until the answer comes
 */
export function change(
  store: Store,
  subject: Subject,
  action: Action,
  body?: object,
  expected = expectedOf(subject, action, body),
): Promise<boolean> {
  return store.attempt({
    ...changing(store, subject, action, body),
    ...(expected !== undefined && { expected }),
  });
}

/** What a change of a status will look like. Everything else is drawn when it is answered. */
function expectedOf(
  { dispatchRequestId: id }: Subject,
  action: Action,
  body: object = {},
): Attempt['expected'] {
  if (action !== 'status' || !('status' in body) || typeof body.status !== 'string') return undefined;
  const { status } = body;
  return ({ boards }) => ({ boards: withChange(boards, id, { status }) });
}

function changing(store: Store, subject: Subject, action: Action, body: object | undefined): Attempt {
  const { dispatchRequestId: id, label } = subject;
  return {
    id,
    async send(api) {
      const before = Math.max(subject.version, store.versions.get(id) ?? 0);
      const changed = await api.change(store.accountId, id, before, action, body);
      store.apply(changed);
      const { version, undoable } = changed;
      const isUndoable = version > before && undoable[0] === version;
      return {
        text:
          body === undefined
            ? `The note for ${label} is removed.`
            : saidOf(action, label, changed, onlyDate(store.state), visitIn(body)),
        undo: isUndoable ? undoing(store, subject, action, version) : undefined,
      };
    },
    anyway: mayOverride(action, body) ? placingAnyway(store, subject, action, body) : undefined,
    instead({ date, time, technicianId }, visit = 1) {
      const start = { date, time, technicianId };
      const later = laterIn(body);
      if (visit === (visitIn(body) ?? 1)) return changing(store, subject, action, { ...body, ...start });
      const visits = later?.map((one, at) => (at === visit - 2 ? { ...one, ...start } : one));
      // A job that moves as a whole can't leave one visit for another time.
      return visits && changing(store, subject, action, { ...body, visits });
    },
  };
}

/** The number of the visit that a change places; undefined for the first one. */
const visitIn = (body: object | undefined): number | undefined =>
  body && 'visit' in body && typeof body.visit === 'number' ? body.visit : undefined;

/** The later visits that a change gives a job. */
const laterIn = (body: object | undefined): readonly object[] | undefined =>
  body && 'visits' in body && Array.isArray(body.visits) ? body.visits : undefined;

/**
 * Takes back the change that made a version. The service refuses if somebody else has changed the request since, whether or
 * not the page has read that by now.
 */
function undoing(
  store: Store,
  { dispatchRequestId: id, label }: Subject,
  action: Action,
  version: number,
): Attempt {
  return {
    ...{ id, version },
    async send(api) {
      const own = store.versions.get(id) ?? version;
      const changed = await api.change(store.accountId, id, own, 'undo', { version });
      store.apply(changed);
      return { text: undoneText(action, label, changed, onlyDate(store.state)) };
    },
  };
}

/** Only a named technician gets a job in spite of the rules: nobody else could choose one. */
const mayOverride = (action: Action, body: object | undefined): body is object =>
  body !== undefined &&
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

export type Block = Pick<BlockView, 'technicianId' | 'from' | 'to' | 'reason'>;

/** Removes a block. Of a series, the page asks first which ones. */
export function removeBlock(store: Store, block: OwnBlock): void {
  if (block.repeat === undefined) void store.attempt(unblocking(store, block));
  else store.set({ dialog: { kind: 'unblock', block } });
}

/** Removes a block. */
export const unblocking = (store: Store, block: Block & Pick<BlockView, 'blockId'>): Attempt => ({
  async send(api) {
    let id = block.blockId;
    for (let next = store.blocks.get(id); next !== undefined; next = store.blocks.get(id)) id = next;
    await api.unblock(store.accountId, id);
    return { text: `The block “${block.reason}” is removed.`, undo: blockingAgain(store, block, id) };
  },
});

/** Blocks the time of a block that was removed. The block gets another id, which whatever else takes it back must know. */
const blockingAgain = (store: Store, block: Block, id: string): Attempt => ({
  async send(api) {
    const { technicianId, from, to, reason } = block;
    const { blockId, technician } = await api.block(store.accountId, { technicianId, from, to, reason });
    store.blocks.set(id, blockId);
    return { text: `${technician} is blocked: ${reason}.` };
  },
});
