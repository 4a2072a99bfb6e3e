// Writes the bundle of a source file to a folder: `node infra/write-bundle.ts <file> <folder> lean|whole`. It is a process of its own,
// because the bundler works asynchronously and CDK doesn't. Prints the source files in the bundle as JSON.
import { writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { transformSync } from '@swc/core';
import { type ChunkingContext, type OutputChunk, type Plugin, rolldown } from 'rolldown';
import { zipNumber } from '../lib/planning/zip-codes.ts';
import { zipTable } from '../lib/planning/zip-table.ts';
import { buildFiles } from '../pages/build.ts';
import { deferred } from './deferred.ts';

// Figures of time are CPU time of a cold start on Node 24: medians of 41 fresh processes that took turns.

const root = process.cwd();
const [source = '', folder = '', bundling] = process.argv.slice(2);
const entry = resolve(root, source);
const isWhole = bundling === 'whole';

/** Modules in place of parts of the SDK and of Node. Tests fail if the SDK changes there. */
const standIns = {
  // Saves 94 KB and 15 ms: a Lambda's credentials are in its environment.
  '@aws-sdk/credential-provider-node': 'infra/bundled/credentials.ts',
  // These five save 32 KB and 4 ms together, of which none alone saves more than 2 ms: without them, the bundles of the
  // voice functions would exceed 400 KB.
  '@aws-sdk/middleware-endpoint-discovery': 'infra/bundled/endpoint-discovery.ts',
  '@aws/lambda-invoke-store': 'infra/bundled/invoke-store.ts',
  '@smithy/core/checksum': 'infra/bundled/checksum.ts',
  '@smithy/core/config': 'infra/bundled/sdk-configuration.ts',
  '@smithy/core/retry': 'infra/bundled/retries.ts',
  // Saves 2.5 ms: Node loads its web streams only when somebody asks for them.
  'node:stream/web': 'infra/bundled/web-streams.ts',
};

const deferredFiles = new Map(Object.entries(deferred).map(([name, file]) => [join(root, file), name]));
const phoneNumbers = join(root, deferred['phone-numbers']);

const CALLS = '\0calls:';

/** Replaces each import of a deferred module by functions of the same names that load its file and call it. */
const defer: Plugin = {
  name: 'defer',
  async resolveId(specifier, importer, options) {
    if (importer === undefined) return undefined;
    if (importer.startsWith(CALLS)) return { id: specifier, external: true };
    const isLibrary = specifier === 'libphonenumber-js/min' && importer !== phoneNumbers;
    const found = await this.resolve(isLibrary ? phoneNumbers : specifier, importer, {
      ...options,
      skipSelf: true,
    });
    const name = found && deferredFiles.get(found.id);
    if (!found || name === undefined) return found;
    this.emitFile({ type: 'chunk', id: found.id, fileName: `${name}.js` });
    return `${CALLS}${found.id}`;
  },
  async load(id) {
    if (!id.startsWith(CALLS)) return undefined;
    const file = id.slice(CALLS.length);
    const { exports } = await this.load({ id: file });
    return [
      `let module; const load = () => (module ??= require('./${deferredFiles.get(file)}.js'));`,
      ...exports.map((name) => `export const ${name} = (...args) => load().${name}(...args);`),
    ].join('\n');
  },
};

/** What a function has built: the style and the script of the pages as they are served, and the table of postal codes. */
const built: Readonly<Record<string, () => string>> = {
  [join(root, 'pages/files.ts')]: () => `export const pageFiles = () => (${JSON.stringify(buildFiles())});`,
  [join(root, 'lib/planning/zip-table.ts')]: () => {
    const packed = brotliCompressSync(zipTable(zipNumber)).toString('base64');
    return `import { brotliDecompressSync } from 'node:zlib';
    export const zipTable = () =>
      new Int32Array(Uint8Array.from(brotliDecompressSync(Buffer.from('${packed}', 'base64'))).buffer);`;
  },
};

const builtFiles: Plugin = {
  name: 'built-files',
  load(id) {
    const code = built[id]?.();
    return code === undefined ? undefined : { code, moduleType: 'js' };
  },
};

/** Saves 5 KB: the SDK's clients include their whole package.json, to send a version in the user agent. */
const withoutManifests: Plugin = {
  name: 'without-manifests',
  load: (id) =>
    id.endsWith('/package.json')
      ? { code: 'export const version = undefined; export default {};', moduleType: 'js' }
      : undefined,
};

/** Returns the modules that the entry loads at once. They stay in one file, and deferred ones don't repeat them. */
function loadedAtOnce(context: ChunkingContext): Set<string> {
  const found = new Set<string>();
  const add = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) add(imported);
  };
  add(entry);
  return found;
}

