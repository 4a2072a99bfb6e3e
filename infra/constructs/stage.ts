import { RemovalPolicy } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';

/** The settings that depend on whether a stage is production. */
export interface StagePolicy {
  /** The removal policy of the table, the secrets and the logs. */
  readonly removalPolicy: RemovalPolicy;
  /** Of the table and of the stack itself. */
  readonly deletionProtection: boolean;
  readonly logRetention: RetentionDays;
}

export const policyOf = ({ production }: { readonly production: boolean }): StagePolicy =>
  production
    ? {
        removalPolicy: RemovalPolicy.RETAIN,
        deletionProtection: true,
        logRetention: RetentionDays.THREE_MONTHS,
      }
    : {
        removalPolicy: RemovalPolicy.DESTROY,
        deletionProtection: false,
        logRetention: RetentionDays.ONE_WEEK,
      };
