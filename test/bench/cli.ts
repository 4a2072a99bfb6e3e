import { BatchWriteCommand, type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { runCli } from '../../cli/program.ts';
import type { CliContext } from '../../cli/target.ts';
import { boardStores, type ContainerDependencies } from '../../lib/aws/composition.ts';
import { SUMMARY } from '../../lib/aws/items/call-summary.ts';
import { callKey, toRequestItem } from '../../lib/aws/items/request-item.ts';
import { createAccountStore } from '../../lib/aws/stores/account-store.ts';
import { createRequestReader } from '../../lib/aws/stores/request-store.ts';
import { boardApi } from '../../lib/board/api.ts';
import { ACCOUNTS_CLAIM, scopes } from '../../lib/board/claims.ts';
import { HOUR_MS } from '../../lib/scheduling/time.ts';
import { apiGatewayEvent, lambdaContext } from '../support/events.ts';
import { date } from '../support/race-account.ts';
import { accountDocument, dependenciesOver, withDatabase } from './database.ts';
import { context, handlersOver } from './handlers.ts';
import { progress } from './progress.ts';
import { alternate, type Goal, type Group, type Row, row } from './report.ts';
import { bookingEvent, callEndedEvent, leadEvent } from './requests.ts';

const [MANY, FEW] = [20_000, 200];
/** One request in this many is open; the others ended in the last year. Both accounts fill a page. */
const OPEN_OF = { many: 10, few: 2 };
const BATCH = 25;
/** The number of rows that both accounts have. */
const ROWS = ['--limit', '50'];

type Item = Record<string, unknown>;

async function put(document: DynamoDBDocumentClient, tableName: string, items: readonly Item[]) {
  for (let from = 0; from < items.length; from += BATCH) {
    const puts = items.slice(from, from + BATCH).map((Item) => ({ PutRequest: { Item } }));
    await document.send(new BatchWriteCommand({ RequestItems: { [tableName]: puts } }));
    progress('storing', from, items.length);
  }
  progress('storing', items.length, items.length);
}

/**
 * An account with this many requests and calls, and three bookings on `date`. The first request and call arrive as
 * real ones do.
 */
async function fill(
  deps: ContainerDependencies,
  accountId: keyof typeof OPEN_OF,
  count: number,
): Promise<void> {
  await createAccountStore(deps).put(accountDocument(accountId));
  const { crm, functionCall, callComplete } = handlersOver(deps);
  for (const time of ['08:00', '10:00', '13:00'])
    await functionCall(bookingEvent(accountId, `${accountId}-${time}`, time), context);
  await callComplete(callEndedEvent(accountId, 'call-0'), context);
  await crm(leadEvent(accountId, 'contact'), context);
  const found = await createRequestReader(deps).list(accountId, {});
  const lead = found.find(({ source }) => source === 'crm');
  const Key = { pk: callKey(accountId, 'voiceone', 'call-0'), sk: SUMMARY };
  const { Item: call } = await deps.document.send(new GetCommand({ TableName: deps.tableName, Key }));
  if (lead === undefined || call === undefined) throw new Error('No lead or no call was stored');
  const items = Array.from({ length: count }, (_, n): Item[] => {
    const createdAt = new Date(Date.now() - ((n * 8_760) / count) * HOUR_MS).toISOString();
    const callId = `call-${n}`;
    const copy = {
      ...lead,
      dispatchRequestId: `dr_${String(n).padStart(15, '0')}${accountId.slice(0, 5)}`,
      createdAt,
      customer: { ...lead.customer, phone: phoneOf(n) },
      history: lead.history,
    };
    const request = n % OPEN_OF[accountId] === 0 ? copy : { ...copy, status: 'canceled' as const };
    return [
      toRequestItem(request, undefined),
      { ...call, pk: callKey(accountId, 'voiceone', callId), callId, createdAt },
    ];
  }).flat();
  await put(deps.document, deps.tableName, items);
}

const phoneOf = (n: number) => `+1212${String(5_550_000 + n).padStart(7, '0')}`;

/** Runs a command in this process, because starting another would dominate the measurement. */
async function command(host: CliContext, args: readonly string[]): Promise<void> {
  const code = await runCli(args, host);
  if (code !== 0) throw new Error(`${args.slice(4).join(' ')} ended with ${code}`);
}

function hostOf(): CliContext {
  return {
    environment: {},
    root: process.cwd(),
    now: () => new Date(),
    version: 'bench',
    print: () => undefined,
    complain: (text) => console.error(text),
    pause: async () => undefined,
    readInput: async () => Buffer.alloc(0),
    browse: async () => undefined,
  };
}

/** Sends a request as the page does. */
function boardEvent(accountId: string, path: string) {
  const route = { method: 'GET', path: `/api/v1/accounts/${accountId}${path}` } as const;
  const event = apiGatewayEvent({ route, body: '', headers: {} });
  const claims = { sub: 'bench', scope: scopes.join(' '), [ACCOUNTS_CLAIM]: '*' };
  const authorizer = { jwt: { claims, scopes: null } };
  return { ...event, requestContext: { ...event.requestContext, authorizer } };
}

const commands: readonly (readonly [string, readonly string[], Goal?])[] = [
  ['requests list', ['requests', 'list', ...ROWS], { atMost: 2 }],
  ['requests list --review', ['requests', 'list', '--review', ...ROWS], { atMost: 2 }],
  ['messages list', ['messages', 'list'], { atMost: 2 }],
  ['calls list', ['calls', 'list', ...ROWS], { atMost: 2 }],
  ['schedule', ['schedule', '--date', date], { atMost: 2 }],
  ['customers show', ['customers', 'show', '--phone', phoneOf(10)], { atMost: 2 }],
  // Reads everything, because the growth of the full list is what is measured.
  ['requests list --all --json', ['requests', 'list', '--all', '--json']],
];

/** What a dispatcher waits for, in an account with a long history and in a new one. */
export const cli: Group = {
  name: 'cli',
  title: `Command line and board with ${MANY} requests and calls, against ${FEW}`,
  measure: (quick) =>
    withDatabase(async (endpoint, tableName, document) => {
      const deps = { ...dependenciesOver(endpoint, tableName), document };
      await fill(deps, 'many', quick ? MANY / 10 : MANY);
      await fill(deps, 'few', FEW);
      const host = hostOf();
      const rows: Row[] = [];
      const rounds = quick ? 5 : 15;
      for (const [what, args, goal] of commands) {
        const of = (account: string) => () =>
          command(host, ['--endpoint', endpoint, '--table', tableName, ...args, '--account', account]);
        const times = await alternate(goal === undefined ? 3 : rounds, of('many'), of('few'));
        rows.push(row(what, `${FEW}`, 'ms', times, goal));
      }
      const handler = boardApi({ ...boardStores(deps), liveUrl: '', log: () => undefined });
      for (const path of [`/board/${date}`, '/queue', '/calls']) {
        const of = (account: string) => async () => {
          const { statusCode } = await handler(boardEvent(account, path), lambdaContext());
          if (statusCode !== 200) throw new Error(`${path} was answered ${statusCode}`);
        };
        const times = await alternate(rounds, of('many'), of('few'));
        rows.push(row(`GET …${path.replace(date, '<date>')}`, `${FEW}`, 'ms', times, { atMost: 2 }));
      }
      return rows;
    }),
};
