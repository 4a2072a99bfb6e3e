import { html, type TemplateResult } from 'lit/html.js';
import type { IconName } from '../icons.ts';

/** An icon without a name of its own: a text or a label beside it says what it means. */
export const icon = (name: IconName): TemplateResult =>
  html`<i class=${`icon i-${name}`} aria-hidden="true"></i>`;
