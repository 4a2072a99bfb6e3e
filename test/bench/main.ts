import { writeFileSync } from 'node:fs';
import { availabilityRows } from './availability.ts';
import { type Row, report } from './report.ts';

// Ratios of runs that alternate in one process: absolute figures mean nothing on shared machines.
const rows: readonly Row[] = [...availabilityRows()];
console.log(report(rows));
writeFileSync('bench.json', `${JSON.stringify(rows, null, 2)}\n`);
