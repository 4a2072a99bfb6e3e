import * as v from 'valibot';
import { ACCOUNT_ID } from '../lib/accounts/account.ts';
import { isUnknownField, knownFields } from '../lib/accounts/document/fields.ts';
import { knownFieldFor } from '../lib/accounts/document/misspelled-field.ts';
import { mapFields } from '../lib/map-fields.ts';
import { integrations } from '../lib/platforms/index.ts';

const EDGE_REGION = 'us-east-1';

/** An ARN of a service in a region of an AWS account, with the given end. */
const arn = (service: string, end: string) =>
  new RegExp(`^arn:aws[a-z-]*:${service}:[a-z0-9-]+:\\d{12}:${end}$`);

const text = (expected: string, pattern: RegExp) => v.pipe(v.string(expected), v.regex(pattern, expected));
const yesOrNo = v.boolean('true or false');
const email = v.pipe(v.string('an e-mail address'), v.email('an e-mail address'));
const domainName = text(
  'a domain name in lower case, such as hooks.example.com',
  /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/,
);
const tag = text('text of 1 to 128 characters', /^.{1,128}$/);

function wholeNumber(least: number, most: number) {
  const expected = `a whole number from ${least} to ${most}`;
  return v.pipe(
    v.number(expected),
    v.integer(expected),
    v.minValue(least, expected),
    v.maxValue(most, expected),
  );
}

const instances = wholeNumber(1, 1_000);

const alarmTarget = v.union(
  [
    email,
    v.pipe(v.string(), v.regex(/^https:\/\/[a-z0-9.-]+(?::\d+)?(?:[/?]\S*)?$/)),
    v.pipe(v.string(), v.regex(arn('sns', '[\\w-]{1,256}'))),
  ],
  'an e-mail address, a URL that begins with https, or the ARN of an SNS topic in the region of the stack',
);

const domain = v.pipe(
  knownFields({
    name: domainName,
    hostedZone: v.optional(
      knownFields({
        id: text('the id of a Route 53 zone, such as Z0123456789ABCDEFGHIJ', /^Z[A-Z0-9]{5,31}$/),
        name: domainName,
      }),
    ),
    /** Whether AWS's own URLs keep working next to the domain's. */
    keepDefaultEndpoint: v.optional(yesOrNo, false),
    certificateArn: v.optional(
      text('the ARN of an ACM certificate in the region of the stack', arn('acm', 'certificate\\/[\\w-]+')),
    ),
  }),
  v.check(
    ({ name, hostedZone }) =>
      hostedZone === undefined || name === hostedZone.name || name.endsWith(`.${hostedZone.name}`),
    'hostedZone.name, or a name that ends with a dot and hostedZone.name',
  ),
  v.check(
    ({ hostedZone, certificateArn }) => (hostedZone ?? certificateArn) !== undefined,
    'a hostedZone (certificate and record are made in it) or a certificateArn',
  ),
);

export type Domain = v.InferOutput<typeof domain>;

const secretArn = text(
  'the full ARN of a secret, with its six last characters',
  arn('secretsmanager', 'secret:[\\w/+=.@-]+-[A-Za-z0-9]{6}'),
);

/** An OpenID Connect issuer whose access tokens have the scopes and the claim of accounts. */
const oidc = knownFields({
  issuer: text(
    'the URL of an issuer, as its tokens name it',
    /^https:\/\/[a-z0-9.-]+(?::\d+)?(?:\/[\w.~-]+)*\/?$/,
  ),
  clientId: text('the id of a client without a secret', /^[\w.~@:/-]{1,200}$/),
  audience: text('the audience of its access tokens', /^[\w.~@:/-]{1,200}$/),
});

const boardOptions = {
  oidc: v.optional(oidc),
  /** Whether users must have an authenticator app. If it is optional, nobody is asked to add one. */
  mfa: v.optional(v.picklist(['required', 'optional'], 'required or optional')),
  /** The user pool of a deleted stack of the same name, used instead of a new one. */
  existingUserPool: v.optional(
    text(
      'the id of a Cognito user pool, such as us-east-1_AbCdEfGhI',
      /^[a-z]{2}(-[a-z]+)+-\d_[A-Za-z0-9]+$/,
    ),
  ),
};

