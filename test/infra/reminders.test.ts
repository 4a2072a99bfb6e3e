import { expect, it } from '@jest/globals';
import { Match } from 'aws-cdk-lib/assertions';
import { logicalId, templateOf } from '../support/templates/templates.ts';

const dev = templateOf('dev');
const functionArn = { 'Fn::GetAtt': [logicalId(dev, 'AWS::Lambda::Function', 'Reminders'), 'Arn'] };
const roleId = logicalId(dev, 'AWS::IAM::Role', 'RemindersInvoker');

it('EventBridge Scheduler runs every minute, without retries', () => {
  dev.resourceCountIs('AWS::Scheduler::Schedule', 1);
  dev.hasResourceProperties('AWS::Scheduler::Schedule', {
    ScheduleExpression: 'rate(1 minute)',
    FlexibleTimeWindow: { Mode: 'OFF' },
    Target: {
      Arn: functionArn,
      RoleArn: { 'Fn::GetAtt': [roleId, 'Arn'] },
      RetryPolicy: { MaximumRetryAttempts: 0 },
    },
  });
});

it('the schedule may only run that function, for this AWS account', () => {
  dev.hasResourceProperties('AWS::IAM::Policy', {
    Roles: [{ Ref: roleId }],
    PolicyDocument: {
      Statement: [{ Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: functionArn }],
    },
  });
  dev.hasResourceProperties('AWS::IAM::Role', {
    AssumeRolePolicyDocument: {
      Statement: [
        {
          Principal: { Service: 'scheduler.amazonaws.com' },
          Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
        },
      ],
    },
  });
});

it('the function may list what is due, and read and write requests, notices and messages', () => {
  const policies = Object.values(dev.findResources('AWS::IAM::Policy'));
  const role = { Ref: logicalId(dev, 'AWS::IAM::Role', 'RemindersDue') };
  const own = policies.find(({ Properties }) => JSON.stringify(Properties.Roles) === JSON.stringify([role]));
  const text = JSON.stringify(own);
  expect(text).toContain('/index/byReminder');
  expect([...new Set(text.match(/dynamodb:(?!LeadingKeys)[A-Z]\w+/g))].sort()).toEqual([
    'dynamodb:ConditionCheckItem',
    'dynamodb:GetItem',
    'dynamodb:PutItem',
    'dynamodb:Query',
    'dynamodb:UpdateItem',
  ]);
});

it('an alarm is raised if overdue callbacks are not reported', () => {
  dev.hasResourceProperties('AWS::CloudWatch::Alarm', {
    MetricName: 'Errors',
    Threshold: 10,
    AlarmDescription: Match.stringLikeRegexp('LogGroupReminders'),
  });
});
