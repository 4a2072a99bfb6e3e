import { storesOf, type Target } from '../../cli/target.ts';
import type { Account } from '../../lib/accounts/account.ts';
import { InvalidAccountDocument } from '../../lib/accounts/document/invalid-account-document.ts';
import {
  blockSeries,
  blockTime,
  unblockSeries,
  unblockTime,
} from '../../lib/booking/dispatchers/block-time.ts';
import { giveAppointment } from '../../lib/booking/dispatchers/dispatcher-appointment.ts';
import { planBlock } from '../../lib/record/block.ts';
import { type Command, changeStatus } from '../../lib/record/lifecycle.ts';
import { activeAppointment, type DispatchRequest, takesSeveral } from '../../lib/record/request.ts';
import { weekdays } from '../../lib/scheduling/calendar.ts';
import { addDays, HOUR_MS, utcDateOf } from '../../lib/scheduling/time.ts';
import { accountDocument, booking, type Service } from '../functions/service.ts';
import { pick } from '../support/random.ts';

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
/** Their dates differ for most of the day. */
const zones = ['America/Los_Angeles', 'Europe/Berlin', 'Asia/Tokyo', 'Pacific/Auckland'];
const hours = [
  [['00:00', '24:00']],
  [['06:00', '22:00']],
  [
    ['18:00', '02:00'],
    ['08:00', '12:00'],
  ],
] as const;
const crews = [['ana', 'ben'], ['ana'], ['ana', 'ben', 'cleo'], ['ben', 'cleo']];
const commands: readonly Command[] = [
  { to: 'dispatched' },
  { to: 'en_route' },
  { to: 'in_progress' },
  { to: 'completed' },
  { to: 'no_show' },
  { to: 'on_hold', why: 'parts' },
  { to: 'canceled', why: 'sold' },
];

/** A document of the company with random zone, hours and technicians. */
export function companyAt(random: () => number, timezone = pick(random, zones)) {
  const range = pick(random, hours);
  return accountDocument({
    timezone,
    hours: Object.fromEntries(days.map((day) => [day, range])),
    technicians: pick(random, crews).map((id) => ({ id, name: id })),
  });
}

/** The part of a function's answer that says how it went. */
interface Answer {
  readonly confirmed?: boolean;
  readonly canceled?: boolean;
  readonly error?: { readonly code: string };
}

function outcome({ confirmed, canceled, error }: Answer): string {
  if (error !== undefined) return error.code;
  return confirmed || canceled ? 'done' : 'refused';
}

/** One operation, chosen by random numbers; returns its outcome in a word. */
export type Operation = (random: () => number) => Promise<string>;

