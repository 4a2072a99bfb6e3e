import { RemovalPolicy } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';

export const stages = ['dev', 'prod'] as const;

export type Stage = (typeof stages)[number];

/** What differs between the stages; everything else is the same everywhere. */
export interface StagePolicy {
  /** What becomes of the table, the secrets and the logs when the stack goes. */
  readonly removalPolicy: RemovalPolicy;
  readonly deletionProtection: boolean;
  readonly logRetention: RetentionDays;
}

const policies: Readonly<Record<Stage, StagePolicy>> = {
  dev: {
    removalPolicy: RemovalPolicy.DESTROY,
    deletionProtection: false,
    logRetention: RetentionDays.ONE_WEEK,
  },
  prod: {
    removalPolicy: RemovalPolicy.RETAIN,
    deletionProtection: true,
    logRetention: RetentionDays.THREE_MONTHS,
  },
};

/** The stage of that name, or undefined if there is none. */
export function parseStage(value: unknown): Stage | undefined {
  return stages.find((stage) => stage === value);
}

export function policyOf(stage: Stage): StagePolicy {
  return policies[stage];
}
