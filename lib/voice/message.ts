import type { Words } from '../wording/index.ts';
import { cut, fits, say } from '../wording/speech.ts';

/** Callers hear this sentence; `kind` tells what it is for. */
export interface Part {
  readonly kind: 'safety' | 'answer' | 'person' | 'fee' | 'question';
  readonly text: string;
}

/** Callers hear these sentences in order. Only the last step joins them to one text. */
export type Message = readonly Part[];

/** Replaces the text of a result's message by its parts. */
export type InParts<Result> = Result extends { readonly message: string }
  ? Omit<Result, 'message'> & { readonly message: Message }
  : never;

/** A plain string counts as a sentence of the answer. */
type Said = string | Part | undefined;

export const parts = (...said: readonly Said[]): Message =>
  said.flatMap((one): Message => {
    if (one === undefined || one === '') return [];
    return typeof one === 'string' ? [{ kind: 'answer', text: one }] : [one];
  });

/** Says who takes over or calls back. */
export const person = (text: string | undefined): Part | undefined =>
  text === undefined ? undefined : { kind: 'person', text };

/** Asks which of the offered starts the caller takes. */
export const question = (text: string): Part => ({ kind: 'question', text });

export const feePart = (fee: { readonly says: string } | undefined, { fees }: Words): Part | undefined =>
  fee && { kind: 'fee', text: fees.fee(fee.says) };

/**
 * Makes a message with a part that is never omitted. The part follows the first of the beginnings that leaves room
 * for it; if none does, the last one is cut.
 */
export function partsWith(
  kept: Part | undefined,
  beginnings: readonly [readonly Said[], ...(readonly Said[])[]],
  ...more: readonly Said[]
): Message {
  const options = beginnings.map((beginning) => parts(...beginning));
  if (kept === undefined)
    return parts(...(options.find((option) => fits(...textsOf(option))) ?? beginnings[0]), ...more);
  const first = options.find((option) => fits(...textsOf(option), kept.text));
  if (first !== undefined) return parts(...first, kept, ...more);
  return parts(cut(textsOf(options.at(-1) ?? []).join(' '), kept.text), kept);
}

/** Joins the message to one line of at most 220 characters. Sentences at the end that don't fit are omitted. */
export const spoken = (message: Message): string => say(...textsOf(message));

/** Returns the parts of a message that fit, so that callers hear them. */
export function heardOf(message: Message): Message {
  const omitted = message.findIndex((_, index) => !fits(...textsOf(message.slice(0, index + 1))));
  return omitted === -1 ? message : message.slice(0, Math.max(1, omitted));
}

const textsOf = (message: Message): readonly string[] => message.map(({ text }) => text);
