import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { bodies } from '../lib/board/bodies.ts';
import { ACCOUNTS_CLAIM } from '../lib/board/claims.ts';
import {
  type BoardOperation,
  type BoardRoute,
  boardPath,
  boardRoutes,
  scopeOf,
} from '../lib/board/routes.ts';
import * as views from '../lib/board/views.ts';
import { voicePlatforms } from '../lib/platforms/index.ts';
import { queueGroups } from '../lib/record/attention.ts';
import { messageStatuses } from '../lib/record/outbox/message.ts';
import { list, object, outputSchema, ref, type Schema, type Schemas, text } from './schema.ts';

/** Documentation of an operation beyond its route. */
interface OperationText {
  readonly summary: string;
  readonly description?: string;
  /** The parameters of its query by name; those with `required` must be present. */
  readonly query?: Readonly<Record<string, Schema & { readonly required?: boolean }>>;
  /** A body that is accepted. */
  readonly example?: Schema;
  /** The name of the answer's schema; changes of a request answer with the request. */
  readonly answer?: string;
  /** 200 by default. */
  readonly status?: number;
  /** Whether the current state may forbid the operation, as it may any change of a request. */
  readonly refuses?: true;
}

const cursor = { type: 'string', description: 'Where the page before ended: its `next`.' };
const isoDate = (description: string) => ({ type: 'string', format: 'date', description });
const start = { date: '2026-06-10', time: '13:00', technicianId: 'ana' };

