import { describe, expect, it } from '@jest/globals';
import type { Vapi } from '@vapi-ai/server-sdk';
import type Retell from 'retell-sdk';
import * as v from 'valibot';
import { parseAccount } from '../../lib/accounts/document/account-document.ts';
import { transferOf } from '../../lib/accounts/on-call.ts';
import { VoiceoneCallEvent, VoiceoneFunctionCall } from '../../lib/adapters/voiceone/payload.ts';
import { transferDestination } from '../../lib/adapters/voicetwo/messages.ts';
import { VoicetwoPayload } from '../../lib/adapters/voicetwo/payload.ts';
import { toolCallResult } from '../../lib/adapters/voicetwo/tool-calls.ts';
import { voiceoneTools } from '../../lib/kits/voiceone/tools.ts';
import { voicetwoTools } from '../../lib/kits/voicetwo/tools.ts';
import { fault } from '../../lib/voice/run-function.ts';
import { wordsIn } from '../../lib/wording/index.ts';
import { accountDocument, START } from '../functions/service.ts';

// `tsc` holds what is assigned here to the types that the vendors publish; the tests hold it to our schemas. Where the
// vendors' types are narrower than what their platforms were seen to send, more is accepted than stands here:
// - Retell publishes no type for a function call or an event, only for the `call` in them. Web calls and calls that never
//   connected lack fields that the type requires.
// - Vapi's SDK no longer has the `function-call` message. Its type has `function.arguments` as text; deliveries had an
//   object too. Its `Call` has no `metadata`, where the assistant's id stands.
// - Vapi's type of a transfer tool has no `function` with name and description, which its guide to dynamic transfers sets.

type RetellTool = NonNullable<Retell.LlmCreateParams['general_tools']>[number];

const retellCall: Retell.PhoneCallResponse = {
  call_id: 'call_6f1c0a',
  call_type: 'phone_call',
  agent_id: 'agent_acme',
  agent_version: 6,
  agent_name: 'Front desk',
  call_status: 'ongoing',
  direction: 'inbound',
  from_number: '+12125550143',
  to_number: '+12125550100',
  start_timestamp: START,
  transcript: 'Agent: Thanks for calling, how can I help?\nUser: My air conditioner has stopped.\n',
};

const vapiCall: Vapi.Call & { readonly metadata: object } = {
  id: '4f0a2c55-6a2e-4f5e-9c1c-0e6a8f1f7b10',
  orgId: '9b2f6a1e-2f0e-4a55-8f2b-1c7d5e3a9f00',
  type: 'inboundPhoneCall',
  status: 'in-progress',
  createdAt: '2026-06-01T11:58:25.000Z',
  updatedAt: '2026-06-01T12:00:00.000Z',
  assistantId: 'asst_acme',
  metadata: { assistantId: 'asst_acme' },
  customer: { number: '+12125550144' },
};

describe('the types of platform one', () => {
  it('hold for the tool definitions', () => {
    const tools: readonly RetellTool[] = voiceoneTools(
      'https://voice.example.com',
      parseAccount(accountDocument()),
    );

    expect(new Set(tools.map(({ type }) => type))).toEqual(new Set(['custom', 'transfer_call', 'end_call']));
  });

  it('hold for the call of a function call that is understood', () => {
    const understood = v.parse(VoiceoneFunctionCall, { name: 'book_job', args: {}, call: retellCall });

    expect(understood.call).toMatchObject({
      callId: retellCall.call_id,
      agentIds: [retellCall.agent_id],
      caller: retellCall.from_number,
    });
  });

  it('hold for the calls of the events that are stored', () => {
    const ended: Retell.PhoneCallResponse = {
      ...retellCall,
      call_status: 'ended',
      end_timestamp: START + 95_000,
      duration_ms: 95_000,
      disconnection_reason: 'user_hangup',
      recording_url: 'https://recordings.example.com/call_6f1c0a/recording.wav',
    };
    const analyzed: Retell.PhoneCallResponse = {
      ...ended,
      call_analysis: { call_summary: 'The caller booked a visit.', user_sentiment: 'Positive' },
    };
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
    const toolCall = (id: string, name: string, args: object): Vapi.ToolCall => ({
      id,
      type: 'function',
      function: { name, arguments: JSON.stringify(args) },
    });
    const asked = { date: '2026-06-11', serviceType: 'furnace repair' };
    const sent = [
      toolCall('call_1', 'checkAvailability', asked),
      toolCall('call_2', 'bookAppointment', { ...asked, time: '11:00' }),
    ];
    const message: Vapi.ServerMessageToolCalls = {
      type: 'tool-calls',
      toolCallList: sent,
      toolWithToolCallList: sent.map((toolCall) => ({ type: 'function', toolCall })),
      call: vapiCall,
    };

    expect(understood(message)).toMatchObject({
      type: 'tool-calls',
      toolCalls: [
        { id: 'call_1', name: 'checkAvailability', args: asked },
        { id: 'call_2', name: 'bookAppointment', args: { ...asked, time: '11:00' } },
      ],
      call: {
        callId: vapiCall.id,
        agentIds: [vapiCall.assistantId],
        caller: vapiCall.customer?.number,
      },
    });
  });

  it('hold for a request for a transfer and a report that are understood', () => {
    const transfer: Vapi.ServerMessageTransferDestinationRequest = {
      type: 'transfer-destination-request',
      call: vapiCall,
    };
    const report: Vapi.ServerMessageEndOfCallReport = {
      type: 'end-of-call-report',
      endedReason: 'customer-ended-call',
      startedAt: '2026-06-01T11:58:25.000Z',
      endedAt: '2026-06-01T12:00:30.000Z',
      artifact: {
        transcript: 'AI: Thanks for calling, how can I help?\nUser: My furnace has stopped.\n',
        recordingUrl: 'https://recordings.example.com/4f0a2c55.wav',
      },
      analysis: { summary: 'The caller booked a visit.' },
      call: vapiCall,
    };

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
      wordsIn('en'),
    );
    const nobody: Vapi.ServerMessageResponseTransferDestinationRequest = transferDestination(
      transferOf(account({ transfer: {} }), { now: START, isEmergency: false }),
      wordsIn('en'),
    );

    expect(toolCalls.results?.[0]?.result).not.toContain('\n');
    expect(transfer.destination).toMatchObject({ type: 'number', number: '+12125550100' });
    expect(nobody).toEqual({ error: expect.any(String) });
  });
});
