import {
  CodeDeployClient,
  GetApplicationRevisionCommand,
  GetDeploymentCommand,
  PutLifecycleEventHookExecutionStatusCommand,
} from '@aws-sdk/client-codedeploy';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import * as v from 'valibot';
import { type ContainerDependencies, realDependencies } from './composition.ts';
import { deleteTestAccount, type TestAccount } from './erasing/delete-test-account.ts';
import { createAccountStore } from './stores/account-store.ts';
import { documentClientOf } from './table/client.ts';

export interface HookEvent {
  readonly DeploymentId: string;
  readonly LifecycleEventHookExecutionId: string;
}

export interface Release {
  readonly group: string;
  readonly functionName: string;
  readonly version: string;
}

export interface Deployments {
  /**
   * @throws {Error} if CodeDeploy doesn't say which version of a function the deployment releases
   */
  releaseOf(event: HookEvent): Promise<Release>;
  report(event: HookEvent, status: 'Succeeded' | 'Failed'): Promise<void>;
}

const Revision = v.object({
  Resources: v.tuple([
    v.record(
      v.string(),
      v.object({
        Properties: v.object({ Name: v.string(), TargetVersion: v.pipe(v.unknown(), v.toString()) }),
      }),
    ),
  ]),
});

export function createDeployments(): Deployments {
  const client = new CodeDeployClient({ maxAttempts: 3 });
  return {
    async releaseOf({ DeploymentId: deploymentId }) {
      const { deploymentInfo } = await client.send(new GetDeploymentCommand({ deploymentId }));
      const { applicationName, deploymentGroupName: group = '', revision: asked } = deploymentInfo ?? {};
      // The deployment itself has only the digest of its revision.
      const { revision } = await client.send(
        new GetApplicationRevisionCommand({ applicationName, revision: asked }),
      );
      const content = revision?.string?.content ?? revision?.appSpecContent?.content ?? '';
      const { Resources } = v.parse(Revision, JSON.parse(content));
      const [released] = Object.values(Resources[0]);
      if (released === undefined) throw new Error('The revision names no function.');
      const { Name: functionName, TargetVersion: version } = released.Properties;
      return { group, functionName, version };
    },
    async report({ DeploymentId, LifecycleEventHookExecutionId }, status) {
      await client.send(
        new PutLifecycleEventHookExecutionStatusCommand({
          deploymentId: DeploymentId,
          lifecycleEventHookExecutionId: LifecycleEventHookExecutionId,
          status,
        }),
      );
    },
  };
}

/**
 * Runs a version of a function.
 * @throws {FunctionFailed} if the function throws or doesn't load
 */
export type InvokeVersion = (version: Omit<Release, 'group'>, event: object) => Promise<unknown>;

/** Has the name of the function's own error, but not its message, which may quote what was sent. */
class FunctionFailed extends Error {
  override readonly name: string;

  constructor(errorType: string) {
    super('The function failed.');
    this.name = errorType;
  }
}

const Failure = v.object({ errorType: v.optional(v.string(), 'FunctionFailed') });

/** A function may run a little less long, with the start of its container. */
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

/** Storing or removing an account may take this many milliseconds, because nobody waits for it on the phone. */
const WITHIN_MS = 30_000;

export interface TestAccounts {
  put(document: { readonly accountId: string }): Promise<unknown>;
  /** Removes the account with everything that its test stored. Resolves to false if there was nothing. */
  remove(test: TestAccount): Promise<boolean>;
}

export function testAccounts(table: Pick<ContainerDependencies, 'document' | 'tableName'>): TestAccounts {
  const deps = realDependencies(table);
  return {
    put: (document) => createAccountStore({ ...deps, withinMs: WITHIN_MS }).put(document),
    remove: (test) => deleteTestAccount(test, deps, deps.now() + WITHIN_MS),
  };
}

/** Returns a table whose client sends failed requests again. */
export const patientTable = (tableName: string) => ({
  document: documentClientOf(new DynamoDBClient()),
  tableName,
});
