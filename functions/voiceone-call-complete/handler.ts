import { VoiceoneCallEvent } from '../../lib/adapters/voiceone/payload.ts';
import type { HttpHandler } from '../../lib/http/pipeline.ts';
import { type WebhookDependencies, webhook } from '../../lib/http/webhook.ts';
import { type AccountFinder, accountOfReport } from '../../lib/voice/account-of-report.ts';
import { noteFailedTransfer, type ReportDependencies, storeCall } from '../../lib/voice/ended-call.ts';

export interface CallCompleteDependencies extends WebhookDependencies, ReportDependencies {
  readonly accounts: AccountFinder;
}

/** Stores platform one's reports of ended calls and failed transfers. Other events are acknowledged and dropped. */
export const createHandler = (deps: CallCompleteDependencies): HttpHandler => {
  const options = { ...deps, route: 'voiceone-call-complete', schema: VoiceoneCallEvent } as const;
  return webhook(options, async ({ report, failedTransfer, isCutOff }, request) => {
    const { agentId } = report ?? failedTransfer ?? {};
    if (report === undefined && agentId === undefined) {
      request.note({ outcome: 'ignored' });
      return { status: 204 };
    }
    const agentIds = agentId === undefined ? [] : [agentId];
    const account = await accountOfReport('voiceone', agentIds, deps.accounts, request);
    const about = { integration: 'voiceone', account, receivedAt: request.startedAt } as const;
    if (report !== undefined) {
      const reported = { ...about, report, transferFailed: failedTransfer !== undefined, isCutOff };
      request.note({ outcome: await storeCall(reported, deps, request.deadline) });
    } else if (failedTransfer !== undefined && account !== undefined) {
      const call = { integration: 'voiceone', account, now: request.startedAt } as const;
      request.note({ outcome: await noteFailedTransfer(failedTransfer, call, deps, request.deadline) });
    }
    return { status: 204 };
  });
};
