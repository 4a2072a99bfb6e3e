import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startOwnDatabase } from '../local/database/own-database.ts';
import packageDocument from '../package.json' with { type: 'json' };
import { accountPage } from './account/page.ts';
import { recordAnswers } from './answers.ts';
import { openApiDocument } from './document.ts';
import { messagesPage, spanishMessagesPage } from './messages/page.ts';
import { promptPage } from './prompt-page.ts';

const root = join(import.meta.dirname, '..');
const database = await startOwnDatabase({ root, print: console.log });
const answers = await recordAnswers(database.endpoint).finally(() => database.stop());
const document = openApiDocument(packageDocument.version, answers);
const pages = {
  'openapi.json': `${JSON.stringify(document, null, 2)}\n`,
  'messages.md': messagesPage(),
  'messages-spanish.md': spanishMessagesPage(),
  'agent-prompt.md': promptPage(),
  'account.md': accountPage(),
};
for (const [name, text] of Object.entries(pages)) writeFileSync(join(root, 'docs', name), text);
