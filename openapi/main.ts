import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { accountPage } from './account/page.ts';
import { openApiDocument } from './document.ts';
import { messagesPage } from './messages/page.ts';
import { promptPage } from './prompt-page.ts';

const root = join(import.meta.dirname, '..');
const { version } = v.parse(
  v.object({ version: v.string() }),
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')),
);
writeFileSync(join(root, 'docs', 'openapi.json'), `${JSON.stringify(openApiDocument(version), null, 2)}\n`);
writeFileSync(join(root, 'docs', 'messages.md'), messagesPage());
writeFileSync(join(root, 'docs', 'agent-prompt.md'), promptPage());
writeFileSync(join(root, 'docs', 'account.md'), accountPage());
