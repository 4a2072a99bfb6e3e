import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from '@jest/globals';
import { isDue } from '../../lib/record/attention.ts';
import { HOUR_MS } from '../../lib/scheduling/time.ts';
import { callbacks } from '../../lib/wording/en/callbacks.ts';
import { asRead } from '../../lib/wording/en/office.ts';
import { promise } from '../support/call-promise.ts';
import { book, cancel, handOver, type Platform, startCall } from '../support/platforms/live-call.ts';
import { accountDocument, booking, type Service, startService } from './service.ts';

let service: Service | undefined;
afterEach(async () => {
  await service?.stop();
  service = undefined;
});
const start = async (over: Record<string, unknown> = {}) => {
  service = await startService(accountDocument(over));
  return service;
};
const nobodyThere = { transfer: {} };
const hidden = { from_number: 'anonymous' };

/** The answer, after a check of what backs it: a promise of a call needs an entry that is due. */
async function kept(running: Service, answer: { message: string }) {
  const promised = promise.test(answer.message);
  const due = (await running.stored.list('acme-hvac')).filter(isDue).map(asRead);
  if (promised) expect(due.map(({ needsReview }) => needsReview.length > 0)).toContain(true);
  return { promised, due };
}

const sources = readdirSync('lib', { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.ts'),
);

describe('the sentences of the service', () => {
  it('promise a callback to callers and on pages, each in one file, with the stored entry behind each promise', () => {
    const promising = sources.filter((path) => {
      const code = readFileSync(`lib/${path}`, 'utf8').replace(/\/\*\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
      return promise.test(code);
    });
    expect(promising).toEqual(['wording/en/callbacks.ts', 'wording/pages/en.ts']);
    const texts = Object.entries(callbacks).filter(([, said]) => typeof said === 'string');
    expect(texts.filter(([, said]) => promise.test(String(said)))).toEqual([]);
  });
});

describe.each<Platform>(['voiceone', 'voicetwo'])('on %s', (platform) => {
  const from = '+12125550123';

  it('a transfer without a number to dial stores a due entry for its promise', async () => {
    const running = await start(nobodyThere);
    const answer = await startCall(running, platform, 'call_1', from).ask(handOver, { reason: 'Price' });
    const { promised, due } = await kept(running, answer);
    expect(promised).toBe(true);
    expect(due).toMatchObject([{ kind: 'message', dueAt: answer.dueAt }]);
  });

  it('a transfer that cannot be stored promises no callback', async () => {
    const running = await start(nobodyThere);
    const call = startCall(running, platform, 'call_1', from);
    running.table.document.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          if (commandName !== 'TransactWriteItemsCommand') return await next(args);
          // Meanwhile, the call's time runs out.
          running.clock.now += 10_000;
          throw Object.assign(new Error('injected'), { name: 'ThrottlingException' });
        },
      { step: 'initialize', name: 'refuseWrites' },
    );
    const { error } = await call.ask(handOver, { reason: 'Price' });
    expect(error.code).toBe('temporarily_unavailable');
    expect(error.message).not.toMatch(promise);
    expect(await running.requests.list('acme-hvac')).toEqual([]);
  });

  it('a cancellation within the notice stays, with its reason, a flag and an event', async () => {
    const running = await start(nobodyThere);
    const { dispatchRequestId } = await startCall(running, platform, 'call_1', from).ask(book, booking());
    running.clock.now = Date.UTC(2026, 5, 10, 13) - HOUR_MS;
    const answer = await startCall(running, platform, 'call_2', from).ask(cancel, { reason: 'sick' });
    expect(answer).toMatchObject({ canceled: false, reason: 'needs_human', dispatchRequestId });
    const request = await running.requests.get(dispatchRequestId);
    expect(request).toMatchObject({ status: 'scheduled', dueAt: answer.dueAt });
    expect(request?.needsReview).toContain('cancellation');
    expect(request?.history.at(-1)).toMatchObject({
      why: 'asked to cancel: sick',
      callId: `${platform}:call_2`,
    });
    const [item] = await running.items(`REQUEST#${dispatchRequestId}`);
    expect(item?.events).toContain('dispatch-request.needs-review');
  });
});