/** A service with two containers, whose cached accounts age independently. */
export function operationsOn(service: Service): Readonly<Record<string, Operation>> {
  const { clock, table, accounts } = service;
  const containers = [service.container(), service.container()];
  const dependencies = (): Target => storesOf(table, { now: () => new Date(clock.now) });
  const who = () => ({ by: 'dispatcher:kim' as const, now: clock.now });

  const company = async (): Promise<Account> => {
    const account = await accounts.byId('acme-hvac');
    if (account === undefined) throw new Error('The account is gone.');
    return account;
  };
  const anyRequest = async (random: () => number): Promise<DispatchRequest | undefined> => {
    const all = await service.stored.list('acme-hvac');
    return all.length === 0 ? undefined : pick(random, all);
  };
  const soon = (random: () => number): string =>
    addDays(utcDateOf(clock.now / 60_000), pick(random, [0, 1, 1, 2]));
  const wanted = (random: () => number) =>
    booking({
      date: soon(random),
      time: `${String(Math.floor(random() * 24)).padStart(2, '0')}:${pick(random, ['00', '30'])}`,
      serviceType: pick(random, ['AC Repair', 'Heating Repair']),
      urgency: pick(random, ['routine', 'routine', 'routine', 'emergency']),
      additionalVisit: random() < 0.1,
    });
  /** A day and a time would have to be those of the visit. */
  const unwanted = (random: () => number) => ({ ...wanted(random), date: undefined, time: undefined });
  const caller = (random: () => number) => {
    const line = Math.floor(random() * 8);
    return { callId: `call_${line}`, number: `+1212555013${line}` };
  };

  const byPhone =
    (name: string, args: (random: () => number) => Record<string, unknown> = wanted): Operation =>
    async (random) => {
      const { callId, number } = caller(random);
      const over = { call_id: callId, from_number: number };
      return outcome(await pick(random, containers).call(name, args(random), over));
    };

  const putAccount = async (next: ReturnType<typeof companyAt>): Promise<string> => {
    const before = await company();
    try {
      await accounts.put(next);
    } catch (error) {
      if (error instanceof InvalidAccountDocument) return 'refused';
      throw error;
    }
    return next.timezone === before.timezone ? 'stored' : 'stored in another zone';
  };
  let lastPut = Promise.resolve('');

  return {
    book: byPhone('book_job'),
    reschedule: byPhone('reschedule_job'),
    cancel: byPhone('cancel_job', unwanted),

    async bookOnPlatformTwo(random) {
      const { callId, number } = caller(random);
      const call = { id: callId, metadata: { assistantId: 'asst_acme' }, customer: { number } };
      const functionCall = { name: 'bookAppointment', parameters: wanted(random) };
      const message = { type: 'function-call', call, functionCall };
      return outcome((await pick(random, containers).send('voicetwo', { message })).body.result);
    },

    async changeStatus(random) {
      const request = await anyRequest(random);
      const command = pick(random, commands);
      if (request === undefined) return 'none';
      const deps = dependencies();
      return (await changeStatus({ request, command, who: who() }, deps, deps.deadline)).kind;
    },

    async giveAppointment(random) {
      const request = await anyRequest(random);
      const [account, date, minute] = [await company(), soon(random), Math.floor(random() * 48) * 30];
      if (request === undefined) return 'none';
      const deps = dependencies();
      const command = request.appointment === undefined ? 'schedule' : 'move';
      const order = { command, account, request, date, minute, who: who() } as const;
      return (await giveAppointment(order, deps, deps.deadline)).kind;
    },

    async giveSeveral(random) {
      const request = await anyRequest(random);
      const account = await company();
      const [date, minute] = [soon(random), Math.floor(random() * 48) * 30];
      if (request === undefined) return 'none';
      const deps = dependencies();
      const anyone = () => pick(random, account.technicians).id;
      const maybe = <T>(make: () => T) => (random() < 0.5 ? make() : undefined);
      const later = () => ({
        ...{ date: addDays(date, pick(random, [0, 1, 1, 2])), minute: Math.floor(random() * 48) * 30 },
        ...{ technician: maybe(anyone), crew: pick(random, [[], [], [anyone()]]) },
      });
      const order = {
        ...{ account, request, date, minute, who: who() },
        command: request.appointment === undefined ? ('schedule' as const) : ('move' as const),
        technician: maybe(anyone),
        crew: maybe(() => pick(random, [[], [anyone()], [anyone(), anyone()]])),
        ...pick(random, [{}, { visit: 2 }, { later: [later()] }, { later: [later(), later()] }]),
        overHolds: random() < 0.3,
        override: random() < 0.2 ? 'The customer insists' : undefined,
      };
      const result = await giveAppointment(order, deps, deps.deadline);
      const several = takesSeveral(activeAppointment(result.request)) ? ' several' : '';
      return result.kind === 'refused' ? result.refusal.reason : `${result.kind}${several}`;
    },

    async block(random) {
      const account = await company();
      const technician = pick(random, account.technicians);
      const [date, hour] = [soon(random), Math.floor(random() * 20)];
      const time = (at: number) =>
        `${date}T${String(at).padStart(2, '0')}:${pick(random, ['00', '10', '45'])}`;
      const times = { from: time(hour), to: time(hour + 1 + Math.floor(random() * 3)) };
      const planned = planBlock({ account, technician, ...times, reason: 'training', ...who() });
      if (typeof planned === 'string') return planned;
      const deps = dependencies();
      return (await blockTime(planned, deps, deps.deadline)).kind;
    },

    async blockOften(random) {
      const account = await company();
      const technician = pick(random, account.technicians);
      const [date, hour] = [soon(random), Math.floor(random() * 20)];
      const time = (at: number) => `${date}T${String(at).padStart(2, '0')}:00`;
      const [from, to] = [time(hour), time(hour + 1 + Math.floor(random() * 3))];
      const repeat = { from, to, weekdays: weekdays.filter(() => random() < 0.6), until: addDays(date, 4) };
      const deps = dependencies();
      const wanted = { account, technician, from, to, repeat, reason: 'training', ...who() };
      const result = await blockSeries(wanted, deps, deps.deadline);
      if (typeof result === 'string') return result;
      const [last] = result.made.slice(-1);
      if (last?.repeat === undefined || random() < 0.5)
        return result.made.length > 0 ? 'blocked' : 'occupied';
      const when = { account, now: clock.now };
      await unblockSeries({ ...last, repeat: last.repeat }, 'all', when, deps, deps.deadline);
      return 'unblocked';
    },

    async unblock(random) {
      const deps = dependencies();
      const all = await deps.blocks.list('acme-hvac', '', deps.deadline);
      if (all.length === 0) return 'none';
      const freed = await unblockTime(pick(random, all).blockId, deps, deps.deadline);
      return freed === undefined ? 'gone' : 'unblocked';
    },

    putAccount(random) {
      // One after the other, because of two at once one is asked to try again.
      lastPut = lastPut.then(() => putAccount(companyAt(random)));
      return lastPut;
    },

    async letTimePass(random) {
      clock.now += pick(random, [1, 5, 12, 24 * 4]) * HOUR_MS;
      return 'passed';
    },
  };
}
