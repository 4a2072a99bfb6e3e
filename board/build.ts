import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type BuildOptions, buildSync } from 'esbuild';
import { iconStyles } from './icons.ts';

/** A file of the page as it is served. */
export interface PageFile {
  readonly name: string;
  readonly type: string;
  readonly body: Uint8Array;
  /** Whether caches may keep it for good: its name changes with its content. */
  readonly isKept: boolean;
  /** Whether the first view needs it. */
  readonly isFirst: boolean;
}

const folder = import.meta.dirname;

/** Builds the page: its frame, its style sheet and its scripts, for the stack and for the local server. */
export function buildPage(): readonly PageFile[] {
  const styles = built('text/css', {
    stdin: {
      contents: `@import "./page.css";${iconStyles()}`,
      resolveDir: folder,
      sourcefile: 'styles.css',
      loader: 'css',
    },
    entryNames: 'page-[hash]',
  });
  const scripts = built('text/javascript', {
    entryPoints: [join(folder, 'src/page.ts')],
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    splitting: true,
  });
  const named = (files: readonly PageFile[]) => files.find(({ name }) => name.startsWith('page-'))?.name;
  const frame = readFileSync(join(folder, 'index.html'), 'utf8')
    .replace('href="page.css"', `href="${named(styles)}"`)
    .replace('src="page.js"', `src="${named(scripts)}"`)
    .replace(
      '<!-- first -->',
      scripts
        .filter(({ name, isFirst }) => isFirst && name !== named(scripts))
        .map(({ name }) => `<link rel="modulepreload" href="${name}" />`)
        .join(''),
    );
  return [
    {
      name: 'index.html',
      type: 'text/html; charset=utf-8',
      body: new TextEncoder().encode(frame),
      isKept: false,
      isFirst: true,
    },
    ...styles,
    ...scripts,
  ];
}

function built(type: string, options: BuildOptions): readonly PageFile[] {
  const { outputFiles = [], metafile } = buildSync({
    ...options,
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
    metafile: true,
    logLevel: 'silent',
  });
  if (outputFiles.length === 0) throw new Error(`esbuild produced no ${type}`);
  // What the entry imports, except for what it imports later.
  const first = Object.entries(metafile?.outputs ?? {})
    .filter(([, { entryPoint = '' }]) => /styles\.css$|src\/page\.ts$/.test(entryPoint))
    .flatMap(([name, { imports }]) => [
      name,
      ...imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => path),
    ])
    .map((name) => basename(name));
  return outputFiles.map(({ path, text }) => ({
    name: basename(path),
    type: `${type}; charset=utf-8`,
    body: new TextEncoder().encode(slim(text)),
    isKept: true,
    isFirst: first.includes(basename(path)),
  }));
}

/**
 * Leaves out what a minifier keeps: the indentation of markup, and whatever the sign-in library would log if it were given
 * a logger, which it is not.
 */
const slim = (text: string): string =>
  text
    .replace(/\/\*! Bundled license information:.*/s, (licenses) => {
      const named = licenses.match(/^\S+(?=:$)|Copyright .*|(?<=Identifier: ).*/gm);
      return `/*! ${[...new Set(named)].join(', ')} */`;
    })
    .replace(/\n\s+/g, '\n')
    .replace(/(?<![\w.$])(?:this\.)?[\w$]+\.(debug|info|warn|error)\("[^"\\]*"(,[\w.$]+)*\)/g, '0')
    .replace(/\.(create|createStatic)\("\w+"(,"\w+")?\)/g, '.$1("")')
    .replace(/(this\.\w+=new [\w$]+)\("[A-Z]\w+"\)/g, '$1("")');
