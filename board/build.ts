import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildSync } from 'esbuild';

/** A file of the page as it is served. */
export interface PageFile {
  readonly name: string;
  readonly type: string;
  readonly body: Uint8Array;
  /** Whether caches may keep it for good: its name changes with its content. */
  readonly isKept: boolean;
}

const folder = import.meta.dirname;

/** Builds the page: three files, for the stack and for the local server. */
export function buildPage(): readonly PageFile[] {
  const style = built('page.css', 'text/css');
  const script = built('src/page.ts', 'text/javascript');
  const frame = readFileSync(join(folder, 'index.html'), 'utf8')
    .replace('href="page.css"', `href="${style.name}"`)
    .replace('src="page.js"', `src="${script.name}"`);
  return [
    {
      name: 'index.html',
      type: 'text/html; charset=utf-8',
      body: new TextEncoder().encode(frame),
      isKept: false,
    },
    style,
    script,
  ];
}

function built(entry: string, type: string): PageFile {
  const [file] = buildSync({
    entryPoints: [join(folder, entry)],
    entryNames: '[name]-[hash]',
    outdir: folder,
    bundle: true,
    minify: true,
    // Private members of packages; Lit's own begin with `_$` and are quoted in places.
    mangleProps: /^_[a-z]/,
    format: 'esm',
    target: ['es2022'],
    charset: 'utf8',
    conditions: ['production'],
    write: false,
    logLevel: 'silent',
  }).outputFiles;
  if (file === undefined) throw new Error(`esbuild produced no output for ${entry}`);
  const body = new TextEncoder().encode(slim(file.text));
  return { name: basename(file.path), type: `${type}; charset=utf-8`, body, isKept: true };
}

/**
 * Leaves out what a minifier keeps: the indentation of markup, and what the sign-in library would log if it were given
 * a logger, which it is not.
 */
const slim = (text: string): string =>
  text.replace(/\n\s+/g, '\n').replace(/\.(debug|info|warn|error)\("[^"\\]*"/g, '.$1(""');
