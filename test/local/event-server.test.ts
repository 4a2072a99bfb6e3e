import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteTableCommand, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ensureTable } from '../../local/database/create-table.ts';
import { databaseClient } from '../../local/database/database-access.ts';
import { publishTableEvents } from '../../local/events/event-publisher.ts';
import { readSettings } from '../../local/settings.ts';
import { dispatch } from '../support/command-line.ts';
import { testEndpoint } from '../support/database.ts';
import { startConsumer } from '../support/event-consumer.ts';
import { startLocalServer, until } from '../support/processes.ts';

describe('the local server', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'dispatch-events-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('publishes events, stops at once while nothing accepts them, and publishes them after the next start', async () => {
    let status = 500;
    const { taken, refused, url, stop } = await startConsumer(() => status);
    const env = { DISPATCH_DB: join(folder, 'dispatch.db'), DISPATCH_EVENTS_URL: url };
    const first = await startLocalServer(env);
    const sent = await dispatch(['send', 'crm/lead', '--json'], env);
    const { dispatchRequestId } = JSON.parse(sent.stdout).answer;
    await until(() => refused.length > 0);
    // Resolves only if it does not wait for an event that is never accepted.
    const { stdout, code } = await first.stop();
    status = 200;
    const second = await startLocalServer(env);
    await until(() => taken.length > 0);
    await second.stop();
    await stop();

    expect(stdout).toMatch(/^events go to http:\/\/127\.0\.0\.1:\d+$/m);
    expect(stdout).toMatch(
      new RegExp(
        `^\\S+Z {2}dispatch-request\\.requested {2,}${dispatchRequestId} {2}requested {2}version 1$`,
        'm',
      ),
    );
    expect(code).toBe(0);
    expect(taken[0]).toMatchObject({
      'detail-type': 'dispatch-request.requested',
      detail: { dispatchRequestId },
    });
  });

  it('prints what people are told of an emergency, with its place on the board', async () => {
    const env = { DISPATCH_DB: ':memory:' };
    const server = await startLocalServer({ ...env, PORT: '0' });
    const args = ['--arg', 'urgency=emergency', '--arg', 'customerName=Dana', '--url', server.url];
    await dispatch(['send', 'voiceone/book-job', ...args], env);
    await until(() => server.output().includes('See it: '));
    const { stdout } = await server.stop();

    expect(stdout).toMatch(/^ {2}Emergency: Acme Heating and Air$/m);
    expect(stdout).toMatch(/^ {2}On call now: \S/m);
    expect(stdout).toMatch(
      /^ {2}See it: http:\/\/127\.0\.0\.1:\d+\/board\/\?account=acme-hvac&request=(dr_\w+)#[\w-]{43} \(\1, version 1\)$/m,
    );
  });

  it('reports in one line that a table without a stream publishes nothing, and continues', async () => {
    const endpoint = testEndpoint();
    const TableName = `test-${randomUUID()}`;
    const client = databaseClient(endpoint, {});
    await ensureTable(client, TableName);
    const settings = readSettings({ DYNAMODB_ENDPOINT: endpoint, DISPATCH_TABLE: TableName }, folder);
    const lines: string[] = [];
    const dependencies = {
      endpoint,
      environment: {},
      enrich: async () => [],
      print: (line: string) => void lines.push(line),
      tell: async () => undefined,
    };
    const withStream = await publishTableEvents(settings, dependencies);
    await withStream?.stop();
    await client.send(new UpdateTableCommand({ TableName, StreamSpecification: { StreamEnabled: false } }));
    const without = await publishTableEvents(settings, dependencies);
    await client.send(new DeleteTableCommand({ TableName }));
    client.destroy();

    expect([withStream === undefined, without]).toEqual([false, undefined]);
    expect(lines).toEqual([
      `The table ${TableName} has no stream of new and old images, so no events are published.`,
    ]);
  });

  it.each(['127.0.0.1:4000', 'ftp://127.0.0.1/s3cret', 'http://', 'https://user pass@host'])(
    'refuses to post to %j, without repeating it',
    (given) => {
      expect(() => readSettings({ DISPATCH_EVENTS_URL: given }, folder)).toThrow(
        'DISPATCH_EVENTS_URL: expected a URL such as http://127.0.0.1:4000/events, without a user.',
      );
    },
  );
});
