import { Duration, Stack } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  ResponseHeadersPolicy,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { Construct } from 'constructs';
import { BOARD_PATH } from '../../../lib/board/routes.ts';
import type { StagePolicy } from '../stage.ts';
import { PageFiles } from './page-files.ts';

export interface PageProps {
  /** Serves `/api/v1`. */
  readonly api: HttpApi;
  /** Origins that the page talks to beside its own: those of the sign-in. */
  readonly connectTo: readonly string[];
  readonly policy: StagePolicy;
}

/** Nothing inline, nothing from elsewhere, and no other page around it. */
const contentPolicy = (connectTo: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src ${["'self'", ...connectTo].join(' ')}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; ');

/** The page of the board: files in a bucket that only CloudFront reads, and the API under the same host. */
export class Page extends Construct {
  readonly files: PageFiles;
  readonly distribution: Distribution;

  constructor(scope: Construct, id: string, { api, connectTo, policy }: PageProps) {
    super(scope, id);
    this.files = new PageFiles(this, 'Files', policy);
    const responseHeadersPolicy = new ResponseHeadersPolicy(this, 'Headers', {
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy: contentPolicy(connectTo), override: true },
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
        strictTransportSecurity: {
          accessControlMaxAge: Duration.days(730),
          includeSubdomains: true,
          override: true,
        },
      },
    });
    const host = `${api.apiId}.execute-api.${Stack.of(this).region}.amazonaws.com`;
    this.distribution = new Distribution(this, 'Distribution', {
      comment: 'The board of the dispatch service',
      defaultRootObject: 'index.html',
      httpVersion: HttpVersion.HTTP2_AND_3,
      defaultBehavior: {
        origin: S3BucketOrigin.withOriginAccessControl(this.files.bucket),
        viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        cachePolicy: CachePolicy.CACHING_OPTIMIZED,
        responseHeadersPolicy,
      },
      additionalBehaviors: {
        [BOARD_PATH.replace('{proxy+}', '*')]: {
          origin: new HttpOrigin(host, { protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY }),
          allowedMethods: AllowedMethods.ALLOW_ALL,
          viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
          cachePolicy: CachePolicy.CACHING_DISABLED,
          // The token is in a header.
          originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
          responseHeadersPolicy,
        },
      },
    });
  }

  get url(): string {
    return `https://${this.distribution.distributionDomainName}/`;
  }
}