let atOnce: Set<string> | undefined;

const build = await rolldown({
  input: { index: entry },
  cwd: root,
  platform: 'node',
  transform: { target: 'node24' },
  // ES module sources can be tree-shaken, which CommonJS ones can't.
  resolve: {
    mainFields: ['module', 'main'],
    ...(!isWhole && {
      alias: Object.fromEntries(Object.entries(standIns).map(([name, file]) => [name, join(root, file)])),
    }),
  },
  // The SDK imports it for event streams, which we don't use.
  external: isWhole ? [] : ['@smithy/core/event-streams'],
  plugins: isWhole ? [builtFiles] : [builtFiles, defer, withoutManifests],
});
const { output } = await build.write({
  dir: folder,
  format: 'cjs',
  exports: 'named',
  minify: true,
  // For reading stack traces. Node's --enable-source-maps is left off: parsing the map makes a cold start half as long
  // again.
  sourcemap: true,
  entryFileNames: '[name].js',
  // The bundler names what several files share after one of its modules, which may be a deferred one.
  chunkFileNames: ({ name }) => (name in deferred ? `shared-${name}.js` : `${name}.js`),
  codeSplitting: {
    groups: [
      {
        debugName: 'shared',
        name(id, context) {
          atOnce ??= loadedAtOnce(context);
          return atOnce.has(id) ? 'shared' : null;
        },
      },
    ],
  },
});
const chunks = output.filter((one): one is OutputChunk => one.type === 'chunk');
const fileNames = new Set(chunks.map(({ fileName }) => fileName));
if (fileNames.size < chunks.length)
  throw new Error(`Two parts of the bundle of ${source} have one file name.`);
for (const { fileName, code, map } of chunks) shorten(join(folder, fileName), code, map?.toString());
const inputs = chunks.map(({ fileName, modules }) => [
  fileName,
  Object.keys(modules)
    .filter((id) => !id.startsWith('\0'))
    .map((id) => relative(root, id)),
]);
console.log(JSON.stringify(Object.fromEntries(inputs)));

/** Minifies a file once more: SWC also inlines what is used once, which saves 4 % and 2.5 ms. */
function shorten(file: string, code: string, map: string | undefined): void {
  const shorter = transformSync(withPlainExports(code), {
    configFile: false,
    swcrc: false,
    isModule: false,
    minify: true,
    jsc: { target: 'es2024', minify: { compress: { toplevel: true }, mangle: { toplevel: true } } },
    inputSourceMap: map ?? false,
    sourceMaps: true,
    inlineSourcesContent: false,
  });
  writeFileSync(file, shorter.code);
  if (shorter.map !== undefined) writeFileSync(`${file}.map`, shorter.map);
}

/**
 * Exports values instead of a function per value that reads it, which saves 17 KB. No exported variable changes after its
 * file has loaded.
 */
function withPlainExports(code: string): string {
  const getter =
    /Object\.defineProperty\(exports,([`'"])([\w$]+)\1,\{enumerable:!0,get:function\(\)\{return ([\w$]+)\}\}\)/g;
  return code.replace(getter, 'exports.$2=$3');
}
