import { VoiceoneFunctionCall } from '../../lib/adapters/voiceone/payload.ts';
import type { HttpHandler } from '../../lib/http/pipeline.ts';
import { type WebhookDependencies, webhook } from '../../lib/http/webhook.ts';
import type { AccountFinder } from '../../lib/voice/account-of-report.ts';
import { answerCall, answerMessage, outcomeNotes } from '../../lib/voice/answer-call.ts';
import type { VoiceDependencies } from '../../lib/voice/voice-function.ts';

export interface FunctionCallDependencies extends WebhookDependencies, VoiceDependencies {
  readonly accounts: AccountFinder;
}

/** Answers a function call of voice platform one with the function's result, faults included. */
export const createHandler = (deps: FunctionCallDependencies): HttpHandler => {
  const options = { ...deps, route: 'voiceone-function-call', schema: VoiceoneFunctionCall } as const;
  return webhook(options, ({ call, ...invoked }, request) =>
    answerMessage('voiceone', call.agentIds, request, deps.accounts, {
      ofEach: (outcomeOf) => outcomeOf(invoked),
      run: (account) => answerCall(account, 'voiceone', call, invoked, request, deps),
      respond: (outcome) => ({
        answer: { status: 200, body: outcome.result },
        notes: outcomeNotes(outcome),
      }),
    }),
  );
};
