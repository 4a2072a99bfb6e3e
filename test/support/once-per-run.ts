import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** A folder that all test files of a run share, deleted after the run. */
export function runFolder(): string {
  const folder = process.env.DISPATCH_TEST_FOLDER;
  if (folder === undefined)
    throw new Error('No folder: run the tests with jest, whose global setup makes it.');
  return folder;
}

/** True for the first caller of a run, in whichever jest worker, because only one of them can create the folder. */
export function isFirst(name: string): boolean {
  try {
    mkdirSync(join(runFolder(), `${name}-begun`));
    return true;
  } catch {
    return false;
  }
}
