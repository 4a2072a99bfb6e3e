import { randomUUID } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { ContainerDependencies } from '../../lib/aws/composition.ts';
import { createDocumentClient, type TimeLimits } from '../../lib/aws/table/client.ts';
import { createMeter } from '../../lib/meter.ts';
import { startEmbeddedDatabase } from '../../local/database/own-database.ts';
import { createTestTable } from '../support/database.ts';

const credentials = { accessKeyId: 'bench', secretAccessKey: 'bench' };

/** The client of a container, for a database at an endpoint. */
export const clientOf = (endpoint: string, limits?: TimeLimits) =>
  createDocumentClient({ endpoint, region: 'us-east-1', credentials }, limits);

/** The dependencies of the stores, with the real clock. */
export const dependenciesOver = (endpoint: string, tableName: string): ContainerDependencies => ({
  document: clientOf(endpoint),
  tableName,
  meter: createMeter(),
  now: Date.now,
  pause: (ms) =>
    new Promise((resolve) => {
      setTimeout(resolve, ms);
    }),
  random: Math.random,
  newToken: randomUUID,
});

/** An in-memory database with one empty table and a client with long timeouts, for as long as `use` runs. */
export async function withDatabase<T>(
  use: (endpoint: string, tableName: string, document: DynamoDBDocumentClient) => Promise<T>,
): Promise<T> {
  const database = await startEmbeddedDatabase({ timeoutMs: Number.POSITIVE_INFINITY });
  try {
    process.env.DYNAMODB_TEST_ENDPOINTS = database.endpoint;
    const table = await createTestTable();
    return await use(database.endpoint, table.tableName, table.document);
  } finally {
    await database.stop();
  }
}

const day = [['08:00', '18:00']];
const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** An account that works every day. All its external ids equal its own id. */
export const accountDocument = (accountId: string, technicians = 3) => ({
  accountId,
  name: 'Bench',
  timezone: 'America/New_York',
  origins: { crm: [accountId], voiceone: [accountId], voicetwo: [accountId] },
  hours: Object.fromEntries(days.map((name) => [name, day])),
  booking: { gridMinutes: 30, bufferMinutes: 0 },
  serviceTypes: [{ id: 'ac', name: 'AC Repair', durationMinutes: 60 }],
  technicians: Array.from({ length: technicians }, (_, n) => ({ id: `t${n}`, name: `Tech ${n}` })),
});
