import { routeById } from '../routes.ts';
import type { VoicePlatformKit } from './kit.ts';
import { voicetwoSamples } from './voicetwo/samples.ts';
import { voicetwoTools } from './voicetwo/tools.ts';

const forAll = ['*'];

export const voicetwo: VoicePlatformKit = {
  samples: voicetwoSamples,
  smoke: ['check-availability', 'book-appointment', 'cancel-appointment', 'end-of-call-report'],
  demo: {
    origin: 'asst_acme',
    keys: [
      // The first scheme is that of the real platform. Plain HMAC is for manual tests.
      {
        id: 'vapi',
        scheme: 'hmac-sha256-timestamp-header',
        header: 'x-signature',
        secret: 'demo-vapi-not-a-secret',
        accounts: forAll,
      },
      { id: 'demo', scheme: 'hmac-sha256', secret: 'demo-voicetwo-not-a-secret', accounts: forAll },
      {
        id: 'vapi-shared',
        scheme: 'shared-secret',
        header: 'x-vapi-secret',
        secret: 'demo-vapi-shared-secret-not-a-secret',
        accounts: forAll,
      },
    ],
  },
  routeOf: (has) => (has('message') ? 'voicetwo' : undefined),
  promptToday: (timezone) =>
    `It is {{"now" | date: "%A, %B %d, %Y, %I:%M %p", "${timezone}"}} in the company's time zone.`,
  tools: ({ base, credentialId, account }) =>
    voicetwoTools({ url: base + routeById('voicetwo').path, credentialId }, account),
};
