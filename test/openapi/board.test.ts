import { readFileSync } from 'node:fs';
import { ThrottlingException } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type BoardOperation, boardPath, boardRoutes } from '../../lib/board/routes.ts';
import { type BoardSend, boardOf } from '../functions/board-fixture.ts';
import { accountDocument, booking, type Service, startService, technicians } from '../functions/service.ts';

const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8'));
const ajv = new Ajv2020({ strictTypes: false, strictRequired: false, allErrors: true });
addFormats.default(ajv);
ajv.addVocabulary(['components']);
ajv.addSchema({ $id: 'openapi', components: document.components });

function faultsOf(schema: unknown, value: unknown) {
  const text = JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components');
  const validate = ajv.compile(JSON.parse(text));
  validate(value);
  return validate.errors ?? [];
}

let service: Service;
let board: ReturnType<typeof boardOf>;
beforeAll(async () => {
  service = await startService(accountDocument({ technicians }));
  board = boardOf(service);
  const call = { call_id: 'call_1', agent_id: 'agent_acme', from_number: '+12125550123', transcript: 'Hi' };
  await service.call('book_job', booking({ address: '1 Main Street' }));
  await service.send('voiceone-call-complete', { event: 'call_ended', call });
});
afterAll(() => service.stop());

const operationOf = (operation: BoardOperation) => {
  const route = boardRoutes.find((one) => one.operation === operation) ?? boardRoutes[0];
  return { route, documented: document.paths[boardPath(route)][route.method.toLowerCase()] };
};

/** Sends the documented example of an operation and checks the answer against its schema. */
async function sent(operation: BoardOperation, path: string, options: BoardSend = {}) {
  const { route, documented } = operationOf(operation);
  const content = documented.requestBody?.content['application/json'];
  const body = content?.examples?.example?.value ?? (route.method === 'POST' ? {} : undefined);
  if (content !== undefined) expect(faultsOf(content.schema, body)).toEqual([]);
  const answer = await board.send(path, { method: route.method, ...(body && { body }), ...options });
  const [status] = Object.keys(documented.responses).filter((code) => code.startsWith('2'));
  expect([operation, String(answer.status)]).toEqual([operation, status]);
  const schema = documented.responses[answer.status].content?.['application/json'].schema;
  if (schema !== undefined) expect(faultsOf(schema, answer.body)).toEqual([]);
  return answer.body;
}

describe("the board's operations, sent as documented", () => {
  const acme = '/accounts/acme-hvac';

  it('are answered as documented', async () => {
    const tried = new Set<BoardOperation>();
    const send = (operation: BoardOperation, path: string, options?: BoardSend) => {
      tried.add(operation);
      return sent(operation, path, options);
    };
    const take = async () => (await send('createJob', `${acme}/requests`)).dispatchRequestId;
    const id = await take();
    const changes = [
      // The third version is undone, as documented, and the note has the id of its version.
      ...([
        'edit',
        'schedule',
        'undo',
        'schedule',
        'unschedule',
        'addNote',
        'changeNote',
        'removeNote',
      ] as const),
      ...(['schedule', 'move', 'assign', 'unschedule', 'setUrgency', 'addNote'] as const),
      // A job with several visits can't wait for an earlier time.
      ...(['wait', 'split', 'schedule', 'hold'] as const),
      ...(['schedule', 'review', 'acknowledge', 'setStatus', 'cancel'] as const),
    ];
    let version = 1;
    let noteId = '';
    for (const operation of changes) {
      const { route } = operationOf(operation);
      const path = route.path
        .replace('{account}', 'acme-hvac')
        .replace('{request}', id)
        .replace('{note}', noteId);
      version = (await send(operation, path, { version })).version;
      if (operation === 'addNote') noteId = `n${version}`;
    }
    await send('decline', `${acme}/requests/${await take()}/decline`, { version: 1 });
    await send('listAccounts', '/accounts');
    await send('listDays', `${acme}/board?from=2026-06-08&days=7`);
    await send('readBoard', `${acme}/board/2026-06-10`);
    await send('readQueue', `${acme}/queue`);
    await send('readRequest', `${acme}/requests/${id}`);
    await send('listStarts', `${acme}/requests/${await take()}/starts?date=2026-06-10`);
    await send('listCalls', `${acme}/calls`);
    await send('listPlaces', `${acme}/places/2026-06-10`);
    await send('listWaiting', `${acme}/waiting`);
    await send('openLive', `${acme}/live`);
    await send('readOutbox', `${acme}/outbox?status=due`);
    await send('readCall', `${acme}/calls/voiceone/call_1`);
    await send('search', `${acme}/search?q=dana`);
    await send('findCustomer', `${acme}/customers?phone=%2B12125550123`);
    const { blockId } = await send('block', `${acme}/blocks`);
    await send('unblock', `${acme}/blocks/${blockId}`);

    expect(tried).toEqual(new Set(boardRoutes.map(({ operation }) => operation)));
  });

  it.each([
    ['a refusal', '/schedule', { date: '2026-06-10', time: '03:00' }, 1],
    ['a stale version', '/schedule', { date: '2026-06-10', time: '09:00' }, 9],
    ['no version', '/schedule', { date: '2026-06-10', time: '09:00' }, undefined],
    ['a wrong field', '/schedule', { date: 'soon' }, 1],
  ])('and %s as documented', async (_, action, body, version) => {
    const job = { name: 'Dana Miller', serviceTypeId: 'ac-repair', address: '1 Main Street' };
    const { dispatchRequestId } = (await board.post('/requests', job)).body;
    const answer = await board.post(`/requests/${dispatchRequestId}${action}`, body, version);
    const { responses } = operationOf('schedule').documented;

    expect(
      faultsOf(responses[answer.status].content['application/problem+json'].schema, answer.body),
    ).toEqual([]);
  });

  it('and a fault of storage as documented', async () => {
    const { document } = service.table;
    document.middlewareStack.add(
      () => () => {
        // The request's time is up.
        service.clock.now += 60_000;
        throw new ThrottlingException({ message: 'injected', $metadata: {} });
      },
      { step: 'initialize', name: 'throttle' },
    );
    const answer = await board.send('/accounts/acme-hvac/queue');
    document.middlewareStack.remove('throttle');
    const { content, headers } = operationOf('readQueue').documented.responses[answer.status];
    expect(answer.status).toBe(503);
    expect(answer.headers).toHaveProperty('retry-after');
    expect(headers).toHaveProperty('retry-after');
    expect(faultsOf(content['application/problem+json'].schema, answer.body)).toEqual([]);
  });
});
