import * as v from 'valibot';

const DOMAIN_NAME = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;
export const CERTIFICATE = /^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/[\w-]+$/;
export const TABLE_NAME = /^[\w.-]{3,255}$/;
export const STREAM = /^arn:aws[a-z-]*:dynamodb:[a-z0-9-]+:\d{12}:table\/[\w.-]+\/stream\/[\w:.-]+$/;
export const USER_POOL = /^[a-z]{2}(-[a-z]+)+-\d_[A-Za-z0-9]+$/;
export const KMS_KEY = /^arn:aws[a-z-]*:kms:[a-z0-9-]+:\d{12}:key\/[\w-]+$/;
export const SECRET = /^arn:aws[a-z-]*:secretsmanager:[a-z0-9-]+:\d{12}:secret:[\w/+=.@-]+-[A-Za-z0-9]{6}$/;
export const VAULT = /^arn:aws[a-z-]*:backup:[a-z0-9-]+:\d{12}:backup-vault:[\w-]+$/;
export const ZONE_ID = /^Z[A-Z0-9]{5,31}$/;
export const MAX_INSTANCES = 1_000;
/** A filter of SNS may name 150 values. */
export const MAX_ADDRESSES = 100;
export const EDGE_REGION = 'us-east-1';

export const text = (expected: string, pattern: RegExp) =>
  v.pipe(v.string(expected), v.regex(pattern, expected));
export const email = v.pipe(v.string('an e-mail address'), v.email('an e-mail address'));
export const domainName = text('a domain name in lower case, such as hooks.example.com', DOMAIN_NAME);
export const tag = text('text of 1 to 128 characters', /^.{1,128}$/);

export function wholeNumber(least: number, most: number) {
  const expected = `a whole number from ${least} to ${most}`;
  return v.pipe(
    v.number(expected),
    v.integer(expected),
    v.minValue(least, expected),
    v.maxValue(most, expected),
  );
}

const HTTPS = /^https:\/\/[a-z0-9.-]+(?::\d+)?(?:[/?]\S*)?$/;
const TOPIC = /^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w-]{1,256}$/;
/** Where alarms can go. */
export const alarmTarget = v.union(
  [email, v.pipe(v.string(), v.regex(HTTPS)), v.pipe(v.string(), v.regex(TOPIC))],
  'an e-mail address, a URL that begins with https, or the ARN of an SNS topic in the region of the stack',
);
