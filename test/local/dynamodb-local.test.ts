import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { databaseClient } from '../../local/database/database-access.ts';
import { startDatabaseProxy } from '../../local/database/database-proxy.ts';
import { findDynamoDbLocal, hasDynamoDbLocal } from '../../local/database/dynamodb-local.ts';
import { startOwnDatabase } from '../../local/database/own-database.ts';
import { readSettings } from '../../local/settings.ts';

/** Listens as DynamoDB Local does, and lists one table, named after the access key of the request. */
const JAVA = `#!${process.execPath}
const args = process.argv.slice(2);
require('node:fs').writeFileSync(__dirname + '/arguments.json', JSON.stringify(args));
require('node:http').createServer((request, response) => {
  const [, key] = /Credential=([^/]*)/.exec(request.headers.authorization ?? '') ?? [];
  response.writeHead(key === undefined ? 400 : 200, { 'content-type': 'application/x-amz-json-1.0' });
  response.end(JSON.stringify({ TableNames: [key] }));
}).listen(Number(args[args.indexOf('-port') + 1]));
`;

let root: string;
let java: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'dispatch-java-'));
  java = join(root, 'java');
  writeFileSync(java, JAVA);
  chmodSync(java, 0o755);
});
afterEach(() => rmSync(root, { recursive: true }));

/** An installation, as far as it is visible from outside. */
function install(folder: string, jar = 'DynamoDBLocal.jar'): string {
  const path = join(root, folder);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, jar), '');
  return path;
}

const given = (): string[] => JSON.parse(readFileSync(join(dirname(java), 'arguments.json'), 'utf8'));

/** Starts it without an embedded database, and queries it through the proxy. */
async function ask(options: { file?: string; dynamoDbLocal?: string } = {}) {
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);
  const database = await startOwnDatabase({
    ...{ ...options, root, java, print, isEmbedded: false },
    ...{ homebrew: [join(root, 'homebrew')], timeoutMs: Number.POSITIVE_INFINITY },
  });
  const proxy = await startDatabaseProxy(database, '127.0.0.1');
  const client = databaseClient(proxy.endpoint, {});
  try {
    const { TableNames: [key = ''] = [] } = await client.send(new ListTablesCommand({}));
    return { key, lines };
  } finally {
    client.destroy();
    proxy.stop();
    await database.stop();
  }
}

describe('an installation of DynamoDB Local', () => {
  it.each(['DynamoDBLocal.jar', 'DynamoDBLocal-2.6.1.jar'])('is recognized by %s', (jar) => {
    expect(hasDynamoDbLocal(install('somewhere', jar))).toBe(true);
  });

  it('is found where its tests install it, and nowhere else in the project', () => {
    expect(findDynamoDbLocal(root, [])).toBeUndefined();
    install('elsewhere');
    expect(findDynamoDbLocal(root, [])).toBeUndefined();
    const usual = install('node_modules/.cache/dynamodb-local');
    expect(findDynamoDbLocal(root, [])).toBe(usual);
  });

  it('is found where Homebrew puts it', () => {
    const installed = install('homebrew/Caskroom/dynamodb-local/2.6.1');

    expect(findDynamoDbLocal(root, [join(root, 'other'), join(root, 'homebrew')])).toBe(installed);
  });
});

describe('without an embedded database', () => {
  it('an installed DynamoDB Local runs with its libraries, and a line says where it listens', async () => {
    const folder = install('node_modules/.cache/dynamodb-local');
    const { lines } = await ask();

    expect(given()).toContain(`${folder}/*:${folder}/DynamoDBLocal_lib/*`);
    expect(given()).toContain('-inMemory');
    expect(lines).toEqual([expect.stringMatching(/listens on every interface of this machine at port \d+/)]);
  });

  it("its data is under a random key instead of the requests' own", async () => {
    install('node_modules/.cache/dynamodb-local');
    const [first, second] = [await ask(), await ask()];

    expect(first.key).toMatch(/^[0-9a-f]{40}$/);
    expect(second.key).not.toBe(first.key);
    expect(first.lines.join()).not.toContain(first.key);
  });

  it('stored data is found again by its key, in a folder that only its owner can read', async () => {
    install('node_modules/.cache/dynamodb-local');
    const file = join(root, 'kept', 'dispatch.db');
    const [first, second] = [await ask({ file }), await ask({ file })];

    expect(second.key).toBe(first.key);
    expect(given().slice(-2)).toEqual(['-dbPath', `${file}.dynamodb-local`]);
    expect(statSync(`${file}.dynamodb-local`).mode & 0o777).toBe(0o700);
    expect(statSync(`${file}.dynamodb-local/access-key`).mode & 0o777).toBe(0o600);
  });

  it('and nothing is installed, one line says what to do', async () => {
    const failing = ask();

    await expect(failing).rejects.toThrow(
      /^[^\n]*Linux on x64 only[^\n]*DYNAMODB_LOCAL[^\n]*DYNAMODB_ENDPOINT[^\n]*$/,
    );
  });

  it('and Java is missing, one line says so', async () => {
    install('node_modules/.cache/dynamodb-local');
    rmSync(java);

    await expect(ask()).rejects.toThrow(/^DynamoDB Local did not start: [^\n]*ENOENT[^\n]* needs Java 17/);
  });
});

describe('DYNAMODB_LOCAL', () => {
  it('names a folder with DynamoDB Local, which then runs everywhere', () => {
    const DYNAMODB_LOCAL = install('mine');

    expect(readSettings({ DYNAMODB_LOCAL }, root).database).toMatchObject({ dynamoDbLocal: DYNAMODB_LOCAL });
    expect(() => readSettings({ DYNAMODB_LOCAL: root }, root)).toThrow('DYNAMODB_LOCAL: expected the folder');
  });

  it('gives way to an endpoint', () => {
    const environment = { DYNAMODB_LOCAL: install('mine'), DYNAMODB_ENDPOINT: 'http://127.0.0.1:8000' };

    expect(readSettings(environment, root).database.kind).toBe('endpoint');
  });
});
