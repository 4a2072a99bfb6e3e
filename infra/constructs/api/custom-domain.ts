import { DomainName, SecurityPolicy } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import { ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayv2DomainProperties } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import type { Domain } from '../../options.ts';

/** A custom domain for the API. With a hosted zone, creates its record and, if none is given, its certificate. */
export class CustomDomain extends Construct {
  readonly domainName: DomainName;

  constructor(scope: Construct, id: string, domain: Domain) {
    super(scope, id);
    const { name } = domain;
    const hostedZone =
      domain.hostedZone &&
      HostedZone.fromHostedZoneAttributes(this, 'Zone', {
        hostedZoneId: domain.hostedZone.id,
        zoneName: domain.hostedZone.name,
      });
    const certificate =
      domain.certificateArn === undefined
        ? new Certificate(this, 'Certificate', {
            domainName: name,
            validation: CertificateValidation.fromDns(hostedZone),
          })
        : Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn);
    this.domainName = new DomainName(this, 'Name', {
      domainName: name,
      certificate,
      securityPolicy: SecurityPolicy.TLS_1_2,
    });
    if (hostedZone !== undefined) {
      const { regionalDomainName, regionalHostedZoneId } = this.domainName;
      const target = RecordTarget.fromAlias(
        new ApiGatewayv2DomainProperties(regionalDomainName, regionalHostedZoneId),
      );
      new ARecord(this, 'Record', { zone: hostedZone, recordName: `${name}.`, target });
    }
  }
}
