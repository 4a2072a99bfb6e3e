import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildSync } from 'esbuild';
import * as v from 'valibot';
import { routes } from '../../lib/routes.ts';
import { secretVariables } from '../../local/secrets.ts';
import { type Bundle, bundleFunction } from '../support/bundles.ts';
import { progress } from './progress.ts';
import { type Group, median, type Row, row } from './report.ts';

const node = join(process.cwd(), 'node_modules/node/bin/node');
/** An address where nothing listens, so that what a function starts after loading has no effect. */
const NOWHERE = 'http://127.0.0.1:9';

/** The environment of a Lambda whose table and secrets are at `endpoint`. */
export const lambdaEnvironment = (endpoint: string, secrets = endpoint): Record<string, string> => ({
  AWS_REGION: 'us-east-1',
  AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
  AWS_ACCESS_KEY_ID: 'bench',
  AWS_SECRET_ACCESS_KEY: 'bench',
  AWS_ENDPOINT_URL_DYNAMODB: endpoint,
  AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets,
  TABLE_NAME: 'bench',
  STACK_NAME: 'bench',
  BOARD_URL: 'https://board.example.com',
  WEBHOOKS_URL: 'https://hooks.example.com',
  ...secretVariables,
  ACCOUNT_WRITES_PER_MINUTE: '100000',
});

const Loaded = v.object({ wall: v.number(), cpu: v.number() });

// CPU time of the main thread is the cost of loading; wall-clock time also includes other processes.
const loadingScript = (file: string) => `
  const [started, cpu] = [performance.now(), process.threadCpuUsage()];
  require(${JSON.stringify(file)});
  const { user, system } = process.threadCpuUsage(cpu);
  console.log(JSON.stringify({ wall: performance.now() - started, cpu: (user + system) / 1000 }));
  process.exit();`;

/** Loads a bundle in a fresh process. Milliseconds. */
async function load(file: string) {
  const env = lambdaEnvironment(NOWHERE);
  const { stdout } = await promisify(execFile)(node, ['-e', loadingScript(file)], { env });
  return v.parse(Loaded, JSON.parse(stdout));
}

/** The textbook handler, bundled with the usual options and nothing left out. */
export function bundleTextbook(folder: string): Bundle {
  const file = join(folder, 'textbook.js');
  buildSync({
    entryPoints: ['test/bench/textbook.ts'],
    outfile: file,
    bundle: true,
    format: 'cjs',
    minify: true,
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    sourcemap: true,
    sourcesContent: false,
  });
  return { file, bytes: statSync(file).size, inputs: [], deferred: [] };
}

/** Measures the loading of the deployed bundles, and their sizes. */
export const loading: Group = {
  name: 'loading',
  title: 'Loading a deployed bundle in a fresh process',
  async measure(quick) {
    const folder = mkdtempSync(join(tmpdir(), 'dispatch-bench-'));
    try {
      const textbook = bundleTextbook(folder);
      const rows: Row[] = [];
      for (const { id } of routes) {
        const bundle = bundleFunction(id, folder);
        rows.push(...(await compare(id, bundle, textbook, quick ? 7 : 31)));
        const kilobytes = [bundle.bytes / 1000, 400] as const;
        rows.push(row(`size of ${id}, minified`, 'limit', 'KB', kilobytes, { atMost: 1 }));
      }
      return rows;
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

async function compare(id: string, bundle: Bundle, textbook: Bundle, rounds: number): Promise<Row[]> {
  const wall: [number[], number[]] = [[], []];
  const cpu: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    for (const [index, { file }] of ([bundle, textbook] as const).entries()) {
      const loaded = await load(file);
      wall[index]?.push(loaded.wall);
      cpu[index]?.push(loaded.cpu);
    }
    progress(`loading ${id}`, round + 1, rounds);
  }
  const medians = ([a, b]: [number[], number[]]) => [median(a), median(b)] as const;
  return [
    row(`loading ${id}, CPU`, 'textbook handler', 'ms', medians(cpu), { atMost: 0.7 }),
    row(`loading ${id}, wall clock`, 'textbook handler', 'ms', medians(wall)),
  ];
}
