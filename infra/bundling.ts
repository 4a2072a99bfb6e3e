import { type BundlingOptions, LogLevel, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';

/** What esbuild makes a function's bundle with: in `npm run synth`, the tests and the bench. Paths are the project's. */
export const bundle = {
  format: 'cjs',
  minify: true,
  // For reading stack traces afterwards. Node's --enable-source-maps is left off: parsing the map makes a cold
  // start half as long again.
  sourcemap: true,
  sourcesContent: false,
  // ES module sources can be tree-shaken, which CommonJS ones can't.
  mainFields: ['module', 'main'],
  alias: {
    // 94 KB of ways to log in that a Lambda never goes: its credentials are in its environment.
    '@aws-sdk/credential-provider-node': './infra/bundled/credentials.ts',
    // A millisecond to load, and two files to look for with the first request.
    'node:fs/promises': './infra/bundled/configuration-files.ts',
    // 82 KB of phone numbers' patterns, needed when a number comes.
    'libphonenumber-js/min/metadata': './infra/bundled/phone-metadata.ts',
  },
  // The SDK would import it for operations that stream events. We call none; but one `import()` of its own code makes
  // esbuild wrap most of the SDK in functions, which is 20 KB and loads slower.
  external: ['@smithy/core/event-streams'],
} as const;

/** Files that lie beside the bundle, by name. */
export const bundledFiles = {
  'phone-metadata.json': 'node_modules/libphonenumber-js/metadata.min.json',
} as const;

/** The same in CDK's words. Bundled by the esbuild of the project, never in Docker. */
export const bundling: BundlingOptions = {
  format: OutputFormat.CJS,
  minify: bundle.minify,
  sourceMap: bundle.sourcemap,
  sourcesContent: bundle.sourcesContent,
  mainFields: [...bundle.mainFields],
  // The rest of the SDK is bundled too: the one in the runtime loads slower and changes by itself.
  externalModules: [...bundle.external],
  esbuildArgs: { '--alias': Object.entries(bundle.alias).map(([from, to]) => `${from}=${to}`) },
  commandHooks: { beforeBundling: () => [], beforeInstall: () => [], afterBundling: copyFiles },
  forceDockerBundling: false,
  // Its sizes and times are no news at each synthesis.
  logLevel: LogLevel.WARNING,
};

/** By Node, because the shell is bash on some machines and cmd on others. */
function copyFiles(_: string, folder: string): string[] {
  return Object.entries(bundledFiles).map(
    ([name, source]) => `node -e "fs.copyFileSync('${source}', '${folder.replaceAll('\\', '/')}/${name}')"`,
  );
}
