import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Integration } from '../../lib/platforms/index.ts';
import { routeById } from '../../lib/routes.ts';
import { demoAccount, demoSecrets } from '../../local/demo/demo-account.ts';
import { type LocalServer, startLocalServer } from '../support/processes.ts';
import { date } from '../support/race-account.ts';
import { signHmac } from '../support/signers.ts';
import { type Group, type Row, row } from './report.ts';
import { leadEvent } from './requests.ts';

/** The demo's secret for plain HMAC. */
function demoSecretOf({ keys }: (typeof demoSecrets)[Integration]): string {
  const key = keys.find(({ scheme }) => scheme === 'hmac-sha256');
  if (key === undefined || !('secret' in key)) throw new Error('The demo has no key for plain HMAC');
  return key.secret;
}

const [accountSecret, crmSecret] = [demoSecretOf(demoSecrets.voiceone), demoSecretOf(demoSecrets.crm)];
const PARALLEL = 16;

type Asked = Pick<autocannon.Request, 'method' | 'path' | 'headers' | 'body'>;

const asked = (path: string, headers: Record<string, string>, body: string): Asked => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json', ...headers },
  body,
});

function availabilityOf(number: number): Asked {
  const call = { call_id: `bench-${number}`, agent_id: demoAccount.origins.voiceone[0] };
  const args = { date, serviceType: 'AC Repair' };
  const body = JSON.stringify({ name: 'check_availability', args, call });
  const { signatureHeader: header, path } = routeById('voiceone-function-call');
  return asked(path, signHmac(body, accountSecret, { header }), body);
}

const textOf = ({ body = '' }: APIGatewayProxyEventV2) => Buffer.from(body, 'base64').toString();

/** Each is a new delivery. */
function leadOf(number: number): Asked {
  const body = textOf(leadEvent(demoAccount.origins.crm[0] ?? '', `contact-${number}`));
  return asked('/api/webhooks/crm', signHmac(body, crmSecret), body);
}

/** End to end as with `npm start`: gateway, functions' thread, embedded database. */
export const server: Group = {
  name: 'server',
  title: 'End to end through npm start',
  async measure(quick) {
    const folder = mkdtempSync(join(tmpdir(), 'dispatch-bench-'));
    const local = await startLocalServer({ DISPATCH_DB: join(folder, 'bench.db') });
    try {
      const availability = Array.from({ length: 200 }, (_, number) => availabilityOf(number));
      const leads = Array.from({ length: 20_000 }, (_, number) => leadOf(number));
      return [
        ...(await load(local, 'availability', availability, quick)),
        ...(await load(local, 'lead', leads, quick)),
      ];
    } finally {
      await local.stop();
      rmSync(folder, { recursive: true });
    }
  },
};

async function load(local: LocalServer, what: string, requests: Asked[], quick: boolean): Promise<Row[]> {
  const duration = quick ? 2 : 10;
  const run = (connections: number) => autocannon({ url: local.url, connections, duration, requests });
  await autocannon({ url: local.url, connections: 1, duration: 1, requests });
  const alone = await run(1);
  const crowd = await run(PARALLEL);
  const failed = alone.errors + alone.non2xx + crowd.errors + crowd.non2xx;
  const all = alone.requests.total + crowd.requests.total;
  const rate = [crowd.requests.average, alone.requests.average] as const;
  const p50 = [crowd.latency.p50, alone.latency.p50] as const;
  const p99 = [crowd.latency.p99, alone.latency.p99] as const;
  return [
    row(`${what}, ${PARALLEL} connections`, 'one connection', 'per s', rate),
    row(`${what}, ${PARALLEL} connections, p50`, 'one connection', 'ms', p50),
    row(`${what}, ${PARALLEL} connections, p99`, 'one connection', 'ms', p99),
    row(`${what}, failed`, 'all', 'requests', [failed, all], { atMost: 0 }),
  ];
}
