import { emptyGreeting } from '../../lib/voice/greeting.ts';
import type { Examples } from '../schema.ts';

const company = {
  company_name: 'Acme Heating and Air',
  today: 'Monday, June 1, 2026',
  now: '8 AM',
  open_now: 'true',
  on_call: '',
  transfer_number: '+12125550100',
};
const stranger = {
  ...emptyGreeting,
  ...company,
  customer_known: 'false',
  upcoming_count: '0',
  open_message: 'false',
};
const numbers = { from_number: '+12125550177', to_number: '+12125550100' };

export const inboundExamples: Examples = {
  call_inbound: {
    summary: 'An incoming call',
    body: { event: 'call_inbound', call_inbound: { agent_id: 'agent_acme', agent_version: 6, ...numbers } },
    answer: { call_inbound: { dynamic_variables: stranger } },
  },
  chat_inbound: {
    summary: 'A text message that begins a chat',
    body: { event: 'chat_inbound', chat_inbound: { agent_id: 'agent_acme', agent_version: 6, ...numbers } },
    answer: { chat_inbound: { dynamic_variables: stranger } },
  },
  unknown_agent: {
    summary: 'A call for an agent that no account has',
    body: { event: 'call_inbound', call_inbound: { agent_id: 'agent_nobody', ...numbers } },
    answer: { call_inbound: {} },
  },
};
