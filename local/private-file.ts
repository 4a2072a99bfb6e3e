import { chmodSync, closeSync, mkdirSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Creates the file and its folder if missing, and makes it readable only by its owner. */
export function makePrivateFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, 'a', 0o600));
  chmodSync(file, 0o600);
}

/** Writes a document atomically, readable only by its owner. */
export function writePrivateJson(file: string, document: object): void {
  const draft = `${file}.${process.pid}`;
  makePrivateFile(draft);
  writeFileSync(draft, `${JSON.stringify(document, null, 2)}\n`);
  renameSync(draft, file);
}
