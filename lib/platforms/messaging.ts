import { MAX_TEXT_MESSAGE, type SenderFacts } from './platform.ts';

/** Providers of text messages: they send replies of people, and say what became of messages. */
export const messaging = {
  id: 'messaging',
  signatureHeader: 'webhook-signature',
  signatureScheme: 'standard-webhooks',
  acceptsApiKey: false,
  retryStatus: 503,
  routes: [
    {
      id: 'messaging-webhook',
      path: '/api/webhooks/messaging/webhook',
      maxBodyBytes: MAX_TEXT_MESSAGE,
      handles: ['texts'],
    },
    {
      id: 'messaging-twilio',
      path: '/api/webhooks/messaging/twilio',
      maxBodyBytes: MAX_TEXT_MESSAGE,
      handles: ['texts'],
    },
  ],
} as const satisfies SenderFacts;
