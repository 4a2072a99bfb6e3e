import { Duration, Fn, Stack } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { type IMetric, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnDelivery, CfnDeliveryDestination, CfnDeliverySource, LogGroup } from 'aws-cdk-lib/aws-logs';
import { ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { platforms } from '../../../lib/platforms/index.ts';
import type { Domain } from '../../options.ts';
import type { StagePolicy } from '../stage.ts';

/** The fields of the log line per request: sender, path and result. No header, query or body. */
const LOGGED = [
  'timestamp',
  'c-ip',
  'cs-method',
  'cs-uri-stem',
  'sc-status',
  'time-taken',
  'x-edge-request-id',
];
const RATE_RULE = 'requests-per-address';

export interface EdgeProps {
  readonly api: HttpApi;
  /** The name of the API's stage, which every path must contain. */
  readonly apiStage: string;
  /** Requests per minute that one address may send. */
  readonly requestsPerMinute: number;
  readonly domain: Domain | undefined;
  readonly policy: StagePolicy;
}

/**
 * A secret part of the URL: CloudFormation's random id of the stack. As the name of the API's stage it keeps out
 * requests that bypass CloudFront: no other path has a route, so they reach no function and count against no
 * limit.
 */
export const hiddenStageName = (scope: Construct): string =>
  Fn.select(2, Fn.split('/', Stack.of(scope).stackId));

/**
 * CloudFront in front of the API, which can't have a web ACL itself. Blocks addresses that send too many requests.
 */
export class Edge extends Construct {
  readonly domainName: string;
  readonly logGroup: LogGroup;
  /** Requests blocked because their address sent too many. */
  readonly blockedRequests: IMetric;

  constructor(scope: Construct, id: string, props: EdgeProps) {
    super(scope, id);
    const { api, apiStage, requestsPerMinute, domain, policy } = props;
    const acl = rateLimit(this, requestsPerMinute);
    const { region } = Stack.of(this);
    const distribution = new Distribution(this, 'Distribution', {
      comment: `API of ${Stack.of(this).stackName}`,
      defaultBehavior: {
        origin: new HttpOrigin(`${api.apiId}.execute-api.${region}.amazonaws.com`, {
          originPath: `/${apiStage}`,
          protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
          readTimeout: Duration.seconds(15),
          connectionTimeout: Duration.seconds(3),
        }),
        allowedMethods: AllowedMethods.ALLOW_ALL,
        viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
        cachePolicy: CachePolicy.CACHING_DISABLED,
        // Signatures are in headers, under names that keys choose.
        originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      },
      webAclId: acl.attrArn,
      httpVersion: HttpVersion.HTTP2,
      ...(domain && {
        domainNames: [domain.name],
        certificate: certificateOf(this, domain),
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      }),
    });
    if (domain?.hostedZone !== undefined) {
      const zone = zoneOf(this, 'Zone', domain.hostedZone);
      const target = RecordTarget.fromAlias(new CloudFrontTarget(distribution));
      new ARecord(this, 'Record', { zone, recordName: `${domain.name}.`, target });
    }
    this.domainName = distribution.distributionDomainName;
    this.logGroup = this.logTo(distribution, policy);
    this.blockedRequests = new Metric({
      namespace: 'AWS/WAFV2',
      metricName: 'BlockedRequests',
      dimensionsMap: { WebACL: aclName(this), Rule: RATE_RULE },
      statistic: Stats.SUM,
      period: Duration.minutes(5),
      label: 'Blocked by the web ACL',
    });
  }

  private logTo(distribution: Distribution, policy: StagePolicy): LogGroup {
    const logGroup = new LogGroup(this, 'Log', {
      retention: policy.logRetention,
      removalPolicy: policy.removalPolicy,
    });
    logGroup.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('delivery.logs.amazonaws.com')],
        actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        resources: [`${logGroup.logGroupArn}:log-stream:*`],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    const name = `${Stack.of(this).stackName}-edge`;
    const source = new CfnDeliverySource(this, 'LogSource', {
      name,
      logType: 'ACCESS_LOGS',
      resourceArn: distribution.distributionArn,
    });
    const destination = new CfnDeliveryDestination(this, 'LogDestination', {
      name,
      destinationResourceArn: logGroup.logGroupArn,
      outputFormat: 'json',
    });
    const delivery = new CfnDelivery(this, 'LogDelivery', {
      deliverySourceName: source.name,
      deliveryDestinationArn: destination.attrArn,
      recordFields: LOGGED,
    });
    delivery.addResourceDependency(source);
    return logGroup;
  }
}

const aclName = (scope: Construct) => `${Stack.of(scope).stackName}-edge`;

function rateLimit(scope: Construct, requestsPerMinute: number): CfnWebACL {
  const seen = (metricName: string) => ({
    metricName,
    cloudWatchMetricsEnabled: true,
    // CloudFront's log lists blocked requests.
    sampledRequestsEnabled: false,
  });
  return new CfnWebACL(scope, 'Acl', {
    name: aclName(scope),
    scope: 'CLOUDFRONT',
    defaultAction: { allow: {} },
    visibilityConfig: seen(aclName(scope)),
    rules: [
      {
        name: RATE_RULE,
        priority: 0,
        action: { block: { customResponse: { responseCode: platforms.crm.retryStatus } } },
        statement: {
          rateBasedStatement: { limit: requestsPerMinute, evaluationWindowSec: 60, aggregateKeyType: 'IP' },
        },
        visibilityConfig: seen(RATE_RULE),
      },
    ],
  });
}

function certificateOf(scope: Construct, { name, certificateArn, hostedZone }: Domain) {
  if (certificateArn !== undefined)
    return Certificate.fromCertificateArn(scope, 'Certificate', certificateArn);
  const validation = CertificateValidation.fromDns(zoneOf(scope, 'CertificateZone', hostedZone));
  return new Certificate(scope, 'Certificate', { domainName: name, validation });
}

const zoneOf = (scope: Construct, id: string, zone: { readonly id: string; readonly name: string }) =>
  HostedZone.fromHostedZoneAttributes(scope, id, { hostedZoneId: zone.id, zoneName: zone.name });
