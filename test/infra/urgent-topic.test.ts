import { describe, expect, it } from '@jest/globals';
import { Match } from 'aws-cdk-lib/assertions';
import { matchesPattern } from '../support/event-pattern.ts';
import { arnOf, logicalId, templateOf } from '../support/templates/templates.ts';

const dev = templateOf('dev');
const prod = templateOf('prod');
const queueArn = arnOf(logicalId(dev, 'AWS::SQS::Queue'));
const topicId = logicalId(dev, 'AWS::SNS::Topic', 'Events');
const publisherId = logicalId(dev, 'AWS::IAM::Role', 'EventsUrgentPublisher');

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
  ])('gets, of %s with %j, %i messages', (type, detail, times) => {
    expect(matching(type, detail)).toBe(times);
  });

  it('gets a sentence, with a dead-letter queue for failed deliveries', () => {
    for (const { Targets } of rules) {
      expect(Targets).toEqual([
        expect.objectContaining({
          Arn: { Ref: topicId },
          DeadLetterConfig: { Arn: queueArn },
          InputTransformer: expect.objectContaining({
            InputTemplate: expect.stringMatching(
              /dispatch request <detail-dispatchRequestId> of account.*npm run -s dispatch -- requests show <detail-dispatchRequestId> --stack dispatch-dev"$/,
            ),
          }),
        }),
      ]);
    }
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

  it('accepts only the role for the rules of this AWS account, and no service', () => {
    dev.hasResourceProperties('AWS::IAM::Role', {
      Description: 'Publishes emergencies and reviews',
      AssumeRolePolicyDocument: {
        Statement: [
          {
            Action: 'sts:AssumeRole',
            Effect: 'Allow',
            Principal: { Service: 'events.amazonaws.com' },
            Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
          },
        ],
      },
      Policies: [
        {
          PolicyDocument: {
            Statement: [
              { Action: 'sns:Publish', Effect: 'Allow', Resource: { Ref: topicId } },
              {
                Action: ['kms:Decrypt', 'kms:GenerateDataKey'],
                Effect: 'Allow',
                Resource: arnOf(logicalId(dev, 'AWS::KMS::Key', 'Events')),
              },
            ],
          },
        },
      ],
    });
    for (const { Targets } of rules) {
      expect(Targets).toEqual([expect.objectContaining({ RoleArn: arnOf(publisherId) })]);
    }
    const policies = { ...dev.findResources('AWS::SNS::TopicPolicy'), ...dev.findResources('AWS::KMS::Key') };
    expect(JSON.stringify(policies)).not.toContain('events.amazonaws.com');
  });

  it('deletes its key with the stack, also in prod', () => {
    prod.allResources('AWS::KMS::Key', { DeletionPolicy: 'Delete' });
  });

  it('has the configured address as its only subscriber', () => {
    const subscribed = templateOf('dispatch address');
    subscribed.hasResourceProperties('AWS::SNS::Subscription', {
      Protocol: 'email',
      Endpoint: 'dispatch@example.com',
      TopicArn: { Ref: topicId },
    });
    dev.resourceCountIs('AWS::SNS::Subscription', 0);
  });
});
