import { Duration, Stack } from 'aws-cdk-lib';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { type IRole, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';
import { REMIND_EVERY_MINUTES } from '../../lib/intake/reminders/reminder.ts';
import { reminderGrants } from '../grants.ts';
import type { ServiceTable } from './dispatch-table.ts';
import { ServiceFunction } from './service-function.ts';
import type { StagePolicy } from './stage.ts';
import type { AlarmTopics } from './watching/alarm-topic.ts';
import { BusinessAlarm } from './watching/business-alarm.ts';

export interface RemindersProps {
  readonly table: ServiceTable;
  readonly policy: StagePolicy;
  /** The folder that holds `functions/` and `package-lock.json`. */
  readonly projectRoot: string;
  /** The topics for the alarms. */
  readonly topics: AlarmTopics;
}

/** Reports overdue callbacks and unacknowledged emergencies: EventBridge Scheduler runs the function every minute. */
export class Reminders extends Construct {
  readonly alarms: readonly BusinessAlarm[];
  readonly logGroup: ILogGroup;

  constructor(scope: Construct, id: string, props: RemindersProps) {
    super(scope, id);
    const { table, policy, projectRoot, topics } = props;
    const reminding = new ServiceFunction(this, 'Due', {
      description: 'Reports overdue callbacks and unacknowledged emergencies',
      folder: 'reminders',
      memorySize: 256,
      policy,
      projectRoot,
      environment: { TABLE_NAME: table.tableName, AWS_ENDPOINT_URL_DYNAMODB: '' },
    });
    this.logGroup = reminding.logGroup;
    reminding.allowOn(table, reminderGrants);
    new CfnSchedule(this, 'EveryMinute', {
      description: 'Runs the check for overdue callbacks and unacknowledged emergencies',
      // Only a rate of one has the unit in the singular.
      scheduleExpression: `rate(${REMIND_EVERY_MINUTES} minute${REMIND_EVERY_MINUTES === 1 ? '' : 's'})`,
      flexibleTimeWindow: { mode: 'OFF' },
      target: {
        arn: reminding.function.functionArn,
        roleArn: invokerOf(this, reminding.function).roleArn,
        // The next run handles what this one missed, so no retry or dead-letter queue is needed.
        retryPolicy: { maximumRetryAttempts: 0 },
      },
    });
    const silent = new BusinessAlarm(this, 'RemindersSilent', {
      metric: reminding.function.metricInvocations({ statistic: Stats.SUM, period: Duration.minutes(5) }),
      threshold: 1,
      below: true,
      ringsOnSilence: true,
      meaning:
        'The check for overdue callbacks and unacknowledged emergencies has not run for 5 minutes: nobody is called again.',
      action:
        'See the schedule in EventBridge Scheduler: is it enabled, and may its role run the function? See throttles of the function.',
      topic: topics.page,
    });
    const failing = new BusinessAlarm(this, 'RemindersFail', {
      metric: reminding.function.metricErrors({ statistic: Stats.SUM, period: Duration.minutes(15) }),
      threshold: 10,
      meaning:
        'Overdue callbacks and unacknowledged emergencies are not reported: customers wait for a call that they were promised.',
      action:
        'The log of the function (output LogGroupReminders) says why. Nothing is lost: they are reported once it works again.',
      topic: topics.page,
    });
    this.alarms = [silent, failing];
  }
}

/** May only run that function, for the schedules of this AWS account. */
function invokerOf(scope: Construct, target: IFunction): IRole {
  const conditions = { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } };
  const role = new Role(scope, 'Invoker', {
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com', { conditions }),
  });
  role.addToPolicy(
    new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [target.functionArn] }),
  );
  return role;
}
