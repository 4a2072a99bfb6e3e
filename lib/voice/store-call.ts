import type { Account } from '../accounts/account.ts';
import type { CallReport, NewReport } from '../dispatch/calls/call.ts';
import { toE164 } from '../dispatch/customers/phone.ts';
import type { CallStore, Deadline } from '../dispatch/ports.ts';
import { UNASSIGNED } from '../dispatch/requests/request.ts';
import type { Integration } from '../platforms/index.ts';

/** For calls that no account can be found for: the default of account documents. */
const DEFAULT_RETENTION_DAYS = 365;

export interface ReportedCall {
  readonly integration: Integration;
  readonly report: CallReport;
  /** Absent where no account has the agent. */
  readonly account: Account | undefined;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
}

/** Keeps what a platform reports of a call that ended; the answer is the outcome for the log. */
export async function storeCall(
  { integration, report, account, receivedAt }: ReportedCall,
  calls: CallStore,
  deadline: Deadline,
): Promise<'stored' | 'stored_unassigned' | 'erased'> {
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
  return kept === 'stored' && account === undefined ? 'stored_unassigned' : kept;
}
