import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transformSync } from '@swc/core';
import { AssetHashType, DockerImage } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { type BuildOptions, buildSync } from 'esbuild';

// Figures of time are CPU time of a cold start on Node 24: medians of 41 fresh processes that took turns.

/** Options of esbuild for all code that is deployed. Paths are relative to the project. */
const common = {
  absWorkingDir: process.cwd(),
  bundle: true,
  format: 'cjs',
  minify: true,
  platform: 'node',
  target: 'node24',
  // ES module sources can be tree-shaken, which CommonJS ones can't.
  mainFields: ['module', 'main'],
  logLevel: 'error',
} satisfies BuildOptions;

/** Options of a function's bundle. It includes the SDK, because the runtime's copy loads slower and changes without notice. */
export const functionBundle = {
  ...common,
  // For reading stack traces. Node's --enable-source-maps is left off: parsing the map makes a cold start half as long
  // again.
  sourcemap: true,
  sourcesContent: false,
  alias: {
    // Saves 94 KB and 15 ms: a Lambda's credentials are in its environment.
    '@aws-sdk/credential-provider-node': './infra/bundled/credentials.ts',
    // Defers 120 KB and 4.5 ms until the first phone number.
    'libphonenumber-js/min': './infra/bundled/phone-numbers.ts',
    // Defers 130 KB until the first words that must be read.
    '#understanding': './infra/bundled/understanding.ts',
    // These two defer 7 and 11 KB until the first emergency and the first refusal: with both, the bundles of the voice
    // functions would exceed 400 KB.
    '#emergencies': './infra/bundled/emergencies.ts',
    '#refusals': './infra/bundled/refusals.ts',
    // Defers 20 KB until the first call in Spanish.
    '#spanish': './infra/bundled/spanish.ts',
    // These five save 32 KB and 4 ms together, of which none alone saves more than 2 ms: without them, the bundles of the
    // voice functions would exceed 400 KB. They replace parts of the SDK, so tests fail if the SDK changes there.
    '@aws-sdk/middleware-endpoint-discovery': './infra/bundled/endpoint-discovery.ts',
    '@aws/lambda-invoke-store': './infra/bundled/invoke-store.ts',
    '@smithy/core/checksum': './infra/bundled/checksum.ts',
    '@smithy/core/config': './infra/bundled/sdk-configuration.ts',
    '@smithy/core/retry': './infra/bundled/retries.ts',
  },
  // Saves 5 KB: the SDK's clients include their whole package.json, to send a version in the user agent. Nothing else in
  // a bundle is JSON (a test checks it).
  loader: { '.json': 'empty' },
  // The SDK imports it for event streams, which we don't use. One such `import()` makes esbuild wrap most of the SDK
  // in functions, which costs 20 KB and load time.
  external: ['@smithy/core/event-streams'],
} satisfies BuildOptions;

/** Code beside a function's bundle, each as one file, which the stand-ins in `infra/bundled` load. */
const deferred = [
  { in: 'infra/libraries/phone-numbers.ts', out: 'phone-numbers' },
  { in: 'lib/understanding/words/index.ts', out: 'understanding' },
  { in: 'lib/intake/emergencies/emergencies.ts', out: 'emergencies' },
  { in: 'lib/voice/answers/refusals.ts', out: 'refusals' },
  { in: 'lib/wording/es/index.ts', out: 'spanish' },
];

/** A bundle of which nothing is left out. */
export const wholeBundle = { ...functionBundle, alias: {}, external: [] } satisfies BuildOptions;

/**
 * Writes the bundle of a source file to `index.js` in a folder, with its map and the files that it loads on first use.
 * @returns the source files in the bundle, relative to the project
 */
export function writeBundle(entry: string, folder: string, options: BuildOptions = functionBundle): string[] {
  const outfile = join(folder, 'index.js');
  const { metafile } = buildSync({ ...options, entryPoints: [entry], outfile, metafile: true });
  shorten(outfile);
  buildSync({ ...common, entryPoints: deferred, outdir: folder });
  const inputs = Object.values(metafile?.outputs ?? {}).flatMap((output) => Object.entries(output.inputs));
  return inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([name]) => name);
}

/** Minifies a bundle once more: SWC also inlines what is used once, which saves 4 % and 2.5 ms. */
function shorten(file: string): void {
  const { code, map = '' } = transformSync(readFileSync(file, 'utf8'), {
    configFile: false,
    swcrc: false,
    isModule: false,
    minify: true,
    jsc: { target: 'es2024', minify: { compress: { toplevel: true }, mangle: { toplevel: true } } },
    inputSourceMap: readFileSync(`${file}.map`, 'utf8'),
    sourceMaps: true,
    inlineSourcesContent: false,
  });
  writeFileSync(file, code);
  writeFileSync(`${file}.map`, map);
}

/** The code of a function, bundled when the stack is synthesized. */
export const functionCode = (entry: string, options?: BuildOptions): Code =>
  Code.fromAsset(dirname(entry), {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      // CDK requires an image, and uses it only if the local bundling fails.
      image: DockerImage.fromRegistry('scratch'),
      local: {
        tryBundle(folder) {
          writeBundle(entry, folder, options);
          return true;
        },
      },
    },
  });
