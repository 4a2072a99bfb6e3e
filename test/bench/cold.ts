import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as v from 'valibot';
import { realDependencies } from '../../lib/aws/composition.ts';
import { createAccountStore } from '../../lib/aws/stores/account-store.ts';
import { startSecretsStandIn } from '../../local/stand-ins.ts';
import { bundleFunction } from '../support/bundles.ts';
import { accountDocument, clientOf, withDatabase } from './database.ts';
import { bundleTextbook, lambdaEnvironment } from './loading.ts';
import { progress } from './progress.ts';
import { type Group, median, row } from './report.ts';
import { leadEvent, secretText } from './requests.ts';

const node = join(process.cwd(), 'node_modules/node/bin/node');
const ACCOUNT = 'bench';
/** Long enough for the warm-up to end. */
const IDLE_MS = 300;

interface Start {
  readonly file: string;
  readonly event: APIGatewayProxyEventV2;
  /** Milliseconds between loading and the first request. */
  readonly idle: number;
}

const Started = v.object({ load: v.number(), first: v.number(), status: v.picklist([202]) });

const script = ({ file, event, idle }: Start) => `
  const started = performance.now();
  const { handler } = require(${JSON.stringify(file)});
  const load = performance.now() - started;
  setTimeout(async () => {
    const asked = performance.now();
    const { statusCode: status } = await handler(${JSON.stringify(event)}, { awsRequestId: 'bench', functionName: 'bench' });
    process.stderr.write(JSON.stringify({ load, first: performance.now() - asked, status }));
    process.exit();
  }, ${idle});`;

async function start(asked: Start, env: Record<string, string>) {
  const { stderr } = await promisify(execFile)(node, ['-e', script(asked)], { env });
  return v.parse(Started, JSON.parse(stderr));
}

/** From a fresh process to the answer to its first request. */
export const cold: Group = {
  name: 'cold',
  title: 'A cold start: a lead is the first request',
  measure: (quick) =>
    withDatabase(async (endpoint, tableName) => {
      const folder = mkdtempSync(join(tmpdir(), 'dispatch-bench-'));
      const standIn = await startSecretsStandIn(() => secretText);
      const document = clientOf(endpoint);
      await createAccountStore(realDependencies({ document, tableName })).put(accountDocument(ACCOUNT));
      const env = { ...lambdaEnvironment(endpoint, standIn.endpoint), TABLE_NAME: tableName };
      const { file } = bundleFunction('crm', folder);
      const textbook = bundleTextbook(folder).file;
      const lead = (number: number, key?: string) => leadEvent(ACCOUNT, `contact-${number}`, key);
      const runs = { atOnce: newRuns(), idle: newRuns(), textbook: newRuns() };
      const rounds = quick ? 5 : 21;
      for (let round = 0; round < rounds; round++) {
        add(runs.atOnce, await start({ file, event: lead(2 * round), idle: 0 }, env));
        add(runs.idle, await start({ file, event: lead(2 * round + 1), idle: IDLE_MS }, env));
        add(runs.textbook, await start({ file: textbook, event: lead(round, secretText), idle: 0 }, env));
        progress('cold starts', round + 1, rounds);
      }
      standIn.stop();
      rmSync(folder, { recursive: true });
      const first = ({ firsts }: Runs) => median(firsts);
      const total = ({ totals }: Runs) => median(totals);
      const { atOnce, idle } = runs;
      return [
        row(`first lead, ${IDLE_MS} ms after loading`, 'at once', 'ms', [first(idle), first(atOnce)]),
        row('loading and first lead: 4 trips', 'textbook: 2 trips', 'ms', [
          total(atOnce),
          total(runs.textbook),
        ]),
      ];
    }),
};

interface Runs {
  readonly firsts: number[];
  readonly totals: number[];
}

const newRuns = (): Runs => ({ firsts: [], totals: [] });

function add({ firsts, totals }: Runs, { load, first }: v.InferOutput<typeof Started>): void {
  firsts.push(first);
  totals.push(load + first);
}
