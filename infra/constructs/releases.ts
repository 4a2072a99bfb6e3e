import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { ManagedPolicy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Alias } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { RouteId } from '../../lib/routes.ts';
import type { ReleaseCheck } from './release-check.ts';

export interface ReleasesProps {
  /** What each version must pass. */
  readonly check: ReleaseCheck;
  /** What the API calls, by route. */
  readonly aliases: ReadonlyMap<RouteId, Alias>;
  /** Any of these alarms rolls a release back. */
  readonly alarms: readonly Alarm[];
  /** Whether new code first gets a tenth of the requests. */
  readonly gradual: boolean;
}

/**
 * Releases: new code must pass a check, then gets a tenth of the requests for five minutes and then all of them, or all of them at once. An
 * alarm in that time returns all requests to the previous code, and CloudFormation rolls the deployment back. How fast
 * it goes changes nothing else in the template, so it can be changed in the middle of an incident.
 */
export class Releases extends Construct {
  readonly groups: readonly LambdaDeploymentGroup[];

  constructor(scope: Construct, id: string, { check, aliases, alarms, gradual }: ReleasesProps) {
    super(scope, id);
    const role = roleFor(this, check);
    this.groups = [...aliases].map(
      ([routeId, alias]) =>
        new LambdaDeploymentGroup(this, routeId, {
          application: check.application,
          // The command line finds the releases of a route by it.
          deploymentGroupName: routeId,
          alias,
          // Has all rights: CDK's own grant would be for every version of the check.
          role: role.withoutPolicyUpdates(),
          preHook: check.function,
          alarms: [...alarms],
          // CodeDeploy refuses to begin while an alarm rings. All at once is for what must go out then.
          ignoreAlarmConfiguration: !gradual,
          deploymentConfig: gradual
            ? LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES
            : LambdaDeploymentConfig.ALL_AT_ONCE,
          autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
        }),
    );
    check.allowDeployments(this.groups.map(({ deploymentGroupArn }) => deploymentGroupArn));
  }
}

/** What CodeDeploy may do: shift the traffic of aliases, and run the check. */
function roleFor(scope: Construct, check: ReleaseCheck): Role {
  const role = new Role(scope, 'Role', {
    assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
    managedPolicies: [
      ManagedPolicy.fromAwsManagedPolicyName('service-role/AWSCodeDeployRoleForLambdaLimited'),
    ],
  });
  role.addToPolicy(
    new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [check.function.functionArn] }),
  );
  return role;
}
