import { describe, expect, it } from '@jest/globals';
import type { Template } from 'aws-cdk-lib/assertions';
import { routes } from '../../lib/routes.ts';
import { ownDomain, type TestStage } from '../support/templates/stages.ts';
import { logicalId, synthesizedStage, templateOf } from '../support/templates/templates.ts';

const { name, certificateArn } = ownDomain;
const plain = templateOf('prod');
const full = templateOf('all options');
const certified = templateOf('own certificate');

describe.each<TestStage>(['dev', 'prod', 'all options', 'own certificate'])(
  'the stack of stage %s',
  (stage) => {
    it('has no cdk-nag finding without a reason', () => {
      expect(synthesizedStage(stage).violations).toEqual([]);
    });
  },
);

describe('a domain of your own', () => {
  const urls = (template: Template) =>
    Object.entries(template.findOutputs('*'))
      .filter(([output]) => output.startsWith('Url'))
      .map(([, { Value }]) => Value['Fn::Join'][1]);
  const domainId = logicalId(full, 'AWS::ApiGatewayV2::DomainName');

  it('is in the outputs of the URLs', () => {
    expect(urls(full)).toEqual(routes.map(({ path }) => ['https://', { Ref: domainId }, path]));
    const endpoint = {
      'Fn::GetAtt': [logicalId(plain, 'AWS::ApiGatewayV2::Api', 'Webhooks'), 'ApiEndpoint'],
    };
    expect(urls(plain)).toEqual(routes.map(({ path }) => [endpoint, path]));
  });

  it('leads to the API, which takes TLS 1.2 only', () => {
    full.hasResourceProperties('AWS::ApiGatewayV2::DomainName', {
      DomainName: name,
      DomainNameConfigurations: [
        {
          CertificateArn: { Ref: logicalId(full, 'AWS::CertificateManager::Certificate') },
          EndpointType: 'REGIONAL',
          SecurityPolicy: 'TLS_1_2',
        },
      ],
    });
    full.hasResourceProperties('AWS::ApiGatewayV2::ApiMapping', {
      ApiId: { Ref: logicalId(full, 'AWS::ApiGatewayV2::Api', 'Webhooks') },
      DomainName: { Ref: domainId },
      Stage: '$default',
    });
  });

  it('gets its certificate and its record in its zone', () => {
    full.hasResourceProperties('AWS::CertificateManager::Certificate', {
      DomainValidationOptions: [{ DomainName: name, HostedZoneId: 'Z0123456789ABC' }],
    });
    full.hasResourceProperties('AWS::Route53::RecordSet', {
      Name: `${name}.`,
      Type: 'A',
      HostedZoneId: 'Z0123456789ABC',
      AliasTarget: { DNSName: { 'Fn::GetAtt': [domainId, 'RegionalDomainName'] } },
    });
    expect(full.findOutputs('DomainTarget')).toEqual({});
  });

  it("is the only entry unless AWS's URLs are kept, as the outputs say", () => {
    full.hasResourceProperties('AWS::ApiGatewayV2::Api', { DisableExecuteApiEndpoint: true });
    full.hasOutput('DefaultEndpoint', { Value: 'off' });

    certified.hasResourceProperties('AWS::ApiGatewayV2::Api', { DisableExecuteApiEndpoint: false });
    const apiId = logicalId(certified, 'AWS::ApiGatewayV2::Api', 'Webhooks');
    certified.hasOutput('DefaultEndpoint', { Value: { 'Fn::GetAtt': [apiId, 'ApiEndpoint'] } });
  });

  it('accepts an existing certificate, and outputs the target for the domain', () => {
    certified.resourceCountIs('AWS::CertificateManager::Certificate', 0);
    certified.resourceCountIs('AWS::Route53::RecordSet', 0);
    certified.hasResourceProperties('AWS::ApiGatewayV2::DomainName', {
      DomainNameConfigurations: [{ CertificateArn: certificateArn }],
    });
    const id = logicalId(certified, 'AWS::ApiGatewayV2::DomainName');
    certified.hasOutput('DomainTarget', { Value: { 'Fn::GetAtt': [id, 'RegionalDomainName'] } });
  });

  it('does not exist unless configured', () => {
    plain.resourceCountIs('AWS::ApiGatewayV2::DomainName', 0);
    expect(plain.findOutputs('DomainTarget')).toEqual({});
    plain.hasResourceProperties('AWS::ApiGatewayV2::Api', { DisableExecuteApiEndpoint: false });
  });
});

describe('warm instances', () => {
  const warm = { ProvisionedConcurrencyConfig: { ProvisionedConcurrentExecutions: 3 } };

  it('exist only for the live functions', () => {
    const aliases = full.findResources('AWS::Lambda::Alias', { Properties: warm });
    expect(Object.keys(aliases)).toHaveLength(routes.filter(({ live }) => live).length);
  });

  it('do not exist unless configured', () => {
    expect(plain.findResources('AWS::Lambda::Alias', { Properties: warm })).toEqual({});
  });
});

describe('the options', () => {
  it('do not change the names of other outputs or any grants', () => {
    expect(Object.keys(full.findOutputs('*'))).toEqual(Object.keys(plain.findOutputs('*')));
    expect(full.findResources('AWS::IAM::Policy')).toEqual(plain.findResources('AWS::IAM::Policy'));
  });
});
