import type { RouteId } from '../../lib/routes.ts';
import { catalog } from '../../lib/voice/catalog.ts';
import { callCompleteBody, crmBody, functionCallBody, voicetwoBody } from './fixture.ts';

const args = {
  date: '2026-11-23',
  time: '9:00 AM',
  serviceType: 'repair',
  customerName: 'Ann',
  customerPhone: '+12125550142',
  urgency: 'emergency',
  preferredTime: 'morning',
  technician: 'acme tech 0',
  additionalVisit: true,
  address: '1 Main St',
  email: 'ann@example.com',
  notes: 'Gate code',
};
const names = [...catalog.map(({ voiceone }) => voiceone), '__proto__', 'constructor', 'toString'];
const toolCall = (name: string) => ({ id: name, type: 'function', function: { name, arguments: args } });
const wrapped = (name: string) => ({ name, toolCall: { id: `w${name}`, parameters: JSON.stringify(args) } });

/** Genuine bodies of each route, for the account `acme`. */
export const bodies: Readonly<Record<RouteId, readonly object[]>> = {
  crm: [
    crmBody(
      {},
      { lastName: 'Lee', email: 'a@b.c' },
      { preferredDate: '2026-11-23', urgency: 'urgent', notes: 'n' },
    ),
    {
      contact_id: 'c',
      phone: '+12125550142',
      location: { id: 'loc_acme' },
      customData: { serviceRequested: 'repair' },
    },
  ],
  'voiceone-call-inbound': ['call_inbound', 'chat_inbound'].map((event) => ({
    event,
    [event]: { agent_id: 'agent_acme', from_number: '+12125550142', to_number: '+12125550100' },
  })),
  'voiceone-function-call': names.map((name) => functionCallBody(name, args)),
  'voiceone-call-complete': [
    callCompleteBody(
      {},
      { start_timestamp: 1, recording_url: 'https://a.b/c', call_analysis: { call_summary: 's' } },
    ),
    { ...callCompleteBody(), event: 'call_analyzed' },
  ],
  voicetwo: [
    ...names.map((name) => voicetwoBody('function-call', { functionCall: { name, parameters: args } })),
    voicetwoBody('tool-calls', {
      toolCallList: names.map(toolCall),
      toolWithToolCallList: names.map(wrapped),
    }),
    voicetwoBody('transfer-destination-request', {}),
    voicetwoBody('end-of-call-report', {
      artifact: {
        transcript: 't',
        recordingUrl: 'https://a.b/c',
        recording: { mono: { combinedUrl: 'https://a' } },
      },
      startedAt: '2026-11-20T15:00:00Z',
      analysis: { summary: 's' },
    }),
  ],
  'messaging-webhook': [
    { type: 'message.failed', data: { messageId: 'ms_1', reason: 'landline' } },
    { type: 'message.received', data: { id: 'in_1', from: '+12125550142', to: '+12125550100', text: 'Yes' } },
  ],
  'messaging-twilio': [{ MessageSid: 'SM1', From: '+12125550142', To: '+12125550100', Body: 'Yes' }],
};
