import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type BoardRoute, boardRoutes } from '../../lib/board/routes.ts';

import { boardOf } from './board-fixture.ts';
import { accountDocument, booking, type Service, startService } from './service.ts';

let service: Service;
let board: ReturnType<typeof boardOf>;
/** What acme-hvac has, by the parameters of the paths. */
let known: Readonly<Record<string, string>>;

beforeAll(async () => {
  service = await startService(
    accountDocument({
      technicians: [
        { id: 'ana', name: 'Ana' },
        { id: 'ben', name: 'Ben' },
      ],
    }),
  );
  const origins = { crm: ['loc_zenith'], voiceone: ['agent_zenith'], voicetwo: ['asst_zenith'] };
  await service.accounts.put(accountDocument({ accountId: 'zenith', origins }));
  board = boardOf(service);
  const { dispatchRequestId } = await service.call('book_job', booking({ technician: 'Ana' }));
  const call = { call_id: 'call_1', agent_id: 'agent_acme', from_number: '+12125550123', transcript: 'Hi' };
  await service.send('voiceone-call-complete', { event: 'call_ended', call });
  const block = { technicianId: 'ben', from: '2026-06-10T08:00', to: '2026-06-10T12:00', reason: 'Training' };
  const { blockId } = (await board.post('/blocks', block)).body;
  known = {
    date: '2026-06-10',
    request: dispatchRequestId,
    block: blockId,
    platform: 'voiceone',
    call: 'call_1',
    note: 'n2',
  };
});
afterAll(() => service.stop());

/** Everything that is stored. */
async function everything() {
  const { document, tableName } = service.table;
  return (await document.send(new ScanCommand({ TableName: tableName }))).Items;
}

/** A body that every operation accepts but `wait`, whose `from` and `to` are days. */
const body = {
  ...{
    date: '2026-06-11',
    time: '09:00',
    technicianId: 'ana',
    reason: 'why',
    note: 'note',
    status: 'dispatched',
  },
  ...{ version: 1, urgency: 'urgent', name: 'Eve', from: '2026-06-12T08:00', to: '2026-06-12T12:00' },
};

const pathIn = (account: string, { path }: BoardRoute, over: Readonly<Record<string, string>> = {}) =>
  `${path.replace(/\{(\w+)\}/g, (_, name: string) => ({ ...known, account, ...over })[name] ?? '')}?date=2026-06-10&phone=%2B12125550123&q=dana`;

const routes = boardRoutes.filter(({ operation }) => operation !== 'listAccounts');
const toWait = { on: true, from: '2026-06-12', to: '2026-06-12' };
const sent = ({ method, operation }: BoardRoute) => ({
  method,
  ...(method === 'POST' && { body: operation === 'wait' ? toWait : body }),
  version: 1,
});
const without = (answer: { body: { requestId?: string } }) => ({ ...answer.body, requestId: undefined });

describe("another account's token", () => {
  it.each(routes)('reads and writes nothing by $operation', async (route) => {
    const before = await everything();
    const foreign = await board.send(pathIn('acme-hvac', route), { ...sent(route), accounts: 'zenith' });
    const unknown = await board.send(pathIn('nowhere', route), { ...sent(route), accounts: 'zenith' });

    expect([foreign.status, foreign.body.code]).toEqual([404, 'not_found']);
    expect(without(foreign)).toEqual(without(unknown));
    expect(await everything()).toEqual(before);
  });

  it.each(routes.filter(({ path }) => /\{(?:request|block|call)\}/.test(path)))(
    'gets the same answer for a foreign and an unknown id by $operation',
    async (route) => {
      const nothing = {
        request: 'dr_00000000000000000000',
        block: 'bl_00000000000000000000',
        call: 'call_0',
      };
      const before = await everything();
      const foreign = await board.send(pathIn('zenith', route), { ...sent(route), accounts: 'zenith' });
      const unknown = await board.send(pathIn('zenith', route, nothing), {
        ...sent(route),
        accounts: 'zenith',
      });

      expect([foreign.status, foreign.body.code]).toEqual([404, 'not_found']);
      expect(without(foreign)).toEqual(without(unknown));
      expect(await everything()).toEqual(before);
    },
  );

  it.each(routes.filter(({ method, path }) => method === 'GET' && !/\{(?:request|call)\}/.test(path)))(
    'sees only its own account by $operation',
    async (route) => {
      const answer = await board.send(pathIn('zenith', route), { accounts: 'zenith' });

      expect(JSON.stringify(answer.body)).not.toMatch(/Dana|5550123|Training|call_1|dr_/);
    },
  );

  it('lists only its own accounts', async () => {
    const idsFor = async (accounts: string) =>
      (await board.send('/accounts', { accounts })).body.accounts.map(
        ({ accountId }: { accountId: string }) => accountId,
      );

    expect(await idsFor('zenith')).toEqual(['zenith']);
    expect(await idsFor('[zenith nowhere]')).toEqual(['zenith']);
    expect(await idsFor('')).toEqual([]);
    expect(await idsFor('*')).toEqual(['acme-hvac', 'zenith']);
  });
});

describe('a cursor', () => {
  it('of one account is refused by another', async () => {
    const cursor = Buffer.from(
      JSON.stringify(['queue/acme-hvac', { dispatchRequestId: known.request, queueOrder: '0#2026' }]),
    ).toString('base64url');
    const answer = await board.send(`/accounts/zenith/queue?cursor=${cursor}`, { accounts: '*' });

    expect([answer.status, answer.body.code]).toEqual([400, 'cursor_invalid']);
  });

  it.each(['', '%00', 'e30', 'bnVsbA', 'WyJxdWV1ZS9hY21lLWh2YWMiLHt9XQ'])(
    'such as %j is refused',
    async (cursor) => {
      const answer = await board.send(`/accounts/acme-hvac/queue?cursor=${cursor}`);

      expect(answer.body.code).toBe('cursor_invalid');
    },
  );
});

describe('a token', () => {
  it.each(routes)('without the scope is refused by $operation', async (route) => {
    const other = route.method === 'GET' ? 'dispatch/write' : 'dispatch/read';
    const before = await everything();
    const answer = await board.send(pathIn('acme-hvac', route), { ...sent(route), scope: `openid ${other}` });

    expect([answer.status, answer.body.code]).toEqual([403, 'scope_missing']);
    expect(await everything()).toEqual(before);
  });

  it.each(['', ' ', 'x'.repeat(61)])('with an unrecordable subject is refused: %j', async (sub) => {
    expect((await board.send('/accounts', { sub })).status).toBe(401);
  });
});

describe('any other path or method', () => {
  it.each([
    ['GET', '/accounts/acme-hvac'],
    ['GET', '/accounts/acme-hvac/requests'],
    ['POST', '/accounts'],
    ['PUT', '/accounts/acme-hvac/blocks'],
    ['GET', '/accounts/acme-hvac/board/2026-06-10/'],
    ['GET', '/accounts/%2E%2E/board/2026-06-10'],
  ] as const)('is not found: %s %s', async (method, path) => {
    const answer = await board.send(path, { method, accounts: '*' });

    expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
  });
});
