import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import type { Alias } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { RouteId } from '../../lib/routes.ts';

export interface CanariesProps {
  /** What the API calls, by route. */
  readonly aliases: ReadonlyMap<RouteId, Alias>;
  /** Any of these alarms rolls a release back. */
  readonly alarms: readonly Alarm[];
}

/**
 * Canary releases: new code gets a tenth of the requests for five minutes, then all of them. An alarm in that time
 * returns all requests to the previous code, and CloudFormation rolls the deployment back.
 */
export class Canaries extends Construct {
  readonly groups: readonly LambdaDeploymentGroup[];

  constructor(scope: Construct, id: string, { aliases, alarms }: CanariesProps) {
    super(scope, id);
    const application = new LambdaApplication(this, 'Application');
    this.groups = [...aliases].map(
      ([routeId, alias]) =>
        new LambdaDeploymentGroup(this, routeId, {
          application,
          alias,
          alarms: [...alarms],
          deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
          autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
        }),
    );
  }
}
