import * as v from 'valibot';
import { parseStage, type Stage, stages } from './constructs/stage.ts';

/** The zone at Route 53 that answers for a domain. */
export interface HostedZone {
  readonly id: string;
  readonly name: string;
}

/** A domain of one's own. What proves it is a certificate, or the zone, in which one can be made and records are set. */
export type Domain = { readonly name: string } & (
  | { readonly certificateArn: string; readonly zone?: HostedZone | undefined }
  | { readonly certificateArn?: undefined; readonly zone: HostedZone }
);

/** What may be asked of a deployment beside its stage. */
export interface Features {
  readonly domain?: Domain | undefined;
  /** Instances of each live-call function that are kept warm. */
  readonly provisionedConcurrency?: number | undefined;
  /** Who gets the alarms. AWS asks for a confirmation first. */
  readonly alarmEmail?: string | undefined;
  /** Who is written to of emergencies, and of requests that a person should look at. */
  readonly dispatchEmail?: string | undefined;
}

export interface DeployOptions extends Features {
  readonly stage: Stage;
}

export type ParsedOptions =
  | { readonly kind: 'options'; readonly options: DeployOptions }
  /** One sentence for each; none holds a value that was given. */
  | { readonly kind: 'faults'; readonly faults: readonly string[] };

const DOMAIN_NAME = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;
const CERTIFICATE = /^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/[\w-]+$/;
const ZONE_ID = /^Z[A-Z0-9]{5,31}$/;
const MAX_INSTANCES = 1_000;

const option = (expected: string, pattern: RegExp) =>
  v.optional(v.pipe(v.string(expected), v.regex(pattern, expected)));

const instances = `a whole number from 1 to ${MAX_INSTANCES}`;
const email = 'an e-mail address';

const Context = v.object({
  stage: v.pipe(v.unknown(), v.transform(parseStage), v.picklist(stages, stages.join(' or '))),
  domainName: option('a domain name in lower case, such as hooks.example.com', DOMAIN_NAME),
  hostedZoneId: option('the id of a Route 53 zone, such as Z0123456789ABCDEFGHIJ', ZONE_ID),
  hostedZoneName: option('the domain of the Route 53 zone, such as example.com', DOMAIN_NAME),
  certificateArn: option('the ARN of an ACM certificate in the region of the stack', CERTIFICATE),
  provisionedConcurrency: v.optional(
    v.pipe(
      // A number from cdk.json, text from the command line.
      v.union([v.number(), v.string()], instances),
      v.transform(Number),
      v.integer(instances),
      v.minValue(1, instances),
      v.maxValue(MAX_INSTANCES, instances),
    ),
  ),
  alarmEmail: v.optional(v.pipe(v.string(email), v.email(email))),
  dispatchEmail: v.optional(v.pipe(v.string(email), v.email(email))),
});

type Context = v.InferOutput<typeof Context>;

const names = [
  'stage',
  'domainName',
  'hostedZoneId',
  'hostedZoneName',
  'certificateArn',
  'provisionedConcurrency',
  'alarmEmail',
  'dispatchEmail',
] as const satisfies readonly (keyof Context)[];

/** Reads the options of a deployment from the context (`-c name=value`). An empty one counts as absent. */
export function parseOptions(contextValue: (name: string) => unknown): ParsedOptions {
  const given = names.map((name) => [name, contextValue(name)] as const);
  const context = Object.fromEntries(given.filter(([, value]) => value !== undefined && value !== ''));
  const parsed = v.safeParse(Context, { stage: 'dev', ...context });
  if (!parsed.success) {
    const faults = parsed.issues.map((issue) => `-c ${v.getDotPath(issue)}: expected ${issue.message}.`);
    return { kind: 'faults', faults: [...new Set(faults)] };
  }
  const { stage, provisionedConcurrency, alarmEmail, dispatchEmail } = parsed.output;
  const domain = domainOf(parsed.output);
  if (typeof domain === 'string') return { kind: 'faults', faults: [domain] };
  return { kind: 'options', options: { stage, domain, provisionedConcurrency, alarmEmail, dispatchEmail } };
}

/** The domain that is asked for, if any, or what is missing of it. */
function domainOf(context: Context): Domain | undefined | string {
  const { domainName: name, hostedZoneId, hostedZoneName, certificateArn } = context;
  if (name === undefined) {
    const other = hostedZoneId ?? hostedZoneName ?? certificateArn;
    if (other === undefined) return undefined;
    return '-c domainName: expected, because another option of the domain is given.';
  }
  if ((hostedZoneId === undefined) !== (hostedZoneName === undefined)) {
    const missing = hostedZoneId === undefined ? 'hostedZoneId' : 'hostedZoneName';
    return `-c ${missing}: expected, because hostedZoneId and hostedZoneName only work together.`;
  }
  if (hostedZoneId !== undefined && hostedZoneName !== undefined) {
    if (name !== hostedZoneName && !name.endsWith(`.${hostedZoneName}`)) {
      return '-c domainName: expected to be hostedZoneName itself or to end with a dot and hostedZoneName.';
    }
    const zone = { id: hostedZoneId, name: hostedZoneName };
    return certificateArn === undefined ? { name, zone } : { name, zone, certificateArn };
  }
  if (certificateArn !== undefined) return { name, certificateArn };
  return '-c domainName: expected to come with hostedZoneId and hostedZoneName (certificate and record are made), or with certificateArn.';
}
