// Replaces the SDK's retries in a function's bundle. The DynamoDB client makes one attempt, because the deadline of the
// request limits retries, and the one for secrets a second one at once: neither needs rates or adaptive delays.

const STANDARD = 'standard';

export const RETRY_MODES = { STANDARD, ADAPTIVE: 'adaptive' } as const;
export const DEFAULT_RETRY_MODE = STANDARD;
export const DEFAULT_MAX_ATTEMPTS = 3;
export const Retry = { v2026: false } as const;

/** Both clients get a number of attempts. */
export const NODE_MAX_ATTEMPT_CONFIG_OPTIONS = {
  environmentVariableSelector: (): undefined => undefined,
  configFileSelector: (): undefined => undefined,
  default: DEFAULT_MAX_ATTEMPTS,
};
export const NODE_RETRY_MODE_CONFIG_OPTIONS = {
  ...NODE_MAX_ATTEMPT_CONFIG_OPTIONS,
  default: STANDARD,
};

type Provided = number | (() => Promise<number>);

/** Adds what the retries below need to a client's configuration. */
export function resolveRetryConfig<Config extends { readonly maxAttempts?: Provided }>(config: Config) {
  const { maxAttempts = DEFAULT_MAX_ATTEMPTS } = config;
  return Object.assign(config, {
    maxAttempts: async () => (typeof maxAttempts === 'number' ? maxAttempts : await maxAttempts()),
    retryStrategy: async () => ({ mode: STANDARD }),
  });
}

type Handler = (args: unknown) => Promise<unknown>;
interface Stack {
  add(middleware: (next: Handler) => Handler, options: object): void;
}

/** Retries as often as configured, unless the request was refused. */
export const getRetryPlugin = ({ maxAttempts }: { readonly maxAttempts: () => Promise<number> }) => ({
  applyToStack: (stack: Stack): void => {
    const retry = (next: Handler) => async (args: unknown) => {
      for (let left = await maxAttempts(); ; left--) {
        try {
          return await next(args);
        } catch (error) {
          if (left <= 1 || isRefused(error)) throw error;
        }
      }
    };
    stack.add(retry, { name: 'retryMiddleware', step: 'finalizeRequest', priority: 'high', override: true });
  },
});

/** Whether an answer says that another attempt would fail as well. */
function isRefused(error: unknown): boolean {
  if (!(error instanceof Error) || /Thrott|TooManyRequests|RequestLimit/.test(error.name)) return false;
  const metadata: unknown = '$metadata' in error ? error.$metadata : undefined;
  const isAnswered = typeof metadata === 'object' && metadata !== null && 'httpStatusCode' in metadata;
  return isAnswered && Number(metadata.httpStatusCode) < 500;
}
