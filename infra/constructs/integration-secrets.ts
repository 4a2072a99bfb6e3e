import { SecretValue } from 'aws-cdk-lib';
import { type ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { mapFields } from '../../lib/map-fields.ts';
import { type WebhookSender, webhookSenderIds } from '../../lib/platforms/index.ts';
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
 * One secret per sender of webhooks. CDK generates names, so that a stack can be deleted and recreated. Existing secrets are
 * used as they are and never changed.
 */
export class IntegrationSecrets extends Construct {
  readonly bySender: Readonly<Record<WebhookSender, ServiceSecret>>;

  constructor(scope: Construct, id: string, policy: StagePolicy, existing: StageOptions['existingSecrets']) {
    super(scope, id);
    this.bySender = mapFields(webhookSenderIds, (sender) => {
      const known = existing?.[sender];
      return known === undefined
        ? new Secret(this, sender, {
            // The value contains no secret, so it may be in the template.
            secretStringValue: SecretValue.unsafePlainText(INITIAL_VALUE),
            removalPolicy: policy.removalPolicy,
          })
        : Secret.fromSecretCompleteArn(this, sender, known);
    });
  }

  get arns(): readonly string[] {
    return Object.values(this.bySender).map(({ secretArn }) => secretArn);
  }
}
