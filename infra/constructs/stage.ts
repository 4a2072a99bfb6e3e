import { RemovalPolicy } from 'aws-cdk-lib';
import { Tracing } from 'aws-cdk-lib/aws-lambda';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';

/** The settings that every part of a stage shares. */
export interface StagePolicy {
  /** The removal policy of the table, the secrets and the logs. */
  readonly removalPolicy: RemovalPolicy;
  /** Of the table and of the stack itself. */
  readonly deletionProtection: boolean;
  readonly logRetention: RetentionDays;
  /** Whether functions send traces to X-Ray. */
  readonly tracing: Tracing;
}

export const policyOf = ({
  production,
  tracing,
}: {
  readonly production: boolean;
  readonly tracing: boolean;
}): StagePolicy => ({
  removalPolicy: production ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  deletionProtection: production,
  logRetention: production ? RetentionDays.THREE_MONTHS : RetentionDays.ONE_WEEK,
  tracing: tracing ? Tracing.ACTIVE : Tracing.DISABLED,
});
