import * as v from 'valibot';
import { isMoment } from '../accounts/document/hours.ts';
import type { PageStart } from '../booking/own-visit.ts';
import { oneLine, printableLines } from '../normalized.ts';
import { wallMinute } from '../scheduling/time-of-day.ts';
import type { Reason } from './outcome.ts';

/** A field of a form: its value, or why the form is refused. */
export type Field<Value> = { readonly value: Value } | { readonly reason: Reason };

/** The fields of a form as they were sent, the first of each name. */
export type Form = (name: string) => string;

/** Reads a form that a browser or script sent, as `application/x-www-form-urlencoded`. */
export function formOf(bytes: Uint8Array): Form {
  const sent = new URLSearchParams(new TextDecoder().decode(bytes));
  return (name) => sent.get(name) ?? '';
}

/** The maximum of characters in a note. */
export const MAX_NOTE = 2_000;
/** The maximum of characters in a reason. */
export const MAX_REASON = 500;

/** Returns the text of a note, without control characters. Browsers send line breaks as two characters. */
export function noteIn(form: Form, name = 'note'): Field<string> {
  const value = printableLines(form(name).replaceAll('\r\n', '\n'));
  if (value === '') return { reason: 'empty' };
  return value.length > MAX_NOTE ? { reason: 'too_long' } : { value };
}

/** Returns one line of text, or undefined if nothing was written. */
export function reasonIn(form: Form): Field<string | undefined> {
  const value = oneLine(form('reason'));
  return value.length > MAX_REASON ? { reason: 'too_long' } : { value: value === '' ? undefined : value };
}

/** Returns the version that the sender has seen; -1, which no request has, if there is none. */
export const versionIn = (form: Form): number =>
  /^\d{1,15}$/.test(form('version')) ? Number(form('version')) : -1;

/** Returns a start such as `2026-06-10T09:00`; undefined if it is none. */
export function startIn(form: Form): PageStart | undefined {
  const [date = '', time = ''] = form('start').split('T');
  return isMoment(form('start'), false) ? { date, minute: wallMinute(time) } : undefined;
}

const Instant = v.pipe(v.string(), v.isoTimestamp());

/** Returns when something was pressed, in epoch milliseconds; undefined if that was not sent. */
export function pressedAtIn(form: Form): number | undefined {
  const pressed = Date.parse(form('pressedAt'));
  return v.is(Instant, form('pressedAt')) && !Number.isNaN(pressed) ? pressed : undefined;
}
