import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedDatabase } from '../../local/database/own-database.ts';

declare global {
  var stopTestDatabases: (() => Promise<void>) | undefined;
}

/** One database for each jest worker, in which each test file creates its own tables (support/database.ts). */
export default async function globalSetup({ maxWorkers }: { readonly maxWorkers: number }): Promise<void> {
  process.env.DISPATCH_TEST_FOLDER = mkdtempSync(join(tmpdir(), 'dispatch-tests-'));
  const given = process.env.DYNAMODB_ENDPOINT;
  if (given !== undefined && given !== '') {
    process.env.DYNAMODB_TEST_ENDPOINTS = given;
    return;
  }
  // However slow the machine is.
  const timeoutMs = Number.POSITIVE_INFINITY;
  const databases = await Promise.all(
    Array.from({ length: maxWorkers }, () => startEmbeddedDatabase({ timeoutMs })),
  );
  process.env.DYNAMODB_TEST_ENDPOINTS = databases.map(({ endpoint }) => endpoint).join(' ');
  globalThis.stopTestDatabases = async () => {
    await Promise.all(databases.map(({ stop }) => stop()));
  };
}
