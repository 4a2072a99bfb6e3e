import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** What may go wrong; `…After`: once the database has executed the request. */
export type Fault =
  | 'throttle'
  | 'conflict'
  | 'error500'
  | 'error500After'
  | 'dropBefore'
  | 'dropAfter'
  | 'hangBefore'
  | 'hangAfter'
  /** Answers, and makes the client open a new connection for the next request. */
  | 'answerAndClose';

/**
 * The fault for the nth request (from 1) of an operation such as `TransactWriteItems`; undefined: none. `counts`:
 * of all so far.
 */
export type Plan = (
  operation: string,
  nth: number,
  counts: ReadonlyMap<string, number>,
) => Fault | undefined | Promise<Fault | undefined>;

export interface FaultProxy {
  readonly endpoint: string;
  plan: Plan | undefined;
  /**
   * Called for each hanging request, which then ends as if its client had given up. Without it, the request really
   * hangs.
   */
  onHang: (() => void) | undefined;
  /** Counts of the requests since the last `reset`. */
  readonly counts: ReadonlyMap<string, number>;
  /** Refuses new connections. Those that are open stay, so that a request on one of them is answered. */
  refuse(): void;
  /** Ends all faults and accepts connections again. */
  reset(): Promise<void>;
  stop(): void;
}

interface Answer {
  readonly status: number;
  readonly body: string | Buffer;
  readonly headers?: Record<string, string>;
}

const fault = (status: number, type: string, more: object = {}): Answer => {
  const body = { __type: `com.amazonaws.dynamodb.v20120810#${type}`, message: 'injected', ...more };
  return { status, body: JSON.stringify(body) };
};

const answers = new Map<Fault, Answer>([
  ['throttle', fault(400, 'ThrottlingException')],
  [
    'conflict',
    fault(400, 'TransactionCanceledException', {
      CancellationReasons: [{ Code: 'None' }, { Code: 'TransactionConflict' }, { Code: 'None' }],
    }),
  ],
  ['error500', fault(500, 'InternalServerError')],
]);

/** Stands between a client and the database and causes the planned faults. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const counts = new Map<string, number>();
  const state: { plan: Plan | undefined; onHang: FaultProxy['onHang'] } = {
    plan: undefined,
    onHang: undefined,
  };
  const hang = ({ socket }: IncomingMessage) => {
    if (state.onHang === undefined) return;
    state.onHang();
    socket.destroy();
  };

  const server = createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming);
    const operation = String(incoming.headers['x-amz-target']).split('.').at(-1) ?? '';
    const nth = (counts.get(operation) ?? 0) + 1;
    counts.set(operation, nth);
    const wrong = await state.plan?.(operation, nth, counts);
    if (wrong === 'hangBefore') return hang(incoming);
    if (wrong === 'dropBefore') {
      incoming.socket.destroy();
      return;
    }
    const answer = answers.get(wrong ?? 'dropBefore') ?? (await forward(target, incoming, body));
    if (wrong === 'hangAfter') return hang(incoming);
    if (wrong === 'dropAfter') {
      incoming.socket.destroy();
      return;
    }
    const last = wrong === 'answerAndClose';
    respond(outgoing, wrong === 'error500After' ? fault(500, 'InternalServerError') : answer, last);
  });

  const listen = (port: number) =>
    new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', resolve);
    });
  await listen(0);
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;

  return {
    endpoint: `http://127.0.0.1:${port}`,
    counts,
    get plan() {
      return state.plan;
    },
    set plan(plan) {
      state.plan = plan;
    },
    get onHang() {
      return state.onHang;
    },
    set onHang(listener) {
      state.onHang = listener;
    },
    refuse() {
      server.close();
    },
    async reset() {
      counts.clear();
      state.plan = undefined;
      if (!server.listening) await listen(port);
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function respond(outgoing: ServerResponse, { status, body, headers }: Answer, last: boolean): void {
  const own = headers ?? { 'content-type': 'application/x-amz-json-1.0' };
  outgoing.writeHead(status, { ...own, ...(last && { connection: 'close' }) });
  outgoing.end(body);
}

function forward(target: string, incoming: IncomingMessage, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { host: _, ...headers } = incoming.headers;
    const outgoing = request(target, { method: 'POST', headers }, async (answer) => {
      const type = answer.headers['content-type'] ?? 'application/x-amz-json-1.0';
      resolve({
        status: answer.statusCode ?? 500,
        body: await buffer(answer),
        headers: { 'content-type': type },
      });
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}
