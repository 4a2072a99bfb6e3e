import { Stack, Validations } from 'aws-cdk-lib';
import { flattenCfnReference } from 'cdk-nag/lib/utils/flatten-cfn-reference.js';
import type { IConstruct } from 'constructs';
import { integrations } from '../lib/platforms/index.ts';
import type { Edge } from './constructs/api/edge.ts';
import type { WebhookApi } from './constructs/api/webhook-api.ts';
import type { Board } from './constructs/board/board.ts';
import type { PageFiles } from './constructs/board/page-files.ts';
import type { Events } from './constructs/events.ts';
import type { IntegrationSecrets } from './constructs/integration-secrets.ts';
import type { ReleaseCheck } from './constructs/release-check.ts';
import type { Releases } from './constructs/releases.ts';
import { ServiceFunction } from './constructs/service-function.ts';

export interface NagTargets {
  readonly webhooks: WebhookApi;
  readonly edge: Edge | undefined;
  readonly releases: Releases;
  readonly check: ReleaseCheck;
  readonly secrets: IntegrationSecrets;
  readonly events: Events;
}

/** Accepted findings of cdk-nag, and why they are acceptable. */
export function suppressNagFindings({ webhooks, edge, releases, check, secrets, events }: NagTargets): void {
  accept(
    webhooks,
    'AwsSolutions-APIG4',
    'Senders are webhook platforms, which can neither use IAM nor fetch tokens: they sign the body. Each function verifies ' +
      'the signature over the raw bytes before it parses anything (lib/http/authenticate.ts). An authorizer of an HTTP ' +
      'API cannot do that, because it is not given the body.',
  );
  accept(
    events.deadLetters,
    'AwsSolutions-SQS3',
    'It is the dead-letter queue itself: of the pipe and of the rules, where cdk-nag does not look for one. Every message ' +
      'in it raises an alarm.',
  );
  if (edge !== undefined) acceptOfEdge(edge);
  accept(
    releases,
    'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
    "CodeDeploy's role has the policy that AWS keeps for this one purpose: to shift the traffic of functions' aliases.",
  );
  for (const arn of check.versions) {
    accept(
      check,
      `AwsSolutions-IAM5[Resource::${flattenCfnReference(Stack.of(check).resolve(arn))}]`,
      'A release is checked by running its version of the function, which has another number each time.',
    );
  }
  for (const integration of integrations) {
    accept(
      secrets.byIntegration[integration],
      'AwsSolutions-SMG4',
      'The keys belong to the sending platforms, which have no operation by which a rotation function could change them. ' +
        'Several keys may be active at once, so that people rotate them without refusing a delivery (docs/security.md).',
    );
  }
}

/** Accepts findings about the dispatchers' board. */
export function acceptOfBoard({ page, signIn }: Board): void {
  accept(
    page,
    'AwsSolutions-S1',
    'The bucket holds the files of a public page, and only CloudFront may read them: there is no access worth a log.',
  );
  acceptOfCopying(page.files);
  accept(page, 'AwsSolutions-CFR1', 'Dispatchers work from wherever they are.');
  accept(page, 'AwsSolutions-CFR2', 'The page is static, and its API asks for a token before anything else.');
  accept(
    page,
    'AwsSolutions-CFR3',
    "Files of a public page; the API behind it has API Gateway's access log and a line per request of its own.",
  );
  accept(
    page,
    'AwsSolutions-CFR4',
    "CloudFront's own certificate takes older TLS, whatever is asked for; browsers of today don't offer it.",
  );
  if (signIn === undefined) return;
  if (!signIn.requiresMfa) {
    accept(
      signIn,
      'AwsSolutions-COG2',
      'The stage, which cannot be production, asks for mfa to be optional.',
    );
  }
  accept(
    signIn,
    'AwsSolutions-COG3',
    'Threat protection needs a dearer plan. Users are invited one by one, and failed sign-ins are limited by Cognito.',
  );
  accept(
    signIn,
    'AwsSolutions-COG8',
    'The plan is Essentials, which has what is used: tokens with claims of our own.',
  );
}

/** Accepts findings about the function that copies the page into its bucket. */
function acceptOfCopying(files: PageFiles): void {
  for (const arn of files.objects) {
    accept(
      files,
      `AwsSolutions-IAM5[Resource::${flattenCfnReference(Stack.of(files).resolve(arn))}]`,
      'Names of files change with every release. The role may read what CDK uploads, and store files of the page.',
    );
  }
  accept(
    files.copyFunction,
    'AwsSolutions-L1',
    'The function is that of CDK, which chooses its runtime. It runs only while the stack is deployed.',
  );
}

/** Accepts the rights by which the functions within a construct send traces. */
export function acceptTracing(scope: IConstruct): void {
  for (const construct of scope.node.findAll()) {
    if (!(construct instanceof ServiceFunction)) continue;
    accept(
      construct,
      'AwsSolutions-IAM5[Resource::*]',
      'X-Ray has no resources: the right to send traces is for all or none. All other rights name their resources.',
    );
  }
}

/** Accepts the managed policy of the role by which AWS Backup reads the table. */
export function acceptBackupRole(plan: IConstruct): void {
  accept(
    plan,
    'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup]',
    'It is the policy that AWS keeps for the one purpose of backing up; the role can be assumed by AWS Backup alone.',
  );
}

function acceptOfEdge(edge: Edge): void {
  accept(
    edge,
    'AwsSolutions-CFR1',
    'Platforms send from wherever they have servers, and say nowhere from which countries.',
  );
  accept(
    edge,
    'AwsSolutions-CFR3',
    'It has an access log, by a delivery of CloudWatch in place of the older logging into a bucket, which cdk-nag looks for.',
  );
  accept(
    edge,
    'AwsSolutions-CFR4',
    "CloudFront's own certificate takes older TLS, whatever is asked for; with a domain of one's own it is TLS 1.2 and up. " +
      'What is sent is signed, so that it cannot be altered on the way.',
  );
}

const accept = (construct: IConstruct, id: string, reason: string) =>
  Validations.of(construct).acknowledge({ id, reason });
