import { parse } from 'node:path';
import { type BundlingOptions, LogLevel, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';

/**
 * The esbuild options of a function's bundle, for `npm run synth`, the tests and the bench. Paths are relative to the
 * project.
 */
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
    // Saves 94 KB of credential providers: a Lambda's credentials are in its environment.
    '@aws-sdk/credential-provider-node': './infra/bundled/credentials.ts',
    // Saves 9 KB for a way to find endpoints that is off by default.
    '@aws-sdk/middleware-endpoint-discovery': './infra/bundled/endpoint-discovery.ts',
    // Saves 2 KB for containers that serve several invocations at once.
    '@aws/lambda-invoke-store': './infra/bundled/invoke-store.ts',
    // Saves 4 KB for machines without SHA-256.
    '@smithy/core/checksum': './infra/bundled/checksum.ts',
    // Saves 10 KB for clients that retry by rates and delays.
    '@smithy/core/retry': './infra/bundled/retries.ts',
    // Saves 5 KB and two file look-ups on the first request.
    '@smithy/core/config': './infra/bundled/sdk-configuration.ts',
    // Defers 82 KB of phone number patterns until the first number.
    'libphonenumber-js/min/metadata': './infra/bundled/phone-metadata.ts',
    // Defers 22 KB for reading phone numbers until the first number.
    'libphonenumber-js/core/es6': './infra/bundled/phone-numbers.ts',
    // Defers 60 KB for reading written dates until the first one that is not ISO.
    'chrono-node/en': './infra/bundled/written-dates.ts',
    // Defers 2 KB for the company's hours until the first caller who asks for them.
    '#company-hours': './infra/bundled/deferred/company-hours.ts',
    // Defers 5 KB with phrases of dangers until the first text that may have one.
    '#danger': './infra/bundled/deferred/danger.ts',
    // Defers 1 KB for saying where a fault came from until the first fault.
    '#fault-frames': './infra/bundled/fault-frames.ts',
    // Defers 1 KB for answering in a danger until the first danger or fault.
    '#danger-answer': './infra/bundled/deferred/danger-answer.ts',
    // Defers 1 KB for saying what went wrong until the first fault that a caller hears.
    '#fault-message': './infra/bundled/deferred/fault-message.ts',
    // Defers 15 KB for reading days, times and numbers in words until the first one that is not in digits.
    '#spoken-words': './infra/bundled/deferred/spoken-words.ts',
    // Defers 21 KB for reading what callers need, including the vocabulary, until the first phrase that is not a
    // name.
    '#service-phrases': './infra/bundled/deferred/service-phrases.ts',
    // Defers 1 KB for weighing a form against a customer's record until a call takes up the request of a form.
    '#form-details': './infra/bundled/deferred/form-details.ts',
    // Defers 1 KB for finding phone numbers in texts until the first report.
    '#digits-in-text': './infra/bundled/deferred/digits-in-text.ts',
    // Defers 1 KB for reading which technicians a caller wants until words that are no name.
    '#technician-words': './infra/bundled/deferred/technician-words.ts',
    // Defers 9 KB for what callers hear if a start or day is not free, or a place not served, until the first such answer.
    '#refusals': './infra/bundled/deferred/refusals.ts',
    // Defers 4 KB for emergencies until the first one.
    '#emergencies': './infra/bundled/deferred/emergencies.ts',
    // Defers 3 KB for choosing among appointments until the first words that do, or the first question which one.
    '#which-appointment': './infra/bundled/deferred/which-appointment.ts',
    // Defers 1 KB for understanding names of persons until the first name.
    '#person-names': './infra/bundled/deferred/person-names.ts',
    // Defers 1 KB for comparing addresses until the first one.
    '#street': './infra/bundled/deferred/street.ts',
    // Defers 1 KB for requests that only a newer release can read until the first one.
    '#unreadable-item': './infra/bundled/deferred/unreadable-item.ts',
  },
  // Saves 5 KB: the SDK's clients include their whole package.json, to send a version in the user agent. Nothing else in a
  // bundle is JSON (a test checks it).
  loader: { '.json': 'empty' },
  // The SDK imports it for event streams, which we don't use. One such `import()` makes esbuild wrap most of the SDK
  // in functions, which costs 20 KB and load time.
  external: ['@smithy/core/event-streams'],
} as const;

