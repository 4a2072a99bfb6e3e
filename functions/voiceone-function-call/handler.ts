import type { Account } from '../../lib/accounts/account.ts';
import { type WebhookHandler, type WebhookOptions, webhook } from '../../lib/http/webhook.ts';
import { VoiceoneFunctionCall } from '../../lib/platforms/voiceone/payload.ts';
import { routeById } from '../../lib/routes.ts';
import type { AccountFinder } from '../../lib/voice/account-of-report.ts';
import { answerCall, findAccount, outcomeNotes } from '../../lib/voice/answer-call.ts';
import { faultOf, unknownOutcome } from '../../lib/voice/run-function.ts';
import type { VoiceDependencies } from '../../lib/voice/voice-function.ts';

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
  return webhook(options, async ({ call, ...invoked }, request) => {
    const fallBack = (account?: Account) =>
      request.fallBackTo(() => {
        const late = unknownOutcome(invoked, { account, now: request.startedAt });
        return { answer: { status: 200, body: late.result }, notes: outcomeNotes(late) };
      });
    fallBack();
    const found = await findAccount('voiceone', call.agentIds, accounts, request);
    if ('account' in found) fallBack(found.account);
    const outcome =
      'outcome' in found
        ? faultOf(found.outcome, invoked, { now: request.startedAt })
        : await answerCall(found.account, 'voiceone', call, invoked, request, deps);
    request.note(outcomeNotes(outcome));
    return { status: 200, body: outcome.result };
  });
};
