import { Stack, Validations } from 'aws-cdk-lib';
import { flattenCfnReference } from 'cdk-nag/lib/utils/flatten-cfn-reference.js';
import type { IConstruct } from 'constructs';
import type { PublicApi } from './constructs/api.ts';
import type { Backups } from './constructs/backups.ts';
import type { Board } from './constructs/board/board.ts';
import type { Events } from './constructs/events.ts';
import type { IamPolicies } from './constructs/iam-policies.ts';
import type { IntegrationSecrets } from './constructs/integration-secrets.ts';
import type { Messages } from './constructs/messages.ts';
import type { Pages } from './constructs/pages.ts';
import type { ReleaseCheck, Releases } from './constructs/releases.ts';
import type { Reminders } from './constructs/reminders.ts';
import { ServiceFunction } from './constructs/service-function.ts';

export interface NagTargets {
  readonly stack: Stack;
  readonly publicApi: PublicApi;
  readonly releases: Releases;
  readonly check: ReleaseCheck;
  readonly secrets: IntegrationSecrets;
  readonly events: Events;
  readonly board: Board | undefined;
  readonly pages: Pages;
  readonly reminders: Reminders;
  readonly messages: Messages;
  readonly policies: IamPolicies | undefined;
  readonly backups: Backups | undefined;
  readonly tracing: boolean;
}

type Finding = readonly [construct: IConstruct, rule: string, reason: string];

/** Acknowledges the findings of cdk-nag that we accept, each with its reason. */
export function suppressNagFindings(targets: NagTargets): void {
  const { board, backups, policies, publicApi, stack, tracing } = targets;
  const findings = [
    ...always(targets),
    ...(publicApi.edge === undefined ? [] : ofEdge(publicApi.edge)),
    ...(backups === undefined ? [] : ofBackups(backups)),
    ...(board === undefined ? [] : ofBoard(board)),
    ...(policies === undefined ? [] : ofPeople(policies)),
    ...(tracing ? ofTracing(stack) : []),
  ];
  for (const [construct, rule, reason] of findings)
    Validations.of(construct).acknowledge({ id: `AwsSolutions-${rule}`, reason });
}

const managedPolicy = (name: string) =>
  `IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/${name}]`;

/** The finding about a wildcard in the resources of a right. */
const wildcard = (construct: IConstruct, arn: string) =>
  `IAM5[Resource::${flattenCfnReference(Stack.of(construct).resolve(arn))}]`;

const always = (targets: NagTargets): readonly Finding[] => [...ofRoutes(targets), ...ofMessages(targets)];

const ofMessages = ({ messages, reminders }: NagTargets): readonly Finding[] => [
  [messages.deadLetters, 'SQS3', 'It is the dead-letter queue itself. Every message in it raises an alarm.'],
  ...Object.values(messages.senders).map(
    (arn): Finding => [
      reminders.reminding,
      wildcard(reminders, arn),
      'Companies send by numbers and addresses of their own, which people set up; AWS chooses the ids.',
    ],
  ),
];

const ofRoutes = ({ publicApi, events, releases, check, secrets, pages }: NagTargets): readonly Finding[] => [
  [
    publicApi.api,
    'APIG4',
    'Senders are webhook platforms, which can neither use IAM nor fetch tokens: they sign the body. Each function verifies ' +
      'the signature over the raw bytes before it parses anything (lib/http/webhook.ts). An authorizer of an HTTP ' +
      'API cannot do that, because it is not given the body.',
  ],
  [
    pages.api,
    'APIG4',
    'Customers, technicians and people on call have no accounts to sign in to. The link that they were sent has 128 random ' +
      'bits, of which the table has only a digest, and each request is checked against it (lib/pages/open-link.ts).',
  ],
  [
    events.deadLetters,
    'SQS3',
    'It is the dead-letter queue itself: of the pipe and of the rules, where cdk-nag does not look for one. Every message ' +
      'in it raises an alarm.',
  ],
  [
    releases,
    managedPolicy('AWSCodeDeployRoleForLambdaLimited'),
    "CodeDeploy's role has the policy that AWS keeps for this one purpose: to shift the traffic of functions' aliases.",
  ],
  ...check.versions.map(
    (arn): Finding => [
      check,
      wildcard(check, arn),
      'A release is checked by running its version of the function, which has another number each time.',
    ],
  ),
  ...Object.values(secrets.bySender).map(
    (secret): Finding => [
      secret,
      'SMG4',
      'The keys belong to the sending platforms, which have no operation by which a rotation function could change them. ' +
        'Several keys may be active at once, so that people rotate them without refusing a delivery (docs/security.md).',
    ],
  ),
];

