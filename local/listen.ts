import type { Server } from 'node:net';

/** Resolves to the port at which the server listens, which the system chooses for port 0. Rejects if it can't listen. */
export async function listenAt(server: Server, port: number, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}
