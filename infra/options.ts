import * as v from 'valibot';
import { isUnknownField, knownFields } from '../lib/accounts/known-fields.ts';
import { knownFieldFor } from '../lib/accounts/misspelled-field.ts';
import { mapFields } from '../lib/map-fields.ts';
import { integrations } from '../lib/platforms/index.ts';

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

const DOMAIN_NAME = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;
const CERTIFICATE = /^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/[\w-]+$/;
const TABLE_NAME = /^[\w.-]{3,255}$/;
const STREAM = /^arn:aws[a-z-]*:dynamodb:[a-z0-9-]+:\d{12}:table\/[\w.-]+\/stream\/[\w:.-]+$/;
const SECRET = /^arn:aws[a-z-]*:secretsmanager:[a-z0-9-]+:\d{12}:secret:[\w/+=.@-]+-[A-Za-z0-9]{6}$/;
const VAULT = /^arn:aws[a-z-]*:backup:[a-z0-9-]+:\d{12}:backup-vault:[\w-]+$/;
const ZONE_ID = /^Z[A-Z0-9]{5,31}$/;
const MAX_INSTANCES = 1_000;
const EDGE_REGION = 'us-east-1';

const text = (expected: string, pattern: RegExp) => v.pipe(v.string(expected), v.regex(pattern, expected));
const email = v.pipe(v.string('an e-mail address'), v.email('an e-mail address'));
const domainName = text('a domain name in lower case, such as hooks.example.com', DOMAIN_NAME);
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
  /** E-mail address for emergencies, and for requests that a person should review. */
  dispatchEmail: v.optional(email),
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
      [v.literal(false), knownFields({ oidc: v.optional(oidc) })],
      'false, or an object that may name oidc',
    ),
    {},
  ),
  /** Policies for the roles of dispatchers and operators at the command line. */
  iamPolicies: v.optional(v.boolean('true or false'), false),
  tags: v.optional(v.record(tag, tag), {}),
};

type Given = v.InferOutput<v.ObjectSchema<typeof options, undefined>>;

/** Checks across fields. */
function disagreements(given: Given): readonly (readonly [keyof Given, string])[] {
  const { production, alarmEmail, dispatchEmail, edge, region, domain, monthlyBudget } = given;
  return [
    ...(production && alarmEmail === undefined
      ? [['alarmEmail', 'an address, because production must send its alarms to somebody'] as const]
      : []),
    ...(production && dispatchEmail === undefined
      ? [['dispatchEmail', 'an address, because production must notify somebody of emergencies'] as const]
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
