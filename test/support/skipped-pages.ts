import { relative } from 'node:path';
import { browserPath } from './browser.ts';

/** What jest tells of a test file. */
interface FileResult {
  readonly testFilePath: string;
  readonly numPendingTests: number;
}

/** Says at the end of a run, where nobody overlooks it, which tests were skipped because the machine has no browser. */
export default class SkippedPages {
  onRunComplete(_: unknown, { testResults }: { readonly testResults: readonly FileResult[] }): void {
    if (browserPath !== undefined) return;
    const skipped = testResults
      .filter(({ numPendingTests }) => numPendingTests > 0)
      .map(
        ({ testFilePath, numPendingTests }) =>
          [relative(process.cwd(), testFilePath), numPendingTests] as const,
      )
      .filter(([path]) => /^test[/\\](board|pages)[/\\]/.test(path));
    const count = skipped.reduce((sum, [, tests]) => sum + tests, 0);
    if (count === 0) return;
    const text = `${count} TESTS OF PAGES WERE SKIPPED: there is no Chromium in PATH. Install it, and run them again.`;
    const rule = '!'.repeat(text.length);
    process.stderr.write(`\n${rule}\n${text}\n${rule}\n`);
  }
}
