import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

/** Names and modules of Node that open connections. */
const connecting = /\b(?:fetch|WebSocket|EventSource)\b|['"](?:node:)?(?:https?|http2|net|tls|dgram|dns)['"]/;

const sources = ['lib', 'functions'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name)),
);

it('only the heartbeat, hints to open pages and providers of messages send requests: no function fetches a URL from a body', () => {
  const senders = sources.filter((file) => connecting.test(readFileSync(file, 'utf8')));

  expect(sources.length).toBeGreaterThan(100);
  expect(senders.sort()).toEqual([
    'functions/heartbeat/handler.ts',
    'functions/heartbeat/index.ts',
    'lib/aws/connections.ts',
    'lib/touch/providers/http.ts',
  ]);
});
