import { select } from './store/reading.ts';
import type { Session } from './store/session.ts';
import type { State } from './store/state.ts';
import type { Store } from './store/store.ts';

/** What a user had open and typed, kept in the tab while the user signs in again. */
interface Draft extends Pick<State, 'dialog' | 'selected' | 'shown' | 'filter' | 'tab'> {
  readonly owner: string;
  /** What was typed, by the names of the form's fields. */
  readonly typed: Readonly<Record<string, string>>;
}

const KEY = 'board-draft';

/** The fields of the open form. */
export const openFields = () =>
  [...(document.querySelector<HTMLFormElement>('.dialog form')?.elements ?? [])].filter(
    (one) =>
      one instanceof HTMLInputElement ||
      one instanceof HTMLSelectElement ||
      one instanceof HTMLTextAreaElement,
  );

export const isBox = (field: Element): field is HTMLInputElement =>
  field instanceof HTMLInputElement && field.type === 'checkbox';

/** The user and the account, because somebody else may sign in next. */
const ownerOf = async ({ accountId }: Store, session: Session) => `${accountId} ${await session.user?.()}`;

/** Keeps what is open. Until an account is read, nothing can be open, and an earlier draft stays. */
export async function keepDraft(store: Store, session: Session): Promise<void> {
  if (!store.accountId) return;
  const { dialog, selected, shown, filter, tab } = store.state;
  const typed = Object.fromEntries(
    openFields().map((field) => [field.name, isBox(field) ? String(field.checked) : field.value]),
  );
  const owner = await ownerOf(store, session);
  sessionStorage.setItem(
    KEY,
    JSON.stringify({ dialog, selected, shown, filter, tab, typed, owner } satisfies Draft),
  );
}

/** Drops the draft of a user who signs out. */
export const forgetDraft = (): void => sessionStorage.removeItem(KEY);

/** Restores what the same user had open on the same account's board. Drops the draft of anybody else. */
export async function restoreDraft(store: Store, session: Session): Promise<void> {
  const kept = sessionStorage.getItem(KEY);
  if (!kept || !store.accountId) return;
  const { typed, selected, owner, ...state }: Draft = JSON.parse(kept);
  if (owner === (await ownerOf(store, session))) {
    if (selected) await select(store, selected);
    store.set(state);
    for (const field of openFields())
      if (isBox(field)) field.checked = typed[field.name] === 'true';
      else field.value = typed[field.name] ?? field.value;
  }
  forgetDraft();
}
