import { RemovalPolicy } from 'aws-cdk-lib';
import { Tracing } from 'aws-cdk-lib/aws-lambda';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { StageOptions } from '../options.ts';

/** The settings that all parts of a stack share. */
export type StagePolicy = ReturnType<typeof policyOf>;

export function policyOf({ production, tracing }: Pick<StageOptions, 'production' | 'tracing'>) {
  /** Applies to the table, the secrets, the users and the logs. */
  const removalPolicy = production ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
  return {
    removalPolicy,
    /** Protects the table, the users and the stack itself. */
    deletionProtection: production,
    logs: { retention: production ? RetentionDays.THREE_MONTHS : RetentionDays.ONE_WEEK, removalPolicy },
    tracing: tracing ? Tracing.ACTIVE : Tracing.DISABLED,
  };
}
