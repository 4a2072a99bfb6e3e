import { SecretValue } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { mapFields } from '../../lib/map-fields.ts';
import { type Integration, integrations } from '../../lib/platforms/index.ts';
import type { StagePolicy } from './stage.ts';

/**
 * A valid document without keys: every request is refused until an operator sets one. NEVER change it, nor any other
 * property of the secrets: CloudFormation would write it again and erase the keys in use.
 */
const INITIAL_VALUE = '{"keys":[],"apiKeys":[]}';

/** One secret per integration. Names are generated, so that a stack can be deleted and recreated. */
export class IntegrationSecrets extends Construct {
  readonly byIntegration: Readonly<Record<Integration, Secret>>;

  constructor(scope: Construct, id: string, policy: StagePolicy) {
    super(scope, id);
    this.byIntegration = mapFields(
      integrations,
      (integration) =>
        new Secret(this, integration, {
          // Contains no secret, so it may be in the template.
          secretStringValue: SecretValue.unsafePlainText(INITIAL_VALUE),
          removalPolicy: policy.removalPolicy,
        }),
    );
  }
}
