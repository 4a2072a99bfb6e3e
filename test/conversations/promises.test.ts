import { expect, it } from '@jest/globals';
import { parseAccount } from '../../lib/accounts/document/account-document.ts';
import { isDue } from '../../lib/record/attention.ts';
import { OutcomeUnknown, StorageUnavailable } from '../../lib/record/faults.ts';
import { changeStatus } from '../../lib/record/lifecycle.ts';
import { type DispatchRequest, hasEnded, isOpenMessage } from '../../lib/record/request.ts';
import { noteFailedTransfer } from '../../lib/voice/ended-call.ts';
import { runFunction, spokenMessage } from '../../lib/voice/run-function.ts';
import { wordsIn } from '../../lib/wording/index.ts';
import { accountDocument, booking, START } from '../functions/service.ts';
import { promise } from '../support/call-promise.ts';
import { createMemoryStores, type MemoryFault } from '../support/memory-stores.ts';
import { pick, randomFrom } from '../support/random.ts';

const CONVERSATIONS = 10_000;
const DEADLINE_MS = 2_500;
const WITHIN_NOTICE = Date.UTC(2026, 5, 10, 12);
const account = (over: object) => parseAccount(accountDocument({ booking: { horizonDays: 10 }, ...over }));
const accounts = [account({ transfer: {} }), account({ transfer: {} }), account({})];
const numbers = ['+12125550123', '+12125550188', 'withheld'];

const turns: readonly (readonly [string, object])[] = [
  ['transfer_call', { reason: 'Wants the owner' }],
  ['transfer_call', { reason: 'There is smoke' }],
  ['take_message', { about: 'The invoice', topic: 'billing' }],
  ['take_message', { about: 'A price', customerPhone: '212 555 0177' }],
  ['take_message', { about: '' }],
  ['take_message', { about: 'Call me', customerPhone: '55' }],
  ['book_job', { urgency: 'emergency', notes: 'I smell gas' }],
  ['book_job', { urgency: 'emergency', customerPhone: '212 555 0166' }],
  ['book_job', booking()],
  ['book_job', booking({ time: '13:00', notes: 'sparks from the panel' })],
  ['book_job', { serviceType: 'gas leak', urgency: 'routine' }],
  ['cancel_job', { reason: 'I am sick' }],
  ['reschedule_job', { date: '2026-06-11', time: '10:00' }],
];

/** One conversation of one or two calls, most of them with faults: what it promised, and what was stored. */
async function converse(seed: number): Promise<{ promised: number; broken: readonly string[] }> {
  const random = randomFrom(seed);
  const clock = { now: random() < 0.5 ? START : WITHIN_NOTICE };
  const faulty = random() < 0.6 ? 0.15 : 0;
  const kinds: readonly MemoryFault[] = ['down', 'contended', 'lost', 'unsent'];
  const { deps, requests } = createMemoryStores(
    () => (random() < faulty ? pick(random, kinds) : undefined),
    clock,
  );
  const entries = new Set<string>();
  const broken: string[] = [];
  let promised = 0;
  for (const callId of random() < 0.3 ? ['call_1', 'call_2'] : ['call_1']) {
    const number = pick(random, numbers);
    const caller = number === 'withheld' ? undefined : number;
    const said = pick(random, accounts);
    const call = { account: said, words: wordsIn('en'), integration: 'voiceone', callId, caller } as const;
    for (let turn = 0; turn < 2; turn++) {
      const [name, args] = pick(random, turns);
      const context = {
        ...call,
        invocation: `${callId}-${turn}`,
        now: clock.now,
        deadline: clock.now + DEADLINE_MS,
        remembered: async () => ({ place: {}, looks: [] }),
      };
      const outcome = await runFunction(name, { ...args }, context, deps);
      const message = spokenMessage(outcome);
      if (promise.test(message)) {
        promised += 1;
        const kept = entriesBehind(message, [...requests.values()]);
        if (kept.length === 0) broken.push(`${seed} ${name}: ${message}`);
        for (const { dispatchRequestId } of kept) entries.add(dispatchRequestId);
      }
      clock.now += 60_000;
    }
    await afterwards(random, callId, caller, said, { deps, requests, clock });
  }
  for (const id of entries) {
    const lost = whatIsLost(requests.get(id));
    if (lost !== undefined) broken.push(`${seed} ${id}: ${lost}`);
  }
  return { promised, broken };
}

/** Open entries with a due time that may back a promise, by the number that the promise names. */
function entriesBehind(message: string, stored: readonly DispatchRequest[]): readonly DispatchRequest[] {
  const ending = /ending (\d{4})/.exec(message)?.[1] ?? '';
  return stored.filter(
    (request) =>
      isDue(request) &&
      !hasEnded(request.status) &&
      request.needsReview.length > 0 &&
      (request.customer.phone ?? '').endsWith(ending),
  );
}

/** Why a promised callback can no longer be kept. An entry ends only as an appointment, or by a person. */
function whatIsLost(request: DispatchRequest | undefined): string | undefined {
  if (request === undefined) return 'is gone';
  if (hasEnded(request.status)) return undefined;
  if (request.status === 'requested' && !isDue(request)) return 'is open without a time';
  const waits = request.needsReview.some((flag) => flag === 'cancellation' || flag === 'move');
  return waits && !isDue(request) ? 'waits for a person without a time' : undefined;
}

/** The platform reports a failed transfer, or a dispatcher closes a message. */
async function afterwards(
  random: () => number,
  callId: string,
  caller: string | undefined,
  called: ReturnType<typeof account>,
  { deps, requests, clock }: ReturnType<typeof createMemoryStores> & { readonly clock: { now: number } },
): Promise<void> {
  const deadline = clock.now + DEADLINE_MS;
  try {
    if (random() < 0.3) {
      const by = { account: called, integration: 'voiceone', now: clock.now } as const;
      await noteFailedTransfer({ callId, caller }, by, deps, deadline);
    }
    const open = [...requests.values()].find(isOpenMessage);
    if (open === undefined || random() < 0.7) return;
    const who = { by: 'dispatcher:Robin', now: clock.now } as const;
    await changeStatus({ request: open, command: { to: 'completed' }, who }, deps, deadline);
  } catch (error) {
    if (!(error instanceof StorageUnavailable || error instanceof OutcomeUnknown)) throw error;
  }
}

it(`${CONVERSATIONS} conversations under faults promise no call without an entry with a time, and lose none`, async () => {
  let promised = 0;
  const broken: string[] = [];
  for (let seed = 1; seed <= CONVERSATIONS; seed++) {
    const found = await converse(seed);
    promised += found.promised;
    broken.push(...found.broken);
  }
  expect(broken.slice(0, 10)).toEqual([]);
  expect(promised).toBeGreaterThan(CONVERSATIONS / 4);
});
