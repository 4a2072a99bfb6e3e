import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { createHandler as createUrgent } from '../../functions/urgent/handler.ts';
import { createAccountReader } from '../../lib/aws/stores/account-reader.ts';
import { createRefusedDays } from '../../lib/aws/stores/refused-lead-store.ts';
import { eventsOf } from '../../lib/aws/stream-events.ts';
import { boardRoutes } from '../../lib/board/routes.ts';
import type { UrgentMessage } from '../../lib/intake/urgent/urgent-message.ts';
import { voicePlatforms } from '../../lib/platforms/index.ts';
import type { DispatchEvent } from '../../lib/record/events.ts';
import type { RouteId } from '../../lib/routes.ts';
import { catalog } from '../../lib/voice/catalog.ts';
import { allCommands, cliOf } from '../cli/run-cli.ts';
import { boardOf } from '../functions/board-fixture.ts';
import type { Service } from '../functions/service.ts';
import { servicePerTest } from '../functions/service-per-test.ts';
import { storedText } from '../support/stored.ts';
import { openTestStream } from '../support/stream.ts';
import {
  type AccountName,
  type Args,
  called,
  documentOf,
  HIDDEN,
  OWNER,
  planter,
  unspeakable,
  type World,
} from './planted/planter.ts';
import { usable } from './planted/platforms.ts';
import { heardByOwner, sources } from './planted/sources.ts';

// A marker in every text of every source, which is then looked for in every answer to everybody else.

const STRANGER = '+12125550330';
const OTHER_STRANGER = '+12125550440';
const LONGEST = 60;

const service = servicePerTest(() => documentOf('acme'));

/** Every answer and every variable that somebody can get who calls from a number. */
async function answersTo({ send }: Service, account: AccountName, number: string): Promise<unknown> {
  const answers: unknown[] = [];
  const ask = async (route: RouteId, body: unknown) => answers.push((await send(route, body)).body);
  const ringing = { agent_id: `agent_${account}`, from_number: number, to_number: called[account] };
  for (const event of ['call_inbound', 'chat_inbound'])
    await ask('voiceone-call-inbound', { event, [event]: ringing });
  const phone = { phoneNumber: { number: called[account] }, customer: { number } };
  const ringingTwo = { id: 'call_ringing', metadata: { assistantId: `asst_${account}` } };
  for (const type of ['assistant-request', 'transfer-destination-request'])
    await ask('voicetwo', { message: { type, ...phone, call: ringingTwo } });
  // Look-ups come first, so that they see what was planted.
  const ordered = [...catalog.filter(({ writes }) => !writes), ...catalog.filter(({ writes }) => writes)];
  const told: readonly Args[] = [{}, { ...usable, customerName: 'Kim Lee', about: 'a bill', notes: 'Ring.' }];
  for (const [index, args] of told.entries())
    for (const platform of voicePlatforms)
      for (const entry of ordered) {
        const callId = `ask_${platform}_${account}_${number}_${index}`;
        const name = entry[platform];
        const call = { id: callId, metadata: { assistantId: `asst_${account}` }, customer: { number } };
        const functionCall = { name, parameters: args };
        if (platform === 'voicetwo')
          await ask('voicetwo', { message: { type: 'function-call', functionCall, call } });
        else
          await ask('voiceone-function-call', {
            ...{ name, args },
            call: { call_id: callId, agent_id: `agent_${account}`, from_number: number },
          });
      }
  return answers;
}

/** Every answer of the board to a dispatcher of another account, who knows the ids. */
async function boardOfAnother({ board }: World): Promise<unknown> {
  const stored = await storedText(service().table);
  const ids = new Set(stored.match(/\b(?:dr|bl)_[0-9a-hjkmnp-tv-z]{20}/g));
  const known = { date: '2026-06-10', platform: 'voiceone', call: 'call_one' };
  const answers: unknown[] = [];
  for (const account of ['zenith', 'acme-hvac'])
    for (const { method, path } of boardRoutes)
      for (const id of path.includes('{request}') ? ids : ['']) {
        if (method !== 'GET') continue;
        const named: Readonly<Record<string, string>> = { ...known, account, request: id };
        const at = path.replace(/\{(\w+)\}/g, (_, name: string) => named[name] ?? '');
        const query = `?date=2026-06-10&phone=${encodeURIComponent(OWNER)}`;
        answers.push((await board.send(`${at}${query}`, { accounts: 'zenith' })).body);
      }
  return answers;
}

/** Whatever the command line lists of another account. */
async function listsOfAnother(): Promise<unknown> {
  const lists: unknown[] = [];
  for (const { name, command } of await allCommands()) {
    const options = new Set(command.options.map(({ long }) => long));
    if (!/ (?:list|show|schedule|blocks)$/.test(name) || !options.has('--account')) continue;
    const values = { '--account': 'zenith', '--phone': OWNER, '--date': '2026-06-10', '--call': 'call_one' };
    const given = Object.entries(values).flatMap((pair) => (options.has(pair[0]) ? pair : []));
    const { out, err } = await cliOf(service()).run(...name.split(' '), ...given);
    lists.push(out, err);
  }
  expect(lists.length).toBeGreaterThan(6);
  return lists;
}

