import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

/** Ways out of Node that need no import, or one that the rules of imports allow. */
const waysOut = /\b(?:fetch|WebSocket|EventSource)\b|['"](?:node:)?(?:https?|http2|net|tls|dgram|dns)['"]/;

const sources = ['lib', 'functions'].flatMap((room) =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(room, name)),
);

it('only the heartbeat sends requests of its own: no function follows a URL that was sent to it', () => {
  const senders = sources.filter((file) => waysOut.test(readFileSync(file, 'utf8')));

  expect(sources.length).toBeGreaterThan(100);
  expect(senders.sort()).toEqual(['functions/heartbeat/handler.ts', 'functions/heartbeat/index.ts']);
});
