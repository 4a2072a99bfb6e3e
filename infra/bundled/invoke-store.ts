/**
 * Replaces `@aws/lambda-invoke-store` in a function's bundle. It keeps the trace ids of invocations that one container serves at
 * once; ours serves one at a time, and the SDK takes the id from the environment.
 */
export const InvokeStore = { getInstanceAsync: (): Promise<undefined> => Promise.resolve(undefined) };
