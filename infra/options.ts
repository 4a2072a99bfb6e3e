import * as v from 'valibot';
import { ACCOUNT_ID } from '../lib/accounts/account-id.ts';
import { isUnknownField, knownFields } from '../lib/accounts/document/known-fields.ts';
import { knownFieldFor } from '../lib/accounts/document/misspelled-field.ts';
import { mapFields } from '../lib/map-fields.ts';
import { integrations } from '../lib/platforms/index.ts';
import {
  alarmTarget,
  CERTIFICATE,
  domainName,
  EDGE_REGION,
  email,
  KMS_KEY,
  MAX_ADDRESSES,
  MAX_INSTANCES,
  SECRET,
  STREAM,
  TABLE_NAME,
  tag,
  text,
  USER_POOL,
  VAULT,
  wholeNumber,
  ZONE_ID,
} from './option-texts.ts';

/** The hosted zone of a domain in Route 53. */
export interface HostedZone {
  readonly id: string;
  readonly name: string;
}

/** A custom domain. Needs a certificate, or the hosted zone in which to create certificate and records. */
export type Domain = {
  readonly name: string;
  /** Whether AWS's own URLs keep working next to the domain's. */
  readonly keepDefaultEndpoint: boolean;
} & (
  | { readonly certificateArn: string; readonly hostedZone?: HostedZone | undefined }
  | { readonly certificateArn?: undefined; readonly hostedZone: HostedZone }
);

const isWithin = (name: string, zone: string) => name === zone || name.endsWith(`.${zone}`);

const domain = v.pipe(
  knownFields({
    name: domainName,
    hostedZone: v.optional(
      knownFields({
        id: text('the id of a Route 53 zone, such as Z0123456789ABCDEFGHIJ', ZONE_ID),
        name: domainName,
      }),
    ),
    keepDefaultEndpoint: v.optional(v.boolean('true or false'), false),
    certificateArn: v.optional(text('the ARN of an ACM certificate in the region of the stack', CERTIFICATE)),
  }),
  v.rawTransform(({ dataset: { value }, addIssue, NEVER }): Domain => {
    const { hostedZone, certificateArn, ...named } = value;
    if (hostedZone !== undefined && !isWithin(named.name, hostedZone.name)) {
      addIssue({ message: 'hostedZone.name, or a name that ends with a dot and hostedZone.name' });
      return NEVER;
    }
    if (certificateArn !== undefined) return { ...named, certificateArn, hostedZone };
    if (hostedZone !== undefined) return { ...named, hostedZone };
    addIssue({ message: 'a hostedZone (certificate and record are made in it) or a certificateArn' });
    return NEVER;
  }),
);

const secretArn = text('the full ARN of a secret, with its six last characters', SECRET);

const ISSUER = /^https:\/\/[a-z0-9.-]+(?::\d+)?(?:\/[\w.~-]+)*\/?$/;

/** An OpenID Connect issuer whose access tokens have the scopes and the claim of accounts. */
const oidc = knownFields({
  issuer: text('the URL of an issuer, as its tokens name it', ISSUER),
  clientId: text('the id of a client without a secret', /^[\w.~@:/-]{1,200}$/),
  /** What the tokens name as their audience. */
  audience: text('the audience of its access tokens', /^[\w.~@:/-]{1,200}$/),
});

const boardOptions = {
  oidc: v.optional(oidc),
  /** Whether its users must have an authenticator app. Without it nobody is asked to add one. */
  mfa: v.optional(v.picklist(['required', 'optional'], 'required or optional')),
  /** The users of a deleted stack of the same name, instead of new ones. */
  existingUserPool: v.optional(text('the id of a Cognito user pool, such as us-east-1_AbCdEfGhI', USER_POOL)),
};

