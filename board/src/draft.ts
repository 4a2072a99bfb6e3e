import { select } from './store/reading.ts';
import type { State } from './store/state.ts';
import type { Store } from './store/store.ts';

/** What somebody had open and typed, kept in the tab while they sign in again. */
interface Draft extends Pick<State, 'dialog' | 'selected' | 'search' | 'shown' | 'tab'> {
  /** What was typed, by the names of the form's fields. */
  readonly typed: Readonly<Record<string, string>>;
}

const KEY = 'board-draft';

const fieldsOf = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (one) =>
      one instanceof HTMLInputElement ||
      one instanceof HTMLSelectElement ||
      one instanceof HTMLTextAreaElement,
  );

const openForm = () => document.querySelector<HTMLFormElement>('.dialog form');

export function keepDraft({ state: { dialog, selected, search, shown, tab } }: Store): void {
  const form = openForm();
  const typed = Object.fromEntries(
    form === null ? [] : fieldsOf(form).map(({ name, value }) => [name, value]),
  );
  const draft: Draft = { dialog, selected, search, shown, tab, typed };
  sessionStorage.setItem(KEY, JSON.stringify(draft));
}

/** Whoever signs in next may be somebody else. */
export const forgetDraft = (): void => sessionStorage.removeItem(KEY);

/** Goes on where somebody was before they signed in again. */
export async function restoreDraft(store: Store): Promise<void> {
  const kept = sessionStorage.getItem(KEY);
  if (kept === null) return;
  forgetDraft();
  const { typed, selected, ...state }: Draft = JSON.parse(kept);
  if (selected !== undefined) await select(store, selected);
  store.set(state);
  const form = openForm();
  if (form === null) return;
  for (const field of fieldsOf(form)) field.value = typed[field.name] ?? field.value;
}