/** What the document says of each operation beyond its route and its body. */
const operations: Readonly<Record<BoardOperation, OperationText>> = {
  listAccounts: { summary: 'List the accounts that the token may see', answer: 'BoardAccounts' },
  listDays: {
    summary: 'List the tags of days, to read again only those that have changed',
    query: {
      from: { ...isoDate('The first day.'), required: true },
      days: { type: 'integer', minimum: 1, maximum: 7, description: 'How many days.', required: true },
    },
    answer: 'BoardDays',
  },
  readBoard: {
    summary: 'Read a day',
    description:
      'A lane per technician with hours, time off, jobs and blocks, and how much waits for a person.',
    answer: 'BoardDay',
  },
  readQueue: {
    summary: 'Read what waits for a person',
    description:
      'Emergencies, messages, what is to be reviewed, unscheduled and held requests, in this order.',
    query: { group: { enum: queueGroups, description: 'Only this group, without calls.' }, cursor },
    answer: 'BoardQueue',
  },
  readRequest: {
    summary: 'Read a request with its history and calls',
    answer: 'BoardRequestWithCalls',
  },
  listStarts: {
    summary: 'List the starts of each technician that schedule or move would accept, or why there are none',
    query: {
      date: { ...isoDate('The day.'), required: true },
      serviceTypeId: { type: 'string', description: "Another service than the request's own." },
      visit: { type: 'integer', minimum: 1, description: 'The visit that is to move; the first by default.' },
    },
    answer: 'BoardStarts',
    refuses: true,
  },
  createJob: {
    summary: 'Create a job',
    description:
      'A repeat with the same `Idempotency-Key` stores nothing and gets the same request. With `start`, the job gets a visit at ' +
      'once; if that is refused, `current` is the job without one. With `call`, the call waits for nobody any more.',
    example: {
      ...{ name: 'Dana Miller', phone: '(212) 555-0143', address: '401 West 14th Street', city: 'New York' },
      ...{ serviceTypeId: 'ac-repair', urgency: 'urgent', preferredDate: '2026-06-10', notes: 'Ring twice.' },
    },
    answer: 'BoardRequest',
    status: 201,
    refuses: true,
  },
  edit: {
    summary: 'Correct the contact, the place or the job',
    description:
      'Absent fields stay, and null clears one. With another length or service, the first visit claims its time anew, also ' +
      'outside of hours; refused with `slot_taken`, `not_skilled` or `visit_order`.',
    example: { phone: '(212) 555-0144', gateCode: '42', minutes: 90 },
  },
  unschedule: { summary: 'Take a visit back, so that the job is to be scheduled again' },
  undo: {
    summary: 'Undo your last change',
    description:
      'The body names the version that the change produced, one of `undoable`. Undoing goes on with the change before it. ' +
      'Refused with `changed_since`, `not_own` or `slot_taken`.',
    example: { version: 3 },
  },
  changeNote: {
    summary: 'Change a note that you wrote',
    description: 'Refused with `not_own` for the notes of others.',
    example: { note: 'The gate is closed.' },
  },
  removeNote: { summary: 'Remove a note that you wrote' },
  schedule: {
    summary: 'Give a request an appointment',
    description:
      'With `override`, whatever hours, skills, other work and held times say: the named technician has the visit as well. ' +
      '`crew` comes along, and the job goes on at `visits`: all is claimed, or the refusal names the technician, and the ' +
      'visit, its date and time. Without them, a job that was on hold comes again with everybody and all visits that it had.',
    example: {
      ...{ ...start, crew: ['ben'] },
      visits: [{ date: '2026-06-11', time: '09:00', minutes: 120 }],
    },
  },
  move: {
    summary: 'Move an appointment, or one visit of it',
    description:
      'Without `visit`, later visits move by as many days as the first. Without `crew` and `visits`, everybody and all visits ' +
      'stay; empty lists end them. Refused as `schedule` is, and with `visit_order`, `no_such_visit`, `too_far_apart` or ' +
      '`too_many_visits`.',
    example: { date: '2026-06-12', time: '09:00', visit: 2 },
  },
  assign: {
    summary: 'Send another technician at the same time',
    description:
      'In place of `insteadOf`, or of the technician in front, at `visit` or at all visits that are not over. Two who both ' +
      'come change places.',
    example: { technicianId: 'ben' },
  },
  setStatus: {
    summary: 'Record how far a job is',
    example: { status: 'dispatched' },
  },
  setUrgency: {
    summary: 'Set the urgency',
    example: { urgency: 'urgent' },
  },
  hold: { summary: 'Set an appointment aside', example: { reason: 'Waiting for a part.' } },
  cancel: { summary: 'Cancel a request', example: { reason: 'The customer called.' } },
  decline: { summary: 'Decline a lead', example: { reason: 'Out of our area.' } },
  review: { summary: 'Clear the review flags' },
  acknowledge: { summary: 'Acknowledge an emergency, so that nobody else is notified' },
  wait: {
    summary: 'Put a job on the waiting list for an earlier time, or take it off',
    description: 'With `on: false`, the other fields have no effect.',
    example: { on: true, from: '2026-10-01', to: '2026-10-09', parts: ['morning'] },
  },
  split: {
    summary: 'Separate the request that became one with it last',
    description: 'That one is open again under an id of its own, which the last line of the history names.',
  },
  addNote: {
    summary: 'Add a line to the notes',
    example: { note: 'The gate is open.' },
  },
  block: {
    summary: "Block a technician's time",
    description:
      'Refused with `occupied` where jobs or blocks are, which the answer lists. With `repeat`, the block comes again on ' +
      'weekdays: the answer is the first one, with all `blocks` that were made and, by date, the `conflicts` that were not. ' +
      'Refused if none could be made, or with `no_occurrence` or `too_many`.',
    example: {
      ...{ technicianId: 'ben', from: '2026-06-12T13:00', to: '2026-06-12T17:00' },
      reason: 'Training',
    },
    answer: 'BoardBlock',
    status: 201,
    refuses: true,
  },
  unblock: {
    summary: 'Remove a block, or blocks of its series',
    query: {
      series: {
        enum: ['following', 'all'],
        description: 'Also those after it, or all that are not over.',
      },
    },
    status: 204,
  },
  listCalls: { summary: 'List calls, newest first', query: { cursor }, answer: 'BoardCalls' },
  listPlaces: {
    summary: 'List where the jobs of a day are, and where technicians live',
    description:
      'A job without a known postal code, or over 150 km from every home, is left out; without homes, one over 150 km from ' +
      'every other job.',
    answer: 'BoardPlaces',
  },
  listWaiting: {
    summary: 'List who waits for an earlier time',
    answer: 'BoardWaiting',
  },
  openLive: {
    summary: 'Get an address that hints at changes',
    description:
      'Connect once within a minute: by WebSocket, or locally by server-sent events. Each message is a `BoardHint`; read what it ' +
      'names again. Hints may come twice or be missing, so also read now and then.',
    answer: 'BoardLive',
  },
  readOutbox: {
    summary: 'List messages to people, newest first',
    description: 'The last 200 that match.',
    query: {
      status: { type: 'string', enum: [...messageStatuses], description: 'Only messages in this state.' },
      request: { type: 'string', description: 'Only messages about this request.' },
    },
    answer: 'BoardOutbox',
  },
  readCall: { summary: 'Read a call with its transcript', answer: 'BoardCall' },
  search: {
    summary: 'Find requests, customers and calls',
    description:
      'By the beginnings of the words of a name or an address, by four or more digits in a row of a number, by zip code, ' +
      'e-mail address or the id of a request. Accents and case do not matter. What was stored in the last second may be missing.',
    query: {
      q: { type: 'string', minLength: 2, maxLength: 100, description: 'What to find.', required: true },
    },
    answer: 'BoardSearch',
  },
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
  },
};

