import { html, type TemplateResult } from 'lit/html.js';
import type { Notice } from './store/state.ts';
import type { Store } from './store/store.ts';

/** What is said until it is closed, with what may be done about it. */
export const noticeView = (store: Store, { kind, text, buttons }: Notice): TemplateResult =>
  html`<div class=${`notice ${kind}`} role="alert">
    <span>${text}</span>
    ${buttons.map(({ label, run }) => html`<button type="button" @click=${run}>${label}</button>`)}
    <button type="button" aria-label="Close the message" @click=${() => store.set({ notice: undefined })}>✕</button>
  </div>`;
