import { MAX_CALL, type VoicePlatformFacts } from './platform.ts';

export const voiceone = {
  id: 'voiceone',
  kind: 'voice',
  signatureHeader: 'x-voiceone-signature',
  signatureScheme: 'hmac-sha256-timestamped',
  acceptsApiKey: false,
  retryStatus: 503,
  // The name `transfer_call` is taken by our function.
  connectTool: 'connect_caller',
  hangUpTool: 'end_call',
  mayOmitAgent: false,
  asksForAgent: false,
  routes: [
    {
      id: 'voiceone-call-inbound',
      path: '/api/webhooks/voiceone/call-inbound',
      maxBodyBytes: MAX_CALL,
      handles: ['greetings'],
    },
    {
      id: 'voiceone-function-call',
      path: '/api/webhooks/voiceone/function-call',
      maxBodyBytes: MAX_CALL,
      handles: ['functions'],
    },
    {
      id: 'voiceone-call-complete',
      path: '/api/webhooks/voiceone/call-complete',
      maxBodyBytes: MAX_CALL,
      handles: ['reports'],
    },
  ],
} as const satisfies VoicePlatformFacts;
