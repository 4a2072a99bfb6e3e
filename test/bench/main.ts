import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { board } from './board/board.ts';
import { cli } from './cli.ts';
import { cold } from './cold.ts';
import { earliest } from './earliest.ts';
import { loading } from './loading.ts';
import { memory } from './memory.ts';
import { plan } from './plan.ts';
import { type Group, isMissed, type Row, report } from './report.ts';
import { scale } from './scale.ts';
import { server } from './server.ts';
import { start } from './start.ts';
import { throughput } from './throughput.ts';
import { touch } from './touch.ts';
import { trips } from './trips.ts';
import { warm } from './warm.ts';

// Ratios of alternating runs, because absolute figures mean little on shared machines: see docs/performance.md.
const groups: readonly Group[] = [
  loading,
  cold,
  warm,
  trips,
  earliest,
  throughput,
  server,
  scale,
  cli,
  start,
  memory,
  board,
  touch,
  plan,
];

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    quick: { type: 'boolean', default: false },
    strict: { type: 'boolean', default: false },
  },
});
const unknown = values.only.filter((name) => !groups.some((group) => group.name === name));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. --only takes ${groups.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

const rows: Row[] = [];
for (const { name, title, measure } of groups) {
  if (values.only.length > 0 && !values.only.includes(name)) continue;
  const measured = await measure(values.quick);
  console.log(`\n${title}\n${report(measured)}`);
  rows.push(...measured);
}
writeFileSync('bench.json', `${JSON.stringify(rows, null, 2)}\n`);
const missed = rows.filter(isMissed);
console.log(
  `\n${missed.length} of ${rows.filter(({ goal }) => goal).length} goals missed. bench.json has all rows.`,
);
// Fails only with --strict, so that a busy machine does not fail a build.
if (values.strict && missed.length > 0) process.exitCode = 1;
