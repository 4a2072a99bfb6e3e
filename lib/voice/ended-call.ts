import type { Account } from '../accounts/account.ts';
import { DEFAULT_CALL_RETENTION_DAYS } from '../accounts/document/account-document.ts';
import { toE164 } from '../accounts/phone.ts';
import { endHoldsOfCall, type HoldReaders, keepHolding } from '../booking/holds.ts';
import { type Message, takeMessage } from '../intake/messages.ts';
import type { VoicePlatform } from '../platforms/index.ts';
import {
  type CallOutcome,
  type CallReport,
  isMadeInCall,
  memoryKeyOf,
  type NewReport,
} from '../record/calls.ts';
import { PersonErased } from '../record/faults.ts';
import { holdIdFor } from '../record/hold.ts';
import type { CallStore, Deadline, MemoryStore, ReportKept } from '../record/ports.ts';
import { UNASSIGNED } from '../record/request.ts';
import type { ChangeDependencies } from '../record/retry.ts';
import { MINUTE_MS } from '../scheduling/time.ts';

export interface ReportedCall {
  readonly integration: VoicePlatform;
  readonly report: CallReport;
  /** True if a transfer of the caller failed. */
  readonly transferFailed: boolean;
  /** True if the call ended without goodbye. */
  readonly isCutOff: boolean;
  /** Absent if no account has the agent. */
  readonly account: Account | undefined;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
}

export interface ReportDependencies extends ChangeDependencies, HoldReaders {
  readonly calls: CallStore;
  readonly memory: MemoryStore;
  readonly onMemoryFault: () => void;
}

/**
 * Stores a report of an ended call and, if a transfer failed, a message; then releases what is held under the call's
 * id, which would expire anyway. Returns the outcome for the log.
 */
export async function storeCall(
  { integration, report, transferFailed, isCutOff, account, receivedAt }: ReportedCall,
  { calls, memory, onMemoryFault, ...deps }: ReportDependencies,
  deadline: Deadline,
): Promise<ReportKept | 'stored_unassigned'> {
  const { caller, ...told } = report;
  const stored: NewReport = {
    ...told,
    integration,
    accountId: account?.accountId ?? UNASSIGNED,
    receivedAt: new Date(receivedAt).toISOString(),
    caller:
      caller === undefined || account === undefined ? caller : (toE164(caller, account.region) ?? caller),
  };
  const kept = await calls.put(stored, account?.callRetentionDays ?? DEFAULT_CALL_RETENTION_DAYS, deadline);
  if (account === undefined) return kept === 'stored' ? 'stored_unassigned' : kept;
  if (transferFailed && kept !== 'erased')
    await noteFailedTransfer(report, { account, integration, now: receivedAt }, deps, deadline);
  const isErased = kept === 'erased';
  const outcome = isCutOff && !isErased ? await calls.outcome(stored, deadline) : undefined;
  const isInterrupted = outcome !== undefined && !settled.has(outcome);
  await rememberEnd(
    { isErased, isInterrupted },
    stored,
    account,
    { ...deps, memory, onMemoryFault },
    deadline,
  );
  return kept;
}

/** After these, the caller has what they called for, or somebody will call them. */
const settled: ReadonlySet<CallOutcome> = new Set([
  ...(['booked', 'moved', 'canceled', 'emergency', 'message', 'transferred'] as const),
]);

/** What an interrupted call holds is kept for this long after its end, in milliseconds. */
const HELD_MS = 5 * MINUTE_MS;

/**
 * Releases what an ended call holds. If the call was interrupted, keeps it instead for the next call of its number, with
 * what the call was told. Remembers nothing of an erased person.
 */
async function rememberEnd(
  { isErased, isInterrupted }: { readonly isErased: boolean; readonly isInterrupted: boolean },
  stored: NewReport,
  { accountId, booking }: Account,
  deps: Omit<ReportDependencies, 'calls'>,
  deadline: Deadline,
): Promise<void> {
  const { integration, callId, receivedAt } = stored;
  const caller = stored.caller?.startsWith('+') ? stored.caller : undefined;
  const key = memoryKeyOf({ accountId, integration, callId, caller });
  const endedAt = Date.parse(stored.endedAt ?? receivedAt);
  const mayContinue = isInterrupted && caller !== undefined && key !== undefined;
  const call = { accountId, integration, callId };
  if (!mayContinue && booking.hold !== undefined) await endHoldsOfCall(call, deps, deadline);
  if (isErased || key === undefined || !key.isOfNumber) return;
  const holdId = holdIdFor(call, caller);
  const hold =
    mayContinue && booking.hold !== undefined
      ? await keepHolding({ accountId, holdId }, endedAt + HELD_MS, deps, deadline)
      : undefined;
  try {
    const { call: told } = mayContinue ? await deps.memory.get(key, deadline) : {};
    await deps.memory.end(
      key,
      told === undefined ? { endedAt, isOver: true } : { ...told, endedAt, hold },
      deadline,
    );
  } catch {
    deps.onMemoryFault();
  }
}

export interface FailedTransfer {
  readonly callId: string;
  readonly agentId?: string | undefined;
  /** The number as the platform reports it. */
  readonly caller?: string | undefined;
  /** ISO 8601. */
  readonly startedAt?: string | undefined;
}

/** The message stores this text, so that a repeated report changes nothing, even after later changes. */
const INVOCATION = 'failed transfer';

/**
 * Stores a callback for a caller who was not put through, once, in the call's message. Stores nothing about an erased
 * person. Fails with `StorageUnavailable` or `OutcomeUnknown`, as `takeMessage` does.
 * @param now milliseconds since the epoch
 */
export async function noteFailedTransfer(
  { callId, caller: reported, startedAt }: FailedTransfer,
  { account, integration, now }: { account: Account; integration: VoicePlatform; now: number },
  deps: ChangeDependencies,
  deadline: Deadline,
): Promise<'noted' | 'erased'> {
  const caller = reported === undefined ? undefined : toE164(reported, account.region);
  const call = { account, integration, callId, caller };
  const phone = caller ?? (await saidInCall(call, deps, deadline));
  const message: Message = {
    ...call,
    now,
    invocation: INVOCATION,
    about: { kind: 'not_put_through' },
    topic: 'callback',
    customer: { phone },
    review: phone === undefined ? ['customerPhone'] : [],
    canonicalArguments: '',
    report: { accountId: account.accountId, integration, callId, caller: reported, startedAt },
  };
  try {
    await takeMessage(message, deps, deadline);
    return 'noted';
  } catch (error) {
    if (error instanceof PersonErased) return 'erased';
    throw error;
  }
}

/** Returns the number that a caller with a hidden number said, if any. */
async function saidInCall(
  call: Parameters<typeof isMadeInCall>[1] & { readonly callId: string },
  { requests }: ChangeDependencies,
  deadline: Deadline,
): Promise<string | undefined> {
  const { account, integration, callId } = call;
  const made = await requests.madeInCall(account.accountId, integration, callId, deadline);
  return made.find((request) => isMadeInCall(request, call) && request.customer.phone)?.customer.phone;
}
