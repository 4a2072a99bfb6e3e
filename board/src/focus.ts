import type { State } from './store/state.ts';

/** Draws the page so that the focus goes where something opens, and back when it closes. */
export function followFocus(root: HTMLElement): (state: State, draw: () => void) => void {
  let opener: Element | null = null;
  let opened: string | undefined;
  let wasDialog = false;
  const focus = (element: Element | null) => element instanceof HTMLElement && element.focus();
  return ({ dialog, detail }, draw) => {
    if (dialog !== undefined && !wasDialog) opener = document.activeElement;
    draw();
    const before = opened;
    opened = detail?.request.dispatchRequestId;
    if (dialog === undefined && wasDialog) focus(opener);
    else if (dialog !== undefined && !wasDialog) focus(root.querySelector('.dialog [autofocus]'));
    else if (dialog === undefined && opened !== before)
      focus(root.querySelector(opened === undefined ? `[data-job="${before}"]` : '#detail-title'));
    wasDialog = dialog !== undefined;
  };
}
