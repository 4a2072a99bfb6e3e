import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { type RouteId, routeById } from '../../lib/routes.ts';
import { apiGatewayEvent } from '../support/events.ts';
import { date, functionCallEvent, secret } from '../support/race-account.ts';
import { signHmac } from '../support/signers.ts';

/** The secret document of every integration; its key uses `secret`. */
export const secretText = JSON.stringify({ keys: [{ id: 'all', secret, accounts: ['*'] }] });

function signed(id: RouteId, body: string, key: string): APIGatewayProxyEventV2 {
  const route = routeById(id);
  const headers = signHmac(body, key, { header: route.signatureHeader });
  return apiGatewayEvent({ route, body, headers });
}

/** A lead of the CRM, different for each contact. */
export function leadEvent(accountId: string, contactId: string, key = secret): APIGatewayProxyEventV2 {
  const contact = { id: contactId, firstName: 'Jo', email: 'jo@example.com', phone: '+12125550123' };
  const customData = { serviceRequested: 'AC Repair', preferredDate: date, preferredTime: 'morning' };
  const body = { type: 'WorkflowWebhook', locationId: accountId, contact, customData };
  return signed('crm', JSON.stringify(body), key);
}

export const availabilityEvent = (accountId: string, callId: string) =>
  functionCallEvent({ accountId, callId, time: '', name: 'check_availability' });

export const lookUpEvent = (accountId: string, callId: string) =>
  functionCallEvent({ accountId, callId, time: '', name: 'lookup_customer' });

export const bookingEvent = (accountId: string, callId: string, time = '09:00') =>
  functionCallEvent({ accountId, callId, time });

export function callInboundEvent(accountId: string): APIGatewayProxyEventV2 {
  const call_inbound = { agent_id: accountId, from_number: '+12125550123', to_number: '+12125550100' };
  const body = JSON.stringify({ event: 'call_inbound', call_inbound });
  return signed('voiceone-call-inbound', body, secret);
}

export function callEndedEvent(accountId: string, callId: string): APIGatewayProxyEventV2 {
  const call = { call_id: callId, agent_id: accountId, transcript: 'Agent: Hello.\nUser: Hi.\n'.repeat(100) };
  const body = JSON.stringify({ event: 'call_ended', call });
  return signed('voiceone-call-complete', body, secret);
}
