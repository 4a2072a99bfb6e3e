import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';

/** An error that a function reported to Lambda: while it was loaded, or in answer to an event. */
export class FunctionError extends Error {
  /** Such as `Runtime.HandlerNotFound`, or the name of what was thrown. */
  readonly errorType: string;

  constructor({ errorType, errorMessage }: v.InferOutput<typeof Reported>) {
    super(`${errorType}: ${errorMessage}`);
    this.errorType = errorType;
  }
}

const Reported = v.object({ errorType: v.string(), errorMessage: v.string() });

export interface Invocation {
  readonly event: unknown;
  readonly functionArn: string;
  /** Epoch milliseconds. */
  readonly deadline: number;
}

/** Lambda's side of its runtime API, for the process of one function. */
export interface RuntimeApi {
  /** The value of `AWS_LAMBDA_RUNTIME_API`. */
  readonly address: string;
  /** Resolves when the process asks for its first event, and rejects if its handler doesn't load. */
  readonly ready: Promise<void>;
  /** Rejects with `FunctionError` if the function throws. */
  invoke(invocation: Invocation): Promise<unknown>;
  /** Rejects whatever is waited for. */
  stop(reason: Error): void;
}

const BASE = '/2018-06-01/runtime';

interface Waiting extends Invocation {
  readonly id: string;
  readonly answered: PromiseWithResolvers<unknown>;
}

/** Serves the runtime API, version 2018-06-01: the process asks for one event after the other and posts each answer. */
export async function startRuntimeApi(): Promise<RuntimeApi> {
  const ready = Promise.withResolvers<void>();
  const queue: Waiting[] = [];
  const running = new Map<string, Waiting>();
  let asking: ServerResponse | undefined;

  function hand(): void {
    const next = asking === undefined ? undefined : queue.shift();
    if (asking === undefined || next === undefined) return;
    running.set(next.id, next);
    asking.writeHead(200, {
      'content-type': 'application/json',
      'lambda-runtime-aws-request-id': next.id,
      'lambda-runtime-deadline-ms': String(next.deadline),
      'lambda-runtime-invoked-function-arn': next.functionArn,
      'lambda-runtime-trace-id': 'Root=1-69000000-000000000000000000000000;Sampled=0',
    });
    asking.end(JSON.stringify(next.event));
    asking = undefined;
  }

  function settle(id: string, kind: string, body: string): void {
    const done = running.get(id);
    running.delete(id);
    if (kind === 'response') done?.answered.resolve(JSON.parse(body));
    else done?.answered.reject(new FunctionError(v.parse(Reported, JSON.parse(body))));
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === `${BASE}/invocation/next`) {
      asking = response;
      ready.resolve();
      return hand();
    }
    const body = await text(request);
    const [, id = '', kind = ''] = /\/invocation\/([^/]+)\/(response|error)$/.exec(request.url ?? '') ?? [];
    if (request.url === `${BASE}/init/error`) {
      ready.reject(new FunctionError(v.parse(Reported, JSON.parse(body))));
    } else settle(id, kind, body);
    response.writeHead(202, { 'content-type': 'application/json' }).end('{"status":"OK"}');
  }

  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  return {
    address: `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    ready: ready.promise,
    invoke(invocation) {
      const answered = Promise.withResolvers<unknown>();
      queue.push({ ...invocation, id: randomUUID(), answered });
      hand();
      return answered.promise;
    },
    stop(reason) {
      server.close();
      server.closeAllConnections();
      ready.reject(reason);
      for (const { answered } of [...queue, ...running.values()]) answered.reject(reason);
    },
  };
}
