import { randomUUID } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createHandler } from '../../functions/voiceone-function-call/handler.ts';
import { repositories } from '../../lib/aws/composition.ts';
import type { RequestLog } from '../../lib/http/log.ts';
import { createMeter, type Meter } from '../../lib/meter.ts';
import { createSecretCache } from '../../lib/secrets/secret-store.ts';
import { secret } from './race-account.ts';

/** The handler of voice platform one's function calls as a container has it: the real clock, real pauses. */
export function functionCallHandler(
  document: DynamoDBDocumentClient,
  tableName: string,
  { meter = createMeter(), log = () => undefined }: { meter?: Meter; log?: (line: RequestLog) => void } = {},
) {
  const load = async () => JSON.stringify({ keys: [{ id: 'all', secret, accounts: ['*'] }] });
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      setTimeout(resolve, ms);
    });
  const world = {
    document,
    tableName,
    meter,
    now: Date.now,
    pause,
    random: Math.random,
    newToken: randomUUID,
  };
  const secrets = createSecretCache({ load, now: Date.now });
  return createHandler({ ...repositories(world), secrets, log });
}
