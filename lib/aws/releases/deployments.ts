import {
  CodeDeployClient,
  GetApplicationRevisionCommand,
  GetDeploymentCommand,
  PutLifecycleEventHookExecutionStatusCommand,
} from '@aws-sdk/client-codedeploy';
import * as v from 'valibot';

/** What CodeDeploy sends to a hook. */
export interface HookEvent {
  readonly DeploymentId: string;
  readonly LifecycleEventHookExecutionId: string;
}

/** What a deployment releases. */
export interface Release {
  /** The name of its deployment group. */
  readonly group: string;
  readonly functionName: string;
  readonly version: string;
}

export interface Deployments {
  /** Throws if CodeDeploy doesn't say which version of a function the deployment releases. */
  releaseOf(event: HookEvent): Promise<Release>;
  /** Tells CodeDeploy how the hook ended. */
  report(event: HookEvent, status: 'Succeeded' | 'Failed'): Promise<void>;
}

/** The revision of a deployment of a Lambda function. */
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

/** CodeDeploy's deployments of functions. */
export function createDeployments(): Deployments {
  const client = new CodeDeployClient({ maxAttempts: 3 });
  return {
    async releaseOf({ DeploymentId: deploymentId }) {
      const { deploymentInfo } = await client.send(new GetDeploymentCommand({ deploymentId }));
      const { applicationName, deploymentGroupName: group = '', revision: asked } = deploymentInfo ?? {};
      // A deployment has only the digest of its revision.
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
