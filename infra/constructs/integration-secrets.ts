import { SecretValue } from 'aws-cdk-lib';
import { type ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { mapFields } from '../../lib/map-fields.ts';
import { type Integration, integrations } from '../../lib/platforms/index.ts';
import type { StageOptions } from '../options.ts';
import type { StagePolicy } from './stage.ts';

/**
 * A valid document without keys: every request is refused until an operator sets one. NEVER change it, nor any other
 * property of the secrets: CloudFormation would write it again and delete the keys in use.
 */
const INITIAL_VALUE = '{"keys":[],"apiKeys":[]}';

/** A new secret or an existing one: CDK's class doesn't match its own interface under exact optional properties. */
export type ServiceSecret = Secret | ISecret;

/**
 * One secret per integration. CDK generates names, so that a stack can be deleted and recreated. Existing secrets are
 * used as they are and never changed.
 */
export class IntegrationSecrets extends Construct {
  readonly byIntegration: Readonly<Record<Integration, ServiceSecret>>;

  constructor(scope: Construct, id: string, policy: StagePolicy, existing: StageOptions['existingSecrets']) {
    super(scope, id);
    this.byIntegration = mapFields(integrations, (integration) =>
      existing === undefined
        ? new Secret(this, integration, {
            // The value contains no secret, so it may be in the template.
            secretStringValue: SecretValue.unsafePlainText(INITIAL_VALUE),
            removalPolicy: policy.removalPolicy,
          })
        : Secret.fromSecretCompleteArn(this, integration, existing[integration]),
    );
  }

  get arns(): readonly string[] {
    return Object.values(this.byIntegration).map(({ secretArn }) => secretArn);
  }
}
