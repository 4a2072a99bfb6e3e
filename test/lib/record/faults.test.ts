import { describe, expect, it } from '@jest/globals';
import { faultName, OutcomeUnknown, StorageUnavailable } from '../../../lib/record/faults.ts';

const named = (name: string, over: object = {}) =>
  Object.assign(new Error('of Dana Miller'), { name, ...over });

describe('the name of a fault', () => {
  it.each([
    [new TypeError('x'), 'TypeError'],
    [
      new StorageUnavailable({ cause: named('ProvisionedThroughputExceededException') }),
      'StorageUnavailable < ProvisionedThroughputExceededException',
    ],
    [
      new OutcomeUnknown({ cause: named('TimeoutError', { code: 'ETIMEDOUT' }) }),
      'OutcomeUnknown < TimeoutError ETIMEDOUT',
    ],
    [named('Odd name of Dana Miller'), ''],
    ['no error', undefined],
  ])('is that of its class and of its causes (%#)', (error, name) => {
    expect(faultName(error)).toBe(name);
  });

  it('ends with circular causes', () => {
    const first = new Error('first');
    first.cause = new Error('second', { cause: first });
    expect(faultName(first)?.split(' < ')).toHaveLength(5);
  });
});
