import { describe, expect, it } from '@jest/globals';
import { MINUTE_MS } from '../../lib/scheduling/time.ts';
import { everyDay } from '../lib/accounts/on-call-document.ts';
import { accountDocument, booking } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const everyHour = everyDay(['00:00', '24:00']);
const ana = { technicianId: 'ana', phone: '+12125550101', role: 'first', hours: everyHour } as const;
const ben = { technicianId: 'ben', phone: '+12125550102', role: 'backup', hours: everyHour } as const;
const technicians = [
  { id: 'ana', name: 'Ana', skills: ['cooling'] },
  { id: 'ben', name: 'Ben', skills: ['heating'] },
];
const serviceTypes = [
  { id: 'ac-repair', name: 'AC Repair', durationMinutes: 120, skills: ['cooling'] },
  { id: 'heating-repair', name: 'Heating Repair', durationMinutes: 60, skills: ['heating'] },
];

const service = servicePerTest(() => accountDocument({ technicians, serviceTypes, onCall: [ana, ben] }));
const emergency = (over: object = {}) =>
  service().call('book_job', booking({ urgency: 'emergency', ...over }));
const dialing = (who: string) => `I'm connecting you to ${who}, our technician on call.`;

/** What is answered to a caller whose commands with such names fail, each after 700 ms of the clock. */
async function whileRefused<T>(
  commands: RegExp,
  ask: () => Promise<T>,
  { minutes = 0, error = { name: 'ThrottlingException' } } = {},
): Promise<T> {
  // The account is known to the container.
  await service().call('get_business_hours');
  service().clock.now += minutes * MINUTE_MS;
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

describe.each([
  ['writing', /^TransactWrite/],
  ['the whole database', /./],
])('an emergency without words of danger, while %s is down', (_, commands) => {
  it('has the number of the first on call', async () => {
    expect(await whileRefused(commands, emergency)).toEqual({
      error: {
        code: 'temporarily_unavailable',
        message: expect.stringMatching(RegExp(`^I couldn't [^.]*just now[^.]*\\. ${dialing('Ana')}$`)),
      },
      transferTo: ana.phone,
      onCall: 'Ana',
    });
  });

  it('has the number of the first on call who can do the service', async () => {
    const heating = () => emergency({ serviceType: 'Heating Repair' });
    expect(await whileRefused(commands, heating)).toMatchObject({
      error: { message: expect.stringContaining(dialing('Ben')) },
      transferTo: ben.phone,
      onCall: 'Ben',
    });
  });

  it('is told apart from a booking, which has no number', async () => {
    const book = () => service().call('book_job', booking());
    const { error, ...facts } = await whileRefused(commands, book);
    expect(error.message).toContain('Let me try that again.');
    expect(facts).toEqual({});
  });
});

it('an emergency whose outcome is unknown has the number of the first on call', async () => {
  const error = { name: 'TimeoutError' };
  expect(await whileRefused(/^TransactWrite/, emergency, { error })).toMatchObject({
    error: { code: 'outcome_unknown', message: expect.stringContaining(dialing('Ana')) },
    transferTo: ana.phone,
  });
});

it.each([6, 16, 61])(
  'someone can be dialed %i minutes after the account was last read, while the database is down',
  async (minutes) => {
    const handOver = () => service().call('transfer_call', { reason: 'A question' });
    expect(await whileRefused(/./, handOver, { minutes })).toMatchObject({ transferTo: '+12125550100' });
    expect(await whileRefused(/./, emergency, { minutes })).toMatchObject({ transferTo: ana.phone });
  },
);

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
