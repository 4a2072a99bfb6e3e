import { Duration } from 'aws-cdk-lib';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { integrations, secretVariable } from '../../lib/platforms/index.ts';
import type { RouteId } from '../../lib/routes.ts';
import { releaseGrants } from '../grants.ts';
import { allow, type ServiceTable } from './dispatch-table.ts';
import type { IntegrationSecrets } from './integration-secrets.ts';
import { ServiceFunction } from './service-function.ts';
import type { StagePolicy } from './stage.ts';
import type { WebhookFunction } from './webhook-function.ts';

type Webhooks = ReadonlyMap<RouteId, WebhookFunction>;

export interface ReleaseCheckProps {
  readonly webhooks: Webhooks;
  readonly table: ServiceTable;
  readonly secrets: IntegrationSecrets;
  readonly policy: StagePolicy;
}

/** CodeDeploy's application, and the function that tests a new version before any request reaches it. */
export class ReleaseCheck extends Construct {
  readonly application: LambdaApplication;
  readonly checking: ServiceFunction;
  /** ARNs of all versions of the functions, which the check may run. */
  readonly versions: readonly string[];

  constructor(scope: Construct, id: string, { webhooks, table, secrets, policy }: ReleaseCheckProps) {
    super(scope, id);
    this.application = new LambdaApplication(this, 'Application');
    const { bySender } = secrets;
    this.checking = new ServiceFunction(this, 'Check', {
      description: 'Books and cancels through a new version before any request reaches it',
      folder: 'release-check',
      // Containers must learn a new key, all samples be sent, and what they stored be removed.
      timeout: Duration.minutes(5),
      bundling: 'whole',
      policy,
      on: { table, grants: releaseGrants },
      calls: ['CODEDEPLOY', 'LAMBDA', 'SECRETS_MANAGER'],
      environment: Object.fromEntries(
        integrations.map((name) => [secretVariable(name), bySender[name].secretArn]),
      ),
    });
    this.versions = [...webhooks.values()].map((webhook) => `${webhook.function.functionArn}:*`);
    const onSecrets = ['GetSecretValue', 'PutSecretValue', 'UpdateSecretVersionStage'];
    this.checking.allow(
      onSecrets.map((action) => `secretsmanager:${action}`),
      integrations.map((name) => bySender[name].secretArn),
    );
    // A right on single versions would change with each release, and take effect only after a while.
    this.checking.allow(['lambda:InvokeFunction'], this.versions);
    this.checking.allow(['codedeploy:GetApplicationRevision'], [this.application.applicationArn]);
  }
}

export interface ReleasesProps {
  /** Every version must pass it. */
  readonly check: ReleaseCheck;
  readonly webhooks: Webhooks;
  /** Any of these alarms rolls a release back. */
  readonly alarms: readonly Alarm[];
  /** Whether new code first gets a tenth of the requests. */
  readonly gradual: boolean;
}

/**
 * New code must pass a check. Then it gets a tenth of the requests for five minutes and all of them afterwards, or all
 * of them at once. An alarm in that time returns all requests to the previous code, and CloudFormation rolls the
 * deployment back. The pace changes nothing else in the template, so it can be changed in the middle of an incident.
 */
export class Releases extends Construct {
  readonly groups: readonly LambdaDeploymentGroup[];

  constructor(scope: Construct, id: string, { check, webhooks, alarms, gradual }: ReleasesProps) {
    super(scope, id);
    const { application, checking } = check;
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
      managedPolicies: [
        ManagedPolicy.fromAwsManagedPolicyName('service-role/AWSCodeDeployRoleForLambdaLimited'),
      ],
    });
    role.addToPolicy(allow(['lambda:InvokeFunction'], [checking.function.functionArn]));
    this.groups = [...webhooks].map(
      ([routeId, { alias }]) =>
        new LambdaDeploymentGroup(this, routeId, {
          application,
          // The command line finds the releases of a route by this name.
          deploymentGroupName: routeId,
          alias,
          // CDK would otherwise add a right to run every version of the check.
          role: role.withoutPolicyUpdates(),
          preHook: checking.function,
          alarms: [...alarms],
          // CodeDeploy refuses to begin while an alarm rings. A fix that must go out then goes out all at once.
          ignoreAlarmConfiguration: !gradual,
          deploymentConfig: gradual
            ? LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES
            : LambdaDeploymentConfig.ALL_AT_ONCE,
          autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
        }),
    );
    // CDK grants the right to report on a deployment; this is the right to look at it.
    checking.allow(
      ['codedeploy:GetDeployment'],
      this.groups.map(({ deploymentGroupArn }) => deploymentGroupArn),
    );
  }
}
