import { describe, expect, it } from '@jest/globals';
import * as v from 'valibot';
import { buildPage } from '../../board/build.ts';
import { logicalId, templateOf } from '../support/templates/templates.ts';

const prod = templateOf('board');

const Copied = v.object({
  DestinationBucketName: v.object({ Ref: v.string() }),
  SourceMarkers: v.optional(v.array(v.record(v.string(), v.unknown()))),
  SystemMetadata: v.object({ 'cache-control': v.string() }),
  Prune: v.boolean(),
});
const Statements = v.array(
  v.object({ Action: v.union([v.string(), v.array(v.string())]), Resource: v.unknown() }),
);
const copies = new Map(
  Object.entries(prod.findResources('Custom::CDKBucketDeployment')).map(([id, { Properties, DependsOn }]) => [
    id.startsWith('BoardPageFilesKept') ? 'kept' : 'entry',
    { ...v.parse(Copied, Properties), dependsOn: v.parse(v.optional(v.array(v.string()), []), DependsOn) },
  ]),
);

describe('the built page', () => {
  const files = new Map(buildPage().map((file) => [file.name, file]));
  const frame = new TextDecoder().decode(files.get('index.html')?.body);

  it('has a frame that names what the first view needs, by names that change with their content', () => {
    const named = [...frame.matchAll(/(?:src|href)="([^":]+)"/g)].map(([, name]) => name);

    const first = [...files.values()].filter(({ isFirst, isKept }) => isFirst && isKept);
    expect(named.toSorted()).toEqual(first.map(({ name }) => name).sort());
    for (const name of files.keys()) expect(name).toMatch(/^(index\.html|[\w-]+-[0-9A-Z]{8}\.(css|js))$/);
  });

  it('may be cached, except for its frame', () => {
    expect([...files.values()].filter(({ isKept }) => !isKept).map(({ name }) => name)).toEqual([
      'index.html',
    ]);
  });
});

describe('a deployment', () => {
  it('stores the page in the bucket that CloudFront reads', () => {
    const bucket = { Ref: logicalId(prod, 'AWS::S3::Bucket') };

    expect([...copies.values()].map(({ DestinationBucketName }) => DestinationBucketName)).toEqual([
      bucket,
      bucket,
    ]);
  });

  it('lets caches keep files with a digest in their name, and revalidate the rest', () => {
    expect(copies.get('kept')?.SystemMetadata['cache-control']).toBe('max-age=31536000, immutable');
    expect(copies.get('entry')?.SystemMetadata['cache-control']).toBe('no-cache');
  });

  it('stores the frame after what it names, and all of it after the API', () => {
    const api = logicalId(prod, 'AWS::Lambda::Function', 'BoardApi');
    const [kept] = [...Object.keys(prod.findResources('Custom::CDKBucketDeployment'))].filter((id) =>
      id.startsWith('BoardPageFilesKept'),
    );

    expect(copies.get('entry')?.dependsOn).toContain(kept);
    expect(copies.get('kept')?.dependsOn).toContain(api);
  });

  it('keeps the files of other releases, which open pages and a rollback need', () => {
    expect([...copies.values()].map(({ Prune }) => Prune)).toEqual([false, false]);
  });

  it('may read what CDK uploads and add to the bucket, but not delete', () => {
    const policies = prod.findResources('AWS::IAM::Policy');
    const [copier] = Object.entries(policies).filter(([id]) => id.startsWith('BoardPageFilesCopier'));
    const bucket = logicalId(prod, 'AWS::S3::Bucket');
    const granted = v
      .parse(Statements, copier?.[1].Properties.PolicyDocument.Statement)
      .map(({ Action, Resource }) => [[Action].flat().join(' '), JSON.stringify(Resource)]);

    expect(granted).toEqual([
      ['logs:CreateLogStream logs:PutLogEvents', expect.stringContaining('BoardPageFilesCopyLog')],
      ['s3:ListBucket', expect.stringContaining(bucket)],
      ['s3:PutObject', expect.stringContaining(bucket)],
      ['s3:GetObject', expect.stringContaining('-assets-')],
    ]);
  });

  it('tells the page where to sign in', () => {
    const markers = JSON.stringify(copies.get('entry')?.SourceMarkers);

    expect(markers).toContain(`"Ref":"${logicalId(prod, 'AWS::Cognito::UserPoolClient')}"`);
    expect(markers).toContain(logicalId(prod, 'AWS::Cognito::UserPool', 'BoardSignInUsers'));
  });

  it("lets the stack be deleted with the bucket's content", () => {
    prod.resourceCountIs('Custom::S3AutoDeleteObjects', 1);
  });
});