/** Files next to the bundle, by name. */
export const bundledFiles = {
  'phone-metadata.json': 'node_modules/libphonenumber-js/metadata.min.json',
} as const;

/** Code next to the bundle, loaded when it is needed, each as one file: the entry points by file name. */
export const bundledLibraries = {
  'phone-numbers.js': 'infra/libraries/phone-numbers.ts',
  'fault-frames.js': 'lib/fault-frames.ts',
  'danger-answer.js': 'lib/voice/functions/danger-answer.ts',
  'fault-message.js': 'lib/voice/answers/fault-message.ts',
  'company-hours.js': 'lib/voice/answers/company-hours.ts',
  'danger.js': 'lib/understanding/danger.ts',
  'spoken-words.js': 'lib/understanding/spoken-words.ts',
  'digits-in-text.js': 'lib/record/erasing/digits-in-text.ts',
  'technician-words.js': 'lib/understanding/technician-words.ts',
  'form-details.js': 'lib/booking/lead-against-record.ts',
  'emergencies.js': 'lib/intake/emergencies/emergencies.ts',
  'refusals.js': 'lib/voice/answers/refusals.ts',
  'person-names.js': 'lib/understanding/names.ts',
  'street.js': 'lib/record/customers/street.ts',
  'unreadable-item.js': 'lib/aws/items/unreadable-item.ts',
  'which-appointment.js': 'lib/understanding/which-appointment.ts',
  'service-phrases.js': 'lib/understanding/services/service-phrases.ts',
  'chrono-node.js': 'node_modules/chrono-node/dist/esm/locales/en/index.js',
} as const;

/** The options of esbuild for such a library. */
export const libraryBundle = {
  bundle: true,
  format: 'cjs',
  minify: true,
  platform: 'node',
  mainFields: ['module', 'main'],
  // Libraries load other libraries as late as bundles do.
  alias: {
    'chrono-node/en': bundle.alias['chrono-node/en'],
    '#danger': bundle.alias['#danger'],
    '#service-phrases': bundle.alias['#service-phrases'],
    '#spoken-words': bundle.alias['#spoken-words'],
  },
} as const;

/** The same options for CDK. Uses the project's esbuild, never Docker. */
export const bundling: BundlingOptions = {
  format: OutputFormat.CJS,
  minify: bundle.minify,
  sourceMap: bundle.sourcemap,
  sourcesContent: bundle.sourcesContent,
  mainFields: [...bundle.mainFields],
  loader: bundle.loader,
  // Bundles the rest of the SDK, because the runtime's copy loads slower and changes without notice.
  externalModules: [...bundle.external],
  esbuildArgs: aliases(bundle.alias),
  commandHooks: { beforeBundling: () => [], beforeInstall: () => [], afterBundling: addFiles },
  forceDockerBundling: false,
  // Hides sizes and times, which would clutter each synthesis.
  logLevel: LogLevel.WARNING,
};

/** For functions with the client of Lambda, which loads event streams at once. */
export const bundlingWithLambda: BundlingOptions = {
  ...bundling,
  externalModules: [],
  esbuildArgs: aliases({ ...bundle.alias, '@smithy/core/event-streams': './infra/bundled/event-streams.ts' }),
};

function aliases(targets: Readonly<Record<string, string>>) {
  return { '--alias': Object.entries(targets).map(([from, to]) => `${from}=${to}`) };
}

/** In one Node process, because the shell is bash on some machines and cmd on others, and each process takes time. */
function addFiles(_: string, folder: string): string[] {
  const target = folder.replaceAll('\\', '/');
  const copies = Object.entries(bundledFiles).map(
    ([name, source]) => `fs.copyFileSync('${source}', '${target}/${name}')`,
  );
  const entryPoints = Object.entries(bundledLibraries).map(([name, entry]) => ({
    in: entry,
    out: parse(name).name,
  }));
  const build = `require('esbuild').buildSync(${inCode({ ...libraryBundle, entryPoints, outdir: target })})`;
  return [`node -e "${[...copies, build].join('; ')}"`];
}

/** Without double quotes, which the shell would interpret. */
const inCode = (value: unknown): string => JSON.stringify(value).replaceAll('"', "'");
