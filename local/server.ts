import type { Server } from 'node:http';
import { loadAccounts } from './accounts.ts';
import { type BoardAccess, createBoardAccess, LIVE_PATH, pageFiles } from './board/board-access.ts';
import { type LiveChannel, startLiveChannel } from './board/live-channel.ts';
import { prepareTable } from './database/create-table.ts';
import { accessVariables, databaseClient } from './database/database-access.ts';
import { startDatabaseProxy } from './database/database-proxy.ts';
import { startOwnDatabase } from './database/own-database.ts';
import { createDemoClient } from './demo/demo-client.ts';
import { makeDemoDay } from './demo/demo-day.ts';
import { publishTableEvents, toEvents } from './events/event-publisher.ts';
import { startReminderTimer } from './events/reminder-timer.ts';
import { type Functions, startFunctions } from './gateway/functions.ts';
import { createGateway } from './gateway/gateway.ts';
import { formatRequestLine, readableLine } from './gateway/request-line.ts';
import { listenAt } from './listen.ts';
import { checkSecrets, secretReader, secretVariables } from './secrets.ts';
import { readSettings, type Settings } from './settings.ts';
import { createShutdown, endWithNpm, type Shutdown } from './shutdown.ts';
import { startSecretsStandIn, startTopicStandIn } from './stand-ins.ts';
import { faultLines, StartFault } from './start-fault.ts';
import { readState, removeState, type ServerState, writeState } from './state-file.ts';
import { printable } from './terminal-text.ts';

// Senders choose paths and ids of calls, which must not control the terminal.
const print = (line: string) => process.stdout.write(`${printable(line)}\n`);
const complain = (line: string) => process.stderr.write(`${printable(line)}\n`);

interface ServerOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The project's folder. */
  readonly root: string;
  /** The folder of this file. */
  readonly folder: string;
}

/** Runs until it is stopped or its database ends. Throws `StartFault` for problems that a person can fix. */
export async function startServer({ environment, root, folder }: ServerOptions): Promise<void> {
  const settings = readSettings(environment, root);
  if (settings.secretsFile !== undefined) checkSecrets(settings.secretsFile);
  const accounts = loadAccounts(settings.accountsFolder);
  await refuseSharedFile(settings);

  const closing = createShutdown();
  endWithNpm(closing, environment);
  try {
    // Binds the port first, so that a second server fails before it changes anything.
    const { server, url, board, live, ready } = await listen(settings);
    closing.add(() => close(server));
    const endpoint = await startDatabase(settings, root, closing);
    const client = databaseClient(endpoint, environment);
    const isNew = await prepareTable(client, settings.tableName, accounts).finally(() => client.destroy());
    const standIn = await startSecretsStandIn(secretReader(settings.secretsFile), settings.bind);
    closing.add(standIn.stop);
    const topic = await startTopicStandIn((message) => {
      for (const line of message.split('\n')) print(`  ${line}`);
    });
    closing.add(topic.stop);
    const boardUrl = `${url}/board/#${board.token}`;
    const shared = {
      env: {
        ...accessVariables(endpoint, environment),
        ...functionEnvironment(settings, {
          database: endpoint,
          secrets: standIn.endpoint,
          topic: topic.endpoint,
        }),
        BOARD_URL: boardUrl,
        LIVE_URL: LIVE_PATH,
        LIVE_API: live.endpoint,
        STACK_NAME: '',
        BASE_URL: url,
        WEBHOOKS_URL: url,
        // What the provider `log` would send is shown here only.
        SHOW_MESSAGES: 'true',
      },
      folder,
      onFault: complain,
    };
    const functions = await startFunctions({
      ...shared,
      onLine: (text) => {
        const line = readableLine(text);
        if (line !== undefined) print(line);
      },
    });
    closing.add(functions.stop);
    // Before the functions, which connections that end would call.
    closing.add(live.stop);
    ready(functions);
    announce(settings, { url, board: boardUrl, endpoint, secretsEndpoint: standIn.endpoint }, closing);
    const demoUntil = isNew && settings.demoDay ? await addDemoDay(shared, board) : undefined;
    print(`board at ${boardUrl}`);
    const reminders = startReminderTimer(() => functions.invoke('reminders', {}));
    closing.add(reminders.stop);
    const events = await publishTableEvents(settings, {
      ...{ endpoint, environment, print },
      enrich: async (records) => toEvents(await functions.invoke('events', records)),
      tell: (event) => functions.invoke('urgent', event),
      follow: (record) => functions.invoke('board-updates', { Records: [record] }),
      demoUntil,
    });
    if (events === undefined) return;
    closing.add(events.stop);
    // Without the stream, a page would wait for hints that never come.
    live.begin();
  } catch (error) {
    await closing.run();
    throw error;
  }
}

