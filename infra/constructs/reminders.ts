import { Stack } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';
import { REMIND_EVERY_MINUTES } from '../../lib/intake/reminder.ts';
import { reminderGrants } from '../grants.ts';
import { allow, type ServiceTable } from './dispatch-table.ts';
import { ServiceFunction } from './service-function.ts';
import type { StagePolicy } from './stage.ts';

/** Reports overdue callbacks and unacknowledged emergencies: EventBridge Scheduler runs the function every minute. */
export class Reminders extends Construct {
  readonly reminding: ServiceFunction;

  constructor(scope: Construct, id: string, table: ServiceTable, policy: StagePolicy) {
    super(scope, id);
    this.reminding = new ServiceFunction(this, 'Due', {
      description: 'Reports overdue callbacks and unacknowledged emergencies',
      folder: 'reminders',
      policy,
      on: { table, grants: reminderGrants },
    });
    const { functionArn: arn } = this.reminding.function;
    // Only schedules of this AWS account may use the role.
    const conditions = { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } };
    const invoker = new Role(this, 'Invoker', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', { conditions }),
    });
    invoker.addToPolicy(allow(['lambda:InvokeFunction'], [arn]));
    new CfnSchedule(this, 'EveryMinute', {
      description: 'Runs the check for overdue callbacks and unacknowledged emergencies',
      // EventBridge accepts the singular for a rate of one only.
      scheduleExpression: `rate(${REMIND_EVERY_MINUTES} minute${REMIND_EVERY_MINUTES === 1 ? '' : 's'})`,
      flexibleTimeWindow: { mode: 'OFF' },
      target: {
        arn,
        roleArn: invoker.roleArn,
        // The next run handles what a failed one missed, so no retry or dead-letter queue is needed.
        retryPolicy: { maximumRetryAttempts: 0 },
      },
    });
  }
}
