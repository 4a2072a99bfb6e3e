import { hash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it, jest } from '@jest/globals';
import { HOUR_MS, MINUTE_MS } from '../../lib/scheduling/time.ts';
import type { Service } from '../functions/service.ts';
import { everyDay } from '../lib/accounts/on-call-document.ts';

// biome-ignore lint/suspicious/noExplicitAny: the answers of all functions.
type Answer = any;
type Args = Readonly<Record<string, unknown>>;

/** What a story may do; each answer is kept. */
interface Scene {
  readonly service: Service;
  call(name: string, args?: Args, callId?: string, over?: Args): Promise<Answer>;
  lead(customData: Args, contact?: Args): Promise<string>;
  remind(): Promise<void>;
  /** Changes a request as a dispatcher does. */
  dispatcher(
    change: 'acknowledge' | 'split' | 'note' | 'review' | 'routine',
    id: string,
    note?: string,
  ): Promise<void>;
}

const always = everyDay(['00:00', '24:00']);
const noPeople = { transfer: {} };
const people = {
  onCall: [
    { technicianId: 'ana', phone: '+12125550101', role: 'first', hours: always },
    { name: 'Kim', phone: '+12125550102', role: 'manager', hours: always },
  ],
  emergency: { acknowledgeMinutes: 5 },
};
const technicians = [
  { id: 'ana', name: 'Ana' },
  { id: 'ben', name: 'Ben' },
];
const visit = {
  ...{ date: '2026-06-10', time: '09:00', serviceType: 'AC Repair' },
  ...{ customerName: 'Dana Miller', address: '9 Oak Avenue' },
};
const OTHER = { from_number: '+12125550188' };

const stories: Readonly<
  Record<string, readonly [account: Record<string, unknown>, play: (scene: Scene) => Promise<void>]>
