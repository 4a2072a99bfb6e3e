import * as v from 'valibot';
import { pathOf } from '../../field-errors.ts';
import { lazily } from '../../lazily.ts';
import { mapFields } from '../../map-fields.ts';
import { integrations } from '../../platforms/index.ts';
import { BUCKET_MINUTES } from '../../scheduling/occupancy.ts';
import { type Account, accountIdExpected, isAccountId, languages } from '../account.ts';
import { isPhoneRegion } from '../phone.ts';
import { crossFieldFaults } from './account-rules.ts';
import { areaFields } from './areas.ts';
import { arrival, arrivalFaults } from './arrival.ts';
import { isUnknownField, knownFields, phone, text, texts } from './fields.ts';
import { exceptions, time, timeOff, week } from './hours.ts';
import { type AccountFault, InvalidAccountDocument } from './invalid-account-document.ts';
import { knownFieldFor } from './misspelled-field.ts';
import { email, notifyFields } from './notify.ts';
import { emergencyFields } from './on-call.ts';
import { travelFields } from './travel.ts';

/** A document may have this many bytes of JSON. A table item may have 400 KB, and contains more than the document. */
const MAX_BYTES = 300 * 1024;

/** Calls are kept this many days unless the account says otherwise. */
export const DEFAULT_CALL_RETENTION_DAYS = 365;

const integer = (least: number, most: number, expected: string) =>
  v.pipe(v.number(expected), v.integer(expected), v.minValue(least, expected), v.maxValue(most, expected));

const quarters = (least: number, most: number, expected: string) =>
  v.pipe(integer(least, most, expected), v.multipleOf(BUCKET_MINUTES, expected));

const accountId = () => v.pipe(v.string(accountIdExpected), v.check(isAccountId, accountIdExpected));

const zoneExpected = 'a time zone such as America/New_York';
const timezone = () => v.pipe(v.string(zoneExpected), v.check(isTimezone, zoneExpected));

function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const regionExpected = 'a country as two capital letters, such as US';
const region = () =>
  v.pipe(
    v.string(regionExpected),
    v.check((code) => /^[A-Z]{2}$/.test(code) && isPhoneRegion(code), regionExpected),
  );

const secondsExpected = 'seconds above 0, up to 86400';
const hold = () =>
  knownFields({
    seconds: v.optional(
      v.pipe(v.number(secondsExpected), v.gtValue(0, secondsExpected), v.maxValue(86_400, secondsExpected)),
      180,
    ),
    perNumber: v.optional(integer(1, 100, 'a whole number from 1 to 100'), 2),
  });

const booking = () =>
  knownFields({
    gridMinutes: v.optional(
      quarters(
        BUCKET_MINUTES,
        Number.MAX_SAFE_INTEGER,
        `minutes as a positive multiple of ${BUCKET_MINUTES}`,
      ),
      30,
    ),
    minNoticeMinutes: v.optional(integer(0, Number.MAX_SAFE_INTEGER, 'whole minutes from 0'), 120),
    sameDayCutoff: v.optional(time()),
    horizonDays: v.optional(integer(0, 3660, 'whole days from 0 to 3660'), 60),
    bufferMinutes: v.optional(
      quarters(0, 240, `minutes as a multiple of ${BUCKET_MINUTES} from 0 to 240`),
      30,
    ),
    spokenOptions: v.optional(integer(1, 10, 'a whole number from 1 to 10'), 3),
    spokenDays: v.optional(integer(1, 7, 'a whole number from 1 to 7'), 2),
    arrival: arrival(),
    hold: v.optional(hold()),
  });

const callback = () =>
  knownFields({
    withinMinutes: v.optional(integer(1, 10_080, 'whole minutes from 1 to 10080'), 60),
    hours: v.optional(week()),
  });

const merge = () =>
  knownFields({
    leadDays: v.optional(integer(0, 365, 'whole days from 0 to 365'), 14),
    afterBookingHours: v.optional(integer(0, 168, 'whole hours from 0 to 168'), 24),
  });

const origins = () =>
  knownFields({
    ...mapFields(integrations, () => texts(256)),
    numbers: v.optional(v.array(phone(), 'a list of phone numbers'), []),
  });