export const boardSecurity: Readonly<Record<string, Schema>> = {
  boardToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'An access token of the stack’s users, or of the issuer that its options name; locally the token that npm start ' +
      `prints. GET needs the scope ${scopeOf.GET}, all else ${scopeOf.POST}; the claim ${ACCOUNTS_CLAIM} lists accounts.`,
  },
};

const pathParameters: Readonly<Record<string, Schema>> = {
  account: text('Id of the account.'),
  date: text("A date in the account's zone.", { format: 'date' }),
  request: text('Id of the dispatch request.'),
  note: text('Id of the note.'),
  block: text('Id of the block.'),
  platform: { enum: voicePlatforms, description: 'The platform of the call.' },
  call: text("The platform's id of the call."),
};

/** The board's API, by path. */
export const boardPaths: Readonly<Record<string, Schema>> = Object.fromEntries(
  [...Map.groupBy(boardRoutes, boardPath)].map(([path, routes]) => [
    path,
    Object.fromEntries(routes.map((route) => [route.method.toLowerCase(), documented(route)])),
  ]),
);

function documented({ operation, method, path }: BoardRoute): Schema {
  const about = operations[operation];
  const { summary, description, query = {}, example, status = 200 } = about;
  const body = new Map<string, v.GenericSchema>(Object.entries(bodies)).get(operation);
  // A change is of one version of a request, which `If-Match` names.
  const isChange = method !== 'GET' && path.includes('/{request}/');
  const answer = isChange ? 'BoardRequest' : about.answer;
  const hasInput = body !== undefined || about.query !== undefined;
  const header = (name: string, required: boolean, meaning: string) => ({
    ...{ name, in: 'header', required, description: meaning },
    schema: { type: 'string' },
  });
  const problems: readonly (readonly [code: number, meaning: string, isPossible: boolean])[] = [
    [304, 'Unchanged since the `ETag` of `If-None-Match`.', method === 'GET'],
    [400, '`body_not_json` or `cursor_invalid`.', hasInput],
    [401, 'No valid token.', true],
    [
      403,
      '`scope_missing`: the token lacks the scope. Or a request from another page or under another host name.',
      true,
    ],
    [404, '`not_found`: unknown, or not of an account that the token may see.', true],
    [409, '`refused`, with the reason and alternatives.', isChange || about.refuses === true],
    [412, '`version_changed`, with the request as it stands.', isChange],
    [413, '`payload_too_large`', body !== undefined],
    [422, '`payload_invalid`, with each field that is not as expected.', hasInput],
    [428, '`version_missing`', isChange],
    [500, '`internal`', true],
    [503, '`storage_unavailable`: nothing is known to be stored; a repeat is safe.', true],
  ];
  return {
    operationId: operation,
    summary,
    ...(description !== undefined && { description }),
    tags: ['board'],
    security: [{ boardToken: [] }],
    'x-scope': scopeOf[method],
    parameters: [
      ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
        return { name, in: 'path', required: true, schema: pathParameters[name] };
      }),
      ...Object.entries(query).map(([name, { required = false, ...schema }]) => {
        return { name, in: 'query', required, schema };
      }),
      ...(isChange
        ? [
            header(
              'if-match',
              true,
              'The version that the change is based on. Changes of your own since then are no conflict.',
            ),
          ]
        : []),
      ...(operation === 'createJob' ? [header('idempotency-key', false, 'The same for a repeat.')] : []),
    ],
    ...(body !== undefined && {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: bodySchema(body),
            ...(example && { examples: { example: { value: example } } }),
          },
        },
      },
    }),
    responses: {
      [String(status)]: {
        description: answer === undefined ? 'Done.' : 'As it stands.',
        ...(answer !== undefined && { content: { 'application/json': { schema: ref(answer) } } }),
      },
      ...Object.fromEntries(
        problems
          .filter(([, , isPossible]) => isPossible)
          .map(([code, meaning]) => [String(code), problemOf(code, meaning)]),
      ),
    },
  };
}

