import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { abortAt } from '../../../lib/aws/within-deadline.ts';

describe('the signal of a deadline', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('aborts when the clock comes to the deadline, and not before, whatever timers say', () => {
    const clock = { time: 1_000 };
    const signal = abortAt(1_500, () => clock.time);
    jest.advanceTimersByTime(500);
    const early = signal.aborted;
    clock.time = 1_500;
    jest.advanceTimersByTime(500);

    expect(early).toBe(false);
    expect(signal).toMatchObject({ aborted: true, reason: { name: 'TimeoutError' } });
  });

  it('aborts at once after the deadline', () => {
    const signal = abortAt(1_500, () => 2_000);
    jest.advanceTimersByTime(1);

    expect(signal.aborted).toBe(true);
  });
});
