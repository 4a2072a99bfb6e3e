import * as v from 'valibot';
import type { ServiceType } from '../accounts/account.ts';
import { lazily } from '../lazily.ts';
import { mapFields } from '../map-fields.ts';
import { memoryKeyOf } from '../record/calls.ts';
import {
  type Look,
  nothingRemembered,
  placeCompleted,
  type Remembered,
  remembered,
  type Told,
  toldFields,
  toldPlaceFields,
} from '../record/memory.ts';
import type { DispatchRequest } from '../record/request.ts';
import {
  type AnyArgumentsSchema,
  type Arguments,
  readArguments,
  story,
  text,
} from './arguments/arguments.ts';
import {
  addressFields,
  callerName,
  customerName,
  customerPhone,
  resolveService,
  serviceType,
  siteId,
  urgency,
} from './arguments/common-arguments.ts';
import type { CallContext, VoiceDependencies } from './voice-function.ts';

type Call = Pick<CallContext, 'account' | 'integration' | 'callId' | 'caller' | 'now' | 'deadline'>;
type Dependencies = Pick<VoiceDependencies, 'memory' | 'onMemoryFault'>;

/** Reading is given up after this many milliseconds. */
const WITHIN_MS = 1_000;

const keyOf = ({ account, integration, callId, caller }: Call) =>
  memoryKeyOf({ accountId: account.accountId, integration, callId, caller });

/** Returns the reader of what a call remembers. */
export function rememberedIn(call: Call, { memory, onMemoryFault }: Dependencies): CallContext['remembered'] {
  const key = keyOf(call);
  const { now, deadline } = call;
  return lazily(async () => {
    if (key === undefined) return nothingRemembered;
    try {
      const { call: own, interrupted } = await memory.get(key, Math.min(deadline, now + WITHIN_MS));
      return remembered(own, interrupted, now);
    } catch {
      onMemoryFault();
      return nothingRemembered;
    }
  });
}

/** Any function may be told these, whatever it needs itself. */
const toldArguments = v.object({
  ...{ serviceType, date: text(), time: text() },
  ...{ customerName, callerName, customerPhone, ...addressFields, siteId },
  ...{ urgency, notes: story() },
});

/** Elsewhere, the service chooses a visit that stands. */
const looking: readonly string[] = ['check_availability', 'hold_time'];
const visitFunctions: readonly string[] = [...looking, 'book_job'];

/** Returns what a function is told; undefined if no other function needs it. */
function toldIn(
  name: string,
  schema: AnyArgumentsSchema,
  sent: Arguments,
  call: Pick<CallContext, 'account' | 'words' | 'invocation'>,
): Told | undefined {
  // A number to look up may be another person's.
  if (name === 'lookup_customer') return undefined;
  const read = readArguments(toldArguments, sent);
  const { serviceType, date, time, urgency, notes, ...person } = mapFields(
    toldFields,
    (field) => read[field],
  );
  const { zip, ...rest } = mapFields(toldPlaceFields, (field) => read[field]);
  const told: Told = {
    ...person,
    ...(visitFunctions.includes(name) ? { serviceType: serviceNamed(serviceType, call) } : {}),
    ...(name === 'hold_time' ? { date, time } : {}),
    // Other functions store what they are told about a visit.
    ...(looking.includes(name) ? { urgency, notes } : {}),
    ...(isSomething(rest) ? { place: { ...rest, zip } } : { zip }),
    ...(name === 'check_availability' ? { look: lookIn(schema, sent, call) } : {}),
  };
  return isSomething(told) ? told : undefined;
}

/** Returns the name of the service that is meant; undefined if that isn't certain. */
function serviceNamed(said: string | undefined, call: Pick<CallContext, 'account' | 'words'>) {
  const asked = resolveService(said, call);
  return said !== undefined && asked.kind === 'service' ? asked.service.name : undefined;
}

