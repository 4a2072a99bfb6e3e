import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct } from 'constructs';

/** Warns before the AWS account's monthly cost exceeds an amount in US dollars. The budget stops nothing. */
export class Budget extends Construct {
  constructor(scope: Construct, id: string, amount: number, email: string) {
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
      notificationsWithSubscribers: [warning('ACTUAL', 80), warning('FORECASTED', 100)],
    });
  }
}
