import * as v from 'valibot';
import { knownFields } from '../lib/accounts/known-fields.ts';

/** The zone at Route 53 that answers for a domain. */
export interface HostedZone {
  readonly id: string;
  readonly name: string;
}

/** A domain of one's own. What proves it is a certificate, or the zone, in which one can be made and records are set. */
export type Domain = {
  readonly name: string;
  /** Whether the URLs that AWS gives keep working beside the domain's. */
  readonly keepDefaultEndpoint: boolean;
} & (
  | { readonly certificateArn: string; readonly hostedZone?: HostedZone | undefined }
  | { readonly certificateArn?: undefined; readonly hostedZone: HostedZone }
);

const DOMAIN_NAME = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;
const CERTIFICATE = /^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/[\w-]+$/;
const ZONE_ID = /^Z[A-Z0-9]{5,31}$/;
const MAX_INSTANCES = 1_000;
const FRONT_DOOR_REGION = 'us-east-1';

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
      addIssue({ message: 'a name that is hostedZone.name itself or ends with a dot and it' });
      return NEVER;
    }
    if (certificateArn !== undefined) return { ...named, certificateArn, hostedZone };
    if (hostedZone !== undefined) return { ...named, hostedZone };
    addIssue({ message: 'a hostedZone (certificate and record are made in it) or a certificateArn' });
    return NEVER;
  }),
);

const options = {
  /** Keeps table, secrets, logs and dead letters when the stack goes, for longer, and protects them. */
  production: v.optional(v.boolean('true or false'), false),
  account: v.optional(text('the 12 digits of an AWS account, as text', /^\d{12}$/)),
  region: v.optional(text('an AWS region, such as us-east-1', /^[a-z]{2}(-[a-z]+)+-\d$/)),
  /** Who gets the alarms. AWS asks for a confirmation first. */
  alarmEmail: v.optional(email),
  /** Who is written to of emergencies, and of requests that a person should look at. */
  dispatchEmail: v.optional(email),
  domain: v.optional(domain),
  /** Instances of each live-call function that are kept warm. */
  provisionedConcurrency: v.optional(wholeNumber(1, MAX_INSTANCES)),
  /** Whether new code gets a tenth of the requests first, and is taken back by an alarm. */
  canary: v.optional(v.boolean('true or false'), false),
  /** What of Lambda's concurrency is set aside for each live-call function, and for each of the others. */
  reservedConcurrency: v.optional(
    knownFields({ live: wholeNumber(1, MAX_INSTANCES), others: wholeNumber(1, MAX_INSTANCES) }),
  ),
  /** CloudFront before the API, with a limit of requests per address. */
  frontDoor: v.optional(knownFields({ requestsPerMinute: v.optional(wholeNumber(10, 1_000_000), 6_000) })),
  /** How many writes a minute one account may make in one container. */
  accountWritesPerMinute: v.optional(wholeNumber(1, 100_000), 120),
  tags: v.optional(v.record(tag, tag), {}),
};

type Given = v.InferOutput<v.ObjectSchema<typeof options, undefined>>;

/** What fields ask of each other, with what was expected. */
function disagreements(given: Given): readonly (readonly [keyof Given, string])[] {
  const { production, alarmEmail, dispatchEmail, frontDoor, region, domain } = given;
  const someone = (does: string) => `an address, because in production someone has to be there who ${does}`;
  return [
    ...(production && alarmEmail === undefined ? [['alarmEmail', someone('gets the alarms')] as const] : []),
    ...(production && dispatchEmail === undefined
      ? [['dispatchEmail', someone('is told of emergencies')] as const]
      : []),
    ...(frontDoor !== undefined && region !== FRONT_DOOR_REGION
      ? [['region', `${FRONT_DOOR_REGION} beside frontDoor: AWS keeps what guards CloudFront there`] as const]
      : []),
    ...(frontDoor !== undefined && domain?.keepDefaultEndpoint
      ? [['domain', 'no keepDefaultEndpoint beside frontDoor, which is the only way in'] as const]
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

/** What may be asked of a deployment. */
export type StageOptions = Given;

export type ParsedOptions =
  | { readonly kind: 'options'; readonly options: StageOptions }
  /** A path and what was expected there, for each; none holds a value that was given. */
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

function expectedOf({ type, expected, message, path }: v.BaseIssue<unknown>): string {
  // A field that is missing is an issue of the object, whose message is about that.
  const isMissing = type.endsWith('object') && expected === `"${String(path?.at(-1)?.key)}"`;
  if (isMissing) return 'a value.';
  return message.endsWith('?') ? message : `${message}.`;
}