const listeners: readonly (readonly [string, (world: World) => Promise<unknown>])[] = [
  ['another number', () => answersTo(service(), 'acme', STRANGER)],
  ['a withheld number', () => answersTo(service(), 'acme', HIDDEN)],
  ['the same number at another company', () => answersTo(service(), 'zenith', OWNER)],
  ['a dispatcher of another company', boardOfAnother],
  ['the command line for another company', listsOfAnother],
  ['the logs', async () => service().lines],
];

/** Every text in a value, however deep. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.entries(value).flat().flatMap(textsIn) : [];
}

interface Told {
  readonly mails: readonly (UrgentMessage & { readonly event: DispatchEvent })[];
  readonly events: readonly DispatchEvent[];
}

/** The events that an act causes, and what people would be told of each of them, urgent or not. */
async function toldOf(act: () => Promise<unknown>): Promise<Told> {
  const { client, records } = await openTestStream(service().table);
  await act();
  const events = (await records()).flatMap(eventsOf);
  client.destroy();
  const mails: (UrgentMessage & { readonly event: DispatchEvent })[] = [];
  for (const event of events) {
    if ('callId' in event) continue;
    const tell = createUrgent({
      requests: service().stored,
      customers: service().container().deps.customers,
      accounts: createAccountReader({ ...service().dependencies, withinMs: 1_000 }),
      refusedDays: createRefusedDays(service().dependencies),
      publish: async (_, message) => void mails.push({ ...message, event }),
      now: () => service().clock.now,
      log: (line) => void service().lines.push(JSON.parse(JSON.stringify(line))),
    });
    await tell({ detail: event });
  }
  return { mails, events };
}

describe.each(sources)('a text of $name', ({ heard, plant }) => {
  async function planted() {
    const { fields, mark } = planter();
    await service().accounts.put(documentOf('zenith', { accountId: 'zenith' }));
    const world = { service: service(), board: boardOf(service()) };
    await plant(world, mark);
    expect(fields.size).toBeGreaterThan(0);
    service().clock.now += 60_000;
    return {
      world,
      fields,
      in: (text: string) => [...fields.keys()].filter((marker) => text.includes(marker)),
    };
  }

  it.each(listeners)('does not reach %s', async (_, hear) => {
    const markers = await planted();
    const reached = markers.in(JSON.stringify(await hear(markers.world)));
    expect(reached.map((marker) => markers.fields.get(marker))).toEqual([]);
  });

  it('reaches whoever calls from its number only as the rules allow', async () => {
    const markers = await planted();
    const answers = await answersTo(service(), 'acme', OWNER);
    const reached = markers.in(JSON.stringify(answers)).map((marker) => markers.fields.get(marker));
    expect(reached.filter((field = '') => !heardByOwner[heard].test(field))).toEqual([]);
    const texts = textsIn(answers);
    expect(texts.filter((text) => unspeakable.test(text))).toEqual([]);
    const words = texts.flatMap((text) => text.match(/Qzx[^\s,"]*/g) ?? []);
    expect(words.filter((word) => word.length > LONGEST)).toEqual([]);
    // The markers can be heard at all.
    if (heard === 'named') expect(reached).not.toEqual([]);
  });

  it('is in no event, and on one line of a message to people about its own request or number', async () => {
    const { fields, mark } = planter();
    const markersIn = (text: string) => [...fields.keys()].filter((marker) => text.includes(marker));
    const { mails, events } = await toldOf(async () => {
      await plant({ service: service(), board: boardOf(service()) }, mark);
      const report = { urgency: 'emergency', serviceType: 'AC Repair', customerName: 'Kim Lee' };
      const call = { from_number: OTHER_STRANGER, call_id: 'call_other' };
      await service().call('book_job', { ...report, notes: 'It smells of gas.' }, call);
    });
    expect(markersIn(JSON.stringify(events))).toEqual([]);
    expect(mails.length).toBeGreaterThan(0);
    for (const { event, subject, lines } of mails) {
      const requests =
        'dispatchRequestId' in event ? await service().items(`REQUEST#${event.dispatchRequestId}`) : [];
      // The record of the number that it came from.
      const records = await Promise.all(
        requests.map(({ accountId, caller }) => service().items(`CUSTOMER#${accountId}#${caller}`)),
      );
      const own = [...requests, ...records];
      const strange = markersIn(JSON.stringify([subject, lines])).filter(
        (marker) => !JSON.stringify(own).includes(marker),
      );
      expect(strange.map((marker) => fields.get(marker))).toEqual([]);
      expect([subject, ...lines].filter((line) => unspeakable.test(line))).toEqual([]);
      expect(markersIn(subject)).toEqual([]);
    }
  });
});

it('a stored name or street is made heard in one place', () => {
  const users = globSync('lib/{voice,platforms,board}/**/*.ts', { cwd: process.cwd() }).filter((file) =>
    /import .*\b(?:streetOf|speakableName)\b/.test(readFileSync(file, 'utf8')),
  );
  expect(users).toEqual(['lib/voice/told.ts']);
});
