import { Duration } from 'aws-cdk-lib';
import { LambdaApplication } from 'aws-cdk-lib/aws-codedeploy';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { integrations, secretVariable } from '../../lib/platforms/index.ts';
import type { RouteId } from '../../lib/routes.ts';
import { releaseGrants } from '../grants.ts';
import type { ServiceTable } from './dispatch-table.ts';
import type { IntegrationSecrets } from './integration-secrets.ts';
import { ServiceFunction } from './service-function.ts';
import type { StagePolicy } from './stage.ts';
import type { WebhookFunction } from './webhook-function.ts';

/** Time to wait until containers know a new key, to send all samples and to remove what they stored. */
const WITHIN = Duration.minutes(5);

export interface ReleaseCheckProps {
  readonly webhooks: ReadonlyMap<RouteId, WebhookFunction>;
  readonly table: ServiceTable;
  readonly secrets: IntegrationSecrets;
  readonly policy: StagePolicy;
  /** The folder that holds `functions/` and `package-lock.json`. */
  readonly projectRoot: string;
}

/** CodeDeploy's application, and the function that tests a new version before any request reaches it. */
export class ReleaseCheck extends Construct {
  readonly application: LambdaApplication;
  readonly function: IFunction;
  readonly logGroup: ILogGroup;
  /** The resources of the right to run all versions of the functions. */
  readonly versions: readonly string[];
  /** Allows it to look at the deployments of groups, by their ARNs. To report on them, CDK does. */
  readonly allowDeployments: (groups: readonly string[]) => void;

  constructor(scope: Construct, id: string, props: ReleaseCheckProps) {
    super(scope, id);
    const { webhooks, table, secrets, policy, projectRoot } = props;
    this.application = new LambdaApplication(this, 'Application');
    const checking = new ServiceFunction(this, 'Check', {
      description: 'Books and cancels through a new version before any request reaches it',
      folder: 'release-check',
      memorySize: 256,
      timeout: WITHIN,
      runsFunctions: true,
      policy,
      projectRoot,
      environment: {
        TABLE_NAME: table.tableName,
        ...Object.fromEntries(
          integrations.map((name) => [secretVariable(name), secrets.byIntegration[name].secretArn]),
        ),
        AWS_ENDPOINT_URL_CODEDEPLOY: '',
        AWS_ENDPOINT_URL_DYNAMODB: '',
        AWS_ENDPOINT_URL_LAMBDA: '',
        AWS_ENDPOINT_URL_SECRETS_MANAGER: '',
      },
    });
    this.function = checking.function;
    this.logGroup = checking.logGroup;
    this.versions = [...webhooks.values()].map((webhook) => `${webhook.function.functionArn}:*`);
    checking.allowOn(table, releaseGrants);
    checking.allow(
      ['GetSecretValue', 'PutSecretValue', 'UpdateSecretVersionStage'].map(
        (name) => `secretsmanager:${name}`,
      ),
      Object.values(secrets.byIntegration).map(({ secretArn }) => secretArn),
    );
    // Of all versions: a right that each release changed would take a while until it counts.
    checking.allow(['lambda:InvokeFunction'], this.versions);
    checking.allow(['codedeploy:GetApplicationRevision'], [this.application.applicationArn]);
    this.allowDeployments = (groups) => checking.allow(['codedeploy:GetDeployment'], groups);
  }
}
