import { afterAll, beforeAll, beforeEach, expect } from '@jest/globals';
import { parseAccount } from '../../../lib/accounts/document/account-document.ts';
import { allStores, type ContainerDependencies, realDependencies } from '../../../lib/aws/composition.ts';
import { createAccountStore } from '../../../lib/aws/stores/account-store.ts';
import { createBlockStore } from '../../../lib/aws/stores/block-store.ts';
import { createLinkStore } from '../../../lib/aws/stores/link-store.ts';
import { appointmentOf, scheduled } from '../../../lib/booking/appointment.ts';
import { bookingId } from '../../../lib/booking/booking-request.ts';
import { type Block, planBlock } from '../../../lib/record/block.ts';
import { holdIdFor, type StandingHold } from '../../../lib/record/hold.ts';
import { decideTransition } from '../../../lib/record/lifecycle.ts';
import { newLink } from '../../../lib/record/link.ts';
import type { Change } from '../../../lib/record/ports.ts';
import type { Scheduled } from '../../../lib/record/request.ts';
import { holderOf } from '../../../lib/scheduling/occupancy.ts';
import { accountDocument } from '../../functions/service.ts';
import { createTestTable, type TestTable } from '../../support/database.ts';
import { createFaultyDocument } from '../../support/faulty-document.ts';

export const START = Date.UTC(2026, 5, 1, 12);
/** As in a live call. In these tests only pauses advance the clock. */
const WITHIN_MS = 2_500;
export const DEADLINE = START + WITHIN_MS;
export const PHONE = '+12125550123';
/** Of callers whose number remembers their bookings. */
export const NUMBER = '+12125550124';
export const SPAN = { from: START / 60_000, to: START / 60_000 + 30 * 1440 };

const account = parseAccount(accountDocument());
export const { accountId } = account;
export const clock = { now: START };
export const faulty = createFaultyDocument();
export let table: TestTable;
export let stores: ReturnType<typeof storesOf>;

function storesOf(dependencies: ContainerDependencies) {
  const { requests, schedule, customers, holds, memory, answers, leads, refusedLeads, calls } =
    allStores(dependencies);
  const [blocks, accounts] = [createBlockStore(dependencies), createAccountStore(dependencies)];
  const links = createLinkStore(dependencies);
  return {
    requests,
    schedule,
    customers,
    holds,
    memory,
    answers,
    leads,
    refusedLeads,
    calls,
    blocks,
    accounts,
    links,
  };
}

function dependenciesOver(document: ContainerDependencies['document']): ContainerDependencies {
  const pause = async (ms: number) => {
    clock.now += ms;
  };
  const real = realDependencies({ document, tableName: table.tableName });
  return { ...real, now: () => clock.now, pause, random: () => 0.5 };
}

beforeAll(async () => {
  table = await createTestTable();
  await createAccountStore(dependenciesOver(table.document)).put(accountDocument());
  stores = storesOf(dependenciesOver(faulty.document));
});
beforeEach(() => {
  clock.now = START;
  faulty.plan(undefined);
});
afterAll(async () => {
  faulty.document.destroy();
  await table.destroy();
});

/** Every booking, lead and block of these tests has its own hour. */
let hours = 0;

/** A number that no other test uses. */
export function anotherNumber(): number {
  hours += 1;
  return hours;
}

export function newBooking(): Scheduled {
  hours += 1;
  const [service] = account.serviceTypes;
  const [technician] = account.technicians;
  if (service === undefined || technician === undefined) throw new Error('The account has a service');
  const wanted = { account, service, date: '2026-06-10', minute: 540, now: START };
  const order = {
    ...wanted,
    integration: 'voiceone' as const,
    callId: `call_${hours}`,
    review: [],
    additionalVisit: false,
    urgency: 'routine' as const,
    customer: { phone: PHONE, name: 'Dana' },
    canonicalArguments: '',
  };
  const start = START / 60_000 + 10 * 1440 + hours * 180;
  return scheduled(
    order,
    bookingId(order),
    appointmentOf(wanted, { start, minute: wanted.minute, technicians: [] }, technician),
    undefined,
  );
}

export async function storedBooking(): Promise<Scheduled> {
  const next = newBooking();
  expect(await stores.requests.commit({ next }, DEADLINE)).toEqual({ kind: 'stored' });
  return next;
}

const QUARTER_MS = 900_000;

/** A hold of a new call, for a quarter of an hour that no other test uses. */
export function newHold(until = START + 60_000, bucket = START / QUARTER_MS + 400 + anotherNumber()) {
  const call = { accountId, integration: 'voiceone', callId: `call_${anotherNumber()}` } as const;
  const startsAt = new Date(bucket * QUARTER_MS).toISOString();
  const date = startsAt.slice(0, 10);
  const holdId = holdIdFor(call, undefined);
  const next: StandingHold = {
    ...{ accountId, holdId, version: 1, invocations: [], keptUntil: until },
    hold: {
      ...{ holder: holderOf(holdId, until), serviceTypeId: 'ac-repair' },
      ...{ date, minute: 0, startsAt, endsAt: startsAt, technicianId: 'ana', technician: 'Ana' },
      claims: [{ date, technicianId: 'ana', buckets: [bucket] }],
    },
  };
  const seen = (holder?: string) =>
    new Map([['ana', new Map(holder === undefined ? [] : [[bucket, holder]])]]);
  return { call, next, bucket, seen, change: { next, call, seen: seen(), kept: [] } };
}

export function newBlock(): Block {
  hours += 1;
  const day = new Date(START + (40 + hours) * 86_400_000).toISOString().slice(0, 10);
  const [technician] = account.technicians;
  if (technician === undefined) throw new Error('The account has a technician');
  const when = { from: `${day}T09:00`, to: `${day}T10:00` };
  const block = planBlock({ account, technician, ...when, reason: 'x', by: 'dispatcher:kim', now: START });
  if (typeof block === 'string') throw new Error(block);
  return block;
}

export function newVisitLink() {
  const token = Buffer.alloc(16, anotherNumber().toString().padStart(16, '0'));
  const facts = { kind: 'visit', accountId, dispatchRequestId: 'dr_0123456789abcdefghjk' } as const;
  return newLink(facts, { baseUrl: 'https://pages.example.com', token, now: START }).link;
}

export async function storedLink() {
  const link = newVisitLink();
  await stores.links.put(link, DEADLINE);
  return link;
}

export async function storedBlock(): Promise<Block> {
  const block = newBlock();
  expect(await stores.blocks.put(block, new Map(), DEADLINE)).toBe('stored');
  return block;
}

export function cancellation(previous: Scheduled): Change {
  const who = { by: 'caller', now: START } as const;
  const transition = decideTransition(previous, { to: 'canceled', why: 'x' }, who);
  if (transition.kind !== 'change') throw new Error(transition.kind);
  return { next: transition.next, previous };
}
