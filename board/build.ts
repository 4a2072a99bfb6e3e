import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

/** A file of the page as it is served. */
export interface PageFile {
  readonly name: string;
  readonly type: string;
  readonly body: Uint8Array;
}

const folder = import.meta.dirname;

/** Builds the page: three files, for the stack and for the local server. */
export function buildPage(): readonly PageFile[] {
  const built = (entry: string) =>
    buildSync({
      entryPoints: [join(folder, entry)],
      bundle: true,
      minify: true,
      format: 'esm',
      target: ['es2022'],
      charset: 'utf8',
      conditions: ['production'],
      write: false,
      logLevel: 'silent',
    }).outputFiles[0]?.contents ?? new Uint8Array();
  return [
    { name: 'index.html', type: 'text/html; charset=utf-8', body: readFileSync(join(folder, 'index.html')) },
    { name: 'page.css', type: 'text/css; charset=utf-8', body: built('page.css') },
    { name: 'page.js', type: 'text/javascript; charset=utf-8', body: built('src/page.ts') },
  ];
}
