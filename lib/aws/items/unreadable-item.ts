import * as v from 'valibot';
import { lazily } from '../../lazily.ts';
import { mapFields } from '../../map-fields.ts';
import { historyKinds } from '../../record/history.ts';
import type { StoredStatus, Unreadable } from '../../record/request.ts';
import { appointment, history, requestFacts, requestTexts } from './request-schema.ts';

/** Without these fields, nobody can tell what a request is, or whose it is. */
const identity = () => {
  const { dispatchRequestId, accountId, version, createdAt, tellers } = requestFacts();
  return { dispatchRequestId, accountId, version, createdAt, tellers };
};

/** Reads a stored request's place and status, and every other field as far as this release knows it. */
const unreadableItem = lazily(() => {
  const { source, urgency, needsReview, customer, kind, topic, notified, fee, merged, notes } =
    requestFacts();
  const status = v.custom<StoredStatus>((value) => typeof value === 'string');
  const maybe = <Schema extends v.GenericSchema>(schema: Schema) => v.fallback(v.optional(schema), undefined);
  return v.object({
    ...identity(),
    ...mapFields(requestTexts, () => maybe(v.string())),
    status,
    updatedAt: v.fallback(v.string(), ''),
    source: v.fallback(source, 'dispatcher'),
    urgency: v.fallback(urgency, 'routine'),
    needsReview: v.fallback(needsReview, []),
    customer: v.fallback(customer, {}),
    invocations: v.fallback(v.array(v.string()), []),
    history: v.fallback(history(status, maybe(v.picklist(historyKinds))), []),
    appointment: maybe(appointment()),
    ...{ kind: maybe(kind), topic: maybe(topic), notified: maybe(notified) },
    ...{ fee: maybe(fee), merged: maybe(merged), notes: maybe(notes), leadNotes: maybe(notes) },
  });
});

/** Returns what is readable of an item that this release can't read; undefined if that is too little to show. */
export function readUnreadable(item: unknown): Unreadable | undefined {
  const read = v.safeParse(unreadableItem(), item);
  return read.success ? { ...read.output, unreadable: true } : undefined;
}
