import type { Account } from '../accounts/account.ts';
import { endHoldsOfCall, type HoldReaders } from '../booking/holds.ts';
import type { VoicePlatform } from '../platforms/index.ts';
import type { CallReport, NewReport } from '../record/call.ts';
import { toE164 } from '../record/customers/phone.ts';
import type { CallStore, Deadline, ReportKept } from '../record/ports.ts';
import { UNASSIGNED } from '../record/request.ts';
import type { ChangeDependencies } from '../record/until-settled.ts';
import { noteFailedTransfer } from './failed-transfer.ts';

/** For calls without an account: the default of account documents. */
const DEFAULT_RETENTION_DAYS = 365;

export interface ReportedCall {
  readonly integration: VoicePlatform;
  readonly report: CallReport;
  /** Whether a transfer of the caller failed. */
  readonly transferFailed: boolean;
  /** Absent if no account has the agent. */
  readonly account: Account | undefined;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
}

export interface ReportDependencies extends ChangeDependencies, HoldReaders {
  readonly calls: CallStore;
}

/**
 * Stores a report of an ended call and, if a transfer failed, a message; then releases what is held under the call's
 * id, which would expire anyway. Returns the outcome for the log.
 */
export async function storeCall(
  { integration, report, transferFailed, account, receivedAt }: ReportedCall,
  { calls, ...deps }: ReportDependencies,
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
  const kept = await calls.put(stored, account?.callRetentionDays ?? DEFAULT_RETENTION_DAYS, deadline);
  if (account === undefined) return kept === 'stored' ? 'stored_unassigned' : kept;
  if (transferFailed && kept !== 'erased')
    await noteFailedTransfer(report, { account, integration, now: receivedAt }, deps, deadline);
  if (account.booking.hold !== undefined) await endHoldsOfCall(stored, deps, deadline);
  return kept;
}
