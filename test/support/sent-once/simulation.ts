import { ScanCommand, type ScanCommandOutput } from '@aws-sdk/lib-dynamodb';
import { createHandler as createWebhook } from '../../../functions/messaging-webhook/handler.ts';
import { createHandler as createMinute } from '../../../functions/reminders/handler.ts';
import { createHandler as createFunctionCall } from '../../../functions/voiceone-function-call/handler.ts';
import type { Account } from '../../../lib/accounts/account.ts';
import { allStores, boardUpdateStores, pageStores, reminderStores } from '../../../lib/aws/composition.ts';
import { eraseLinks } from '../../../lib/aws/erasing/erase.ts';
import { memoriesAbout, readMentioning, readTraces } from '../../../lib/aws/erasing/read-traces.ts';
import { createAccountStore } from '../../../lib/aws/stores/account-store.ts';
import { createRequestReader } from '../../../lib/aws/stores/request-store.ts';
import { giveAppointment } from '../../../lib/booking/dispatchers/dispatcher-appointment.ts';
import { decideOnTexts } from '../../../lib/intake/consent.ts';
import { createMeter } from '../../../lib/meter.ts';
import { pagesApi } from '../../../lib/pages/api.ts';
import { findLinks } from '../../../lib/record/erasing/links.ts';
import { isStorageFault } from '../../../lib/record/faults.ts';
import { type Command, changeStatus } from '../../../lib/record/lifecycle.ts';
import { type DispatchRequest, hasEnded } from '../../../lib/record/request.ts';
import { setWaiting } from '../../../lib/record/waiting.ts';
import { routeById } from '../../../lib/routes.ts';
import { addDays, HOUR_MS, MINUTE_MS, wallClockOf } from '../../../lib/scheduling/time.ts';
import { parseSecretDocument } from '../../../lib/secrets/secret-document.ts';
import { whereMessagesAreSeen } from '../../../lib/touch/seen-at.ts';
import { pipeRecord } from '../../../local/events/event-bridge.ts';
import { pageFiles } from '../../../pages/files.ts';
import { createTestTable } from '../database.ts';
import { apiGatewayEvent, lambdaContext } from '../events.ts';
import { pick, randomFrom } from '../random.ts';
import { signHmac } from '../signers.ts';
import { openTestStream } from '../stream.ts';
import { createCarrier } from './carrier.ts';
import {
  ACME,
  BRAVO,
  type Company,
  CUSTOMERS,
  type Customer,
  companies,
  customerOf,
  documentOf,
  ZONE,
} from './company.ts';
import { createMachine } from './machine.ts';
import { createOracle, type Violation } from './oracle.ts';

/** This share of the requests to the database and of the messages handed over goes wrong. */
const FAULTS = 0.15;
/** This share of the runs of the minute function is killed. */
const KILLED = 0.5;
/** This share of the changes is made in the other company. */
const OTHER = 0.2;
/** Erasing takes many requests, and is begun again after a fault. */
const ERASING_FAULTS = 0.02;
/** 2026-06-01 08:00 in New York, a Monday. */
const START = Date.UTC(2026, 5, 1, 12);
const SECRET = 'a test secret of enough length';
const PAGES = 'https://pages.example';

export interface Simulated {
  readonly changes: number;
  readonly handed: number;
  readonly violations: readonly { readonly what: Violation; readonly facts: object }[];
  /** How often each change, fault and kill happened. */
  readonly counts: ReadonlyMap<string, number>;
  /** What was asked of the database, in order. */
  readonly steps: readonly string[];
}

/** These changes are made more often than others. */
const often: ReadonlyMap<string, number> = new Map([
  ['book', 8],
  ...(['move', 'dispatcherMoves', 'movesByLink'] as const).map((name) => [name, 4] as const),
  ...(['setsOff', 'goesOn', 'emergency', 'takes', 'start', 'waitsEarlier'] as const).map(
    (name) => [name, 3] as const,
  ),
  ...(['takesOffer', 'reportsByText', 'confirms', 'technicianPresses'] as const).map(
    (name) => [name, 2] as const,
  ),
]);

