import type { Account } from '../../lib/accounts/account.ts';
import {
  assistantAnswer,
  onlyAssistantOf,
  transferDestination,
} from '../../lib/adapters/voicetwo/messages.ts';
import type { Answer } from '../../lib/http/pipeline.ts';
import { emergencyOf } from '../../lib/intake/emergencies/earlier-reports.ts';
import { faultNotes } from '../../lib/record/faults.ts';
import { accountOfReport } from '../../lib/voice/account-of-report.ts';
import { findAccount, outcomeNotes, requestContext } from '../../lib/voice/answer-call.ts';
import { transferOfCall } from '../../lib/voice/answers/transfer.ts';
import { storeCall } from '../../lib/voice/ended-call.ts';
import { greetingOf } from '../../lib/voice/greeting.ts';
import { GREETING_MS } from '../../lib/voice/known-before-hello.ts';
import { type FunctionOutcome, fault, spokenMessage } from '../../lib/voice/run-function.ts';
import { company } from '../../lib/wording/en/company.ts';
import { wordsIn } from '../../lib/wording/index.ts';
import { say } from '../../lib/wording/speech.ts';
import type { Handle } from './handle.ts';

// The messages of a call besides its functions: before it, when a person takes over, and after it.

export const transferRequest: Handle<'transfer-destination-request'> = async (message, request, deps) => {
  const { call, known = null } = message;
  // Without the account, the number of before hello is better than none.
  const refusalOf = (outcome: FunctionOutcome): Answer => {
    const isKnown = known !== null && outcome.code !== 'unknown_account';
    return {
      status: 200,
      body: isKnown
        ? transferDestination({ phone: known }, wordsIn('en'))
        : { error: spokenMessage(outcome) },
    };
  };
  const late: FunctionOutcome = { result: fault('internal'), code: 'internal' };
  request.fallBackTo(() => ({ answer: refusalOf(late), notes: outcomeNotes(late) }));
  const found = await findAccount('voicetwo', call.agentIds, deps.accounts, request);
  if ('outcome' in found) {
    request.note(outcomeNotes(found.outcome));
    return refusalOf(found.outcome);
  }
  request.note({ outcome: 'answered' });
  const context = requestContext(found.account, 'voicetwo', call, request);
  const transfer = await transferOfCall(context, () => emergencyOf(context, deps, request.deadline));
  return { status: 200, body: transferDestination(transfer, context.words) };
};

/** The platform drops the call without an answer, so every fault is one that can be spoken. */
export const assistantRequest: Handle<'assistant-request'> = async ({ called, call }, request, deps) => {
  const deadline = request.startedAt + GREETING_MS;
  const failed = { status: 200, body: { error: say(company.cantAnswer) } };
  request.fallBackTo(() => ({ answer: failed, notes: { outcome: 'fault', code: 'internal' } }));
  let account: Account | undefined;
  try {
    account = called === undefined ? undefined : await deps.accounts.byOrigin('numbers', called, deadline);
  } catch (cause) {
    request.note(faultNotes(cause));
    return failed;
  }
  const assistantId = account && onlyAssistantOf(account);
  if (account === undefined || assistantId === undefined) {
    request.note({ outcome: 'fault', code: 'unknown_account' });
    return { status: 200, body: { error: say(...company.notSetUp) } };
  }
  request.authorize(account);
  const { caller } = call;
  const ringing = { account, integration: 'voicetwo', caller, now: request.startedAt } as const;
  const { greeting, error } = await greetingOf(ringing, deps, deadline);
  if (error === undefined) request.note({ outcome: 'answered' });
  else request.note(faultNotes(error));
  return { status: 200, body: assistantAnswer(assistantId, greeting) };
};

export const endOfCall: Handle<'end-of-call-report'> = async (
  { report, transferFailed, isCutOff, agentIds },
  request,
  deps,
) => {
  const account = await accountOfReport('voicetwo', agentIds, deps.accounts, request);
  const about = { integration: 'voicetwo', account, receivedAt: request.startedAt } as const;
  request.note({
    outcome: await storeCall({ ...about, report, transferFailed, isCutOff }, deps, request.deadline),
  });
  return { status: 200, body: {} };
};
