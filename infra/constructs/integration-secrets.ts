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

/** A new secret or an existing one: CDK's class does not match its own interface under exact optional properties. */
export type ServiceSecret = Secret | ISecret;

export interface IntegrationSecretsProps {
  readonly policy: StagePolicy;
  readonly existing?: StageOptions['existingSecrets'];
}

/**
 * One secret per integration. Names are generated, so that a stack can be deleted and recreated. Existing secrets are
 * not changed.
 */
export class IntegrationSecrets extends Construct {
  readonly byIntegration: Readonly<Record<Integration, ServiceSecret>>;

  constructor(scope: Construct, id: string, { policy, existing }: IntegrationSecretsProps) {
    super(scope, id);
    this.byIntegration = mapFields(integrations, (integration) =>
      existing === undefined
        ? new Secret(this, integration, {
            // Contains no secret, so it may be in the template.
            secretStringValue: SecretValue.unsafePlainText(INITIAL_VALUE),
            removalPolicy: policy.removalPolicy,
          })
        : Secret.fromSecretCompleteArn(this, integration, existing[integration]),
    );
  }
}