type RequestReader = Pick<ReturnType<typeof createRequestReader>, 'get' | 'ofNumber'>;
type Change = (random: () => number, customer: Customer) => Promise<string>;

/** Makes random changes, and sends what they lead to, in a company of its own; everything depends on the seed. */
export async function simulate(seed: number, changes: number): Promise<Simulated> {
  const random = randomFrom(seed);
  const clock = { now: START };
  const now = () => clock.now;
  const table = await createTestTable();
  const oracle = createOracle(clock);
  const machine = createMachine({ random, clock, onStored: oracle.onStored });
  const carrier = createCarrier({ random, clock, machine, ...oracle });
  const hex = (length: number) =>
    Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join('');
  const stores = {
    document: machine.document,
    tableName: table.tableName,
    meter: createMeter(),
    now,
    random,
    // The database remembers tokens over all tables.
    newToken: () => `${table.tableName.slice(-8)}${hex(24)}`,
    // Others go on meanwhile.
    pause: async (ms: number) => {
      clock.now += Math.max(1, Math.round(ms));
    },
  };
  const document = parseSecretDocument(
    JSON.stringify({ keys: [{ id: 'test', scheme: 'hmac-sha256', secret: SECRET, accounts: ['*'] }] }),
  );
  const secrets = { current: async () => document, reload: async () => undefined };
  const deps = { ...allStores(stores), secrets, log: () => undefined };
  const seeAt = whereMessagesAreSeen({ boardUrl: 'https://board.example' });
  const functionCall = createFunctionCall(deps);
  const webhook = createWebhook({ ...deps, seeAt });
  const pages = pagesApi({ ...pageStores(stores), files: pageFiles, log: () => undefined });
  const minute = createMinute({
    ...reminderStores(stores),
    randomBytes: (count) => Buffer.from(hex(2 * count), 'hex'),
    baseUrl: PAGES,
    providers: carrier.providers,
    seeAt,
    log: (line) => {
      const error = 'error' in line ? String(line.error) : undefined;
      if (error !== undefined) machine.count(`skipped ${error}`);
    },
  });
  const reader = createRequestReader(table);
  const requests: RequestReader = {
    get: (id) => machine.inTurn(() => reader.get(id)),
    ofNumber: (...number) => machine.inTurn(() => reader.ofNumber(...number)),
  };
  const stream = await openTestStream(table);
  const freedTimes = boardUpdateStores(stores).freedTimes;
  const unfollowed: object[] = [];
  let known = CUSTOMERS;
  const served = await Promise.all(
    companies.map(async (company) => {
      const people = Array.from({ length: CUSTOMERS }, (_, index) => customerOf(index));
      await createAccountStore(stores).put(documentOf(company));
      const account = await createAccountStore(stores).byId(company.accountId);
      if (account === undefined) throw new Error('The account is gone.');
      const gone: Customer[] = [];
      /** Forgets a customer, after whom another one comes. */
      const replace = (customer: Customer) => {
        gone.push(customer);
        people[people.indexOf(customer)] = customerOf(known);
        known += 1;
      };
      const ways = { company, account, deps, requests, now, post, call, form, oracle, links };
      return { company, people, operations: changesOf({ ...ways, gone, replace, erase }) };
    }),
  );
  const [main = served[0], other = served[0]] = [ACME, BRAVO].map((one) =>
    served.find(({ company }) => company === one),
  );
  const names = Object.keys(main?.operations ?? {}).flatMap((name) =>
    Array<string>(often.get(name) ?? 1).fill(name),
  );

  /** Erases all that is stored of a customer, again after each fault. */
  async function erase(account: Account, { phone }: Customer): Promise<void> {
    const { accountId } = account;
    const erasing = { ...deps, ...stores, onProgress: () => undefined };
    for (let attempt = 1; ; attempt++) {
      const faults = attempt < 4 ? ERASING_FAULTS : 0;
      const isDone = await machine.run({ faults }, async () => {
        try {
          const traces = await readTraces(accountId, erasing);
          const found = findLinks({ phone }, traces, account.region);
          const calls = await readMentioning(found.others, found.identity.mention(), erasing);
          const mentionedIn = { ...found.mentionedIn, calls };
          const memories = memoriesAbout(found, accountId, traces.memories);
          const who = { by: 'dispatcher:Robin', now: now() } as const;
          const { deliveries } = traces;
          await eraseLinks(
            { ...found, mentionedIn, memories, deliveries, account, cancel: random() < 0.5, who },
            erasing,
          );
          return true;
        } catch (error) {
          if (!isStorageFault(error) && faults === 0) throw error;
          return false;
        }
      });
      if (isDone) return;
    }
  }

  /** Follows the table's stream; what fails is sent again, and nothing after it before. */
  async function follow(faults: number): Promise<void> {
    const records = await machine.inTurn(() => stream.records());
    unfollowed.push(...records.map((record) => pipeRecord(record, stream.streamArn)));
    await machine.run({ faults }, async () => {
      try {
        for (let [record] = unfollowed; record !== undefined; [record] = unfollowed) {
          await freedTimes.follow(record, now() + 8_000);
          unfollowed.shift();
        }
      } catch (error) {
        if (!isStorageFault(error)) throw error;
      }
    });
  }

  /** Runs the function that runs every minute; it may be killed. */
  async function run(faults: number, mayEnd: boolean): Promise<void> {
    const mayEndAt = { point: machine.nextKill(), nth: pick(random, [1, 1, 2]) };
    const kill = mayEnd && random() < KILLED ? mayEndAt : undefined;
    const began = clock.now;
    const isWhole = await machine.run({ faults, kill }, async () => {
      try {
        await minute(undefined, lambdaContext());
        return true;
      } catch (error) {
        if (!isStorageFault(error)) throw error;
        return false;
      }
    });
    if (isWhole) oracle.ran(began);
  }

  /** Posts what a carrier tells, until it is heard. */
  async function post(body: object): Promise<boolean> {
    const text = JSON.stringify(body);
    const route = routeById('messaging-webhook');
    const headers = signHmac(text, SECRET, { header: route.signatureHeader });
    for (let attempt = 0; attempt < 4; attempt++) {
      const { statusCode } = await webhook(apiGatewayEvent({ route, body: text, headers }), lambdaContext());
      if (statusCode === 204) return true;
    }
    return false;
  }

  async function call(
    agent: string,
    name: string,
    args: object,
    from: string,
  ): Promise<{ readonly error?: { code: string } }> {
    const about = { call_id: `call ${hex(8)}`, agent_id: agent, from_number: from };
    const body = JSON.stringify({ name, args, call: { ...about, transcript: '' } });
    const route = routeById('voiceone-function-call');
    const headers = signHmac(body, SECRET, { header: route.signatureHeader });
    const answer = await functionCall(apiGatewayEvent({ route, body, headers }), lambdaContext());
    return JSON.parse(answer.body ?? '{}');
  }

  /** Sends the form of a page as its script does. */
  async function form(url: string, fields: Record<string, string>): Promise<number> {
    const route = { method: 'POST', path: new URL(url).pathname };
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
    const body = new URLSearchParams(fields).toString();
    return (await pages(apiGatewayEvent({ route, body, headers }), lambdaContext())).statusCode ?? 0;
  }

  /** The pages of a kind that people of a company got links to, with the request. */
  function links({ accountId }: Company, kind: 'v' | 'a' | 't') {
    return oracle.taken.flatMap(({ message }) => {
      const { text, dispatchRequestId = '', to } = message;
      const [url] = text.match(new RegExp(`${PAGES}/${kind}/[\\w-]+`)) ?? [];
      return url === undefined || message.accountId !== accountId ? [] : [{ url, dispatchRequestId, to }];
    });
  }

  /** One change, in a process of its own. */
  async function change(own: () => number, parity: number): Promise<void> {
    const name = pick(own, names);
    const { people = [], operations } = (own() < OTHER ? other : main) ?? {};
    const mine = people.filter((_, index) => index % 2 === parity);
    const outcome = await machine.run({ faults: FAULTS }, async () => {
      try {
        return await operations?.[name]?.(own, pick(own, mine));
      } catch (error) {
        if (!isStorageFault(error)) throw error;
        return 'unavailable';
      }
    });
    machine.count(`${name} ${outcome}`);
  }

  async function report(): Promise<void> {
    const next = carrier.nextReport();
    if (next === undefined) return;
    const { type, ...data } = next;
    await machine.run({ faults: FAULTS }, () => post({ type, data }));
    machine.count(type);
  }

  for (let made = 0; made < changes; ) {
    const atOnce = Math.min(changes - made, pick(random, [1, 2]));
    const seeds = Array.from({ length: atOnce }, () => randomFrom(Math.floor(random() * 2 ** 32)));
    await Promise.all([
      ...seeds.map((own, parity) => change(own, parity)),
      ...(random() < 0.6 ? [run(FAULTS, true)] : []),
      ...(random() < 0.5 ? [report()] : []),
      ...(random() < 0.7 ? [follow(FAULTS)] : []),
    ]);
    made += atOnce;
    clock.now += pick(random, [1, 5, 20, 61, 61, 61, 130, 600]) * 1_000;
    if (random() < 0.04) await letTimePass(pick(random, [2, 6, 9]) * 60, 30 * MINUTE_MS);
  }
  // Nothing goes wrong any more, and all that is due is worked off.
  await letTimePass(12, MINUTE_MS);
  await letTimePass(14 * 60, HOUR_MS);
  oracle.atTheEnd(await storedItems());
  machine.stop();
  stream.client.destroy();
  await table.destroy();
  const { violations } = oracle;
  return { changes, handed: oracle.handed(), violations, counts: machine.counts, steps: machine.steps };

  /** Runs the function again and again, without faults. */
  async function letTimePass(minutes: number, stepMs: number): Promise<void> {
    const until = clock.now + minutes * MINUTE_MS;
    while (clock.now < until) {
      clock.now += stepMs;
      await follow(0);
      await run(0, false);
    }
  }

  async function storedItems(): Promise<readonly Record<string, unknown>[]> {
    const items: Record<string, unknown>[] = [];
    let from: Record<string, unknown> | undefined;
    do {
      const page: ScanCommandOutput = await table.document.send(
        new ScanCommand({ TableName: table.tableName, ExclusiveStartKey: from }),
      );
      items.push(...(page.Items ?? []));
      from = page.LastEvaluatedKey;
    } while (from !== undefined);
    return items;
  }
}

