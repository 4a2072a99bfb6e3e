import type { BoardOperation } from '../../lib/board/routes.ts';
import type { Schema } from '../schema.ts';

/** Documentation of an operation beyond its route. */
export interface BoardOperationText {
  readonly summary: string;
  readonly description?: string;
  /** The parameters of its query by name; those with `required` must be present. */
  readonly query?: Readonly<Record<string, Schema & { readonly required?: boolean }>>;
  /** A body that is accepted. */
  readonly example?: Schema;
  /** The name of the answer's schema; absent if the answer has no body. */
  readonly answer?: string;
  readonly status: number;
  /** Whether it changes one version of a request, which `If-Match` names. */
  readonly changes?: true;
  /** Whether the current state may forbid it. */
  readonly refuses?: true;
}

const cursor = { type: 'string', description: 'Where the page before ended: its `next`.' };
const isoDate = (description: string) => ({ type: 'string', format: 'date', description });
const change = { answer: 'BoardRequest', status: 200, changes: true, refuses: true } as const;
const start = { date: '2026-06-10', time: '13:00', technicianId: 'ana' };

export const boardOperations: Readonly<Record<BoardOperation, BoardOperationText>> = {
  listAccounts: { summary: 'List the accounts that the token may see', answer: 'BoardAccounts', status: 200 },
  listDays: {
    summary: 'List the tags of days, to read again only those that have changed',
    query: {
      from: { ...isoDate('The first day.'), required: true },
      days: { type: 'integer', minimum: 1, maximum: 7, description: 'How many days.', required: true },
    },
    answer: 'BoardDays',
    status: 200,
  },
  readBoard: {
    summary: 'Read a day',
    description:
      'A lane per technician with hours, time off, jobs and blocks, and how much waits for a person.',
    answer: 'BoardDay',
    status: 200,
  },
  readQueue: {
    summary: 'Read what waits for a person',
    description:
      'Emergencies, messages, what is to be reviewed, unscheduled and held requests, in this order.',
    query: { cursor },
    answer: 'BoardQueue',
    status: 200,
  },
  readRequest: {
    summary: 'Read a request with its history and calls',
    answer: 'BoardRequestWithCalls',
    status: 200,
  },
  listStarts: {
    summary: 'List the starts that schedule or move would accept',
    query: {
      date: { ...isoDate('The day.'), required: true },
      serviceTypeId: { type: 'string', description: "Another service than the request's own." },
    },
    answer: 'BoardStarts',
    status: 200,
    refuses: true,
  },
  createJob: {
    summary: 'Create a job',
    description:
      'A repeat with the same `Idempotency-Key` within 24 hours stores nothing and gets the same request.',
    example: {
      ...{ name: 'Dana Miller', phone: '(212) 555-0143', address: '401 West 14th Street', city: 'New York' },
      ...{ serviceTypeId: 'ac-repair', urgency: 'urgent', preferredDate: '2026-06-10', notes: 'Ring twice.' },
    },
    answer: 'BoardRequest',
    status: 201,
  },
  schedule: {
    ...change,
    summary: 'Give a request an appointment',
    example: start,
  },
  move: { ...change, summary: 'Move an appointment', example: start },
  assign: {
    ...change,
    summary: 'Send another technician at the same time',
    example: { technicianId: 'ben' },
  },
  setStatus: {
    ...change,
    summary: 'Record how far a job is',
    example: { status: 'dispatched' },
  },
  setUrgency: {
    ...change,
    summary: 'Set the urgency',
    example: { urgency: 'urgent' },
  },
  hold: { ...change, summary: 'Set an appointment aside', example: { reason: 'Waiting for a part.' } },
  cancel: { ...change, summary: 'Cancel a request', example: { reason: 'The customer called.' } },
  decline: { ...change, summary: 'Decline a lead', example: { reason: 'Out of our area.' } },
  review: { ...change, summary: 'Clear the review flags' },
  acknowledge: { ...change, summary: 'Acknowledge an emergency, so that nobody else is notified' },
  split: {
    ...change,
    summary: 'Separate the request that became one with it last',
    description: 'That one is open again under an id of its own, which the last line of the history names.',
  },
  addNote: {
    ...change,
    summary: 'Add a line to the notes',
    example: { note: 'The gate is open.' },
  },
  block: {
    summary: "Block a technician's time",
    description: 'Refused with `occupied` where jobs or blocks are, which the answer lists.',
    example: {
      ...{ technicianId: 'ben', from: '2026-06-12T13:00', to: '2026-06-12T17:00' },
      reason: 'Training',
    },
    answer: 'BoardBlock',
    status: 201,
    refuses: true,
  },
  unblock: { summary: 'Remove a block', status: 204 },
  listCalls: { summary: 'List calls, newest first', query: { cursor }, answer: 'BoardCalls', status: 200 },
  readCall: { summary: 'Read a call with its transcript', answer: 'BoardCall', status: 200 },
  findCustomer: {
    summary: 'Find a customer by phone number',
    query: {
      phone: {
        type: 'string',
        description: "The number, in E.164 or as the account's country writes it.",
        required: true,
      },
    },
    answer: 'BoardCustomer',
    status: 200,
  },
};
