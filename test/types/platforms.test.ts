import { describe, expect, it } from '@jest/globals';
import type { Vapi } from '@vapi-ai/server-sdk';
import type Retell from 'retell-sdk';
import * as v from 'valibot';
import { parseAccount } from '../../lib/accounts/document/account-document.ts';
import { transferOf } from '../../lib/accounts/on-call/transfer.ts';
import { VoiceoneCallEvent, VoiceoneFunctionCall } from '../../lib/adapters/voiceone/payload.ts';
import { toolCallResult, transferDestination } from '../../lib/adapters/voicetwo/messages.ts';
import { VoicetwoPayload } from '../../lib/adapters/voicetwo/payload.ts';
import { voiceoneTools } from '../../lib/kits/voiceone/tools.ts';
import { voicetwoTools } from '../../lib/kits/voicetwo/tools.ts';
import { fault } from '../../lib/voice/run-function.ts';
import { callAnalyzedEvent, callEndedEvent, ongoingCall } from '../../openapi/examples/voiceone.ts';
import {
  reportMessage,
  toolCallsMessage,
  transferMessage,
  ongoingCall as vapiCall,
} from '../../openapi/examples/voicetwo.ts';
import { accountDocument, START } from '../functions/service.ts';

// `tsc` holds what is assigned here to the types that the vendors publish; the tests hold it to our schemas. Where the
// vendors' types are narrower than what their platforms were seen to send, more is accepted than stands here:
// - Retell publishes no type for a function call or an event, only for the `call` in them. Web calls and calls that never
//   connected lack fields that the type requires.
// - Vapi's SDK no longer has the `function-call` message. Its type has `function.arguments` as text; deliveries had an
//   object too. Its `Call` has no `metadata`, where the assistant's id stands.
// - Vapi's type of a transfer tool has no `function` with name and description, which its guide to dynamic transfers sets.

type RetellTool = NonNullable<Retell.LlmCreateParams['general_tools']>[number];

describe('the types of platform one', () => {
  it('hold for the tool definitions', () => {
    const tools: readonly RetellTool[] = voiceoneTools(
      'https://voice.example.com',
      parseAccount(accountDocument()),
    );

    expect(new Set(tools.map(({ type }) => type))).toEqual(new Set(['custom', 'transfer_call', 'end_call']));
  });

  it('hold for the call of a function call that is understood', () => {
    const call: Retell.PhoneCallResponse = ongoingCall;
    const understood = v.parse(VoiceoneFunctionCall, { name: 'book_job', args: {}, call });

    expect(understood.call).toMatchObject({
      callId: call.call_id,
      agentIds: [call.agent_id],
      caller: call.from_number,
    });
  });

  it('hold for the calls of the events that are stored', () => {
    const ended: Retell.PhoneCallResponse = callEndedEvent.call;
    const analyzed: Retell.PhoneCallResponse = callAnalyzedEvent.call;
    const reportOf = (event: string, call: Retell.PhoneCallResponse) =>
      v.parse(VoiceoneCallEvent, { event, call }).report;

    expect(reportOf('call_ended', ended)).toMatchObject({
      callId: ended.call_id,
      transcript: ended.transcript,
      recordingUrl: ended.recording_url,
      endedReason: ended.disconnection_reason,
    });
    expect(reportOf('call_analyzed', analyzed)?.summary).toBe(analyzed.call_analysis?.call_summary);
  });
});

describe('the types of platform two', () => {
  const understood = (message: Vapi.ServerMessageMessage) => v.parse(VoicetwoPayload, { message });

  it('hold for the tool definitions', () => {
    const server = { url: 'https://voice.example.com', credentialId: 'credential_1' };
    const tools: readonly Vapi.CreateToolsRequest[] = voicetwoTools(server, parseAccount(accountDocument()));

    expect(new Set(tools.map(({ type }) => type))).toEqual(new Set(['function', 'transferCall', 'endCall']));
  });

  it('hold for tool calls that are understood', () => {
    const message: Vapi.ServerMessageToolCalls = toolCallsMessage;
    const call: Vapi.Call = vapiCall;

    expect(understood(message)).toMatchObject({
      type: 'tool-calls',
      toolCalls: message.toolCallList.map(({ id, function: { name, arguments: args } }) => ({
        id,
        name,
        args: JSON.parse(args),
      })),
      call: { callId: call.id, agentIds: [call.assistantId], caller: call.customer?.number },
    });
  });

  it('hold for a request for a transfer and a report that are understood', () => {
    const transfer: Vapi.ServerMessageTransferDestinationRequest = transferMessage;
    const report: Vapi.ServerMessageEndOfCallReport = reportMessage;

    expect(understood(transfer).type).toBe('transfer-destination-request');
    expect(understood(report)).toMatchObject({
      report: { transcript: report.artifact.transcript, summary: report.analysis.summary },
    });
  });

  it('hold for the answers', () => {
    const results: Vapi.ToolCallResult[] = [
      toolCallResult({ id: 'call_1', name: 'bookAppointment', args: {} }, { result: fault('internal') }),
    ];
    const toolCalls: Vapi.ServerMessageResponseToolCalls = { results };
    const account = (over: Record<string, unknown>) => parseAccount(accountDocument(over));
    const transfer: Vapi.ServerMessageResponseTransferDestinationRequest = transferDestination(
      transferOf(account({}), { now: START, isEmergency: false }),
    );
    const nobody: Vapi.ServerMessageResponseTransferDestinationRequest = transferDestination(
      transferOf(account({ transfer: {} }), { now: START, isEmergency: false }),
    );

    expect(toolCalls.results?.[0]?.result).not.toContain('\n');
    expect(transfer.destination).toMatchObject({ type: 'number', number: '+12125550100' });
    expect(nobody).toEqual({ error: expect.any(String) });
  });
});
