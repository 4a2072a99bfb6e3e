/**
 * Replaces `@aws/lambda-invoke-store` in a function's bundle. It keeps trace ids of concurrent invocations in one
 * container; ours serves one at a time, and the SDK gets the id from the environment.
 */
export const InvokeStore = { getInstanceAsync: (): Promise<undefined> => Promise.resolve(undefined) };
