import { Duration, Stack } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';
import { REMIND_EVERY_MINUTES } from '../../lib/intake/reminder.ts';
import { secretVariable } from '../../lib/platforms/index.ts';
import { reminderGrants } from '../grants.ts';
import { allow, type ServiceTable } from './dispatch-table.ts';
import type { ServiceSecret } from './integration-secrets.ts';
import type { Messages } from './messages.ts';
import { ServiceFunction } from './service-function.ts';
import type { StagePolicy } from './stage.ts';

export interface RemindersProps {
  readonly table: ServiceTable;
  readonly policy: StagePolicy;
  /** The addresses of the pages that messages link to, and of the board. */
  readonly pagesUrl: string;
  readonly boardUrl: string | undefined;
  /** The address of the webhooks, where providers report. */
  readonly webhooksUrl: string;
  /** The keys of providers of messages. */
  readonly secret: ServiceSecret;
  /** Sends those of companies whose messages leave by AWS. */
  readonly messages: Messages;
}

/** Sends messages, and reports overdue callbacks and unacknowledged emergencies: EventBridge Scheduler runs it every minute. */
export class Reminders extends Construct {
  readonly reminding: ServiceFunction;

  constructor(
    scope: Construct,
    id: string,
    { table, policy, pagesUrl, boardUrl, webhooksUrl, secret, messages }: RemindersProps,
  ) {
    super(scope, id);
    this.reminding = new ServiceFunction(this, 'Due', {
      description: 'Sends messages, and reports overdue callbacks and unacknowledged emergencies',
      folder: 'reminders',
      policy,
      // It waits for providers, and the next run begins a minute later.
      timeout: Duration.seconds(60),
      memorySize: 512,
      calls: ['SECRETS_MANAGER', 'PINPOINT_SMS_VOICE_V2', 'SESV2'],
      environment: {
        BASE_URL: pagesUrl,
        WEBHOOKS_URL: webhooksUrl,
        [secretVariable('messaging')]: secret.secretArn,
        STACK_NAME: Stack.of(this).stackName,
        BOARD_URL: boardUrl ?? '',
      },
      on: { table, grants: reminderGrants },
    });
    this.reminding.allow(['secretsmanager:GetSecretValue'], [secret.secretArn]);
    messages.allowSending(this.reminding);
    const { functionArn: arn } = this.reminding.function;
    // Only schedules of this AWS account may use the role.
    const conditions = { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } };
    const invoker = new Role(this, 'Invoker', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', { conditions }),
    });
    invoker.addToPolicy(allow(['lambda:InvokeFunction'], [arn]));
    new CfnSchedule(this, 'EveryMinute', {
      description: 'Runs what sends messages and checks for overdue callbacks and unacknowledged emergencies',
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
