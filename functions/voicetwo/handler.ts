import { VoicetwoPayload } from '../../lib/adapters/voicetwo/payload.ts';
import { runToolCalls, toolCallResult } from '../../lib/adapters/voicetwo/tool-calls.ts';
import type { Answer, HttpHandler } from '../../lib/http/pipeline.ts';
import { webhook } from '../../lib/http/webhook.ts';
import { answerCall, answerMessage, outcomeNotes, toolCallNotes } from '../../lib/voice/answer-call.ts';
import type { FunctionOutcome } from '../../lib/voice/run-function.ts';
import { assistantRequest, endOfCall, transferRequest } from './besides-functions.ts';
import type { Handle, VoicetwoDependencies } from './handle.ts';

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
