import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createHandler } from '../../functions/voiceone-function-call/handler.ts';
import { allStores } from '../../lib/aws/composition.ts';
import type { RequestLog } from '../../lib/http/log.ts';
import { createMeter, type Meter } from '../../lib/meter.ts';
import { createSecretCache } from '../../lib/secrets/secret-cache.ts';
import { secret } from './race-account.ts';
import { randomFrom } from './random.ts';

interface HandlerOptions {
  readonly now: () => number;
  /** A real one by default. */
  readonly pause?: (ms: number) => Promise<void>;
  readonly meter?: Meter;
  readonly log?: (line: RequestLog) => void;
}

/** Of all handlers, so that parallel ones pause differently. */
const random = randomFrom(1);

const realPause = async (ms: number) => {
  await wait(ms);
};

/** The handler of voice platform one's function calls, as in a container. */
export function functionCallHandler(
  document: DynamoDBDocumentClient,
  tableName: string,
  { now, pause = realPause, meter = createMeter(), log = () => undefined }: HandlerOptions,
) {
  const load = async () => JSON.stringify({ keys: [{ id: 'all', secret, accounts: ['*'] }] });
  const dependencies = {
    document,
    tableName,
    meter,
    now,
    pause,
    random,
    newToken: randomUUID,
  };
  const secrets = createSecretCache({ load, now });
  return createHandler({ ...allStores(dependencies), secrets, log });
}