> = {
  'a visit that is booked, moved and canceled': [
    { technicians },
    async ({ call, service }) => {
      await call('check_availability', { serviceType: 'AC Repair', date: '2026-06-10' });
      await call('check_availability', { serviceType: 'AC Repair', date: '2026-06-13' });
      await call('book_job', { ...visit, date: '2026-06-13' });
      await call('book_job', { ...visit, time: 'at dawn' });
      const invocation = { transcript: 'the same turn' };
      await call('book_job', visit, 'call_1', invocation);
      await call('book_job', visit, 'call_1', invocation);
      await call('book_job', { ...visit, notes: 'It rattles.', gateCode: '4711' });
      await call('reschedule_job', { technician: 'somebody else' });
      // Asked again, the technician must not be replaced again.
      await call('reschedule_job', { technician: 'somebody else' });
      await call('reschedule_job', { date: '2026-06-11', time: '10:00' }, 'call_2');
      await call('book_job', { ...visit, date: '2026-06-11', time: '10:00' }, 'call_3', OTHER);
      await call('update_job', { notes: 'Ring twice.' }, 'call_2');
      await call('cancel_job', { reason: 'emergency at work' }, 'call_2');
      await call('cancel_job', { reason: 'emergency at work' }, 'call_2');
      service.clock.now += HOUR_MS;
      await call('lookup_customer', {}, 'call_4');
    },
  ],
  'changes that only a person may make': [
    noPeople,
    async ({ call, dispatcher, service }) => {
      const { dispatchRequestId } = await call('book_job', visit);
      service.clock.now = Date.UTC(2026, 5, 10, 12);
      for (let time = 0; time < 2; time++) {
        await call('cancel_job', { reason: 'sick' }, 'call_2');
        await call('reschedule_job', { date: '2026-06-11', time: '10:00' }, 'call_2');
        await call('update_job', { address: '66 Elsewhere Road', notes: 'Ring twice.' }, 'call_2');
      }
      await dispatcher('review', dispatchRequestId);
      await call('cancel_job', { reason: 'sick' }, 'call_3');
      await dispatcher('note', dispatchRequestId, 'Asked for a person.');
    },
  ],
  'emergencies and who hears of them': [
    { ...people, technicians },
    async ({ call, lead, remind, dispatcher, service }) => {
      const report = { urgency: 'emergency', serviceType: 'AC Repair', customerName: 'Dana Miller' };
      const { dispatchRequestId } = await call('book_job', report);
      await call('book_job', report);
      await call('book_job', { ...report, notes: 'Water everywhere' }, 'call_2');
      service.clock.now += 6 * MINUTE_MS;
      await remind();
      await lead({ urgency: 'emergency', notes: 'No heat' });
      await dispatcher('acknowledge', dispatchRequestId);
      // After an acknowledgment, another danger alerts people again.
      await call('book_job', { ...report, notes: 'I smell gas' }, 'call_3');
      await call('take_message', { about: 'There is smoke in the attic' }, 'call_4');
      await call('check_availability', { serviceType: 'there is a fire' }, 'call_5', OTHER);
      await call('cancel_job', { reason: 'the gas smell is gone' }, 'call_3');
      service.clock.now += 10 * MINUTE_MS;
      await remind();
      await dispatcher('routine', dispatchRequestId);
    },
  ],
  'emergencies that are booked': [
    { ...people, technicians, emergency: { acknowledgeMinutes: 5, book: true } },
    async ({ call }) => {
      await call('book_job', { ...visit, urgency: 'emergency', notes: 'It sparks' });
      await call('book_job', { ...visit, urgency: 'emergency' });
      await call('book_job', visit);
      await call('transfer_call', { reason: 'Who is coming?' });
    },
  ],
  'messages and promised calls': [
    noPeople,
    async ({ call, remind, service }) => {
      await call('take_message', { about: 'The invoice is wrong.', topic: 'billing' });
      await call('take_message', { about: 'The invoice is wrong.', when: 'after 3' });
      await call('take_message', { about: 'Asked for a person.' }, 'call_2');
      await call('transfer_call', {}, 'call_2');
      await call('transfer_call', { reason: 'The owner' }, 'call_2');
      await call('take_message', { customerPhone: '55' }, 'call_3');
      const emergency = { urgency: 'emergency', serviceType: 'AC Repair', notes: 'Smell of gas' };
      await call('book_job', emergency, 'call_4', OTHER);
      await call('transfer_call', { reason: 'Who is coming?' }, 'call_4', OTHER);
      service.clock.now += 48 * HOUR_MS;
      await remind();
      await call('book_job', visit, 'call_5');
    },
  ],
  'forms, and calls about them': [
    { technicians },
    async ({ call, lead, dispatcher, service }) => {
      const first = { preferredDate: '2026-06-12', preferredTime: 'after work', urgency: 'very' };
      await lead({ ...first, notes: 'From the form.' }, { email: 'dana@example.com' });
      service.clock.now += 10 * MINUTE_MS;
      const { dispatchRequestId } = await call('book_job', visit);
      await lead({ notes: 'Also the hall.' }, { address: '1 Other Street' });
      await lead({ notes: 'Also the hall.', urgency: 'emergency' });
      await dispatcher('split', dispatchRequestId);
      await dispatcher('split', dispatchRequestId);
      await lead({ serviceRequested: 'the thing in the cellar', notes: 'smells like gas' });
      await call('book_job', { ...visit, customerName: 'Lee Roe', technician: 'anyone but Ana' }, 'call_2');
      await call('book_job', { ...visit, serviceType: 'furnace repair', time: '13:00' }, 'call_3', OTHER);
    },
  ],
};

/** Another text of the same length. */
function another(text: string): string {
  const letters = hash('sha256', text, 'hex').replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)));
  return letters.repeat(Math.ceil(text.length / letters.length)).slice(0, text.length);
}

/** The same with every text in it, or that it returns, replaced by another one. */
function inOtherWords(value: unknown): unknown {
  if (typeof value === 'string') return another(value);
  if (typeof value === 'function') {
    return (...given: unknown[]) => {
      const answer: unknown = value(...given);
      return typeof answer === 'string' || Array.isArray(answer) ? inOtherWords(answer) : answer;
    };
  }
  if (Array.isArray(value)) return value.map(inOtherWords);
  if (typeof value !== 'object' || value === null || value instanceof Map) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inOtherWords(one)]));
}

const words = resolve(import.meta.dirname, '../../lib/wording/en');
const nextSteps = resolve(import.meta.dirname, '../../lib/wording/next-steps.ts');

