import { describe, expect, it } from '@jest/globals';
import { accountDocument, booking } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const service = servicePerTest(() => accountDocument());

/** What is answered to a caller whose commands with such names fail, each after 700 ms of the clock. */
async function whileRefused<T>(
  commands: RegExp,
  ask: () => Promise<T>,
  { error = { name: 'ThrottlingException' } } = {},
): Promise<T> {
  // The account is known to the container.
  await service().call('get_business_hours');
  service().table.document.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        if (!commands.test(commandName)) return await next(args);
        service().clock.now += 700;
        throw Object.assign(new Error('injected'), error);
      },
    { step: 'initialize', name: 'refusing' },
  );
  try {
    return await ask();
  } finally {
    service().table.document.middlewareStack.remove('refusing');
  }
}

describe('what is said while the database is down is true for the function', () => {
  it.each([
    ['check_availability', { serviceType: 'AC Repair', date: '2026-06-10' }],
    ['lookup_customer', {}],
  ])('a look-up: %s', async (name, args) => {
    const { error } = await whileRefused(/./, () => service().call(name, args));
    expect(error).toEqual({
      code: 'temporarily_unavailable',
      message:
        "I couldn't look that up just now, because our system isn't responding. Let me try that again.",
    });
  });

  it.each([
    ['book_job', booking()],
    ['create_customer', { customerName: 'Dana Miller' }],
  ])('a change: %s', async (name, args) => {
    const { error } = await whileRefused(/./, () => service().call(name, { ...args }));
    expect(error.message).toMatch(/^I couldn't change anything just now/);
  });

  it('a message to the office', async () => {
    const leave = () => service().call('take_message', { about: 'the invoice' });
    expect((await whileRefused(/./, leave)).error.message).toBe(
      "I couldn't note that just now, so nobody in the office knows about it yet. You can reach the office at 212-555-0100.",
    );
  });

  it.each([
    ['take_message', { about: 'the invoice' }],
    ['create_customer', { customerName: 'Dana Miller' }],
  ])('nothing is called a booking that is none: %s', async (name, args) => {
    const error = { name: 'TimeoutError' };
    const answer = await whileRefused(/^TransactWrite/, () => service().call(name, args), { error });
    expect(answer.error.code).toBe('outcome_unknown');
    expect(answer.error.message).toMatch(/^I couldn't confirm/);
    expect(answer.error.message).not.toContain('book');
  });
});
