import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { type Cloud, startCloud } from '../support/deployed/cloud.ts';
import { resultOf, type Sent, send } from '../support/deployed/senders.ts';

// Code beside a bundle is loaded on its first use. A caller waits for it, so an ordinary request must need none.

const PATH = 'voiceone-function-call/Function';

jest.setTimeout(600_000);

let cloud: Cloud;
let folder: string;
let log: string;
beforeAll(async () => {
  cloud = await startCloud();
  folder = mkdtempSync(join(tmpdir(), 'dispatch-first-use-'));
  log = join(folder, 'loaded.txt');
  const own = cloud.functions.find(({ path }) => path === PATH)?.folder ?? '';
  cpSync(own, folder, { recursive: true });
  for (const name of besideBundle()) noteLoading(name);
});
afterAll(async () => {
  await cloud.stop();
  rmSync(folder, { recursive: true });
});
/** Ends the container: the next request starts another. */
async function coldStart() {
  await cloud.replace(PATH, { folder });
  writeFileSync(log, '');
}
beforeEach(coldStart);

const besideBundle = () => readdirSync(folder).filter((name) => name.endsWith('.js') && name !== 'index.js');

/** The same code, which writes down that it was loaded. */
function noteLoading(name: string): void {
  const code = name.replace('.js', '.code.js');
  renameSync(join(folder, name), join(folder, code));
  const note = `require('node:fs').appendFileSync(${JSON.stringify(log)}, ${JSON.stringify(`${name}\n`)})`;
  writeFileSync(join(folder, name), `${note};\nmodule.exports = require('./${code}');\n`);
}

/** What was loaded since the container began. */
const loaded = () => readFileSync(log, 'utf8').split('\n').filter(Boolean).sort();

/** Calls a function without these arguments of its sample. */
const call = async (name: string, without: readonly string[] = [], sent: Sent = {}) => {
  const edit = (text: string) => {
    const body = JSON.parse(text);
    for (const field of without) delete body.args[field];
    return JSON.stringify(body);
  };
  return resultOf(await send(cloud, `voiceone/${name}`, { edit, ...sent }));
};
const ADDRESS = ['address', 'city', 'state', 'zip'];

/** What the bundle loads at once, and what any caller's number needs. */
const always = ['phone-numbers.js', 'rolldown-runtime.js', 'shared.js'];
/** What only some calls need. */
const rare = ['alternatives.js', 'emergencies.js', 'refusals.js', 'spanish.js', 'understanding.js'];
const rarelyLoaded = () => loaded().filter((name) => rare.includes(name));
/** What a known caller need not say. */
const onRecord = ADDRESS;

it('is not loaded for an availability', async () => {
  expect(await call('check-availability')).toMatchObject({ availableSlots: expect.any(Array) });
  expect(loaded()).toEqual(always);
});

it('is loaded for words', async () => {
  expect(await call('check-availability', [], { args: { date: 'tomorrow' } })).toMatchObject({
    availableSlots: expect.any(Array),
  });
  expect(rarelyLoaded()).toEqual(['understanding.js']);
});

it('is not loaded for a booking, but for a refusal', async () => {
  expect(await call('book-job', [], { call: 'call_new' })).toMatchObject({ confirmed: true });
  expect(loaded()).toContain('book-job.js');
  expect(rarelyLoaded()).toEqual([]);

  await coldStart();
  const known: Sent = { call: 'call_known', args: { date: '2026-06-11' } };
  expect(await call('book-job', onRecord, known)).toMatchObject({ confirmed: true });
  expect(rarelyLoaded()).toEqual([]);

  await coldStart();
  const closed: Sent = { call: 'call_closed', args: { date: '2026-06-14' } };
  expect(await call('book-job', onRecord, closed)).toMatchObject({ confirmed: false, reason: 'closed' });
  expect(rarelyLoaded()).toContain('refusals.js');
});

it('of emergencies is loaded for one', async () => {
  const gas: Sent = { call: 'call_gas', args: { urgency: 'emergency' } };
  expect(await call('book-job', onRecord, gas)).toMatchObject({ dispatchRequestId: expect.any(String) });
  expect(loaded()).toContain('emergencies.js');
});
