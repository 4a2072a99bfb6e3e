import type { Account } from '../../lib/accounts/account.ts';
import {
  assistantAnswer,
  onlyAssistantOf,
  runToolCalls,
  toolCallResult,
  transferDestination,
} from '../../lib/adapters/voicetwo/messages.ts';
import { type VoicetwoMessage, VoicetwoPayload } from '../../lib/adapters/voicetwo/payload.ts';
import type { Answer, HttpHandler } from '../../lib/http/pipeline.ts';
import { type VerifiedRequest, type WebhookDependencies, webhook } from '../../lib/http/webhook.ts';
import { emergencyOf } from '../../lib/intake/emergencies/earlier-reports.ts';
import { faultNotes } from '../../lib/record/faults.ts';
import type { CallStore } from '../../lib/record/ports.ts';
import { type AccountFinder, accountOfReport } from '../../lib/voice/account-of-report.ts';
import {
  answerCall,
  answerMessage,
  findAccount,
  outcomeNotes,
  requestContext,
  toolCallNotes,
} from '../../lib/voice/answer-call.ts';
import { storeCall } from '../../lib/voice/ended-call.ts';
import { transferOfCall } from '../../lib/voice/functions/person.ts';
import { greetingOf } from '../../lib/voice/greeting.ts';
import { GREETING_MS } from '../../lib/voice/known-before-hello.ts';
import { type FunctionOutcome, fault, spokenMessage } from '../../lib/voice/run-function.ts';
import type { VoiceDependencies } from '../../lib/voice/voice-function.ts';
import { company } from '../../lib/wording/en/company.ts';
import { wordsIn } from '../../lib/wording/index.ts';
import { say } from '../../lib/wording/speech.ts';

export interface VoicetwoDependencies extends WebhookDependencies, VoiceDependencies {
  readonly accounts: AccountFinder;
  readonly calls: CallStore;
}

type Message<Type extends VoicetwoMessage['type']> = Extract<VoicetwoMessage, { type: Type }>;

/** Answers the messages of voice platform two, each in its own format. */
export const createHandler = (deps: VoicetwoDependencies): HttpHandler => {
  const options = { ...deps, route: 'voicetwo', schema: VoicetwoPayload } as const;
  return webhook(options, async (message, request) => {
    switch (message.type) {
      case 'function-call':
        return await functionCall(message, request, deps);
      case 'tool-calls':
        return await toolCalls(message, request, deps);
      case 'transfer-destination-request':
        return await transferRequest(message, request, deps);
      case 'assistant-request':
        return await assistantRequest(message, request, deps);
      case 'end-of-call-report':
        return await endOfCall(message, request, deps);
      case 'ignored':
        request.note({ outcome: 'ignored' });
        return { status: 200, body: {} };
    }
  });
};

type Handle<Type extends VoicetwoMessage['type']> = (
  message: Message<Type>,
  request: VerifiedRequest,
  deps: VoicetwoDependencies,
) => Promise<Answer>;

const functionCall: Handle<'function-call'> = ({ call, ...invoked }, request, deps) =>
  answerMessage('voicetwo', call.agentIds, request, deps.accounts, {
    ofEach: (outcomeOf) => outcomeOf(invoked),
    run: (account) => answerCall(account, 'voicetwo', call, invoked, request, deps),
    respond: (outcome) => ({
      answer: { status: 200, body: { result: outcome.result } },
      notes: outcomeNotes(outcome),
    }),
  });

const toolCalls: Handle<'tool-calls'> = ({ toolCalls: sent, call }, request, deps) => {
  const answerOf = (outcomes: readonly FunctionOutcome[]): Answer => {
    const results = sent.flatMap((toolCall, index) => {
      const outcome = outcomes[index];
      return outcome === undefined ? [] : [toolCallResult(toolCall, outcome)];
    });
    return { status: 200, body: { results } };
  };
  return answerMessage('voicetwo', call.agentIds, request, deps.accounts, {
    ofEach: (outcomeOf) => sent.map(outcomeOf),
    run: (account) => runToolCalls(sent, account, call, request, deps),
    respond: (outcomes) => ({ answer: answerOf(outcomes), notes: toolCallNotes(outcomes) }),
  });
};

const transferRequest: Handle<'transfer-destination-request'> = async (message, request, deps) => {
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
const assistantRequest: Handle<'assistant-request'> = async ({ called, call }, request, deps) => {
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

const endOfCall: Handle<'end-of-call-report'> = async (
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
