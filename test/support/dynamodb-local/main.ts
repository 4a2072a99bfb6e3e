import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Runs the storage and race tests against Amazon's DynamoDB Local, which Maven downloads and Java runs. */

const root = process.cwd();
const libraries = join(root, 'node_modules/.cache/dynamodb-local');
const COPY = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies';
const SERVER = 'com.amazonaws.services.dynamodbv2.local.main.ServerRunner';
const TESTS = ['test/lib/aws', 'test/race', 'test/functions/changed-zone'];
/** Tests with injected faults are about the client and its deadline, not about the database. */
const NOT_OF_DATABASE = '(faults|unknown-outcome)[^/]*\\.test\\.ts$';
const START_ATTEMPTS = 120;

function need(program: string): void {
  if (spawnSync(program, ['-version'], { stdio: 'ignore' }).status === 0) return;
  throw new Error(`DynamoDB Local needs ${program}: install Java 17 or later and Maven.`);
}

function fetchLibraries(): void {
  const pom = join(root, 'test/support/dynamodb-local/pom.xml');
  const args = ['-B', '-q', '-f', pom, COPY, `-DoutputDirectory=${libraries}`];
  const { status } = spawnSync('mvn', args, { stdio: 'inherit' });
  if (status !== 0) throw new Error('Maven could not fetch DynamoDB Local.');
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function startServer(port: number): ChildProcess {
  const paths = [`-Djava.library.path=${libraries}`, `-Dsqlite4java.library.path=${libraries}`];
  // Shared, because the command line and the tests have different credentials.
  const options = ['-inMemory', '-sharedDb', '-disableTelemetry', '-port', String(port)];
  const args = [...paths, '-cp', join(libraries, '*'), SERVER, ...options];
  return spawn('java', args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

async function untilItAnswers(endpoint: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < START_ATTEMPTS && server.exitCode === null; attempt++) {
    // Any answer will do; without a signature it is a refusal.
    if (await fetch(endpoint).catch(() => undefined)) return;
    await wait(500);
  }
  throw new Error('DynamoDB Local did not start.');
}

async function runTests(endpoint: string): Promise<number> {
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  // One file at a time: DynamoDB Local is slower than real tables.
  const options = [
    '--maxWorkers=1',
    '--testPathIgnorePatterns',
    NOT_OF_DATABASE,
    '--testPathPatterns',
    ...TESTS,
  ];
  const child = spawn(process.execPath, [jest, ...options], {
    env: {
      ...process.env,
      DYNAMODB_ENDPOINT: endpoint,
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    },
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  return typeof code === 'number' ? code : 1;
}

need('java');
need('mvn');
fetchLibraries();
const port = await freePort();
const server = startServer(port);
try {
  const endpoint = `http://127.0.0.1:${port}`;
  await untilItAnswers(endpoint, server);
  process.exitCode = await runTests(endpoint);
} finally {
  server.kill();
}
