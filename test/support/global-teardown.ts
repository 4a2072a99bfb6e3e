import { rmSync } from 'node:fs';
import './global-setup.ts';

export default async function globalTeardown(): Promise<void> {
  await globalThis.stopTestDatabases?.();
  const folder = process.env.DISPATCH_TEST_FOLDER;
  if (folder !== undefined) rmSync(folder, { recursive: true });
}