const serviceType = () =>
  knownFields({
    id: text(100),
    name: text(100),
    spanish: v.optional(text(100)),
    aliases: texts(100),
    symptoms: texts(100),
    durationMinutes: quarters(
      BUCKET_MINUTES,
      720,
      `minutes as a multiple of ${BUCKET_MINUTES} from ${BUCKET_MINUTES} to 720`,
    ),
    skills: texts(100),
    arrival: arrival(),
    description: v.optional(v.string('a text')),
  });

const technician = () =>
  knownFields({
    id: text(100),
    name: text(100),
    skills: texts(100),
    hours: v.optional(week()),
    timeOff: v.optional(v.array(timeOff(), 'a list of { from, to }'), []),
    phone: v.optional(phone()),
    email: v.optional(email()),
    homeZip: v.optional(text(20)),
  });

/** People write the document by this schema, from which `docs/account.md` is generated. */
export const accountDocument = lazily(() =>
  knownFields({
    accountId: accountId(),
    version: v.optional(integer(1, Number.MAX_SAFE_INTEGER, 'a version as "accounts show" prints it')),
    name: text(200),
    timezone: timezone(),
    region: v.optional(region(), 'US'),
    language: v.optional(v.picklist(languages, languages.join(' or ')), 'en'),
    origins: v.optional(origins(), {}),
    crm: v.optional(knownFields({ allowApiKey: v.optional(v.boolean('true or false'), false) }), {}),
    hours: week(),
    exceptions: v.optional(exceptions(), {}),
    booking: v.optional(booking(), {}),
    serviceTypes: v.array(serviceType(), 'a list of service types'),
    notOffered: texts(100),
    technicians: v.array(technician(), 'a list of technicians'),
    transfer: v.optional(
      knownFields({ phone: v.optional(phone()), afterHoursPhone: v.optional(phone()) }),
      {},
    ),
    callback: v.optional(callback(), {}),
    merge: v.optional(merge(), {}),
    ...emergencyFields(),
    ...areaFields(),
    ...travelFields(),
    ...notifyFields(),
    callRetentionDays: v.optional(
      integer(1, 36_500, 'whole days from 1 to 36500'),
      DEFAULT_CALL_RETENTION_DAYS,
    ),
  }),
);

function faultOf(issue: v.BaseIssue<unknown>): AccountFault {
  // Valibot reports a missing field as an issue of the object, with a text about the object.
  const missing = issue.type === 'loose_object' && issue.expected !== 'Object';
  return { path: pathOf(issue.path) || 'document', expected: missing ? 'a value here' : issue.message };
}

const unknownFieldFault = (issue: v.BaseIssue<unknown>): AccountFault => ({
  path: pathOf(issue.path) || 'document',
  expected: knownFieldFor(issue),
});

function bytesOf(document: unknown): number {
  return Buffer.byteLength(JSON.stringify(document) ?? '');
}

/**
 * Parses a document and fills in defaults.
 * @throws {InvalidAccountDocument} with all of its faults at once; whether jobs fit windows is checked once it has no others
 */
export function parseAccount(document: unknown): Account {
  const account = parse(document, unknownFieldFault, crossFieldFaults);
  const faults = arrivalFaults(account);
  if (faults.length > 0) throw new InvalidAccountDocument(faults);
  return account;
}

/**
 * Parses a stored document. Accepts unknown fields: a newer release may have stored them, and
 * code can be rolled back. Its fields agreed with each other when it was stored, and no function loads what checks that.
 * @throws {InvalidAccountDocument} with all of its faults at once
 */
export function parseStoredAccount(document: unknown): Account {
  return parse(
    document,
    () => undefined,
    () => [],
  );
}

function parse(
  document: unknown,
  ofUnknownField: (issue: v.BaseIssue<unknown>) => AccountFault | undefined,
  rules: (input: unknown) => readonly AccountFault[],
): Account {
  if (bytesOf(document) > MAX_BYTES) {
    throw new InvalidAccountDocument([{ path: 'document', expected: 'at most 300 KB of JSON' }]);
  }
  const parsed = v.safeParse(accountDocument(), document);
  const found = (parsed.issues ?? []).flatMap(
    (issue) => (isUnknownField(issue) ? ofUnknownField(issue) : faultOf(issue)) ?? [],
  );
  const faults = [...found, ...rules(parsed.output)];
  if (!parsed.typed || faults.length > 0) throw new InvalidAccountDocument(faults);
  return parsed.output;
}
