import { describe, expect, it } from '@jest/globals';
import { Match } from 'aws-cdk-lib/assertions';
import { requestEventTypes } from '../../lib/record/events.ts';
import { matchesPattern } from '../../local/events/event-bridge.ts';
import { arnOf, logicalId, templateOf } from '../support/templates/templates.ts';

const dev = templateOf('dev');
const prod = templateOf('prod');
const queueArn = arnOf(logicalId(dev, 'AWS::SQS::Queue', 'Events'));
const topicId = logicalId(dev, 'AWS::SNS::Topic', 'Events');
const functionId = logicalId(dev, 'AWS::Lambda::Function', 'EventsUrgent');

describe('the topic of urgent messages', () => {
  const rules = Object.values(
    dev.findResources('AWS::Events::Rule', { Properties: { EventPattern: Match.anyValue() } }),
  ).map(({ Properties }) => Properties);
  const matching = (type: string, detail: object) =>
    rules.filter(({ EventPattern }) =>
      matchesPattern(EventPattern, { source: 'dispatch', 'detail-type': type, detail }),
    ).length;

  it.each([
    ['dispatch-request.requested', { urgency: 'emergency' }, 0],
    ['dispatch-request.scheduled', { urgency: 'emergency' }, 0],
    ['dispatch-request.moved', { urgency: 'emergency' }, 1],
    ['dispatch-request.canceled', { urgency: 'emergency' }, 1],
    ['dispatch-request.needs-review', { urgency: 'emergency' }, 1],
    ['dispatch-request.escalated', { urgency: 'emergency' }, 1],
    ['dispatch-request.needs-review', { urgency: 'routine' }, 1],
    ['message.overdue', { urgency: 'emergency' }, 1],
    ['message.overdue', { urgency: 'routine' }, 1],
    ['dispatch-request.scheduled', { urgency: 'urgent' }, 0],
    ['call.completed', { callId: 'call_1' }, 0],
    ['leads.refused', { accountId: 'acme-hvac' }, 1],
  ])('gets, of %s with %j, %i messages', (type, detail, times) => {
    expect(matching(type, detail)).toBe(times);
  });

  it.each(
    requestEventTypes.flatMap((type) => ['emergency', 'routine'].map((urgency) => [type, urgency] as const)),
  )('gets %s of urgency %s once at most', (type, urgency) => {
    expect(matching(type, { urgency })).toBeLessThanOrEqual(1);
  });

  it('gets its messages from a function, with a dead-letter queue before and behind it', () => {
    for (const { Targets } of rules) {
      expect(Targets).toEqual([
        { Id: expect.any(String), Arn: arnOf(functionId), DeadLetterConfig: { Arn: queueArn } },
      ]);
    }
    dev.hasResource('AWS::Lambda::Function', {
      Properties: Match.objectLike({
        DeadLetterConfig: { TargetArn: queueArn },
        Environment: {
          Variables: Match.objectLike({ TOPIC_ARN: { Ref: topicId }, STACK_NAME: 'dispatch-dev' }),
        },
      }),
    });
    dev.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
      FunctionName: { Ref: functionId },
      MaximumRetryAttempts: 2,
      MaximumEventAgeInSeconds: 600,
    });
  });

  it('may be run by its rules only', () => {
    const ruleArns = Object.keys(
      dev.findResources('AWS::Events::Rule', { Properties: { EventPattern: Match.anyValue() } }),
    ).map((id) => arnOf(id));
    const permissions = Object.values(
      dev.findResources('AWS::Lambda::Permission', { Properties: { FunctionName: arnOf(functionId) } }),
    ).map(({ Properties }) => Properties);
    expect(permissions.map(({ SourceArn }) => SourceArn)).toEqual(expect.arrayContaining(ruleArns));
    expect(permissions).toHaveLength(ruleArns.length);
  });

  it("names the board's address where there is a board", () => {
    templateOf('board').hasResourceProperties('AWS::Lambda::Function', {
      Environment: {
        Variables: Match.objectLike({
          TOPIC_ARN: Match.anyValue(),
          BOARD_URL: {
            'Fn::Join': ['', ['https://', Match.anyValue(), '/']],
          },
        }),
      },
    });
  });

  it('is encrypted with its own key and refuses unencrypted connections', () => {
    dev.hasResourceProperties('AWS::SNS::Topic', {
      KmsMasterKeyId: arnOf(logicalId(dev, 'AWS::KMS::Key', 'Events')),
    });
    dev.hasResourceProperties('AWS::KMS::Key', { EnableKeyRotation: true });
    dev.hasResourceProperties('AWS::SNS::TopicPolicy', {
      Topics: [{ Ref: topicId }],
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
        ]),
      },
    });
  });

  it('accepts only its function, which may read requests, accounts, customers and counts of refused leads, publish and write its log', () => {
    dev.hasResourceProperties('AWS::IAM::Policy', {
      Roles: [{ Ref: logicalId(dev, 'AWS::IAM::Role', 'EventsUrgent') }],
      PolicyDocument: {
        Statement: [
          { Effect: 'Allow', Action: 'sqs:SendMessage', Resource: queueArn },
          Match.objectLike({ Action: ['logs:CreateLogStream', 'logs:PutLogEvents'] }),
          Match.objectLike({ Resource: arnOf(logicalId(dev, 'AWS::KMS::Key', 'Data')) }),
          {
            Effect: 'Allow',
            Action: 'dynamodb:GetItem',
            Resource: arnOf(logicalId(dev, 'AWS::DynamoDB::Table')),
            Condition: {
              'ForAllValues:StringLike': {
                'dynamodb:LeadingKeys': ['REQUEST#*', 'ACCOUNT#*', 'CUSTOMER#*#*', 'REFUSED#*#*'],
              },
              Null: { 'dynamodb:LeadingKeys': 'false' },
            },
          },
          { Effect: 'Allow', Action: 'sns:Publish', Resource: { Ref: topicId } },
          {
            Effect: 'Allow',
            Action: ['kms:Decrypt', 'kms:GenerateDataKey'],
            Resource: arnOf(logicalId(dev, 'AWS::KMS::Key', 'Events')),
          },
        ],
      },
    });
    const policies = { ...dev.findResources('AWS::SNS::TopicPolicy'), ...dev.findResources('AWS::KMS::Key') };
    expect(JSON.stringify(policies)).not.toContain('events.amazonaws.com');
  });

  it('deletes its key with the stack, also in prod', () => {
    const topics = Object.entries(prod.findResources('AWS::KMS::Key')).filter(
      ([id]) => !id.startsWith('Data'),
    );
    expect(topics.map(([, { DeletionPolicy }]) => DeletionPolicy)).toEqual(topics.map(() => 'Delete'));
    expect(topics).not.toEqual([]);
  });

  it('has the configured address as its only subscriber', () => {
    const subscribed = templateOf('dispatch address');
    subscribed.hasResourceProperties('AWS::SNS::Subscription', {
      Protocol: 'email',
      Endpoint: 'dispatch@example.com',
      TopicArn: { Ref: topicId },
    });
    expect(
      Object.keys(dev.findResources('AWS::SNS::Subscription', { Properties: { Protocol: 'email' } })),
    ).toEqual([]);
  });

  it('gives each address the messages of its own accounts, and the general one those of all others', () => {
    const subscribed = templateOf('dispatch addresses').findResources('AWS::SNS::Subscription');
    const filters = Object.values(subscribed).flatMap(
      ({ Properties: { Protocol, Endpoint, FilterPolicy } }) =>
        Protocol === 'email' ? [[Endpoint, FilterPolicy]] : [],
    );
    expect(filters.sort()).toEqual([
      ['desk@zephyr.example', { accountId: ['zephyr'] }],
      ['dispatch@example.com', { accountId: [{ 'anything-but': ['acme', 'acme-east', 'zephyr'] }] }],
      ['office@acme.example', { accountId: ['acme', 'acme-east'] }],
    ]);
  });
});
