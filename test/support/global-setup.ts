import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedDatabase } from '../../local/database/embedded-database.ts';

declare global {
  var stopTestDatabase: (() => Promise<void>) | undefined;
}

/** One database for all test files; each test makes its own table in it (support/database.ts). */
export default async function globalSetup(): Promise<void> {
  process.env.DISPATCH_TEST_FOLDER = mkdtempSync(join(tmpdir(), 'dispatch-tests-'));
  const given = process.env.DYNAMODB_ENDPOINT;
  if (given !== undefined && given !== '') {
    process.env.DYNAMODB_TEST_ENDPOINT = given;
    return;
  }
  const database = await startEmbeddedDatabase({});
  process.env.DYNAMODB_TEST_ENDPOINT = database.endpoint;
  globalThis.stopTestDatabase = database.stop;
}
