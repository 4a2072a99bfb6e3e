import { DomainName, SecurityPolicy } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import { ARecord, HostedZone, type IAliasRecordTarget, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayv2DomainProperties } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import type { Domain } from '../options.ts';

/** The certificate of a domain, and the function that points the domain's record in its hosted zone, if any, to a target. */
export function addressOf(scope: Construct, { name, hostedZone, certificateArn }: Domain) {
  const zone =
    hostedZone &&
    HostedZone.fromHostedZoneAttributes(scope, 'Zone', {
      hostedZoneId: hostedZone.id,
      zoneName: hostedZone.name,
    });
  const certificate =
    certificateArn === undefined
      ? new Certificate(scope, 'Certificate', {
          domainName: name,
          validation: CertificateValidation.fromDns(zone),
        })
      : Certificate.fromCertificateArn(scope, 'Certificate', certificateArn);
  return {
    certificate,
    pointTo(target: IAliasRecordTarget): void {
      if (zone === undefined) return;
      new ARecord(scope, 'Record', { zone, recordName: `${name}.`, target: RecordTarget.fromAlias(target) });
    },
  };
}

/** A custom domain for an API, with its record if it has a hosted zone. */
export class CustomDomain extends Construct {
  readonly domainName: DomainName;

  constructor(scope: Construct, id: string, domain: Domain) {
    super(scope, id);
    const { certificate, pointTo } = addressOf(this, domain);
    this.domainName = new DomainName(this, 'Name', {
      domainName: domain.name,
      certificate,
      securityPolicy: SecurityPolicy.TLS_1_2,
    });
    const { regionalDomainName, regionalHostedZoneId } = this.domainName;
    pointTo(new ApiGatewayv2DomainProperties(regionalDomainName, regionalHostedZoneId));
  }
}
