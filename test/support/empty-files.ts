// Names the files of the project that have no content, for `npm run lint`: Biome refuses an empty source only in the
// languages that it reads.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ignored = readFileSync('.gitignore', 'utf8').split('\n');
const skipped = new Set(['.git', ...ignored.map((line) => line.trim().replaceAll('/', ''))]);

function emptyFilesIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (skipped.has(entry.name)) return [];
    if (entry.isDirectory()) return emptyFilesIn(path);
    return entry.isFile() && readFileSync(path, 'utf8').trim() === '' ? [path] : [];
  });
}

const empty = emptyFilesIn('.');
for (const path of empty) console.error(`${path} is empty: write its content, or delete it.`);
if (empty.length > 0) process.exitCode = 1;
