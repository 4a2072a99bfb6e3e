import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import {
  accountsView,
  blockView,
  boardView,
  callsView,
  callView,
  customerView,
  daysView,
  queueView,
  requestView,
  requestWithCallsView,
  startsView,
} from '../../lib/board/views.ts';
import { list, object, ref, type Schema, type Schemas, text } from '../schema.ts';

/** The schema of a body; checks in code beyond it are in its description. */
export function bodySchema(schema: v.GenericSchema): Schema {
  const { $schema: _, ...own } = toJsonSchema(schema, { typeMode: 'input', errorMode: 'ignore' });
  return own;
}

function answerSchema(schema: v.GenericSchema): Schema {
  const { $schema: _, ...own } = toJsonSchema(schema, { typeMode: 'output', ignoreActions: ['readonly'] });
  return own;
}

const alternative = object('Another start.', {
  date: text('Its date.'),
  time: text('When it begins.'),
  technicianId: text('Id of the technician.'),
  technician: text('Name of the technician.'),
});

export const boardSchemas: Schemas = {
  BoardAccounts: answerSchema(accountsView),
  BoardDay: answerSchema(boardView),
  BoardDays: answerSchema(daysView),
  BoardQueue: answerSchema(queueView),
  BoardRequest: answerSchema(requestView),
  BoardRequestWithCalls: answerSchema(requestWithCallsView),
  BoardStarts: answerSchema(startsView),
  BoardCalls: answerSchema(callsView),
  BoardCall: answerSchema(callView),
  BoardCustomer: answerSchema(customerView),
  BoardBlock: answerSchema(blockView),
  BoardProblem: {
    ...object(
      'An error (RFC 9457). It contains nothing that was sent.',
      {
        type: { const: 'about:blank' },
        title: text("The status's phrase."),
        status: { type: 'integer' },
        code: text('What is wrong, for programs.'),
        detail: text('What is wrong, for people.'),
        requestId: text('The same as in the header x-request-id.'),
        reason: text('With `refused`: why.'),
        alternatives: list('With `refused`: other starts, at most three.', alternative),
        current: ref('BoardRequest'),
        errors: list('With `payload_invalid`: the fields that are wrong.', { type: 'object' }),
      },
      ['type', 'title', 'status', 'code', 'detail', 'requestId'],
    ),
  },
  GatewayMessage: object('What the gateway answers by itself.', { message: text('What is wrong.') }, [
    'message',
  ]),
};
