import { createServer } from 'node:http';

export interface TextProvider {
  /** The document of the secret of providers: a provider of the company's own, and Twilio, both at this address. */
  readonly document: { readonly keys: readonly [OwnKey, TwilioAccount] };
  /** Counts what it took so far. */
  taken(): number;
  stop(): void;
}

interface OwnKey {
  readonly id: string;
  readonly provider: 'webhook';
  readonly url: string;
  readonly secret: string;
  readonly accounts: readonly string[];
}

interface TwilioAccount extends Omit<OwnKey, 'provider' | 'secret'> {
  readonly provider: 'twilio';
  readonly accountSid: string;
  readonly authToken: string;
}

/** This number is a landline. */
export const LANDLINE = '+12125553019';

/** Starts a provider that takes every message but those to a landline. */
export async function startTextProvider(): Promise<TextProvider> {
  let taken = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const isRefused = body.includes(LANDLINE);
      response.statusCode = isRefused ? 422 : 200;
      if (!isRefused) taken += 1;
      response.end(JSON.stringify(isRefused ? { reason: 'landline' } : { providerId: 'p1' }));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`;
  const accounts = ['*'];
  return {
    document: {
      keys: [
        {
          id: 'own',
          provider: 'webhook',
          url,
          secret: `whsec_${Buffer.from('a secret of enough characters').toString('base64')}`,
          accounts,
        },
        { id: 'twilio', provider: 'twilio', url, accountSid: 'AC1', authToken: '0123456789abcdef', accounts },
      ],
    },
    taken: () => taken,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
