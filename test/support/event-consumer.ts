import { createServer, type Server } from 'node:http';

/** An event as it was posted. */
export interface Received {
  readonly id: string;
  readonly 'detail-type': string;
  readonly time: string;
  readonly detail: { readonly dispatchRequestId?: string; readonly version?: number };
}

/** A consumer that answers as the test says, and stores what it received. */
export async function startConsumer(answer: () => number) {
  const taken: Received[] = [];
  const refused: Received[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const event: Received = JSON.parse(Buffer.concat(chunks).toString());
      const status = request.headers['content-type'] === 'application/json' ? answer() : 415;
      (status >= 200 && status < 300 ? taken : refused).push(event);
      response.writeHead(status, { location: '/elsewhere' }).end('an answer');
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const stop = () => new Promise((closed) => server.close(closed).closeAllConnections());
  return { taken, refused, url: `http://127.0.0.1:${port}/events?key=s3cret`, stop };
}