const options = {
  /**
   * Keeps table, secrets, logs and dead letters when the stack is deleted, keeps logs for longer, and protects the
   * table.
   */
  production: v.optional(v.boolean('true or false'), false),
  account: v.optional(text('the 12 digits of an AWS account, as text', /^\d{12}$/)),
  region: v.optional(text('an AWS region, such as us-east-1', /^[a-z]{2}(-[a-z]+)+-\d$/)),
  /** E-mail address for alarms. AWS asks for a confirmation first. */
  alarmEmail: v.optional(email),
  /** Where alarms go instead: those that can't wait, and those that can. */
  alarms: v.optional(knownFields({ page: v.optional(alarmTarget), ticket: v.optional(alarmTarget) })),
  /** E-mail address for emergencies, and for requests that a person should review. */
  dispatchEmail: v.optional(email),
  /** The same by account: an address gets only those of its accounts, and `dispatchEmail` those of all others. */
  dispatchEmails: v.optional(
    v.pipe(
      v.record(text('the id of an account', ACCOUNT_ID), email),
      v.maxEntries(MAX_ADDRESSES, `at most ${MAX_ADDRESSES} accounts`),
    ),
  ),
  domain: v.optional(domain),
  /** Instances of each live-call function that are kept warm. */
  provisionedConcurrency: v.optional(wholeNumber(1, MAX_INSTANCES)),
  /** Whether new code first gets a tenth of the requests, and an alarm rolls it back. */
  canary: v.optional(v.boolean('true or false'), false),
  /** Reserved concurrency of each live-call function, and of each other function. */
  reservedConcurrency: v.optional(
    knownFields({ live: wholeNumber(1, MAX_INSTANCES), others: wholeNumber(1, MAX_INSTANCES) }),
  ),
  /** CloudFront in front of the API, with a limit of requests per address. */
  edge: v.optional(knownFields({ requestsPerMinute: v.optional(wholeNumber(10, 1_000_000), 6_000) })),
  /** Writes per minute per account and container. */
  accountWritesPerMinute: v.optional(wholeNumber(1, 100_000), 120),
  /** An existing table, such as a restored one, instead of a new one. */
  existingTable: v.optional(
    knownFields({
      name: text('the name of a DynamoDB table', TABLE_NAME),
      streamArn: text("the ARN of the table's latest stream", STREAM),
      /** If it is encrypted with a key of the AWS account, as those of the stack are. */
      keyArn: v.optional(text('the ARN of a KMS key', KMS_KEY)),
    }),
  ),
  /** Existing secrets, such as those of a deleted stack, instead of new ones. */
  existingSecrets: v.optional(knownFields(mapFields(integrations, () => secretArn))),
  /** Daily backups, kept for so many days, and copied to a vault of another region. */
  backup: v.optional(
    knownFields({
      keepDays: v.optional(wholeNumber(1, 3_650), 35),
      copyTo: v.optional(text('the ARN of a backup vault', VAULT)),
    }),
  ),
  /** X-Ray traces of the functions. */
  tracing: v.optional(v.boolean('true or false'), false),
  /** US dollars per month for the AWS account. `alarmEmail` is warned before it is spent. */
  monthlyBudget: v.optional(wholeNumber(1, 1_000_000)),
  /**
   * The dispatchers' board: with its own users, with those of another OpenID Connect issuer, or `false` without a
   * board.
   */
  board: v.optional(
    v.union(
      [v.literal(false), knownFields(boardOptions)],
      'false, or an object that may name oidc, mfa or existingUserPool',
    ),
    {},
  ),
  /** Policies for the roles of dispatchers and operators at the command line. */
  iamPolicies: v.optional(v.boolean('true or false'), false),
  tags: v.optional(v.record(tag, tag), {}),
};

type Given = v.InferOutput<v.ObjectSchema<typeof options, undefined>>;

function aboutBoard({ production, board }: Given): readonly (readonly [keyof Given, string])[] {
  if (board === false) return [];
  const { oidc: elsewhere, mfa, existingUserPool } = board;
  if (elsewhere !== undefined && (mfa ?? existingUserPool) !== undefined)
    return [['board', 'no mfa and no existingUserPool with oidc, whose users are elsewhere']];
  if (production && mfa === 'optional')
    return [['board', 'no mfa, or mfa required, because production has the data of real people']];
  return [];
}

/** Checks across fields. */
function disagreements(given: Given): readonly (readonly [keyof Given, string])[] {
  const {
    production,
    alarmEmail,
    alarms,
    dispatchEmail,
    dispatchEmails,
    edge,
    region,
    domain,
    monthlyBudget,
  } = given;
  return [
    ...aboutBoard(given),
    ...(production && [alarms?.page, alarms?.ticket].some((target) => (target ?? alarmEmail) === undefined)
      ? [['alarmEmail', 'an address, because production must send its alarms to somebody'] as const]
      : []),
    ...(production && dispatchEmail === undefined
      ? [['dispatchEmail', 'an address, because production must notify somebody of emergencies'] as const]
      : []),
    ...(dispatchEmail !== undefined && Object.values(dispatchEmails ?? {}).includes(dispatchEmail)
      ? [
          [
            'dispatchEmails',
            'addresses other than dispatchEmail, which gets those of all other accounts',
          ] as const,
        ]
      : []),
    ...(monthlyBudget !== undefined && alarmEmail === undefined
      ? [['alarmEmail', 'an address, to which monthlyBudget sends its warnings'] as const]
      : []),
    ...(edge !== undefined && region !== EDGE_REGION
      ? [['region', `${EDGE_REGION}, which edge requires`] as const]
      : []),
    ...(edge !== undefined && domain?.keepDefaultEndpoint
      ? [['domain', 'no keepDefaultEndpoint with edge, which must be the only entry'] as const]
      : []),
  ];
}

const StageFile = v.pipe(
  knownFields(options),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    for (const [key, message] of disagreements(dataset.value)) {
      const path = { type: 'object', origin: 'value', input: dataset.value, key, value: undefined } as const;
      addIssue({ message, path: [path] });
    }
  }),
);

/** Options of a deployment. */
export type StageOptions = Given;

export type ParsedOptions =
  | { readonly kind: 'options'; readonly options: StageOptions }
  /** Paths and expectations; never a value. */
  | { readonly kind: 'faults'; readonly faults: readonly string[] };

/** Reads the document of a stage. */
export function parseOptions(document: unknown): ParsedOptions {
  const parsed = v.safeParse(StageFile, document);
  if (parsed.success) return { kind: 'options', options: parsed.output };
  const faults = parsed.issues.map(
    (issue) => `${v.getDotPath(issue) ?? 'the file'}: expected ${expectedOf(issue)}`,
  );
  return { kind: 'faults', faults: [...new Set(faults)] };
}

function expectedOf(issue: v.BaseIssue<unknown>): string {
  const { type, expected, path } = issue;
  // A missing field is an issue of the object, with the object's message.
  const isMissing = type.endsWith('object') && expected === `"${String(path?.at(-1)?.key)}"`;
  if (isMissing) return 'a value.';
  const message = isUnknownField(issue) ? knownFieldFor(issue) : issue.message;
  return message.endsWith('?') ? message : `${message}.`;
}
