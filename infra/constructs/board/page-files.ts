import { CfnResource, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type IBucket,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import {
  BucketDeployment,
  CacheControl,
  type ISource,
  Source,
  type SourceConfig,
} from 'aws-cdk-lib/aws-s3-deployment';
import { Construct, type IConstruct } from 'constructs';
import type { PageFile } from '../../../board/build.ts';
import type { StagePolicy } from '../stage.ts';

/** Where the page's users sign in. */
export interface PageConfig {
  readonly issuer: string;
  readonly clientId: string;
  /** Where Cognito ends a session; absent for other issuers. */
  readonly signOutUrl?: string | undefined;
}

/** The bucket of the page, which every deployment fills. */
export class PageFiles extends Construct {
  readonly bucket: IBucket;
  /** ARNs with a wildcard, for all that the function may write and read. */
  readonly objects: string[] = [];
  private readonly copyLog: LogGroup;
  /** The role of the function that copies. */
  private readonly copier: Role;

  constructor(scope: Construct, id: string, { logRetention }: Pick<StagePolicy, 'logRetention'>) {
    super(scope, id);
    this.bucket = bucketOf(
      new Bucket(this, 'Bucket', {
        blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
        encryption: BucketEncryption.S3_MANAGED,
        enforceSSL: true,
        objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
        // It holds nothing but what the repository builds.
        removalPolicy: RemovalPolicy.DESTROY,
        autoDeleteObjects: true,
      }),
    );
    const short = { retention: logRetention, removalPolicy: RemovalPolicy.DESTROY };
    this.copyLog = new LogGroup(this, 'CopyLog', short);
    logTo(new LogGroup(this, 'EmptyLog', short), this.bucket);
    this.copier = new Role(this, 'Copier', {
      description: 'Copies the page of the board into its bucket',
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    });
    this.allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [this.copyLog.logGroupArn]);
    this.allow(['s3:ListBucket'], [this.bucket.bucketArn]);
    this.allowOnObjects('s3:PutObject', this.bucket);
  }

  /**
   * Stores the files with each deployment. Nothing has to be removed from CloudFront's caches: a file that they keep
   * has another name when its content changes, and they ask for the others again.
   * @returns what has to wait for the API that the files use
   */
  publish(files: readonly PageFile[], config: PageConfig): IConstruct {
    const sources = (kept: boolean) =>
      files
        .filter(({ isKept }) => isKept === kept)
        .map(({ name, body }) => this.bound(Source.data(name, new TextDecoder().decode(body))));
    const year = CacheControl.maxAge(Duration.days(365));
    const kept = this.copied('Kept', sources(true), [year, CacheControl.immutable()]);
    const entries = [this.bound(Source.jsonData('config.json', { ...config })), ...sources(false)] as const;
    const entry = this.copied('Entry', entries, [CacheControl.noCache()]);
    // The frame names the other files.
    entry.node.addDependency(kept);
    // All assets of a stack are in one bucket, which CDK's bootstrap made.
    this.allowOnObjects('s3:GetObject', entries[0].bucket);
    return kept;
  }

  /** The source as an asset, which gives the role no rights by itself. */
  private bound(source: ISource): SourceConfig {
    return source.bind(this, { handlerRole: this.copier.withoutPolicyUpdates() });
  }

  private copied(
    id: string,
    sources: readonly SourceConfig[],
    cacheControl: CacheControl[],
  ): BucketDeployment {
    return new BucketDeployment(this, id, {
      destinationBucket: this.bucket,
      sources: sources.map((source) => ({ bind: () => source })),
      cacheControl,
      // The rights that CDK would give it include deleting, and writing any log.
      role: this.copier.withoutPolicyUpdates(),
      // Pages that are open, and a release that is rolled back, ask for files of another release.
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
    this.allow([action], [objects]);
  }

  private allow(actions: string[], resources: string[]): void {
    this.copier.addToPolicy(new PolicyStatement({ actions, resources }));
  }
}

/**
 * The log of the function by which CDK empties a bucket before it is deleted. Without a group in the stack, Lambda would
 * make one that outlives it.
 */
function logTo(log: LogGroup, bucket: IBucket): void {
  const provider = Stack.of(bucket).node.tryFindChild('Custom::S3AutoDeleteObjectsCustomResourceProvider');
  const handler = provider?.node.tryFindChild('Handler');
  if (!CfnResource.isCfnResource(handler)) throw new Error('Nothing empties the bucket');
  handler.addPropertyOverride('LoggingConfig', { LogGroup: log.logGroupName });
}

/** A bucket is a construct, but CDK's types do not match under exact optional properties. */
function bucketOf(construct: IConstruct): IBucket {
  if (!isBucket(construct)) throw new Error('The construct is not a bucket');
  return construct;
}

const isBucket = (construct: IConstruct): construct is IBucket => 'bucketArn' in construct;