/**
 * Fills a new table with a day of the demo account, by functions whose requests may lie in the past. Returns the time in
 * epoch milliseconds by which all of it happened.
 */
async function addDemoDay(
  options: Omit<Parameters<typeof startFunctions>[0], 'onLine'>,
  board: BoardAccess,
): Promise<number> {
  const functions = await startFunctions({ ...options, onLine: () => undefined, setsClock: true });
  try {
    await makeDemoDay(createDemoClient(functions, board), Date.now());
  } catch (error) {
    // The service works without the demo day.
    options.onFault([`The demo day is incomplete. Please report this:`, ...faultLines(error)].join(' '));
  } finally {
    await functions.stop();
  }
  return Date.now();
}

/** Two embedded databases on one file would not see each other's writes. */
async function refuseSharedFile({ database, stateFile }: Settings): Promise<void> {
  if (database.kind !== 'embedded' || database.file === undefined) return;
  const other = readState(stateFile);
  if (other === undefined || other.database !== database.file) return;
  // Another program may have the process id by now, so check that the database answers. DynamoDB Local refuses a request
  // without a signature.
  const answers = await fetch(other.endpoint).then(
    ({ ok, status }) => ok || status === 400,
    () => false,
  );
  if (!answers) return;
  throw new StartFault([
    `A server on ${other.url} (process ${other.pid}) uses ${database.file}: stop it, or set DISPATCH_DB to another file.`,
  ]);
}

/** Starts the server. Requests that come before the functions are loaded wait for them. */
async function listen({ port, hosts }: Settings): Promise<{
  server: Server;
  url: string;
  board: BoardAccess;
  live: LiveChannel;
  ready: (functions: Functions) => void;
}> {
  const { promise, resolve } = Promise.withResolvers<Functions>();
  // The builder is loaded when a browser first asks for the page.
  const files = pageFiles(async () => (await import('../board/build.ts')).buildPage());
  const board = createBoardAccess(files, async (event) => (await promise).invoke('board-claims', event));
  const live = await startLiveChannel(async (event) => (await promise).invoke('board-live', event));
  const server = createGateway({
    board,
    live: live.serve,
    hosts,
    invoke: async (id, event) => (await promise).invoke(id, event),
    log: (line) => print(formatRequestLine(line)),
    now: () => new Date(),
  });
  const taken = await listenAt(server, port, '127.0.0.1').catch((error: unknown) => {
    live.stop();
    throw portFault(error, port);
  });
  return { server, url: `http://127.0.0.1:${taken}`, board, live, ready: resolve };
}

function portFault(error: unknown, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new StartFault([
      `Port ${port} is in use: stop what listens there, or set PORT (0 takes a free one).`,
    ]);
  }
  if (code === 'EACCES') return new StartFault([`Port ${port} is not allowed: set PORT to 1024 or more.`]);
  return error;
}

async function startDatabase({ bind, database }: Settings, root: string, closing: Shutdown): Promise<string> {
  if (database.kind === 'endpoint') return database.endpoint;
  const own = await startOwnDatabase({ ...database, root, print });
  closing.add(own.stop);
  own.onExit((how) => {
    complain(`${how} The server ends too; start it again.`);
    void closing.exit(1);
  });
  const proxy = await startDatabaseProxy(own, bind);
  closing.add(proxy.stop);
  return proxy.endpoint;
}

/** The variables of the deployed functions, plus the AWS endpoints. */
function functionEnvironment(
  { tableName }: Settings,
  endpoints: { readonly database: string; readonly secrets: string; readonly topic: string },
): Record<string, string> {
  return {
    AWS_ENDPOINT_URL_DYNAMODB: endpoints.database,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoints.secrets,
    AWS_ENDPOINT_URL_SNS: endpoints.topic,
    TABLE_NAME: tableName,
    TOPIC_ARN: 'arn:aws:sns:us-east-1:000000000000:urgent',
    ...secretVariables,
    // The limit protects other accounts from one sender, which a local server does not need.
    ACCOUNT_WRITES_PER_MINUTE: '100000',
  };
}

function announce(
  settings: Settings,
  where: Pick<ServerState, 'url' | 'board' | 'endpoint' | 'secretsEndpoint'>,
  closing: Shutdown,
): void {
  const { url, endpoint } = where;
  const { database, secretsFile, stateFile, tableName } = settings;
  writeState(stateFile, {
    ...where,
    table: tableName,
    secrets: secretsFile ?? null,
    database: database.kind === 'embedded' ? (database.file ?? null) : null,
    pid: process.pid,
  });
  closing.add(() => removeState(stateFile, process.pid));
  print(`listening on ${url}`);
  print(`dynamodb at ${endpoint} table ${tableName}`);
  print('send a first webhook: npx dispatch send crm/lead');
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
