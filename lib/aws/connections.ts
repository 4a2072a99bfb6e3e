import { fromEnv } from '@aws-sdk/credential-provider-env';
import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import type { Hint } from '../record/live.ts';

/** Sends a hint to a connection. `gone`: it is closed. Rejects if nobody knows whether it arrived. */
export type PushHint = (connectionId: string, hint: Hint) => Promise<'sent' | 'gone'>;

/** A hint that takes longer is of no use: the page reads by itself every minute. */
const WITHIN_MS = 2_000;

/**
 * Pushes to the connections of a WebSocket API. The only operation that is needed is one signed request, for which the
 * SDK has a client of its own.
 * @param endpoint the address of the API's stage, such as `https://abc.execute-api.us-east-1.amazonaws.com/live`
 */
export function createPush(endpoint: string, region: string): PushHint {
  const signer = new SignatureV4({
    credentials: fromEnv(),
    region,
    service: 'execute-api',
    sha256: Sha256,
  });
  return async (connectionId, hint) => {
    const url = new URL(`${endpoint}/@connections/${encodeURIComponent(connectionId)}`);
    const body = JSON.stringify(hint);
    const { headers } = await signer.sign({
      method: 'POST',
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      headers: { host: url.host, 'content-type': 'application/json' },
      body,
    });
    const { host: _, ...sent } = headers;
    const answer = await fetch(url, {
      method: 'POST',
      headers: sent,
      body,
      signal: AbortSignal.timeout(WITHIN_MS),
    });
    await answer.body?.cancel();
    if (answer.status === 410) return 'gone';
    if (!answer.ok) throw new Error(`The connections answered ${answer.status}`);
    return 'sent';
  };
}