describe('a promised callback is stored', () => {
  it('if the caller asks for a person and nobody can be dialed', async () => {
    const running = await start(nobodyThere);
    const answer = await running.call('transfer_call', { reason: 'Wants the owner' });
    expect(answer).toEqual({
      transferTo: null,
      dispatchRequestId: expect.stringMatching(/^dr_/),
      dueAt: '2026-06-01T13:00:00.000Z',
      message:
        'Nobody can take the call right now. Someone will call you at the number ending 0123 by 9 AM today.',
    });
    const { promised, due } = await kept(running, answer);
    expect(promised).toBe(true);
    expect(due).toMatchObject([
      { kind: 'message', topic: 'callback', notes: 'Asked for a person: Wants the owner' },
    ]);
  });

  it('and the number is withheld, asks for it and promises nothing', async () => {
    const running = await start(nobodyThere);
    const answer = await running.call('transfer_call', {}, hidden);
    expect(answer).toMatchObject({ transferTo: null, missing: ['customerPhone'] });
    expect(await kept(running, answer)).toEqual({ promised: false, due: [] });
  });

  it('if nobody can be dialed in an emergency', async () => {
    const running = await start(nobodyThere);
    const answer = await running.call('book_job', { urgency: 'emergency', notes: 'Smell of gas' });
    const { promised, due } = await kept(running, answer);
    expect(promised).toBe(true);
    expect(due).toMatchObject([
      { dispatchRequestId: answer.dispatchRequestId, urgency: 'emergency', dueAt: answer.dueAt },
    ]);
    expect(due[0]?.needsReview).toContain('callback');
    const unknown = await running.call('book_job', { urgency: 'emergency' }, { ...hidden, call_id: 'b' });
    expect(unknown).toMatchObject({ missing: ['address', 'customerPhone', 'customerName'] });
    expect(unknown.message).not.toMatch(promise);
  });

  it('once: a person who is asked for after an emergency is promised by its entry', async () => {
    const running = await start(nobodyThere);
    const emergency = await running.call('book_job', { urgency: 'emergency', notes: 'Smell of gas' });
    const answer = await running.call('transfer_call', { reason: 'Wants to know who is coming' });
    const { promised, due } = await kept(running, answer);
    expect(promised).toBe(true);
    expect(answer).toMatchObject({
      dispatchRequestId: emergency.dispatchRequestId,
      dueAt: emergency.dueAt,
      transferTo: null,
    });
    expect(due).toMatchObject([{ dispatchRequestId: emergency.dispatchRequestId, urgency: 'emergency' }]);
    expect(due[0]?.notes).toContain('Asked for a person: Wants to know who is coming');
  });

  it('if a call has reached its limit of bookings', async () => {
    const running = await start(nobodyThere);
    const visit = (date: string) => booking({ date, additionalVisit: true });
    const days = ['2026-06-08', '2026-06-09', '2026-06-10', '2026-06-11', '2026-06-12'];
    for (const date of days) await running.call('book_job', visit(date));
    const answer = await running.call('book_job', visit('2026-06-15'));
    expect(answer).toMatchObject({ confirmed: false, reason: 'needs_human', transferTo: null });
    const { promised, due } = await kept(running, answer);
    expect(promised).toBe(true);
    expect(due).toMatchObject([{ kind: 'message', topic: 'job', dueAt: answer.dueAt }]);
  });

  it.each([
    ['cancel_job', { reason: 'I am sick' }, 'cancellation', 'asked to cancel: I am sick'],
    ['reschedule_job', { date: '2026-06-11', time: '10:00' }, 'move', 'asked to move to 2026-06-11 10:00 AM'],
  ])('if the notice rules out %s', async (name, args, flag, why) => {
    const running = await start(nobodyThere);
    const { dispatchRequestId } = await running.call('book_job', booking());
    running.clock.now = Date.UTC(2026, 5, 10, 13) - HOUR_MS;
    const answer = await running.call(name, args, { call_id: 'call_2' });
    expect(answer).toMatchObject({
      reason: 'needs_human',
      dispatchRequestId,
      transferTo: null,
      message:
        "I've told the office. They will call you. Your appointment today, Wednesday, June 10 at 9 AM stays.",
    });
    const request = await running.requests.get(dispatchRequestId);
    expect(request).toMatchObject({ status: 'scheduled', dueAt: answer.dueAt });
    expect(request?.needsReview).toContain(flag);
    expect(request?.history.at(-1)).toMatchObject({ by: 'caller', why, callId: 'voiceone:call_2' });
    const [item] = await running.items(`REQUEST#${dispatchRequestId}`);
    expect(item?.events).toContain('dispatch-request.needs-review');
    // Repeating it gives the same answer.
    expect(await running.call(name, args, { call_id: 'call_2' })).toEqual(answer);
    expect((await running.requests.get(dispatchRequestId))?.version).toBe(request?.version);
    await running.review(dispatchRequestId);
    expect((await running.requests.get(dispatchRequestId))?.dueAt).toBeUndefined();
  });

  it('and the office is notified even if the caller is transferred', async () => {
    const running = await start();
    const { dispatchRequestId } = await running.call('book_job', booking());
    running.clock.now = Date.UTC(2026, 5, 10, 13) - HOUR_MS;
    const answer = await running.call('cancel_job');
    expect(answer).toMatchObject({ transferTo: '+12125550100', reason: 'needs_human' });
    expect(answer.message).toContain("I've told the office. I'm connecting you with someone now.");
    expect((await running.requests.get(dispatchRequestId))?.needsReview).toContain('cancellation');
  });

  it('and a platform that asks where to transfer to gets a question', async () => {
    const running = await start(nobodyThere);
    const call = { id: 'b', metadata: { assistantId: 'asst_acme' } };
    const { body } = await running.send('voicetwo', {
      message: { type: 'transfer-destination-request', call },
    });
    expect(body.error).toBe('Nobody can take the call right now. Shall I take a message?');
  });
});