function lookIn(
  schema: AnyArgumentsSchema,
  sent: Arguments,
  { invocation }: Pick<CallContext, 'invocation'>,
): Look {
  const {
    canonicalArguments: _,
    unclear: _unclear,
    ignored: _ignored,
    ...read
  } = readArguments(schema, sent);
  // What is wrong isn't needed to search again.
  const asked = Object.entries(read).filter(([name]) => name !== 'notes');
  const said = Object.fromEntries(
    asked.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  return invocation === undefined ? said : { ...said, by: invocation };
}

const isSomething = (fields: object): boolean => Object.values(fields).some((value) => value !== undefined);

/**
 * Keeps what a function is told for the next functions of its call while the function runs. No answer waits for it,
 * fails or changes with it.
 */
export function tell(
  name: string,
  schema: AnyArgumentsSchema,
  sent: Arguments,
  call: Call & Pick<CallContext, 'remembered' | 'words' | 'invocation'>,
  { memory, onMemoryFault }: Dependencies,
): void {
  const key = keyOf(call);
  const told = key && toldIn(name, schema, sent, call);
  if (key === undefined || told === undefined) return;
  const keep = async ({ place, ...others }: Told) => {
    // Whether an address is another one depends on what was said before.
    const whole = place && placeCompleted(place, (await call.remembered()).place);
    await memory.tell(key, { ...others, place: whole }, call.now, call.deadline);
  };
  keep(told).catch(onMemoryFault);
}

const completedFields = [
  ...(['serviceType', 'date', 'time', 'customerName', 'customerPhone', 'email'] as const),
  ...toldPlaceFields,
] as const;
type Said = { readonly [Field in (typeof completedFields)[number]]?: string | undefined };

/**
 * Completes arguments by what earlier functions were told. What the caller says now counts. Another number than the
 * reported one must be said each time.
 */
export async function completed<Given extends Said>(
  said: Given,
  { caller, remembered }: Pick<CallContext, 'caller' | 'remembered'>,
): Promise<Given> {
  const known = await remembered();
  return {
    ...said,
    ...startSaid(said, known),
    serviceType: said.serviceType ?? known.serviceType,
    customerName: said.customerName ?? known.customerName,
    customerPhone: said.customerPhone ?? (caller === undefined ? known.customerPhone : undefined),
    email: said.email ?? known.email,
    ...placeCompleted(
      mapFields(toldPlaceFields, (field) => said[field]),
      known.place,
    ),
  };
}

/**
 * Keeps what was said about a visit that the call has canceled, for the visit that it may book instead. No answer waits
 * for it, fails or changes with it.
 */
export function tellCanceled(
  { serviceTypeId, notes = [] }: Pick<DispatchRequest, 'serviceTypeId' | 'notes'>,
  call: Call,
  { memory, onMemoryFault }: Dependencies,
): void {
  const key = keyOf(call);
  // The first line says what is wrong. All lines would grow with each visit that is booked and canceled.
  const [said = ''] = notes.flatMap(({ kind, text = '' }) => (kind === 'said' ? text.split('\n') : []));
  if (key === undefined || serviceTypeId === undefined || said === '') return;
  const told = { canceled: { serviceTypeId, notes: said } };
  memory.tell(key, told, call.now, call.deadline).catch(onMemoryFault);
}

/**
 * Returns what the technician should know, with what was told before booking: by the call, one that it continues, or
 * about a visit for the service that it canceled.
 */
export async function notesSaid(
  said: string | undefined,
  { id }: Pick<ServiceType, 'id'>,
  { remembered }: Pick<CallContext, 'remembered'>,
): Promise<string | undefined> {
  const { notes = '', notesBefore = '', canceled } = await remembered();
  const now = said ?? notes;
  const before = [notesBefore, canceled?.serviceTypeId === id ? canceled.notes : ''];
  const lines = [...before.filter((text) => !now.includes(text)), now];
  return lines.filter((text) => text !== '').join('\n') || undefined;
}

/** Returns the service that the caller said, now or before. Reads only if the account has several. */
export async function serviceSaid(
  said: string | undefined,
  { account, remembered }: Pick<CallContext, 'account' | 'remembered'>,
): Promise<string | undefined> {
  return said === undefined && account.serviceTypes.length > 1 ? (await remembered()).serviceType : said;
}

/** The day or the time alone belongs to what the caller wanted to be held, if the other part agrees. */
function startSaid({ date, time }: Said, known: Remembered) {
  const isHeld = (date ?? known.date) === known.date && (time ?? known.time) === known.time;
  if (isHeld) return { date: known.date ?? date, time: known.time ?? time };
  const { look = {} } = known;
  const looked = typeof look.date === 'string' ? look.date : undefined;
  return { date: date ?? (time === undefined ? undefined : looked), time };
}
