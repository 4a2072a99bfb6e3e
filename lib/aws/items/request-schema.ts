import * as v from 'valibot';
import { dangers, onCallRoles, urgencies } from '../../accounts/account.ts';
import { lazily } from '../../lazily.ts';
import { mapFields } from '../../map-fields.ts';
import { contactFields, tellers } from '../../record/customers/contact.ts';
import { historyKinds, problems } from '../../record/history.ts';
import { noteKinds } from '../../record/notes.ts';
import {
  activeStatuses,
  type StoredStatus,
  sources,
  statuses,
  topics,
  type Unreadable,
} from '../../record/request.ts';
import { partsOfDay } from '../../scheduling/time-of-day.ts';

const optionalText = v.optional(v.string());

// Schemas are loose because a release writes whole items and must not drop the fields that the next one adds.

const contact = () => v.looseObject(mapFields(contactFields, () => optionalText));

const technician = { technicianId: v.string(), technician: v.string() };

const visit = () => ({
  date: v.string(),
  minute: v.number(),
  startsAt: v.string(),
  endsAt: v.string(),
  ...technician,
  crew: v.optional(v.array(v.looseObject(technician))),
  override: v.optional(
    v.looseObject({ reason: v.string(), by: v.string(), at: v.string(), rules: v.array(v.string()) }),
  ),
});

export const appointmentFields = () => ({
  ...visit(),
  visits: v.optional(v.array(v.looseObject(visit()))),
  promise: v.optional(
    v.looseObject({ from: v.string(), to: v.string(), startsAt: v.string(), endsAt: v.string() }),
  ),
  onCall: v.optional(v.literal(true)),
  claims: v.array(
    v.looseObject({
      date: v.string(),
      technicianId: v.string(),
      layer: v.optional(v.number()),
      buckets: v.array(v.number()),
    }),
  ),
});
export const appointment = () => v.looseObject(appointmentFields());

const preferenceTexts = [
  ...['serviceTypeId', 'serviceType', 'preferredDate', 'preferredTime', 'callId', 'caller'],
] as const;

/** These fields of a request are texts, and any may be absent. */
const requestTexts = [
  ...preferenceTexts,
  ...['dueAt', 'dueFrom', 'overdueAt', 'regarding', 'alertedAt', 'escalatesAt', 'alertedWith'],
  ...['acknowledgedAt', 'acknowledgedBy', 'askedFor', 'confirmedAt', 'erasedAt', 'warnedBy'],
] as const;

const offerTexts = [
  ...['messageId', 'serviceTypeId', 'technicianId', 'date', 'startsAt', 'at', 'until'],
] as const;

const preferences = () => ({
  source: v.picklist(sources),
  createdAt: v.string(),
  urgency: v.picklist(urgencies),
  needsReview: v.array(v.string()),
  customer: contact(),
  notes: notes(),
  ...mapFields(preferenceTexts, () => optionalText),
});

const merged = () => v.looseObject({ ...preferences(), leadId: optionalText });

const requestFacts = () => ({
  ...preferences(),
  ...mapFields(requestTexts, () => optionalText),
  dispatchRequestId: v.string(),
  accountId: v.string(),
  kind: v.optional(v.literal('message')),
  topic: v.optional(v.picklist(topics)),
  danger: v.optional(v.picklist(dangers)),
  version: v.number(),
  minutes: v.optional(v.number()),
  undo: v.optional(
    v.array(
      v.looseObject({
        version: v.number(),
        stands: v.number(),
        authorId: v.string(),
        was: v.record(v.string(), v.unknown()),
      }),
    ),
  ),
  own: v.optional(v.looseObject({ authorId: v.string(), from: v.number(), until: v.number() })),
  updatedAt: v.string(),
  leadNotes: notes(),
  tellers: v.optional(v.looseObject(mapFields(contactFields, () => v.optional(v.picklist(tellers))))),
  onSite: v.optional(
    v.looseObject({ name: optionalText, phone: optionalText, mayChange: v.optional(v.boolean()) }),
  ),
  fee: v.optional(v.looseObject({ feeId: v.string(), says: v.string(), at: v.string() })),
  notified: v.optional(
    v.array(
      v.looseObject({
        at: v.string(),
        role: v.picklist([...onCallRoles, 'everybody']),
        people: v.array(v.string()),
      }),
    ),
  ),
  waitlist: v.optional(
    v.looseObject({
      services: v.array(v.string()),
      from: optionalText,
      to: optionalText,
      parts: v.array(v.picklist(partsOfDay)),
      since: v.string(),
    }),
  ),
  offers: v.optional(
    v.array(v.looseObject({ ...mapFields(offerTexts, () => v.string()), minute: v.number() })),
  ),
  merged: v.optional(v.array(merged())),
  invocations: v.array(v.string()),
  history: history(v.picklist(statuses), v.optional(v.picklist(historyKinds))),
});

const notes = () =>
  v.optional(
    v.array(
      v.looseObject({
        kind: v.picklist(noteKinds),
        text: optionalText,
        field: optionalText,
        date: optionalText,
        minute: v.optional(v.number()),
        until: v.optional(v.number()),
        asked: v.optional(v.looseObject({ kind: v.picklist(historyKinds), ...historyFacts() })),
        count: v.optional(v.number()),
        ...{ leadId: optionalText, noteId: optionalText },
        ...{ by: optionalText, authorId: optionalText, at: optionalText },
      }),
    ),
  );

const historyFacts = () => ({
  words: optionalText,
  visit: v.optional(
    v.looseObject({
      date: v.string(),
      minute: v.optional(v.number()),
      technicianId: optionalText,
      technician: optionalText,
      from: optionalText,
      to: optionalText,
      crew: v.optional(v.array(v.string())),
      later: v.optional(
        v.array(
          v.looseObject({ date: v.string(), minute: v.optional(v.number()), technician: optionalText }),
        ),
      ),
    }),
  ),
  urgency: v.optional(v.picklist(urgencies)),
  formerUrgency: v.optional(v.picklist(urgencies)),
  flags: v.optional(v.array(v.string())),
  corrected: v.optional(v.array(v.looseObject({ field: v.string(), was: optionalText }))),
  otherId: optionalText,
  role: v.optional(v.picklist([...onCallRoles, 'everybody'])),
  person: optionalText,
  reason: optionalText,
  most: v.optional(v.number()),
  minutes: v.optional(v.number()),
  problem: v.optional(v.picklist(problems)),
  ...{ oldStart: optionalText, newStart: optionalText },
  ...{ oldTechnicianId: optionalText, newTechnicianId: optionalText },
});

const history = <Status extends v.GenericSchema, Kind extends v.GenericSchema>(status: Status, kind: Kind) =>
  v.array(
    v.looseObject({
      at: v.string(),
      from: v.optional(status),
      to: status,
      by: v.string(),
      folded: v.optional(v.number()),
      callId: optionalText,
      kind,
      ...historyFacts(),
    }),
  );

/** The schema is built once, because building takes time. */
export const requestItem = lazily(() =>
  v.variant('status', [
    v.looseObject({ ...requestFacts(), status: v.picklist(['requested', 'declined']) }),
    v.looseObject({ ...requestFacts(), status: v.picklist(activeStatuses), appointment: appointment() }),
    v.looseObject({
      ...requestFacts(),
      status: v.picklist(['on_hold', 'completed', 'canceled', 'no_show']),
      appointment: v.optional(appointment()),
    }),
  ]),
);

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
