import { Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';

export interface BusinessAlarmProps {
  /** The metric, with the period to evaluate. */
  readonly metric: IMetric;
  /** The alarm is raised if the metric reaches it. */
  readonly threshold: number;
  /** What it means for the company, in plain words for the person on call. */
  readonly meaning: string;
  /** What to do first. */
  readonly action: string;
  readonly topic: ITopic;
  /** How many of the last periods must reach the threshold; one of one by default. */
  readonly periods?: { readonly reaching: number; readonly outOf: number };
  /** Whether it is raised below the threshold instead. */
  readonly below?: boolean;
  /** Whether missing data raises the alarm; false by default. */
  readonly ringsOnSilence?: boolean;
}

/** What helps against a release of the webhook functions, for an alarm's action. */
export const ifReleased = (scope: Construct) =>
  `Right after a deployment: "npm run -s dispatch -- rollback --stack ${Stack.of(scope).stackName}".`;
/** The same of a function without an alias. */
export const IF_DEPLOYED =
  'Right after a deployment: deploy the last good commit (docs/recovery.md); rollback does not move this function.';

/** An alarm that says what it means for the company and what to do. Missing data is fine by default. */
export class BusinessAlarm extends Alarm {
  constructor(scope: Construct, id: string, props: BusinessAlarmProps) {
    const { metric, threshold, meaning, action, topic } = props;
    const { periods = { reaching: 1, outOf: 1 }, ringsOnSilence = false, below = false } = props;
    super(scope, id, {
      metric,
      threshold,
      comparisonOperator: below
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      datapointsToAlarm: periods.reaching,
      evaluationPeriods: periods.outOf,
      treatMissingData: ringsOnSilence ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
      alarmDescription: `${meaning} ${action}`,
    });
    const notify = new SnsAction(topic);
    this.addAlarmAction(notify);
    this.addOkAction(notify);
  }
}
