import { AsyncLocalStorage } from 'node:async_hooks';
import { TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { accountDocument, booking, type Service, startService } from './service.ts';

let service: Service;
/** Runs something beside the function, which does not have its rights. */
let beside: <Result>(run: () => Result) => Result;
beforeEach(async () => {
  service = await startService();
  beside = AsyncLocalStorage.snapshot();
});
afterEach(() => service.stop());

type Step = 'transaction' | 'read' | 'index';

/** Runs `before` each operation of the database in a step, with the operation's number from 1. */
function during(step: Step, before: (send: () => Promise<unknown>, nth: number) => Promise<unknown>) {
  let count = 0;
  let isBusy = false;
  service.table.document.middlewareStack.add(
    (next) => async (args) => {
      const { input } = args;
      const kind: Step | undefined =
        'TransactItems' in input
          ? 'transaction'
          : 'Key' in input
            ? 'read'
            : 'IndexName' in input
              ? 'index'
              : undefined;
      if (kind !== step || isBusy) return await next(args);
      count += 1;
      let answer: Awaited<ReturnType<typeof next>> | undefined;
      isBusy = true;
      try {
        await before(async () => {
          answer = await next(args);
        }, count);
      } finally {
        isBusy = false;
      }
      return answer ?? (await next(args));
    },
    { step: 'initialize', name: `during ${step}` },
  );
  return () => service.table.document.middlewareStack.remove(`during ${step}`);
}

const conflict = () => new TransactionConflictException({ message: 'conflict', $metadata: {} });
const lost = () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });

describe('a booking without an answer', () => {
  it('is not said to have failed if somebody else has changed it since', async () => {
    let isChanged = false;
    const stop = during('transaction', async (send, nth) => {
      if (isChanged) return;
      if (nth === 1) await send();
      service.clock.now += nth === 1 ? 1_500 : 600;
      throw lost();
    });
    during('read', async () => {
      const [request] = await beside(() => service.requests.list('acme-hvac'));
      if (request === undefined || isChanged) return;
      isChanged = true;
      stop();
      await beside(() => service.change(request.dispatchRequestId, { to: 'dispatched' }));
      service.clock.now += 400;
    });
    const answer = await service.call('book_job', booking());
    expect((await service.requests.list('acme-hvac')).map(({ status }) => status)).toEqual(['dispatched']);
    expect(answer).toMatchObject({ error: { code: 'outcome_unknown' } });
  });
});

describe('an emergency that loses a race while the indexes are slow', () => {
  const onCall = (technicianId: string, role: string, end: string) => ({
    technicianId,
    role,
    phone: `+1212555015${end}`,
    hours: Object.fromEntries(
      ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [
        day,
        [['00:00', '24:00']],
      ]),
    ),
  });

  it('adds to the emergency that it found before', async () => {
    await service.stop();
    service = await startService(
      accountDocument({
        technicians: [
          { id: 'ana', name: 'Ana' },
          { id: 'ben', name: 'Ben' },
        ],
        onCall: [onCall('ana', 'first', '1'), onCall('ben', 'backup', '2')],
        emergency: { book: true, acknowledgeMinutes: 10 },
      }),
    );
    const report = (over = {}) => booking({ urgency: 'emergency', date: 'today', ...over });
    const first = await service.call('book_job', report());
    service.clock.now += 600_000;
    let hasLost = false;
    during('transaction', async () => {
      if (hasLost) return;
      hasLost = true;
      throw conflict();
    });
    const stop = during('index', async () => {
      if (!hasLost) return;
      service.clock.now += 700;
      throw Object.assign(new Error('throttled'), { name: 'ThrottlingException' });
    });
    const second = { call_id: 'call_2', from_number: '+12125550123' };
    const again = await service.call('book_job', report({ notes: 'water everywhere' }), second);
    stop();
    expect(again).toMatchObject({ dispatchRequestId: first.dispatchRequestId });
    expect(await service.requests.list('acme-hvac')).toHaveLength(1);
  });
});

describe('a booking that loses a race while the account changes', () => {
  it.each([
    ['a removed technician', { technicians: [{ id: 'ben', name: 'Ben' }] }, { technician: 'Ben' }],
    ['hours that are closed now', { hours: { thursday: [['08:00', '17:00']] } }, { reason: 'closed' }],
  ])('is decided on the new account: %s', async (_, over, expected) => {
    let hasLost = false;
    const both = [
      { id: 'ana', name: 'Ana' },
      { id: 'ben', name: 'Ben' },
    ];
    await service.accounts.put(accountDocument({ technicians: both.slice(0, 1) }));
    during('transaction', async (_send, nth) => {
      if (hasLost) return;
      hasLost = nth === 1;
      await beside(() => service.accounts.put(accountDocument(over)));
      throw conflict();
    });
    expect(await service.call('book_job', booking())).toMatchObject(expected);
  });

  it('moves to nobody who was removed', async () => {
    await service.call('book_job', booking());
    let hasLost = false;
    during('transaction', async () => {
      if (hasLost) return;
      hasLost = true;
      await beside(() =>
        service.accounts.put(accountDocument({ technicians: [{ id: 'ben', name: 'Ben' }] })),
      );
      throw conflict();
    });
    expect(await service.call('reschedule_job', { date: '2026-06-11', time: '10:00' })).toMatchObject({
      confirmed: true,
      technician: 'Ben',
    });
  });
});
