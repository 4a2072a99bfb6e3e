import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { startPrivateServer } from '../private-server.ts';

/** Plays the WebSocket API on one's own machine: the board's page gets server-sent events in place of messages. */
export interface LiveChannel {
  /** Where functions send hints. */
  readonly endpoint: string;
  /** Answers the page with events, if its ticket is good. */
  serve(request: IncomingMessage, response: ServerResponse, query: string): Promise<void>;
  /** Lets pages connect from now on. Until then they get a 503. */
  begin(): void;
  /** Ends all connections. */
  stop(): void;
}

const Answer = v.object({ statusCode: v.number() });
const CONNECTION = /^\/@connections\/[^/]+$/;

/** @param invoke the function that opens connections and forgets closed ones */
export async function startLiveChannel(invoke: (event: object) => Promise<unknown>): Promise<LiveChannel> {
  const open = new Map<string, ServerResponse>();
  let isOpen = false;
  const event = (routeKey: string, connectionId: string, query = '') => ({
    requestContext: { routeKey, connectionId, eventType: routeKey === '$connect' ? 'CONNECT' : 'DISCONNECT' },
    queryStringParameters: Object.fromEntries(new URLSearchParams(query)),
  });
  const send = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    const id = request.url?.split('/').at(-1) ?? '';
    const connection = open.get(decodeURIComponent(id));
    connection?.write(`data: ${body}\n\n`);
    response.writeHead(connection === undefined ? 410 : 200).end();
  };
  const server = await startPrivateServer('127.0.0.1', send, CONNECTION);
  return {
    endpoint: server.endpoint,
    async serve(request, response, query) {
      const id = randomUUID();
      if (!isOpen) return void response.writeHead(503).end();
      const answer = await invoke(event('$connect', id, query)).catch(() => undefined);
      const { output, success } = v.safeParse(Answer, answer);
      const status = success ? output.statusCode : 500;
      if (status !== 200) return void response.writeHead(status).end();
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      response.flushHeaders();
      open.set(id, response);
      request.socket.once('close', () => {
        open.delete(id);
        if (isOpen) void invoke(event('$disconnect', id)).catch(() => undefined);
      });
    },
    begin() {
      isOpen = true;
    },
    stop() {
      isOpen = false;
      for (const response of open.values()) response.end();
      server.stop();
    },
  };
}
