import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { abortedAt } from '../../../../lib/aws/table/operations.ts';

/** A request that is never answered, and its outcome. */
const unanswered = ({ abortSignal }: { readonly abortSignal: AbortSignal }) =>
  new Promise<never>((_, reject) => {
    abortSignal.addEventListener('abort', () => reject(abortSignal.reason));
  });

describe('a request with a deadline', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is aborted at the deadline of the clock, whatever timers do', async () => {
    const clock = { time: 1_000 };
    const ended = jest.fn();
    const sent = abortedAt(1_500, () => clock.time, unanswered).catch(ended);
    await jest.advanceTimersByTimeAsync(500);
    const early = ended.mock.calls.length;
    clock.time = 1_500;
    await jest.advanceTimersByTimeAsync(500);
    await sent;

    expect(early).toBe(0);
    expect(ended).toHaveBeenCalledWith(expect.objectContaining({ name: 'TimeoutError' }));
  });

  it('is aborted at once after the deadline, without a timer that Node warns of', async () => {
    const ended = jest.fn();
    const timer = jest.spyOn(globalThis, 'setTimeout');
    const sent = abortedAt(1_500, () => 2_000, unanswered).catch(ended);
    await jest.advanceTimersByTimeAsync(1);
    await sent;

    expect(ended).toHaveBeenCalledTimes(1);
    expect(timer).toHaveBeenCalledWith(expect.any(Function), 0);
  });

  it.each([92 * 86_400_000, Number.POSITIVE_INFINITY])(
    'does not poll the clock until a deadline %d ms ahead',
    (ahead) => {
      const now = jest.fn(() => 0);
      void abortedAt(ahead, now, unanswered);
      jest.advanceTimersByTime(60_000);

      expect(now.mock.calls.length).toBeLessThan(5);
    },
  );

  it('leaves no timer that keeps an answered request in memory', async () => {
    await abortedAt(
      60_000,
      () => 0,
      async () => 'answered',
    );

    expect(jest.getTimerCount()).toBe(0);
  });
});
