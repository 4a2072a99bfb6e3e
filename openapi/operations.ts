import { platforms, type WebhookSender } from '../lib/platforms/index.ts';
import type { RouteId } from '../lib/routes.ts';
import { crmBody, crmSchemas } from './crm.ts';
import { messagingBody, twilioBody } from './messaging.ts';
import type { FieldErrors } from './problems.ts';
import { ref, type Schema, type Schemas } from './schema.ts';
import {
  callReportBody,
  functionCallBody,
  greetingSchema,
  inboundAnswerSchema,
  inboundBody,
  voiceoneSchemas,
} from './voiceone.ts';
import { voicetwoAnswer, voicetwoBody, voicetwoSchemas } from './voicetwo.ts';

/** Documentation of an endpoint beyond its route. */
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  /** Absent for JSON. */
  readonly contentType?: string;
  readonly body: Schema;
  readonly success: {
    readonly status: number;
    readonly description: string;
    /** Absent if the answer has no body. */
    readonly body?: Schema;
  };
  /** An invalid signed body, and what it lacks. */
  readonly wrongShape: { readonly body: Schema; readonly errors: FieldErrors };
}

export const operations: Readonly<Record<RouteId, Operation>> = {
  crm: {
    operationId: 'acceptLead',
    summary: 'Accept a lead from the CRM',
    description:
      'Stores the lead as a dispatch request with status `requested`. The same delivery within 24 hours stores nothing ' +
      `and gets the same id. For temporary faults the status is ${platforms.crm.retryStatus}, which the platform retries.`,
    body: crmBody,
    success: { status: 202, description: 'Stored, or already stored.', body: ref('AcceptedLead') },
    wrongShape: {
      body: {
        type: 'WorkflowWebhook',
        locationId: 'loc_acme',
        contact: { id: 'contact_1', phone: '+12125550143' },
      },
      errors: [{ path: 'customData.serviceRequested', expected: 'a text of 1 to 200 characters' }],
    },
  },
  'voiceone-call-inbound': {
    operationId: 'greetOnVoiceone',
    summary: 'Tell voice platform one who is calling, before it answers',
    description:
      'Answers an incoming call, or a text message that begins a chat, with variables for the prompt of the agent. Stores ' +
      'nothing. Without an account for the agent the answer is empty, and if the table fails so are the variables: the call ' +
      'is taken all the same.',
    body: inboundBody,
    success: {
      status: 200,
      description: 'The variables, under the name of the event.',
      body: inboundAnswerSchema,
    },
    wrongShape: {
      body: { event: 'call_started' },
      errors: [{ path: 'event', expected: 'call_inbound or chat_inbound' }],
    },
  },
  'voiceone-function-call': {
    operationId: 'callFunctionOnVoiceone',
    summary: 'Answer a function call of voice platform one',
    description:
      'Runs one function while the caller is on the line. A genuine call is answered with 200 even if it fails: the ' +
      'fault is the result, with a message to say. Each function also accepts its names on other platforms.',
    body: functionCallBody,
    success: { status: 200, description: "The function's result.", body: ref('FunctionResult') },
    wrongShape: { body: { args: {} }, errors: [{ path: 'name', expected: 'a function name' }] },
  },
  'voiceone-call-complete': {
    operationId: 'reportCallOnVoiceone',
    summary: "Store voice platform one's reports of a call",
    description: 'Events may be repeated, incomplete or out of order. A repeat changes nothing.',
    body: callReportBody,
    success: { status: 204, description: 'Stored, or an event that is ignored.' },
    wrongShape: {
      body: { event: 'call_ended', call: {} },
      errors: [{ path: 'call', expected: 'an object with the text call_id' }],
    },
  },
  voicetwo: {
    operationId: 'sendMessageOnVoicetwo',
    summary: 'Answer a message of voice platform two',
    description:
      'Function calls are answered with 200 even if they fail: the fault is the result, with a message to say. At ' +
      'most 20 calls of one `tool-calls` message are run. Unknown messages are answered with `{}`.',
    body: voicetwoBody,
    success: { status: 200, description: 'In the format that the message requires.', body: voicetwoAnswer },
    wrongShape: {
      body: { message: { type: 'function-call' } },
      errors: [{ path: 'message.functionCall', expected: 'an object with the text name' }],
    },
  },
  'messaging-webhook': {
    operationId: 'receiveMessagingEvent',
    summary: 'Take what a provider of text messages reports',
    description:
      'Texts of people and what became of messages. Signed by Standard Webhooks with a key of the provider; each ' +
      '`webhook-id` and each text counts once.',
    body: messagingBody,
    success: { status: 204, description: 'Handled, or handled before.' },
    wrongShape: {
      body: { type: 'message.received', data: { id: 'in_1', from: '+12125550143', to: '+12125550100' } },
      errors: [{ path: 'data.text', expected: 'a text of 0 to 10000 characters' }],
    },
  },
  'messaging-twilio': {
    operationId: 'receiveTwilioForm',
    summary: 'Take what Twilio reports',
    description:
      'Texts of people and, with `?message=`, what became of a message. Twilio signs the URL and the form. The service ' +
      'answers people through its own messages, never in this answer.',
    contentType: 'application/x-www-form-urlencoded',
    body: twilioBody,
    success: { status: 200, description: 'Handled, or handled before: `<Response/>`; 204 for a status.' },
    wrongShape: {
      body: { From: '+12125550143', To: '+12125550100', Body: 'Yes' },
      errors: [{ path: 'MessageSid', expected: 'a text of 1 to 200 characters' }],
    },
  },
};

/** The documentation of a platform beyond its operations. */
export interface PlatformDescription {
  readonly schemas: Schemas;
  /** Examples of other headers and schemes that its keys may use. */
  readonly otherSignatures: string;
}

export const descriptions: Readonly<Record<WebhookSender, PlatformDescription>> = {
  messaging: {
    schemas: {},
    otherSignatures: "Standard Webhooks in `webhook-signature`, and Twilio's own in `x-twilio-signature`.",
  },
  crm: {
    schemas: crmSchemas,
    otherSignatures: 'Ed25519 in `x-ghl-signature`, Standard Webhooks in `webhook-signature`.',
  },
  voiceone: {
    schemas: { ...voiceoneSchemas, Greeting: greetingSchema },
    otherSignatures: '`v=<unix ms>,d=<hex>` over body and timestamp in `x-retell-signature`.',
  },
  voicetwo: {
    schemas: voicetwoSchemas,
    otherSignatures:
      '`x-signature` over timestamp, a dot and the body, with the timestamp in `x-timestamp`; or a shared secret.',
  },
};
