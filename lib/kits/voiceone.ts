import { routeById } from '../routes.ts';
import type { VoicePlatformKit } from './kit.ts';
import { voiceoneSamples } from './voiceone/samples.ts';
import { voiceoneTools } from './voiceone/tools.ts';

const forAll = ['*'];

export const voiceone: VoicePlatformKit = {
  samples: voiceoneSamples,
  smoke: ['call-inbound', 'check-availability', 'book-job', 'cancel-job', 'call-ended'],
  demo: {
    origin: 'agent_acme',
    keys: [
      // The first scheme is that of the real platform. Plain HMAC is for manual tests.
      {
        id: 'retell',
        scheme: 'hmac-sha256-timestamped',
        header: 'x-retell-signature',
        secret: 'demo-retell-not-a-secret',
        accounts: forAll,
      },
      { id: 'demo', scheme: 'hmac-sha256', secret: 'demo-voiceone-not-a-secret', accounts: forAll },
    ],
  },
  routeOf: (has) => {
    if (has('call_inbound') || has('chat_inbound')) return 'voiceone-call-inbound';
    if (has('event')) return 'voiceone-call-complete';
    return has('name') && (has('args') || has('call')) ? 'voiceone-function-call' : undefined;
  },
  promptToday: (timezone) => `It is {{current_time_${timezone}}}.`,
  tools: ({ base, account }) => voiceoneTools(base + routeById('voiceone-function-call').path, account),
};