interface Ways {
  readonly company: Company;
  readonly account: Account;
  readonly deps: ReturnType<typeof allStores>;
  readonly requests: RequestReader;
  readonly now: () => number;
  readonly post: (body: object) => Promise<boolean>;
  readonly call: (
    agent: string,
    name: string,
    args: object,
    from: string,
  ) => Promise<{ readonly error?: { code: string } }>;
  readonly form: (url: string, fields: Record<string, string>) => Promise<number>;
  readonly links: (
    company: Company,
    kind: 'v' | 'a' | 't',
  ) => readonly { url: string; dispatchRequestId: string; to: string }[];
  readonly oracle: ReturnType<typeof createOracle>;
  /** Who was erased. */
  readonly gone: readonly Customer[];
  readonly replace: (customer: Customer) => void;
  readonly erase: (account: Account, customer: Customer) => Promise<void>;
}

/** The changes that people make, by phone, as dispatchers, by link and by text. */
function changesOf({
  company,
  account,
  deps,
  requests,
  now,
  post,
  call,
  form,
  links,
  oracle,
  gone,
  replace,
  erase,
}: Ways): Readonly<Record<string, Change>> {
  const { accountId, onCall } = company;
  const decided = (phone: string, sms: boolean | 'unsure') => oracle.decided(accountId, phone, sms);
  const ask = (template: string, to: string) => oracle.ask(template, accountId, to);
  const day = (random: () => number) =>
    addDays(wallClockOf(ZONE, Math.floor(now() / MINUTE_MS)).date, pick(random, [0, 0, 1, 1, 2, 3]));
  const time = (random: () => number) =>
    `${String(8 + Math.floor(random() * 12)).padStart(2, '0')}:${pick(random, ['00', '30'])}`;
  const who = () => ({ by: 'dispatcher:Robin' as const, now: now() });
  const deadline = () => now() + 20_000;

  /** Calls a function; what the caller says about texts is heard if it answers. */
  async function byPhone(name: string, args: object, phone: string, sms?: boolean): Promise<string> {
    const said = sms === undefined ? {} : { textConsent: sms };
    if (sms !== undefined) decided(phone, 'unsure');
    if (sms === false) ask('stopped', phone);
    const answer = await call(company.agent, name, { ...args, ...said }, phone);
    if (sms !== undefined && answer.error === undefined) decided(phone, sms);
    return answer.error?.code ?? 'answered';
  }

  async function anyOf(random: () => number, phone: string, isWanted: (request: DispatchRequest) => boolean) {
    const all = (await requests.ofNumber(accountId, phone)).filter(isWanted);
    return all.length === 0 ? undefined : pick(random, all);
  }
  const hasVisit = ({ appointment, status }: DispatchRequest) =>
    appointment !== undefined && !hasEnded(status);

  async function setStatus(
    random: () => number,
    phone: string,
    commands: readonly Command[],
  ): Promise<string> {
    const request = await anyOf(random, phone, hasVisit);
    if (request === undefined) return 'none';
    return (await changeStatus({ request, command: pick(random, commands), who: who() }, deps, deadline()))
      .kind;
  }

  let texts = 0;
  let presses = 0;
  async function text(from: string, words: string): Promise<boolean> {
    texts += 1;
    return await post({
      type: 'message.received',
      data: { id: `${accountId} ${texts}`, from, to: company.number, text: words },
    });
  }

  async function decideByText(phone: string, words: string, sms: boolean): Promise<string> {
    ask(sms ? 'started' : 'stopped', phone);
    decided(phone, 'unsure');
    const isHeard = await text(phone, words);
    if (isHeard) decided(phone, sms);
    return isHeard ? 'heard' : 'unheard';
  }

  async function onPage(
    random: () => number,
    phone: string,
    fields: Record<string, string>,
  ): Promise<string> {
    const own = links(company, 'v').filter(({ to }) => to === phone);
    if (own.length === 0) return 'none';
    const { url, dispatchRequestId } = pick(random, own.slice(-4));
    const version = (await requests.get(dispatchRequestId))?.version ?? 0;
    return String(await form(url, { version: String(version), ...fields }));
  }

  return {
    async book(random, { phone, site, ...customer }) {
      const email = 'email' in customer ? { email: customer.email } : {};
      const place = random() < 0.8 ? { zip: site?.zip, address: '1 Main Street' } : {};
      const args = {
        ...{
          date: day(random),
          time: time(random),
          serviceType: pick(random, ['AC Repair', 'Heating Repair']),
        },
        ...{ customerName: 'Dana Miller', additionalVisit: random() < 0.4, ...email, ...place },
      };
      return await byPhone('book_job', args, phone, random() < 0.75 ? true : undefined);
    },
    async bookAgain(random, { phone }) {
      const args = {
        date: day(random),
        time: time(random),
        serviceType: 'AC Repair',
        customerName: 'Dana Miller',
      };
      return await byPhone('book_job', args, phone);
    },
    async move(random, { phone }) {
      return await byPhone(
        'reschedule_job',
        { date: day(random), time: time(random) },
        phone,
        random() < 0.3 ? true : undefined,
      );
    },
    async cancel(random, { phone }) {
      return await byPhone('cancel_job', {}, phone, random() < 0.25 ? false : undefined);
    },
    async dispatcherMoves(random, { phone }) {
      const request = await anyOf(random, phone, hasVisit);
      if (request === undefined) return 'none';
      const [date, start] = [day(random), time(random)];
      const [hour = 0, minutes = 0] = start.split(':').map(Number);
      const order = {
        command: 'move',
        account,
        request,
        date,
        minute: hour * 60 + minutes,
        who: who(),
      } as const;
      return (await giveAppointment(order, deps, deadline())).kind;
    },
    dispatcherCancels: (random, { phone }) => setStatus(random, phone, [{ to: 'canceled', why: 'sold' }]),
    goesOn: (random, { phone }) =>
      setStatus(random, phone, [
        { to: 'dispatched' },
        { to: 'en_route' },
        { to: 'en_route' },
        { to: 'in_progress' },
        { to: 'completed' },
      ]),
    setsOff: (random, { phone }) => setStatus(random, phone, [{ to: 'dispatched' }, { to: 'en_route' }]),
    waits: (random, { phone }) =>
      setStatus(random, phone, [{ to: 'on_hold', why: 'parts' }, { to: 'requested' }]),
    async dispatcherDecides(random, { phone }) {
      const sms = pick(random, [true, true, false]);
      if (!sms) ask('stopped', phone);
      decided(phone, 'unsure');
      await decideOnTexts({ accountId, phone, sms, by: 'dispatcher:Robin', now: now() }, deps, deadline());
      decided(phone, sms);
      return 'decided';
    },
    stop: (random, { phone }) =>
      decideByText(phone, pick(random, ['STOP', 'please stop texting me', 'Unsubscribe.']), false),
    start: (random, { phone }) => decideByText(phone, pick(random, ['START', 'unstop']), true),
    async asks(random, { phone }) {
      ask('help', phone);
      return (await text(phone, pick(random, ['help', 'info?']))) ? 'heard' : 'unheard';
    },
    async confirms(random, { phone }) {
      ask('confirmed', phone);
      return (await text(phone, pick(random, ['YES', 'c', 'confirm']))) ? 'heard' : 'unheard';
    },
    async writes(_, { phone }) {
      return (await text(phone, 'stop by at 9')) ? 'heard' : 'unheard';
    },
    confirmsByLink: (random, { phone }) => onPage(random, phone, { action: 'confirm' }),
    cancelsByLink: (random, { phone }) => onPage(random, phone, { action: 'cancel' }),
    movesByLink: (random, { phone }) =>
      onPage(random, phone, { action: 'move', start: `${day(random)}T${time(random)}` }),
    async decidesByLink(random, { phone }) {
      const on = pick(random, ['yes', 'no']);
      if (links(company, 'v').every(({ to }) => to !== phone)) return 'none';
      if (on === 'no') ask('stopped', phone);
      decided(phone, 'unsure');
      const status = await onPage(random, phone, { action: 'texts', on });
      if (status === '200') decided(phone, on === 'yes');
      return status;
    },
    async emergency(random, { phone, site }) {
      const args = {
        ...{ customerName: 'Dana Miller', notes: pick(random, ['I smell gas', 'water everywhere']) },
        ...{
          urgency: 'emergency',
          address: '401 West 14th Street',
          zip: site?.zip,
          serviceType: 'Heating Repair',
        },
      };
      return await byPhone('book_job', args, phone);
    },
    async reportsByText(random, { phone }) {
      ask('safety', phone);
      const isHeard = await text(phone, pick(random, ['I smell gas', 'there is smoke and fire here']));
      if (isHeard) oracle.reported(accountId, phone);
      return isHeard ? 'heard' : 'unheard';
    },
    async takes(random) {
      const { phone } = pick(random, onCall);
      ask('take', phone);
      return (await text(phone, '1')) ? 'heard' : 'unheard';
    },
    async takesByLink(random) {
      const sent = links(company, 'a').slice(-6);
      return sent.length === 0 ? 'none' : String(await form(pick(random, sent).url, { action: 'take' }));
    },
    async waitsEarlier(random, { phone }) {
      const args = random() < 0.5 ? {} : { serviceType: 'AC Repair', customerName: 'Dana Miller' };
      return await byPhone('wait_list', args, phone, true);
    },
    async dispatcherHasWait(random, { phone }) {
      const request = await anyOf(random, phone, hasVisit);
      if (request === undefined) return 'none';
      return (await setWaiting(request, random() < 0.8 ? {} : 'off', who(), deps, deadline())).kind;
    },
    waitsByLink: (random, { phone }) =>
      onPage(random, phone, { action: 'earlier', on: pick(random, ['yes', 'yes', 'no']) }),
    async takesOffer(_, { phone }) {
      const offered = oracle
        .latest()
        .filter(
          (one) => one.accountId === accountId && one.customer.phone === phone && one.offers.length > 0,
        );
      const link = links(company, 'v').findLast(({ dispatchRequestId: id }) =>
        offered.some(({ dispatchRequestId }) => dispatchRequestId === id),
      );
      const found = offered.find(({ dispatchRequestId }) => dispatchRequestId === link?.dispatchRequestId);
      const offer = found?.offers.at(-1);
      if (link === undefined || found === undefined || offer === undefined) return 'none';
      const [hour, minute] = [Math.floor(offer.minute / 60), offer.minute % 60];
      const start = `${offer.date}T${[hour, minute].map((part) => String(part).padStart(2, '0')).join(':')}`;
      return String(await form(link.url, { action: 'take', version: String(found.version), start }));
    },
    async technicianPresses(random) {
      const sent = links(company, 't').slice(-4);
      if (sent.length === 0) return 'none';
      const { url, to } = pick(random, sent);
      const technician = company.technicians.find(({ phone, email }) => phone === to || email === to);
      const isToday = (iso: string) =>
        wallClockOf(ZONE, Math.floor(Date.parse(iso) / MINUTE_MS)).date ===
        wallClockOf(ZONE, Math.floor(now() / MINUTE_MS)).date;
      const visits = oracle
        .latest()
        .filter(
          ({ accountId: owner, appointment, status }) =>
            owner === accountId &&
            appointment?.technicianId === technician?.id &&
            !['canceled', 'completed', 'requested'].includes(status) &&
            isToday(appointment?.startsAt ?? ''),
        );
      if (visits.length === 0) return 'none';
      const { dispatchRequestId, version } = pick(random, visits);
      presses += random() < 0.8 ? 1 : 0;
      const fields = {
        action: pick(random, ['onMyWay', 'onMyWay', 'onMyWay', 'arrived', 'done', 'couldNot', 'note']),
        ...{ request: dispatchRequestId, version: String(version), key: `press ${presses}` },
        ...{ minutes: '20', reason: pick(random, ['parts', 'nobody_home']), note: 'The gate is open.' },
        // Some presses are sent long after they were made.
        pressedAt: new Date(now() - pick(random, [0, 0, 5, 45]) * MINUTE_MS).toISOString(),
      };
      const status = await form(url, fields);
      return String(random() < 0.3 ? await form(url, fields) : status);
    },
    async erases(random, customer) {
      if (random() < 0.5) return 'none';
      await erase(account, customer);
      oracle.forgotten(accountId, customer);
      replace(customer);
      return 'erased';
    },
    async erasedOpens(random) {
      const own = links(company, 'v').filter(({ to }) => gone.some(({ phone }) => phone === to));
      if (own.length === 0) return 'none';
      const status = await form(pick(random, own).url, { action: 'confirm', version: '1' });
      if (status < 400) oracle.wrong('not erased', { status });
      return String(status);
    },
  };
}
