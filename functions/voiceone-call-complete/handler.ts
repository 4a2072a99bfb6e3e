import type { CallStore } from '../../lib/dispatch/ports.ts';
import { type WebhookHandler, type WebhookOptions, webhook } from '../../lib/http/webhook.ts';
import { VoiceoneCallEvent } from '../../lib/platforms/voiceone/payload.ts';
import { routeById } from '../../lib/routes.ts';
import { type AccountFinder, accountOfReport } from '../../lib/voice/account-of-report.ts';
import { storeCall } from '../../lib/voice/store-call.ts';

export interface CallCompleteDependencies
  extends Pick<WebhookOptions<unknown>, 'secrets' | 'now' | 'log' | 'meter'> {
  readonly accounts: AccountFinder;
  readonly calls: CallStore;
}

/** Stores platform one's reports of ended calls. Other events are acknowledged and dropped. */
export const createHandler = ({
  accounts,
  calls,
  secrets,
  now,
  log,
  meter,
}: CallCompleteDependencies): WebhookHandler => {
  const options = {
    route: routeById('voiceone-call-complete'),
    schema: VoiceoneCallEvent,
    secrets,
    now,
    log,
    meter,
  };
  return webhook(options, async ({ report }, request) => {
    if (report === undefined) {
      request.note({ outcome: 'ignored' });
      return { status: 204 };
    }
    const agentIds = report.agentId === undefined ? [] : [report.agentId];
    const account = await accountOfReport('voiceone', agentIds, accounts, request);
    const reported = { integration: 'voiceone', report, account, receivedAt: request.startedAt } as const;
    request.note({ outcome: await storeCall(reported, calls, request.deadline) });
    return { status: 204 };
  });
};
