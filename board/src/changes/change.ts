import type { RequestView } from '../../../lib/board/views.ts';
import { saidOf } from '../store/said.ts';
import { onlyDate, type Subject } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { type Step, undoOf } from './undo.ts';

/** Sends a change of a request, says what it came to and offers to take it back. False if it was refused. */
export function change(store: Store, subject: Subject, action: string, body: object): Promise<boolean> {
  return send(store, subject, [[action, body]], undoOf(action, subject));
}

/** Sends a change of a request; one that nobody could take back only after the dispatcher has confirmed it. */
export function ask(store: Store, subject: Subject, action: string, body: object, title: string): void {
  if (undoOf(action, subject) !== undefined) void change(store, subject, action, body);
  else store.set({ dialog: { kind: 'confirm', subject, action, body, title } });
}

/** @param undo the steps that take it back; absent if these are such steps themselves */
async function send(
  store: Store,
  subject: Subject,
  steps: readonly [Step, ...Step[]],
  undo?: readonly [Step, ...Step[]],
): Promise<boolean> {
  const { dispatchRequestId: id, label } = subject;
  const [[action, body], ...rest] = steps;
  store.set({ pending: id, notice: undefined });
  try {
    const changed = await sendSteps(store, subject, steps);
    const back = undo && {
      label: 'Undo',
      run: () => void send(store, { ...subject, version: changed.version }, undo),
    };
    const text = saidOf(action, label, changed, onlyDate(store.state));
    store.tell({ kind: 'done', text, buttons: back === undefined ? [] : [back] });
    return true;
  } catch (error) {
    store.refuse(error, ({ date, time, technicianId }) => {
      void send(store, subject, [[action, { ...body, date, time, technicianId }], ...rest], undo);
    });
    return false;
  } finally {
    store.set({ pending: undefined });
    await store.refresh();
  }
}

/** Sends the steps one after the other, each on the version that the one before has made. */
async function sendSteps(
  { api, accountId }: Store,
  { dispatchRequestId: id, version }: Subject,
  [[action, body], ...rest]: readonly [Step, ...Step[]],
): Promise<RequestView> {
  let changed = await api.change(accountId, id, version, action, body);
  for (const [next, its] of rest) changed = await api.change(accountId, id, changed.version, next, its);
  return changed;
}
