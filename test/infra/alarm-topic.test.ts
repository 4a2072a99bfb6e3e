import { describe, expect, it } from '@jest/globals';
import { Match } from 'aws-cdk-lib/assertions';
import { logicalId, templateOf } from '../support/templates/templates.ts';

const dev = templateOf('dev');

describe('the topics of the alarms', () => {
  it('accepts alarms of this AWS account over TLS, which may use its key', () => {
    const alarmsOfAccount = {
      Effect: 'Allow',
      Principal: { Service: 'cloudwatch.amazonaws.com' },
      Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
    };
    dev.hasResourceProperties('AWS::SNS::TopicPolicy', {
      PolicyDocument: {
        Statement: [
          Match.objectLike({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
          Match.objectLike({ ...alarmsOfAccount, Action: 'sns:Publish' }),
        ],
      },
    });
    dev.hasResourceProperties('AWS::KMS::Key', {
      EnableKeyRotation: true,
      KeyPolicy: {
        Statement: Match.arrayWith([
          Match.objectLike({ ...alarmsOfAccount, Action: ['kms:Decrypt', 'kms:GenerateDataKey*'] }),
        ]),
      },
    });
    const KmsMasterKeyId = { 'Fn::GetAtt': [logicalId(dev, 'AWS::KMS::Key', 'AlarmTopic'), 'Arn'] };
    expect(
      Object.keys(dev.findResources('AWS::SNS::Topic', { Properties: { KmsMasterKeyId } })),
    ).toHaveLength(2);
  });

  it('has no subscriber unless configured', () => {
    const all = Object.values(dev.findResources('AWS::SNS::Subscription'));
    // The function that hears of messages.
    expect(all.map(({ Properties }) => Properties.Protocol)).toEqual(['lambda']);
  });

  it('send each severity to its own place: an endpoint, a topic of the company, or the address for both', () => {
    const full = templateOf('all options');
    for (const topic of ['AlarmTopicPage', 'AlarmTopicTicket']) {
      full.hasResourceProperties('AWS::SNS::Subscription', {
        Protocol: 'email',
        Endpoint: 'ops@example.com',
        TopicArn: { Ref: logicalId(full, 'AWS::SNS::Topic', topic) },
      });
    }
    const restored = templateOf('restored');
    restored.hasResourceProperties('AWS::SNS::Subscription', {
      Protocol: 'https',
      Endpoint: 'https://pager.example.org/dispatch',
      TopicArn: { Ref: logicalId(restored, 'AWS::SNS::Topic', 'AlarmTopicPage') },
    });
    const tickets = 'arn:aws:sns:us-east-1:123456789012:tickets';
    restored.hasResourceProperties('AWS::CloudWatch::Alarm', {
      AlarmActions: [tickets],
      OKActions: [tickets],
    });
  });
});
