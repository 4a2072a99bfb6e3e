import { CfnResource, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
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
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type IBucket,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source, type SourceConfig } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct, type IConstruct } from 'constructs';
import type { PageFile } from '../../../board/build.ts';
import { BOARD_PATH } from '../../../lib/board/routes.ts';
import { allow } from '../dispatch-table.ts';
import type { StagePolicy } from '../stage.ts';

export interface PageProps {
  /** Serves `/api/v1`. */
  readonly api: HttpApi;
  /** Origins of the sign-in and of hints, which the page talks to in addition to its own. */
  readonly connectTo: readonly string[];
  readonly policy: StagePolicy;
}

/** The page may load nothing inline and nothing from elsewhere, and no other page may frame it. */
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
  readonly url: string;

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
    const distribution = new Distribution(this, 'Distribution', {
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
    this.url = `https://${distribution.distributionDomainName}/`;
  }
}

/** The bucket of the page, which every deployment fills. */
export class PageFiles extends Construct {
  readonly bucket: IBucket;
  /** ARNs with a wildcard: the objects that the function that copies may write and read. */
  readonly objects: string[] = [];
  private readonly copyLog: LogGroup;
  private readonly copier: Role;

  constructor(scope: Construct, id: string, { logs }: StagePolicy) {
    super(scope, id);
    const bucket: IConstruct = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      // The repository can build all files again.
      removalPolicy: RemovalPolicy.DESTROY,
      autoDeleteObjects: true,
    });
    if (!isBucket(bucket)) throw new Error('The construct is not a bucket');
    this.bucket = bucket;
    const short = { ...logs, removalPolicy: RemovalPolicy.DESTROY };
    this.copyLog = new LogGroup(this, 'CopyLog', short);
    logTo(new LogGroup(this, 'EmptyLog', short), bucket);
    this.copier = new Role(this, 'Copier', {
      description: 'Copies the page of the board into its bucket',
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    });
    this.copier.addToPolicy(allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [this.copyLog.logGroupArn]));
    this.copier.addToPolicy(allow(['s3:ListBucket'], [bucket.bucketArn]));
    this.allowOnObjects('s3:PutObject', bucket);
  }

  /**
   * Stores the files with each deployment. Nothing needs to be removed from CloudFront's caches: files that they keep
   * get another name when their content changes, and they ask again for all others.
   * @param config Where the page's users sign in. Only Cognito has a URL that ends a session.
   * @returns The construct that must wait for the API that the files use.
   */
  publish(
    files: readonly PageFile[],
    config: { issuer: string; clientId: string; signOutUrl: string | undefined },
  ): IConstruct {
    // As assets, the sources give the role no rights by themselves.
    const handlerRole = this.copier.withoutPolicyUpdates();
    const sources = (kept: boolean) =>
      files
        .filter(({ isKept }) => isKept === kept)
        .map(({ name, body }) =>
          Source.data(name, new TextDecoder().decode(body)).bind(this, { handlerRole }),
        );
    const year = CacheControl.maxAge(Duration.days(365));
    const kept = this.copied('Kept', sources(true), [year, CacheControl.immutable()]);
    const entries = [
      Source.jsonData('config.json', config).bind(this, { handlerRole }),
      ...sources(false),
    ] as const;
    const entry = this.copied('Entry', entries, [CacheControl.noCache()]);
    // The frame names the other files.
    entry.node.addDependency(kept);
    // CDK's bootstrap made one bucket for all assets of a stack.
    this.allowOnObjects('s3:GetObject', entries[0].bucket);
    return kept;
  }

  private copied(id: string, sources: readonly SourceConfig[], cacheControl: CacheControl[]): IConstruct {
    return new BucketDeployment(this, id, {
      destinationBucket: this.bucket,
      sources: sources.map((source) => ({ bind: () => source })),
      cacheControl,
      // The rights that CDK would add include deleting, and writing any log.
      role: this.copier.withoutPolicyUpdates(),
      // Open pages and a release that is rolled back ask for files of another release.
      prune: false,
      logGroup: this.copyLog,
    });
  }

  /** The function that copies, which CDK makes once for the stack. */
  get copyFunction(): IConstruct {
    const found = Stack.of(this).node.children.find(({ node }) =>
      node.id.startsWith('Custom::CDKBucketDeployment'),
    );
    if (found === undefined) throw new Error('Nothing copies the page');
    return found;
  }

  private allowOnObjects(action: string, bucket: IBucket): void {
    const objects = bucket.arnForObjects('*');
    this.objects.push(objects);
    this.copier.addToPolicy(allow([action], [objects]));
  }
}

/**
 * Makes the function by which CDK empties a bucket before it is deleted write to a log group of the stack. Lambda would
 * otherwise make a group that outlives the stack.
 */
function logTo(log: LogGroup, bucket: IBucket): void {
  const provider = Stack.of(bucket).node.tryFindChild('Custom::S3AutoDeleteObjectsCustomResourceProvider');
  const handler = provider?.node.tryFindChild('Handler');
  if (!CfnResource.isCfnResource(handler)) throw new Error('Nothing empties the bucket');
  handler.addPropertyOverride('LoggingConfig', { LogGroup: log.logGroupName });
}

/** CDK's class of a bucket doesn't match its own interface under exact optional properties. */
const isBucket = (construct: IConstruct): construct is IBucket => 'bucketArn' in construct;
