import { Duration, Stack } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
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
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnDelivery, CfnDeliveryDestination, CfnDeliverySource, LogGroup } from 'aws-cdk-lib/aws-logs';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { platforms } from '../../lib/platforms/index.ts';
import type { Domain } from '../options.ts';
import { addressOf } from './domain.ts';
import type { StagePolicy } from './stage.ts';

/** The log line of a request says who sent it, where to, and the result. It has no header, query or body. */
const LOGGED = [
  'timestamp',
  'c-ip',
  'cs-method',
  'cs-uri-stem',
  'sc-status',
  'time-taken',
  'x-edge-request-id',
];

/** The rule of the web ACL that limits requests per address. */
export const RATE_RULE = 'requests-per-address';

export interface EdgeProps {
  readonly api: HttpApi;
  /** The name of the API's stage, which is the first part of every path. */
  readonly apiStage: string;
  /** How many requests one address may send per minute. */
  readonly requestsPerMinute: number;
  readonly domain: Domain | undefined;
  readonly policy: StagePolicy;
}

/** CloudFront in front of an HTTP API, which can't have a web ACL itself. Blocks addresses that send too much. */
export class Edge extends Construct {
  readonly domainName: string;
  readonly logGroup: LogGroup;
  /** The name of the web ACL and of the delivery of its log. */
  readonly name: string;

  constructor(scope: Construct, id: string, props: EdgeProps) {
    super(scope, id);
    const { api, apiStage, requestsPerMinute, domain, policy } = props;
    const { region, stackName } = Stack.of(this);
    this.name = `${stackName}-edge`;
    const address = domain && { ...addressOf(this, domain), names: [domain.name] };
    const distribution = new Distribution(this, 'Distribution', {
      comment: `API of ${stackName}`,
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
      webAclId: this.rateLimit(requestsPerMinute).attrArn,
      httpVersion: HttpVersion.HTTP2,
      ...(address && {
        domainNames: address.names,
        certificate: address.certificate,
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      }),
    });
    address?.pointTo(new CloudFrontTarget(distribution));
    this.domainName = distribution.distributionDomainName;
    this.logGroup = this.logOf(distribution, policy);
  }

  private rateLimit(limit: number): CfnWebACL {
    const seen = (metricName: string) => ({
      metricName,
      cloudWatchMetricsEnabled: true,
      // CloudFront's log lists blocked requests.
      sampledRequestsEnabled: false,
    });
    return new CfnWebACL(this, 'Acl', {
      name: this.name,
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: seen(this.name),
      rules: [
        {
          name: RATE_RULE,
          priority: 0,
          action: { block: { customResponse: { responseCode: platforms.crm.retryStatus } } },
          statement: { rateBasedStatement: { limit, evaluationWindowSec: 60, aggregateKeyType: 'IP' } },
          visibilityConfig: seen(RATE_RULE),
        },
      ],
    });
  }

  private logOf(distribution: Distribution, policy: StagePolicy): LogGroup {
    const { name } = this;
    const logGroup = new LogGroup(this, 'Log', policy.logs);
    logGroup.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('delivery.logs.amazonaws.com')],
        actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        resources: [`${logGroup.logGroupArn}:log-stream:*`],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
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