const options = {
  /**
   * Keeps table, secrets, logs and dead letters when the stack is deleted, keeps logs for longer, and protects the
   * table.
   */
  production: v.optional(yesOrNo, false),
  account: v.optional(text('the 12 digits of an AWS account, as text', /^\d{12}$/)),
  region: v.optional(text('an AWS region, such as us-east-1', /^[a-z]{2}(-[a-z]+)+-\d$/)),
  /** E-mail address for alarms. AWS first asks its owner to confirm. */
  alarmEmail: v.optional(email),
  /** Where alarms go instead of `alarmEmail`: pages can't wait, tickets can. */
  alarms: v.optional(knownFields({ page: v.optional(alarmTarget), ticket: v.optional(alarmTarget) })),
  /** E-mail address for emergencies, and for requests that a person should review. */
  dispatchEmail: v.optional(email),
  /** Addresses by account: each gets the messages of its accounts only, and `dispatchEmail` those of all others. */
  dispatchEmails: v.optional(
    v.pipe(
      v.record(text('the id of an account', ACCOUNT_ID), email),
      // A filter of SNS may name 150 values.
      v.maxEntries(100, 'at most 100 accounts'),
    ),
  ),
  domain: v.optional(domain),
  /** How many instances of each live-call function are kept warm. */
  provisionedConcurrency: v.optional(instances),
  /** Whether new code first gets a tenth of the requests, and an alarm rolls it back. */
  canary: v.optional(yesOrNo, false),
  /** Reserved concurrency of each live-call function, and of each other function. */
  reservedConcurrency: v.optional(knownFields({ live: instances, others: instances })),
  /** Puts CloudFront in front of the API, with a limit of requests per address. */
  edge: v.optional(knownFields({ requestsPerMinute: v.optional(wholeNumber(10, 1_000_000), 6_000) })),
  /** Most writes per minute per account and container. */
  accountWritesPerMinute: v.optional(wholeNumber(1, 100_000), 120),
  /** An existing table, such as a restored one, instead of a new one. */
  existingTable: v.optional(
    knownFields({
      name: text('the name of a DynamoDB table', /^[\w.-]{3,255}$/),
      streamArn: text(
        "the ARN of the table's latest stream",
        arn('dynamodb', 'table\\/[\\w.-]+\\/stream\\/[\\w:.-]+'),
      ),
      /** The key, if the table is encrypted with one of the AWS account, as the stack's own tables are. */
      keyArn: v.optional(text('the ARN of a KMS key', arn('kms', 'key\\/[\\w-]+'))),
    }),
  ),
  /** Existing secrets, such as those of a deleted stack, instead of new ones. One that isn't named is new. */
  existingSecrets: v.optional(
    knownFields({ ...mapFields(integrations, () => secretArn), messaging: v.optional(secretArn) }),
  ),
  /** Daily backups, kept for `keepDays`, and copied to a vault of another region if one is named. */
  backup: v.optional(
    knownFields({
      keepDays: v.optional(wholeNumber(1, 3_650), 35),
      copyTo: v.optional(text('the ARN of a backup vault', arn('backup', 'backup-vault:[\\w-]+'))),
    }),
  ),
  /** Whether functions send traces to X-Ray. */
  tracing: v.optional(yesOrNo, false),
  /** US dollars per month for the AWS account. AWS warns `alarmEmail` before they are spent. */
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
  /** Whether to create policies for the roles of dispatchers and operators at the command line. */
  iamPolicies: v.optional(yesOrNo, false),
  tags: v.optional(v.record(tag, tag), {}),
};

/** Options of a deployment. */
export type StageOptions = v.InferOutput<v.ObjectSchema<typeof options, undefined>>;
export type BoardOptions = Exclude<StageOptions['board'], false | undefined>;

/** Faults across fields: the field that is wrong, and what is expected of it. */
function disagreements(given: StageOptions): readonly (readonly [keyof StageOptions, string])[] {
  const { production, alarmEmail, alarms, dispatchEmail, dispatchEmails = {}, edge, monthlyBudget } = given;
  const { oidc, mfa, existingUserPool } = given.board === false ? {} : given.board;
  const hasUsersElsewhere = oidc !== undefined;
  const checks: readonly (readonly [isWrong: boolean, field: keyof StageOptions, expected: string])[] = [
    [
      hasUsersElsewhere && (mfa ?? existingUserPool) !== undefined,
      'board',
      'no mfa and no existingUserPool with oidc, whose users are elsewhere',
    ],
    [
      production && !hasUsersElsewhere && mfa === 'optional',
      'board',
      'no mfa, or mfa required, because production has the data of real people',
    ],
    [
      production && [alarms?.page, alarms?.ticket].some((target) => (target ?? alarmEmail) === undefined),
      'alarmEmail',
      'an address, because production must send its alarms to somebody',
    ],
    [
      production && dispatchEmail === undefined,
      'dispatchEmail',
      'an address, because production must notify somebody of emergencies',
    ],
    [
      dispatchEmail !== undefined && Object.values(dispatchEmails).includes(dispatchEmail),
      'dispatchEmails',
      'addresses other than dispatchEmail, which gets those of all other accounts',
    ],
    [
      monthlyBudget !== undefined && alarmEmail === undefined,
      'alarmEmail',
      'an address, to which monthlyBudget sends its warnings',
    ],
    [edge !== undefined && given.region !== EDGE_REGION, 'region', `${EDGE_REGION}, which edge requires`],
    [
      edge !== undefined && given.domain?.keepDefaultEndpoint === true,
      'domain',
      'no keepDefaultEndpoint with edge, which must be the only entry',
    ],
  ];
  return checks.flatMap(([isWrong, field, expected]) => (isWrong ? [[field, expected] as const] : []));
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
