import { describe, it } from '@jest/globals';
import { Match } from 'aws-cdk-lib/assertions';
import { logicalId, templateOf } from '../support/templates/templates.ts';

const dev = templateOf('dev');

describe('the topic of the alarms', () => {
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
    dev.hasResourceProperties('AWS::SNS::Topic', {
      KmsMasterKeyId: { 'Fn::GetAtt': [logicalId(dev, 'AWS::KMS::Key', 'AlarmTopic'), 'Arn'] },
    });
  });

  it('has no subscriber unless configured', () => {
    dev.resourceCountIs('AWS::SNS::Subscription', 0);
  });
});
