import { RemovalPolicy } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';

/** What follows from whether a stage is production. */
export interface StagePolicy {
  /** What becomes of the table, the secrets and the logs when the stack goes. */
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
