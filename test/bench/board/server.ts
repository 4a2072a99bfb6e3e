import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { build } from 'esbuild';
import { buildPage, type PageFile } from '../../../board/build.ts';
import { accountOf, boardOf, calendarOf, queueOf, type Shop, startsOf } from './days.ts';

/** The page with the other calendar. It shows a day when asked to. */
const calendarEntry = `
  import { createCalendar, ResourceTimeline } from '@event-calendar/core';
  import '@event-calendar/core/index.css';
  window.showDay = async () => {
    const { date, resources, events } = await (await fetch('calendar.json')).json();
    createCalendar(document.querySelector('main'), [ResourceTimeline], {
      view: 'resourceTimelineDay', headerToolbar: { start: '', center: '', end: '' }, height: '100vh',
      slotMinTime: '07:00', slotMaxTime: '18:00', slotDuration: '01:00', date, resources, events,
    });
  };`;

const calendarFrame = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Calendar</title>
  <link rel="icon" href="data:,"><link rel="stylesheet" href="calendar.css"><style>body { margin: 0 }</style>
  <script type="module" src="calendar.js"></script></head><body><main></main></body></html>`;

const emptyPage = '<!doctype html><html lang="en"><title>Empty</title><link rel="icon" href="data:,"></html>';

/** Serves the page of this project and the other calendar, with generated answers for any number of technicians. */
export interface BoardServer {
  readonly url: string;
  /** The accounts of the page by id. */
  readonly shops: ReadonlyMap<string, Shop>;
  readonly server: Server;
}

export async function startBoardServer(
  shops: ReadonlyMap<string, Shop>,
  calendarDate: string,
): Promise<BoardServer> {
  const files = [
    ...buildPage().map((file) => ({ ...file, name: `board/${file.name}` })),
    ...(await calendarFiles()),
  ];
  const texts = new Map(files.map((file) => [`/${file.name}`, file]));
  const server = createServer((request, response) => {
    const file = texts.get(new URL(request.url ?? '/', 'http://localhost').pathname);
    if (file !== undefined) return response.writeHead(200, { 'content-type': file.type }).end(file.body);
    if (request.url === '/calendar.json') return json(response, calendarOf(calendarDate, 40));
    return answer(shops, request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return { url: `http://127.0.0.1:${address.port}`, shops, server };
}

type ServedFile = Pick<PageFile, 'name' | 'type' | 'body'>;

async function calendarFiles(): Promise<readonly ServedFile[]> {
  const { outputFiles } = await build({
    stdin: { contents: calendarEntry, resolveDir: process.cwd() },
    outfile: 'calendar.js',
    bundle: true,
    minify: true,
    format: 'esm',
    conditions: ['production'],
    write: false,
    logLevel: 'silent',
  });
  const frame = (name: string, text: string) => ({
    name,
    type: 'text/html',
    body: new TextEncoder().encode(text),
  });
  return [
    frame('calendar.html', calendarFrame),
    frame('empty.html', emptyPage),
    ...outputFiles.map(({ path, contents }) => {
      const isStyle = path.endsWith('.css');
      return {
        name: isStyle ? 'calendar.css' : 'calendar.js',
        type: isStyle ? 'text/css' : 'text/javascript',
        body: contents,
      };
    }),
  ];
}

/** Answers in the format of the board's API. */
function answer(
  shops: ReadonlyMap<string, Shop>,
  { url = '', headers }: IncomingMessage,
  response: ServerResponse,
) {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const [account = '', what, detail = '', more] = pathname
    .replace('/api/v1/accounts', '')
    .split('/')
    .slice(1);
  if (account === '') return json(response, { accounts: [...shops.keys()].map(accountOf) });
  const shop = shops.get(account);
  if (shop === undefined) return response.writeHead(404).end();
  const etag = `"${what === 'board' ? shop.version : 0}"`;
  if (headers['if-none-match'] === etag) return response.writeHead(304, { etag }).end();
  if (what === 'board') return json(response, boardOf(account, shop, detail), etag);
  if (what === 'queue') return json(response, queueOf(), etag);
  if (more === 'starts') return json(response, startsOf(shop, detail, searchParams.get('date') ?? ''));
  return response.writeHead(404).end();
}

function json(response: ServerResponse, body: unknown, etag?: string) {
  const headers = { 'content-type': 'application/json', ...(etag && { etag }) };
  return response.writeHead(200, headers).end(JSON.stringify(body));
}
