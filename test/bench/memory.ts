import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { realDependencies } from '../../lib/aws/composition.ts';
import { createAccountStore } from '../../lib/aws/stores/account-store.ts';
import { startSecretsStandIn } from '../../local/stand-ins.ts';
import { bundleFunction } from '../support/bundles.ts';
import { accountDocument, clientOf, withDatabase } from './database.ts';
import { lambdaEnvironment } from './loading.ts';
import { type Group, row } from './report.ts';
import { availabilityEvent, bookingEvent, secretText } from './requests.ts';

const node = join(process.cwd(), 'node_modules/node/bin/node');
const ACCOUNT = 'bench';
/**
 * V8 sizes its young generation by the machine's memory; on a large machine it grows for so long that it looks like
 * a leak.
 */
const YOUNG = ['--max-semi-space-size=4'];

const Size = v.object({ resident: v.number(), heap: v.number() });
const Sizes = v.tuple([Size, Size]);

const script = (file: string, events: string, counts: readonly [number, number]) => `
  const { handler } = require(${JSON.stringify(file)});
  const events = JSON.parse(require('node:fs').readFileSync(${JSON.stringify(events)}, 'utf8'));
  let done = 0;
  const sizes = [];
  const line = async (until) => {
    while (done < until) {
      const { statusCode } = await handler(events[done++ % events.length], { awsRequestId: 'bench', functionName: 'bench' });
      if (statusCode !== 200) throw new Error('Answered ' + statusCode);
    }
  };
  (async () => {
    for (const count of ${JSON.stringify(counts)}) {
      await Promise.all([line(count), line(count), line(count), line(count)]);
      gc();
      const { rss, heapUsed } = process.memoryUsage();
      sizes.push({ resident: rss / 1e6, heap: heapUsed / 1e6 });
    }
    process.stderr.write(JSON.stringify(sizes));
    process.exit();
  })();`;

/** The memory that a function keeps after answering requests. */
export const memory: Group = {
  name: 'memory',
  title: 'Memory of a function after many requests',
  measure: (quick) =>
    withDatabase(async (endpoint, tableName) => {
      const folder = mkdtempSync(join(tmpdir(), 'dispatch-bench-'));
      const standIn = await startSecretsStandIn(() => secretText);
      const document = clientOf(endpoint);
      await createAccountStore(realDependencies({ document, tableName })).put(accountDocument(ACCOUNT));
      // Mostly availability. Bookings are repeats, which read as much as new ones.
      const events = Array.from({ length: 100 }, (_, number) =>
        number % 10 === 0
          ? bookingEvent(ACCOUNT, `call-${number % 3}`, `1${number % 3}:00`)
          : availabilityEvent(ACCOUNT, `call-${number}`),
      );
      writeFileSync(join(folder, 'events.json'), JSON.stringify(events));
      const { file } = bundleFunction('voiceone-function-call', folder);
      const env = { ...lambdaEnvironment(endpoint, standIn.endpoint), TABLE_NAME: tableName };
      const counts = quick ? ([200, 2_000] as const) : ([1_000, 10_000] as const);
      const args = [...YOUNG, '--expose-gc', '-e', script(file, join(folder, 'events.json'), counts)];
      const { stderr } = await promisify(execFile)(node, args, { env, maxBuffer: 64e6 });
      standIn.stop();
      rmSync(folder, { recursive: true });
      const [early, late] = v.parse(Sizes, JSON.parse(stderr));
      const [what, against] = [`after ${counts[1]} requests`, `after ${counts[0]}`];
      return [
        row(`resident, ${what}`, against, 'MB', [late.resident, early.resident], { atMost: 1.15 }),
        row(`heap in use, ${what}`, against, 'MB', [late.heap, early.heap], { atMost: 1.1 }),
      ];
    }),
};
