import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct } from 'constructs';

export interface BudgetProps {
  /** US dollars per month. */
  readonly amount: number;
  readonly email: string;
}

/** Of the spent amount. */
const SPENT_PERCENT = 80;
/** Of the forecast cost of the month. */
const FORECAST_PERCENT = 100;

/** Sends a warning before the AWS account's monthly cost exceeds an amount. It stops nothing. */
export class Budget extends Construct {
  constructor(scope: Construct, id: string, { amount, email }: BudgetProps) {
    super(scope, id);
    const warning = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: {
        notificationType,
        threshold,
        thresholdType: 'PERCENTAGE',
        comparisonOperator: 'GREATER_THAN',
      },
      subscribers: [{ subscriptionType: 'EMAIL', address: email }],
    });
    new CfnBudget(this, 'Monthly', {
      budget: { budgetType: 'COST', timeUnit: 'MONTHLY', budgetLimit: { amount, unit: 'USD' } },
      notificationsWithSubscribers: [
        warning('ACTUAL', SPENT_PERCENT),
        warning('FORECASTED', FORECAST_PERCENT),
      ],
    });
  }
}