const ofEdge = (edge: IConstruct): readonly Finding[] => [
  [edge, 'CFR1', 'Platforms send from wherever they have servers, and do not publish from which countries.'],
  [
    edge,
    'CFR3',
    'It has an access log, by a delivery of CloudWatch in place of the older logging into a bucket, which cdk-nag looks for.',
  ],
  [
    edge,
    'CFR4',
    "CloudFront's own certificate accepts older TLS, whatever is configured; with a custom domain it is TLS 1.2 and up. " +
      'Requests are signed, so they cannot be altered on the way.',
  ],
];

const ofBackups = ({ plan }: Backups): readonly Finding[] => [
  [
    plan,
    managedPolicy('AWSBackupServiceRolePolicyForBackup'),
    'AWS keeps the policy for the one purpose of backing up, and only AWS Backup can assume the role.',
  ],
];

const ofBoard = ({ page, signIn, live, updates }: Board): readonly Finding[] => [
  ...ofLive(live, updates),
  [
    page,
    'S1',
    'The bucket holds the files of a public page, and only CloudFront may read them: there is no access worth a log.',
  ],
  ...page.files.objects.map(
    (arn): Finding => [
      page.files,
      wildcard(page.files, arn),
      'Names of files change with every release. The role may read what CDK uploads, and store files of the page.',
    ],
  ),
  [
    page.files.copyFunction,
    'L1',
    'The function is that of CDK, which chooses its runtime. It runs only while the stack is deployed.',
  ],
  [page, 'CFR1', 'Dispatchers work from wherever they are.'],
  [page, 'CFR2', 'The page is static, and its API asks for a token before anything else.'],
  [
    page,
    'CFR3',
    "The files are those of a public page; the API behind it has API Gateway's access log and a log line per request.",
  ],
  [
    page,
    'CFR4',
    "CloudFront's own certificate accepts older TLS, whatever is configured; current browsers do not offer it.",
  ],
  ...(signIn === undefined ? [] : ofSignIn(signIn)),
];

const ofLive = (live: Board['live'], updates: Board['updates']): readonly Finding[] => [
  [
    live.api,
    'APIG4',
    'A browser can put no token into the headers of a connection. The API of the board checks the token and gives a ticket, which ' +
      'opens one connection within a minute (functions/board-live/handler.ts).',
  ],
  [
    live,
    'APIG1',
    'API Gateway writes such logs only with a role for the whole AWS account, which is not for a stack to set. The function ' +
      'writes a line for each connection.',
  ],
  [
    updates.following,
    wildcard(live, live.sendingArn),
    'API Gateway gives each connection another id. The right is to send, on the connections of this one API.',
  ],
];

const ofSignIn = (signIn: NonNullable<Board['signIn']>): readonly Finding[] => [
  ...(signIn.requiresMfa
    ? []
    : [[signIn, 'COG2', 'The stage, which cannot be production, asks for mfa to be optional.'] as const]),
  [
    signIn,
    'COG3',
    'Threat protection needs a dearer plan. Users are invited one by one, and Cognito limits failed sign-ins.',
  ],
  [signIn, 'COG8', 'The plan is Essentials, which has what is used: tokens with custom claims.'],
];

const ofPeople = ({ operators, senders }: IamPolicies): readonly Finding[] =>
  senders.map((arn) => [
    operators,
    arn === '*' ? 'IAM5[Resource::*]' : wildcard(operators, arn),
    'Operators may see how far numbers and addresses are set up, whose ids AWS chooses. What the AWS account may send has no ' +
      'resource. They may change none of it.',
  ]);

const ofTracing = (stack: Stack): readonly Finding[] =>
  stack.node
    .findAll()
    .filter((construct) => construct instanceof ServiceFunction)
    .map(
      (construct): Finding => [
        construct,
        'IAM5[Resource::*]',
        'X-Ray has no resources: the right to send traces is for all or none. All other rights name their resources.',
      ],
    );