/** The schema of a body. What code checks beyond it is in its description. */
function bodySchema(schema: v.GenericSchema): Schema {
  const { $schema: _, ...own } = toJsonSchema(schema, { typeMode: 'input', errorMode: 'ignore' });
  return own;
}

function problemOf(code: number, description: string): Schema {
  if (code === 304) return { description };
  const content = {
    'application/problem+json': { schema: ref('BoardProblem') },
    // API Gateway also answers with these by itself.
    ...([401, 403, 404, 413, 500, 503].includes(code) && {
      'application/json': { schema: ref('GatewayMessage') },
    }),
  };
  // The service's own answer has the header; the gateway's may not.
  const headers = { 'retry-after': { $ref: '#/components/headers/RetryAfter' } };
  return { description, ...(code === 503 && { headers }), content };
}

export const boardSchemas: Schemas = {
  BoardAccounts: outputSchema(views.accountsView),
  BoardDay: outputSchema(views.boardView),
  BoardDays: outputSchema(views.daysView),
  BoardQueue: outputSchema(views.queueView),
  BoardRequest: outputSchema(views.requestView),
  BoardRequestWithCalls: outputSchema(views.requestWithCallsView),
  BoardStarts: outputSchema(views.startsView),
  BoardCalls: outputSchema(views.callsView),
  BoardPlaces: outputSchema(views.placesView),
  BoardWaiting: outputSchema(views.waitingView),
  BoardOutbox: outputSchema(views.outboxView),
  BoardCall: outputSchema(views.callView),
  BoardSearch: outputSchema(views.searchView),
  BoardCustomer: outputSchema(views.customerView),
  BoardBlock: outputSchema(views.blockView),
  BoardLive: outputSchema(views.liveView),
  BoardHint: outputSchema(views.hintView),
  BoardProblem: object(
    'An error (RFC 9457). It contains nothing that was sent.',
    {
      type: { const: 'about:blank' },
      title: text("The status's phrase."),
      status: { type: 'integer' },
      code: text('What is wrong, for programs.'),
      detail: text('What is wrong, for people.'),
      requestId: text('The same as in the header x-request-id.'),
      reason: text('With `refused`: why.'),
      alternatives: list(
        'With `refused`: other starts, at most three.',
        object('Another start.', {
          date: text('Its date.'),
          time: text('When it begins.'),
          technicianId: text('Id of the technician.'),
          technician: text('Name of the technician.'),
        }),
      ),
      technician: text('With `refused`: the technician because of whom.'),
      visit: { type: 'integer', description: 'With `refused`: the number of the visit that can’t be.' },
      date: text('The date of that visit.'),
      time: text('When that visit would begin.'),
      current: ref('BoardRequest'),
      errors: list('With `payload_invalid`: the fields that are wrong.', { type: 'object' }),
    },
    ['type', 'title', 'status', 'code', 'detail', 'requestId'],
  ),
  GatewayMessage: object('What the gateway answers by itself.', { message: text('What is wrong.') }, [
    'message',
  ]),
};