/** Plays a story, and returns all that it answered and stored. */
async function played(name: string, isInOtherWords: boolean): Promise<{ told: string[]; facts: unknown }> {
  const [account, play] = stories[name] ?? [];
  const answers: Answer[] = [];
  const told: string[] = [];
  let facts: unknown;
  await jest.isolateModulesAsync(async () => {
    for (const path of [...readdirSync(words).map((file) => `${words}/${file}`), nextSteps]) {
      if (isInOtherWords) jest.doMock(path, () => inOtherWords(jest.requireActual(path)));
      else jest.dontMock(path);
    }
    const { accountDocument, startService } = await import('../functions/service.ts');
    const { runReminders } = await import('../functions/reminders-fixture.ts');
    const changes = await import('../../lib/record/dispatcher-changes.ts');
    const { splitRequest } = await import('../../lib/record/merged-request.ts');
    const service = await startService(accountDocument(account));
    const { deps } = service.container();
    const until = () => service.clock.now + 10_000;
    let leads = 0;
    await play?.({
      service,
      async call(fn, args = {}, call_id = 'call_1', over = {}) {
        service.clock.now += 1_000;
        const answer = await service.call(fn, args, { call_id, ...over });
        told.push(String(answer.message));
        answers.push(answer);
        return answer;
      },
      async lead(customData, contact = {}) {
        leads += 1;
        service.clock.now += 1_000;
        const person = { id: `contact_${leads}`, firstName: 'Dana', phone: '+12125550123', ...contact };
        const { body } = await service.send('crm', {
          ...{ type: 'WorkflowWebhook', locationId: 'loc_acme', contact: person },
          customData: { serviceRequested: 'AC Repair', ...customData },
        });
        answers.push(body);
        return body.dispatchRequestId;
      },
      async remind() {
        answers.push(await runReminders(service));
      },
      async dispatcher(change, id, note = '') {
        service.clock.now += 1_000;
        const request = await service.stored.get(id);
        if (request === undefined) throw new Error('No such request');
        const who = { by: 'dispatcher:Robin', now: service.clock.now } as const;
        const { kind } = await {
          acknowledge: () => changes.acknowledge(request, who, deps, until()),
          split: () => splitRequest(request, who, deps, until()),
          note: () => changes.addNote(request, note, {}, who, deps, until()),
          review: () => changes.markReviewed(request, who, deps, until()),
          routine: () => changes.setUrgency(request, 'routine', who, deps, until()),
        }[change]();
        answers.push(kind);
      },
    });
    const { Items = [] } = await service.table.document.send(
      new ScanCommand({ TableName: service.table.tableName }),
    );
    facts = withoutWords({ answers, items: Items });
    await service.stop();
  });
  jest.resetModules();
  return { told, facts };
}

/** Answers and items without sentences and without ids that differ each time, in an order that doesn't. */
function withoutWords({ answers, items }: { answers: Answer[]; items: Record<string, unknown>[] }): unknown {
  const ids = [...new Set(JSON.stringify(answers).match(/dr_\w{20}/g))];
  const named = (text: string) =>
    text
      .replace(/dr_\w{20}/g, (id) => (ids.includes(id) ? `request ${ids.indexOf(id)}` : 'another request'))
      .replace(/\[\d+,\d+\]|"(?:requestId|ms|deliveryDigest)":(?:"[^"]*"|[\d.]+),?/g, '');
  /** Sentences, what the model is told to send, and the token of a write. */
  const differing = /^(?:message|nextStep|expected|says|written)$/;
  const stripped = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(stripped);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value)
      .filter(([name]) => !differing.test(name))
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(
      entries.map(([name, one]) => [
        name,
        name === 'answer' && typeof one === 'string' ? stripped(JSON.parse(one)) : stripped(one),
      ]),
    );
  };
  const textOf = (value: unknown) => named(JSON.stringify(stripped(value)));
  return { answers: answers.map(textOf), items: items.map(textOf).toSorted() };
}

describe('every sentence in other words changes nothing but the words of', () => {
  it.each(Object.keys(stories))('%s', async (name) => {
    const [real, other] = [await played(name, false), await played(name, true)];
    expect(other.facts).toEqual(real.facts);
    const isSame = real.told.map((message, index) => message === other.told[index]);
    expect(isSame).not.toContain(true);
  });
});
