import { describe, expect, it } from '@jest/globals';
import { Match } from 'aws-cdk-lib/assertions';
import { arnOf, logicalId, templateOf } from '../support/templates/templates.ts';

const dev = templateOf('dev');
const prod = templateOf('prod');

const busArn = arnOf(logicalId(dev, 'AWS::Events::EventBus'));
const queueArn = arnOf(logicalId(dev, 'AWS::SQS::Queue', 'Events'));
const streamArn = arnOf(logicalId(dev, 'AWS::DynamoDB::Table'), 'StreamArn');
const eventsFunctionArn = arnOf(logicalId(dev, 'AWS::Lambda::Function', 'EventsFromTable'));
const topicId = logicalId(dev, 'AWS::SNS::Topic', 'Events');

describe('the pipe', () => {
  it("connects the table's stream, the function and the bus", () => {
    dev.resourceCountIs('AWS::Pipes::Pipe', 1);
    dev.hasResourceProperties('AWS::Pipes::Pipe', {
      Source: streamArn,
      Enrichment: eventsFunctionArn,
      Target: busArn,
      TargetParameters: { EventBridgeEventBusParameters: { Source: 'dispatch', DetailType: '$.type' } },
    });
  });

  it('keeps the order of each item: one record at a time, retried for 23 hours, then put into the dead-letter queue', () => {
    dev.hasResourceProperties('AWS::Pipes::Pipe', {
      SourceParameters: {
        DynamoDBStreamParameters: {
          StartingPosition: 'TRIM_HORIZON',
          BatchSize: 1,
          ParallelizationFactor: 10,
          MaximumRetryAttempts: -1,
          MaximumRecordAgeInSeconds: 23 * 60 * 60,
          DeadLetterConfig: { Arn: queueArn },
        },
      },
    });
  });

  it('filters only by fields that pipes support', () => {
    const pipe = dev.findResources('AWS::Pipes::Pipe')[logicalId(dev, 'AWS::Pipes::Pipe')];
    const filters: { Pattern: string }[] = pipe?.Properties.SourceParameters.FilterCriteria.Filters;
    const patterns: object[] = filters.map(({ Pattern }) => JSON.parse(Pattern));

    expect(patterns.map((pattern) => Object.keys(pattern))).toEqual([
      ['dynamodb'],
      ['dynamodb'],
      ['dynamodb'],
    ]);
  });

  it('may only read that stream, call that function, and write to that bus and that queue', () => {
    dev.hasResourceProperties('AWS::IAM::Policy', {
      Roles: [{ Ref: logicalId(dev, 'AWS::IAM::Role', 'EventsFromTableRole') }],
      PolicyDocument: {
        Statement: [
          {
            Effect: 'Allow',
            Action: [
              'dynamodb:DescribeStream',
              'dynamodb:GetRecords',
              'dynamodb:GetShardIterator',
              'dynamodb:ListStreams',
            ],
            Resource: streamArn,
          },
          { Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: eventsFunctionArn },
          { Effect: 'Allow', Action: 'events:PutEvents', Resource: busArn },
          { Effect: 'Allow', Action: 'sqs:SendMessage', Resource: queueArn },
          // The stream is encrypted with the table's key.
          Match.objectLike({
            Resource: arnOf(logicalId(dev, 'AWS::KMS::Key', 'Data')),
            Condition: Match.anyValue(),
          }),
        ],
      },
    });
    // Otherwise the role could be given to a pipe of another AWS account.
    dev.hasResourceProperties('AWS::IAM::Role', {
      AssumeRolePolicyDocument: {
        Statement: [
          Match.objectLike({
            Principal: { Service: 'pipes.amazonaws.com' },
            Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
          }),
        ],
      },
    });
    // Otherwise the pipe would start before it may read.
    dev.hasResource('AWS::Pipes::Pipe', {
      DependsOn: Match.arrayWith([logicalId(dev, 'AWS::IAM::Policy', 'EventsFromTableRole')]),
    });
  });

  it('has a function that may only write its log', () => {
    dev.hasResourceProperties('AWS::IAM::Policy', {
      Roles: [{ Ref: logicalId(dev, 'AWS::IAM::Role', 'EventsFromTableShaperRole') }],
      PolicyDocument: {
        Statement: [
          {
            Effect: 'Allow',
            Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
            Resource: arnOf(logicalId(dev, 'AWS::Logs::LogGroup', 'EventsFromTable')),
          },
        ],
      },
    });
  });
});

