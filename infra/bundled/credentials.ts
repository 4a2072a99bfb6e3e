/**
 * Replaces the SDK's default credentials, which look in nine places, in a function's bundle: a Lambda's are in its
 * environment. Code that is not bundled (local server, command line) uses the SDK's own.
 */
export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';
