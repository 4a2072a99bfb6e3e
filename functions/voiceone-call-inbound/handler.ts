import type { Account } from '../../lib/accounts/account.ts';
import { inboundAnswer, VoiceoneInbound } from '../../lib/adapters/voiceone/inbound.ts';
import type { HttpHandler } from '../../lib/http/pipeline.ts';
import { type WebhookDependencies, webhook } from '../../lib/http/webhook.ts';
import { faultNotes } from '../../lib/record/faults.ts';
import type { AccountFinder } from '../../lib/voice/account-of-report.ts';
import { type GreetingReaders, greetingOf } from '../../lib/voice/greeting.ts';
import { emptyGreeting, GREETING_MS } from '../../lib/voice/known-before-hello.ts';

export interface CallInboundDependencies extends WebhookDependencies, GreetingReaders {
  readonly accounts: AccountFinder;
}

/** Tells an agent of platform one who is calling, before it answers. Never fails, because the call must be answered. */
export const createHandler = (deps: CallInboundDependencies): HttpHandler => {
  const options = { ...deps, route: 'voiceone-call-inbound', schema: VoiceoneInbound } as const;
  return webhook(options, async ({ event, agentId, caller }, request) => {
    const deadline = request.startedAt + GREETING_MS;
    const unknown = { status: 200, body: inboundAnswer(event, emptyGreeting) };
    request.fallBackTo(() => ({ answer: unknown, notes: { outcome: 'fault', code: 'internal' } }));
    let account: Account | undefined;
    try {
      account =
        agentId === undefined ? undefined : await deps.accounts.byOrigin('voiceone', agentId, deadline);
    } catch (error) {
      request.note(faultNotes(error));
      return unknown;
    }
    if (account === undefined) {
      request.note({ outcome: 'fault', code: 'unknown_account' });
      return { status: 200, body: inboundAnswer(event, undefined) };
    }
    request.authorize(account);
    const call = { account, integration: 'voiceone', caller, now: request.startedAt } as const;
    const { greeting, error } = await greetingOf(call, deps, deadline);
    if (error === undefined) request.note({ outcome: 'answered' });
    else request.note(faultNotes(error));
    return { status: 200, body: inboundAnswer(event, greeting) };
  });
};
