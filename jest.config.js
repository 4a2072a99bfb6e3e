/** @type {import('jest').Config} */
export default {
  testEnvironment: '<rootDir>/test/support/environment.ts',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  transform: {
    '^.+\\.[cm]?[jt]s$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2024' }, module: { type: 'commonjs' } },
    ],
  },
  // Published as ES modules only, under a condition that jest's CommonJS loader does not ask for.
  moduleNameMapper: {
    '^@middy/([^/]+)$': '<rootDir>/node_modules/@middy/$1/index.js',
    '^libphonenumber-js/core/es6$': '<rootDir>/node_modules/libphonenumber-js/core/es6/index.js',
  },
  transformIgnorePatterns: ['/node_modules/(?!@middy/|libphonenumber-js/|@seriousme/)'],
  // Passed to each module as arguments: looking a global up in jest's sandbox is slow. Not Date or timers, which tests replace.
  sandboxInjectedGlobals: [
    'Array',
    'Buffer',
    'Error',
    'Intl',
    'JSON',
    'Map',
    'Math',
    'Number',
    'Object',
    'Promise',
    'RegExp',
    'Set',
    'String',
    'Symbol',
    'Uint8Array',
  ],
  reporters: ['default', '<rootDir>/test/support/skipped-pages.ts'],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  // Ends what hangs: ten times what a test takes on a busy machine. Files with longer tests set a longer time themselves.
  testTimeout: 120_000,
  maxWorkers: 2,
};
