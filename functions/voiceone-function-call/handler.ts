import { VoiceoneFunctionCall } from '../../lib/adapters/voiceone/payload.ts';
import { type WebhookHandler, type WebhookOptions, webhook } from '../../lib/http/webhook.ts';
import { routeById } from '../../lib/routes.ts';
import type { AccountFinder } from '../../lib/voice/account-of-report.ts';
import { answerCall, answerMessage, outcomeNotes } from '../../lib/voice/answer-call.ts';
import type { VoiceDependencies } from '../../lib/voice/arguments/voice-function.ts';

export interface FunctionCallDependencies
  extends Pick<WebhookOptions<unknown>, 'secrets' | 'log' | 'meter'>,
    VoiceDependencies {
  readonly accounts: AccountFinder;
}

/** Answers a function call of voice platform one with the function's result, faults included. */
export const createHandler = (deps: FunctionCallDependencies): WebhookHandler => {
  const { accounts, secrets, now, log, meter } = deps;
  const options = {
    route: routeById('voiceone-function-call'),
    schema: VoiceoneFunctionCall,
    secrets,
    now,
    log,
    meter,
  };
  return webhook(options, ({ call, ...invoked }, request) =>
    answerMessage('voiceone', call.agentIds, request, accounts, {
      ofEach: (outcomeOf) => outcomeOf(invoked),
      run: (account) => answerCall(account, 'voiceone', call, invoked, request, deps),
      respond: (outcome) => ({
        answer: { status: 200, body: outcome.result },
        notes: outcomeNotes(outcome),
      }),
    }),
  );
};
