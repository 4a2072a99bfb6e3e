import { describe, expect, it } from '@jest/globals';
import { Match } from 'aws-cdk-lib/assertions';
import { arnOf, logicalId, templateOf } from '../support/templates/templates.ts';

const dev = templateOf('dev');
const topicId = logicalId(dev, 'AWS::SNS::Topic', 'Messages');
const functionId = logicalId(dev, 'AWS::Lambda::Function', 'Messages');
const queueArn = arnOf(logicalId(dev, 'AWS::SQS::Queue', 'Messages'));
const byAws = {
  Effect: 'Allow',
  Principal: { Service: ['ses.amazonaws.com', 'sms-voice.amazonaws.com'] },
  Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
};

describe('the topic of messages', () => {
  it('takes what AWS says of messages for this AWS account, over TLS and encrypted', () => {
    dev.hasResourceProperties('AWS::SNS::TopicPolicy', {
      Topics: [{ Ref: topicId }],
      PolicyDocument: {
        Statement: [
          Match.objectLike({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
          Match.objectLike({ ...byAws, Action: 'sns:Publish', Resource: { Ref: topicId } }),
        ],
      },
    });
    const keyId = logicalId(dev, 'AWS::KMS::Key', 'Messages');
    dev.hasResourceProperties('AWS::SNS::Topic', { KmsMasterKeyId: arnOf(keyId) });
    dev.hasResourceProperties('AWS::KMS::Key', {
      EnableKeyRotation: true,
      KeyPolicy: {
        Statement: Match.arrayWith([
          Match.objectLike({ ...byAws, Action: ['kms:Decrypt', 'kms:GenerateDataKey*'] }),
        ]),
      },
    });
  });

  it('runs a function, whose failures end up in a dead-letter queue', () => {
    dev.hasResourceProperties('AWS::SNS::Subscription', {
      Protocol: 'lambda',
      TopicArn: { Ref: topicId },
      Endpoint: arnOf(functionId),
    });
    dev.hasResourceProperties('AWS::Lambda::Permission', {
      FunctionName: arnOf(functionId),
      Principal: 'sns.amazonaws.com',
      SourceArn: { Ref: topicId },
    });
    dev.hasResourceProperties('AWS::Lambda::Function', {
      DeadLetterConfig: { TargetArn: queueArn },
      Environment: { Variables: Match.objectLike({ STACK_NAME: 'dispatch-dev' }) },
    });
    dev.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
      FunctionName: { Ref: functionId },
      MaximumRetryAttempts: 2,
      MaximumEventAgeInSeconds: 21_600,
    });
    dev.hasResourceProperties('AWS::CloudWatch::Alarm', {
      MetricName: 'ApproximateNumberOfMessagesVisible',
      Dimensions: [{ Name: 'QueueName', Value: { 'Fn::GetAtt': [queueArn['Fn::GetAtt'][0], 'QueueName'] } }],
    });
  });

  it('sends no more e-mail to addresses that complained or do not exist', () => {
    dev.hasResourceProperties('AWS::SES::ConfigurationSet', {
      SuppressionOptions: { SuppressedReasons: ['COMPLAINT', 'BOUNCE'] },
    });
  });

  it('gets all reports of texts and calls, and those of e-mail that say what became of one', () => {
    dev.hasResource('AWS::SMSVOICE::ConfigurationSet', {
      Properties: {
        EventDestinations: [
          {
            EventDestinationName: 'topic',
            Enabled: true,
            MatchingEventTypes: ['TEXT_ALL', 'VOICE_ALL'],
            SnsDestination: { TopicArn: { Ref: topicId } },
          },
        ],
      },
      // AWS publishes a test as soon as the destination exists.
      DependsOn: Match.arrayWith([logicalId(dev, 'AWS::SNS::TopicPolicy', 'Messages')]),
    });
    dev.hasResource('AWS::SES::ConfigurationSetEventDestination', {
      Properties: {
        ConfigurationSetName: { Ref: logicalId(dev, 'AWS::SES::ConfigurationSet') },
        EventDestination: {
          Enabled: true,
          MatchingEventTypes: ['send', 'delivery', 'bounce', 'reject'],
          SnsDestination: { TopicARN: { Ref: topicId } },
        },
      },
      DependsOn: Match.arrayWith([logicalId(dev, 'AWS::SNS::TopicPolicy', 'Messages')]),
    });
  });
});

it('only the function that sends may send, by configuration sets that report', () => {
  const statements = Object.entries(dev.findResources('AWS::IAM::Policy')).flatMap(([id, { Properties }]) =>
    Properties.PolicyDocument.Statement.map((one: object) => ({ id, ...one })),
  );
  const sending = statements.filter(({ Action }) => /sms-voice:|ses:/.test(String(Action)));
  const own = logicalId(dev, 'AWS::IAM::Policy', 'RemindersDue');

  expect(sending.map(({ id, Action }) => [id, Action])).toEqual([
    [own, ['sms-voice:SendTextMessage', 'sms-voice:SendVoiceMessage']],
    [own, 'ses:SendEmail'],
  ]);
  dev.hasResourceProperties('AWS::Lambda::Function', {
    Environment: {
      Variables: Match.objectLike({
        MESSAGES_CONFIGURATION_SET: { Ref: logicalId(dev, 'AWS::SMSVOICE::ConfigurationSet') },
        MAIL_CONFIGURATION_SET: { Ref: logicalId(dev, 'AWS::SES::ConfigurationSet') },
      }),
    },
  });
});
