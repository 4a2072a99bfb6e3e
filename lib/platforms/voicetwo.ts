import { MAX_CALL, type VoicePlatformFacts } from './platform.ts';

export const voicetwo = {
  id: 'voicetwo',
  kind: 'voice',
  signatureHeader: 'x-voicetwo-signature',
  signatureScheme: 'hmac-sha256-timestamp-header',
  acceptsApiKey: false,
  retryStatus: 503,
  connectTool: 'connectCaller',
  hangUpTool: 'endCall',
  mayOmitAgent: true,
  asksForAgent: true,
  routes: [
    {
      id: 'voicetwo',
      path: '/api/webhooks/voicetwo',
      maxBodyBytes: MAX_CALL,
      handles: ['greetings', 'functions', 'reports'],
    },
  ],
} as const satisfies VoicePlatformFacts;
