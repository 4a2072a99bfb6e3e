import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPage } from './build.ts';

// Writes the page into a folder, with the config.json that tells it where to sign in: npm run board -- <folder> <issuer> <client id>
const [folder, issuer, clientId] = process.argv.slice(2);
if (folder === undefined || issuer === undefined || clientId === undefined) {
  process.stderr.write('usage: npm run board -- <folder> <BoardIssuer> <BoardClientId>\n');
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
for (const { name, body } of buildPage()) writeFileSync(join(folder, name), body);
writeFileSync(join(folder, 'config.json'), `${JSON.stringify({ issuer, clientId })}\n`);
