import { randomUUID } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createHandler } from '../../functions/voiceone-function-call/handler.ts';
import { repositories } from '../../lib/aws/composition.ts';
import type { RequestLog } from '../../lib/http/log.ts';
import { createMeter, type Meter } from '../../lib/meter.ts';
import { createSecretCache } from '../../lib/secrets/secret-store.ts';
import { secret } from './race-account.ts';

interface HandlerOptions {
  readonly now: () => number;
  readonly meter?: Meter;
  readonly log?: (line: RequestLog) => void;
}

/** The handler of voice platform one's function calls as a container has it, with real pauses. */
export function functionCallHandler(
  document: DynamoDBDocumentClient,
  tableName: string,
  { now, meter = createMeter(), log = () => undefined }: HandlerOptions,
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
    now,
    pause,
    random: Math.random,
    newToken: randomUUID,
  };
  const secrets = createSecretCache({ load, now });
  return createHandler({ ...repositories(world), secrets, log });
}
