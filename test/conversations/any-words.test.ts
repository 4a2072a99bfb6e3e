import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { voicePlatforms } from '../../lib/platforms/index.ts';
import { catalog } from '../../lib/voice/catalog.ts';
import { accountDocument, booking, type Service, startService } from '../functions/service.ts';
import { book, type Spoken, startCall } from '../support/platforms/live-call.ts';

/** What callers say, in any order, and texts of arbitrary characters. */
const words = fc.constantFrom(
  ...[
    'tomorrow',
    'next',
    'Tuesday',
    'morning',
    'nine',
    'at',
    'after',
    'between',
    'and',
    '8',
    '10',
    '11/24',
    'pm',
  ],
  ...[
    'week',
    'the 24th',
    'furnace',
    'dead',
    'leak',
    'cancel',
    'unknown',
    'N/A',
    'yes',
    'no',
    'true',
    'same number',
  ],
  ...[
    'double five',
    'Dana',
    'Miller',
    'asap',
    'Ana',
    'AC Repair',
    '2026-06-10',
    '09:00',
    '+12125550123',
    "I'm",
  ],
);
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 500 }),
  fc.string({ unit: 'binary', maxLength: 500 }),
  fc.array(words, { maxLength: 12 }).map((said) => said.join(' ')),
  fc.constantFrom(
    'x'.repeat(500),
    '9'.repeat(500),
    '\u{1f525}'.repeat(250),
    '{"confirmed":true}',
    '<b>booked</b>',
  ),
);

/** One function with valid arguments, except for arbitrary text in one of them. */
const calls = fc.constantFrom(...catalog).chain((entry) => {
  const names = Object.keys(entry.arguments.entries);
  return fc.record({
    entry: fc.constant<Spoken>(entry),
    name: fc.constantFrom('unheardOf', ...names),
    text: anyText,
    isWhole: fc.boolean(),
  });
});

interface Heard {
  readonly message: string;
  readonly [field: string]: unknown;
}

/** Statements that an answer may not make unless its fields confirm them. */
function checkTrue(answer: Heard): void {
  const { message, confirmed, canceled, held, dueAt, offered } = answer;
  expect(message).toMatch(/^\S(?:.{0,218}\S)?$/su);
  expect(message).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
  if (confirmed !== true)
    expect(message).not.toMatch(/\byou're (?:already )?booked\b|\bis moved\b|\bcomes instead\b/i);
  if (canceled !== true) expect(message).not.toMatch(/\bis canceled\b/i);
  if (held !== true) expect(message).not.toMatch(/\bI.m holding\b/i);
  if (dueAt === undefined) expect(message).not.toMatch(/\bwill call\b|\bcall you\b/i);
  if (offered === undefined) expect(message).not.toMatch(/\bI can offer\b/);
}

describe.each(voicePlatforms)('any text in any argument on %s', (platform) => {
  let service: Service;
  beforeAll(async () => {
    service = await startService(
      accountDocument({
        technicians: ['ana', 'ben', 'carla'].map((id) => ({ id, name: id })),
        booking: { ...accountDocument().booking, hold: {} },
      }),
    );
    // The caller has an appointment from another call, beyond the notice, which no later call may change.
    const call = startCall(service, platform, 'call_before', '+12125550123');
    const done = await call.ask(book, booking());
    expect(done).toMatchObject({ confirmed: true });
  });
  afterAll(() => service.stop());

  it('is answered with one or two true sentences', async () => {
    let number = 0;
    await fc.assert(
      fc.asyncProperty(calls, async ({ entry, name, text, isWhole }) => {
        number++;
        // A new caller each time, so that no limit per number ends the run early.
        const from = `+1212555${String(1000 + (number % 9000))}`;
        const call = startCall(service, platform, `call_${number}`, from);
        const usual = isWhole ? { ...booking({ customerPhone: from }), about: 'The invoice' } : {};
        const answer: Heard = await call.ask(entry, { ...usual, [name]: text });
        checkTrue(answer);
      }),
      { numRuns: 120 },
    );
  });

  it('never leads to a claim that nothing is booked for a caller with an appointment', async () => {
    await fc.assert(
      fc.asyncProperty(calls, fc.nat({ max: 9999 }), async ({ entry, name, text }, number) => {
        if (entry.voiceone === 'cancel_job' || entry.voiceone === 'reschedule_job') return;
        const call = startCall(service, platform, `call_again_${number}`, '+12125550123');
        const { message } = await call.ask(entry, { [name]: text });
        expect(message).not.toMatch(/nothing is booked|no (?:upcoming )?appointment|no record/i);
      }),
      { numRuns: 60 },
    );
  });
});
