/**
 * Stands in a function's bundle for the SDK's default credentials, which look in nine places: a Lambda finds them in its
 * environment. What is not bundled (the local server, the command line) keeps the SDK's own.
 */
export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';
