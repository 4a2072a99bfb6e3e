import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import * as v from 'valibot';
import type { Release } from './deployments.ts';

/** Runs a version of a function. Throws the `FunctionFailed` of one that throws or doesn't load. */
export type InvokeVersion = (version: Omit<Release, 'group'>, event: object) => Promise<unknown>;

/** The class of the error is its name; its message may quote what was sent, so it is left out. */
class FunctionFailed extends Error {
  override readonly name: string;

  constructor(errorType: string) {
    super('The function failed.');
    this.name = errorType;
  }
}

const Failure = v.object({ errorType: v.optional(v.string(), 'FunctionFailed') });

/** Longer than a function may run, with the start of its container. */
const ANSWER_MS = 20_000;

export function createInvokeVersion(): InvokeVersion {
  const client = new LambdaClient({
    // A repeated webhook could book twice.
    maxAttempts: 1,
    requestHandler: new NodeHttpHandler({
      connectionTimeout: 1_000,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
    }),
  });
  return async ({ functionName, version }, event) => {
    const { FunctionError, Payload } = await client.send(
      new InvokeCommand({
        FunctionName: functionName,
        Qualifier: version,
        Payload: Buffer.from(JSON.stringify(event)),
      }),
    );
    const answer: unknown = JSON.parse(Payload?.transformToString() ?? 'null');
    if (FunctionError === undefined) return answer;
    throw new FunctionFailed(v.parse(Failure, answer).errorType);
  };
}
