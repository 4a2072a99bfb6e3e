import { basename, join } from 'node:path';
import { buildSync } from 'esbuild';
import type { PageFile } from '../lib/pages/api.ts';

/** Builds the style and the script of the pages, for the stack and for the local server. */
export const buildFiles = () => ({
  style: built('page.css', 'text/css'),
  script: built('src/page.ts', 'text/javascript'),
});

function built(entry: string, type: string): PageFile {
  const folder = import.meta.dirname;
  const [file] = buildSync({
    entryPoints: [join(folder, entry)],
    entryNames: '[name]-[hash]',
    outdir: folder,
    bundle: true,
    minify: true,
    format: 'esm',
    target: ['es2022'],
    charset: 'utf8',
    write: false,
    logLevel: 'silent',
  }).outputFiles;
  if (file === undefined) throw new Error(`esbuild produced no output for ${entry}`);
  return { name: basename(file.path), type, text: file.text };
}
