import { randomBytes } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { linkPut } from '../../lib/aws/stores/link-store.ts';
import { documentClientOf } from '../../lib/aws/table/client.ts';
import { type LinkFacts, newLink } from '../../lib/record/link.ts';
import { DAY_MS } from '../../lib/scheduling/time.ts';
import { databaseClient } from '../../local/database/database-access.ts';
import { nextSunday } from '../board/page-fixture.ts';
import { newUser, startBrowser } from '../support/browser.ts';
import { clockSetTo, type LocalServer, printed, startLocalServer } from '../support/processes.ts';

const accountId = 'acme-hvac';

/** What a test reads of a request. */
export interface Job {
  readonly dispatchRequestId: string;
  readonly version: number;
  readonly status: string;
  readonly technicianId: string;
  readonly customer: string;
}

export interface Opening extends BrowserContextOptions {
  readonly viewport?: { readonly width: number; readonly height: number };
}

/** One server with the demo's day and one browser for all tests of a file; each page belongs to its own user. */
export function linkedPages() {
  const now = nextSunday();
  const monday = new Date(now.getTime() + DAY_MS).toISOString().slice(0, 10);
  let browser: Browser;
  let server: LocalServer;
  let token = '';
  const users: BrowserContext[] = [];
  const faults: string[] = [];

  beforeAll(async () => {
    browser = await startBrowser();
    server = await startLocalServer(
      { DISPATCH_DB: ':memory:', DISPATCH_DEMO: 'on' },
      clockSetTo(now.getTime()),
    );
    await printed(server, 'board at');
    token = /board at \S+#(\S+)/.exec(server.output())?.[1] ?? '';
  });
  afterEach(async () => {
    for (const user of users.splice(0)) await user.close();
    expect(faults.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
  });

  // biome-ignore lint/suspicious/noExplicitAny: answers have many shapes.
  const api = async (path: string, body?: object, version?: number): Promise<any> => {
    const answer = await fetch(`${server.url}/api/v1/accounts/${accountId}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(version !== undefined && { 'if-match': String(version) }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return await answer.json();
  };

  return {
    now,
    monday,
    api,
    /** The jobs of the demo's day, by technician and time. */
    async jobs(): Promise<readonly Job[]> {
      const { lanes } = await api(`/board/${monday}`);
      return lanes.flatMap((lane: { technicianId: string; appointments: object[] }) =>
        lane.appointments.map((job) => ({ ...job, technicianId: lane.technicianId })),
      );
    },
    /** The address of a page, as a message would have it. */
    async link(facts: LinkFacts): Promise<string> {
      const client = databaseClient(server.databaseUrl, {});
      const { link, url } = newLink(facts, {
        baseUrl: server.url,
        token: randomBytes(16),
        now: now.getTime(),
      });
      const tableName = / table (\S+)$/m.exec(server.output())?.[1] ?? '';
      await documentClientOf(client).send(new PutCommand(linkPut(tableName, link).Put));
      client.destroy();
      return url;
    },
    /** Opens an address as a new user. Errors in the page and of its policy fail the test. */
    async open(
      url: string,
      { viewport = { width: 390, height: 844 }, ...options }: Opening = {},
    ): Promise<Page> {
      const user = await newUser(browser, viewport, options);
      users.push(user);
      const page = await user.newPage();
      page.on('pageerror', ({ message }) => faults.push(message));
      page.on('console', (line) => {
        if (/Content Security Policy|Trusted/.test(line.text())) faults.push(line.text());
      });
      await page.goto(url);
      return page;
    },
  };
}