describe('an event that could not be published', () => {
  it('raises an alarm after the third failure of the function or the pipe, not only after the last retry', () => {
    const watching = (Namespace: string, MetricName: string, Name: string, logical: string) =>
      Match.objectLike({
        MetricStat: Match.objectLike({
          Metric: { Namespace, MetricName, Dimensions: [{ Name, Value: { Ref: logical } }] },
          Stat: 'Sum',
        }),
      });
    dev.hasResourceProperties('AWS::CloudWatch::Alarm', {
      AlarmDescription: Match.stringLikeRegexp('cannot be published to other systems.*docs/events.md'),
      Threshold: 3,
      Metrics: Match.arrayWith([
        watching('AWS/Lambda', 'Errors', 'FunctionName', eventsFunctionArn['Fn::GetAtt'][0] ?? ''),
        watching('AWS/EventBridge/Pipes', 'ExecutionFailed', 'PipeName', logicalId(dev, 'AWS::Pipes::Pipe')),
      ]),
    });
  });

  it('raises an alarm when events are late, by the age that the function measures', () => {
    dev.hasResourceProperties('AWS::CloudWatch::Alarm', {
      Metrics: [
        Match.objectLike({
          MetricStat: Match.objectLike({
            Metric: {
              Namespace: 'Dispatch',
              MetricName: 'EventAge',
              Dimensions: [{ Name: 'FunctionName', Value: { Ref: eventsFunctionArn['Fn::GetAtt'][0] } }],
            },
            Stat: 'Maximum',
          }),
        }),
      ],
      Threshold: 120_000,
      AlarmDescription: Match.stringLikeRegexp('two minutes late.*docs/events.md'),
    });
  });

  it('stays for two weeks in an encrypted queue that refuses unencrypted connections', () => {
    dev.hasResourceProperties('AWS::SQS::Queue', {
      SqsManagedSseEnabled: true,
      MessageRetentionPeriod: 14 * 24 * 60 * 60,
    });
    dev.hasResourceProperties('AWS::SQS::QueuePolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
        ]),
      },
    });
  });

  it('raises an alarm with its meaning from the first message', () => {
    dev.hasResourceProperties('AWS::CloudWatch::Alarm', {
      MetricName: 'ApproximateNumberOfMessagesVisible',
      Dimensions: [{ Name: 'QueueName', Value: Match.anyValue() }],
      Threshold: 1,
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      AlarmDescription: Match.stringLikeRegexp(
        'did not get an event.*docs/events.md.*events redrive --stack dispatch-dev',
      ),
    });
  });
});

describe('the archive', () => {
  it('keeps events as long as logs', () => {
    const properties = { SourceArn: busArn, EventPattern: { source: ['dispatch'] } };
    dev.hasResourceProperties('AWS::Events::Archive', { ...properties, RetentionDays: 7 });
    prod.hasResourceProperties('AWS::Events::Archive', { RetentionDays: 90 });
  });
});

describe('the outputs', () => {
  it('name the bus, the queue and the topic', () => {
    dev.hasOutput('EventBusName', { Value: { Ref: logicalId(dev, 'AWS::Events::EventBus') } });
    dev.hasOutput('DeadLetterQueueUrl', { Value: { Ref: logicalId(dev, 'AWS::SQS::Queue', 'Events') } });
    dev.hasOutput('UrgentTopicArn', { Value: { Ref: topicId } });
  });
});
