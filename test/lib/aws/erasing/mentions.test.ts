import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { digitsIn } from '../../../../lib/record/erasing/digits-in-text.ts';
import { erasedText } from '../../../../lib/record/erasing/erased-text.ts';
import { cliOf } from '../../../cli/run-cli.ts';
import { booking, type Service, startService } from '../../../functions/service.ts';
import { erasingOf, PHONE } from './fixture.ts';

const OTHER = '+12125550199';
const NATIONAL = '2125550123';
const NAME = 'Dana Fernandez';
const EMAIL = 'dana.f@example.com';
const spellings = [
  ...[
    PHONE,
    '(212) 555-0123',
    '212.555.0123',
    '1-212-555-0123',
    '212 555 01 23',
    '\uff12\uff11\uff12 555 0123',
  ],
  'two one two, five five five, oh one two three',
  'two twelve, triple five, zero one twenty three',
  'dos uno dos cinco cinco cinco cero uno dos tres',
  'dos doce cincuenta y cinco cinco cero uno veintitrés',
  'two hundred and twelve, five hundred fifty five, nought one two three',
  '2one2 555 ohh one twenty three',
  '٢١٢ ٥٥٥ ٠١٢٣',
] as const;
const names = [
  ...[NAME, 'dana  FERNANDEZ', 'Dána Fernández', 'Dana M. Fernandez', 'DanaFernández'],
  ...['Dana\nFernandez', 'Fernández, Dana'],
] as const;
const addresses = [
  ...[EMAIL, EMAIL.toUpperCase(), 'dana dot f at example dot com', 'dana.f (at) example.com'],
  ...['dana.f%40example.com', 'dana.f @ example.com'],
] as const;
const person = fc.constantFrom(...spellings, ...names, ...addresses);
const remark = fc
  .tuple(
    fc.constantFrom('Call my sister at', 'She is', 'Ask', ''),
    person,
    fc.constantFrom('', 'after 5', '.', '!'),
  )
  .map((parts) => parts.filter((part) => part !== '').join(' '));

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.stop());

/** What of the person is in any text of a stored value: in figures, in words, by name or address. */
function tracesIn(value: unknown, path = ''): string[] {
  if (typeof value === 'string') {
    const text = value.toLowerCase();
    const isFound =
      digitsIn(value).includes(NATIONAL) ||
      [...spellings, ...names, ...addresses].some((spelling) => text.includes(spelling.toLowerCase()));
    return isFound ? [path] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => [
    ...tracesIn(name, path),
    ...tracesIn(one, `${path}/${name}`),
  ]);
}
const stored = async (): Promise<unknown> => JSON.parse(await erasingOf(service).stored());

/** How many texts `tell` has. */
const TEXTS = 21;
/** Stores a person in everything that belongs to others. */
async function tell(texts: readonly string[]) {
  const said = (index: number) => texts[index % texts.length] ?? '';
  const sam = { call_id: 'sam', from_number: OTHER };
  const samBooking = { customerName: 'Sam Lee', customerPhone: OTHER, address: '7 Elm Street' };
  await service.call('book_job', booking({ ...samBooking, notes: said(0), gateCode: said(1) }), sam);
  await service.call('create_customer', { ...samBooking, gateCode: said(2) }, sam);
  await service.call(
    'take_message',
    { about: said(3), when: said(4) },
    { call_id: 'sam2', from_number: OTHER },
  );
  await service.call('cancel_job', { reason: said(5) }, sam);
  await service.call('book_job', booking({ customerName: NAME, email: EMAIL, address: '9 Oak Street' }));
  const forSam = { date: '2026-06-12', ...samBooking, notes: said(6) };
  await service.call('book_job', booking(forSam), { call_id: 'from dana' });
  const contact = { id: 'sam', firstName: 'Sam', lastName: 'Lee', phone: '+12125550177' };
  await erasingOf(service).lead(contact, {
    notes: said(7),
    preferredDate: said(8),
    serviceRequested: said(9),
  });
  // Of an unknown field of the service: kept, as people call each other in any field.
  const refused = { notes: said(11), [said(12)]: said(13) };
  const renamed = { serviceRequested: undefined, service: 'AC Repair' };
  await erasingOf(service).lead({ ...contact, mail: EMAIL, mobile: PHONE }, { ...renamed, ...refused });
  const strangers = { id: 'kim', firstName: 'Kim', phone: '+12125550188' };
  await erasingOf(service).lead(strangers, {
    serviceRequested: undefined,
    notes: said(14),
    [said(15)]: said(16),
  });
  const call = { call_id: 'sam3', from_number: OTHER, transcript: said(17) };
  const told = { disconnection_reason: said(18), call_analysis: { call_summary: said(19) } };
  await erasingOf(service).ended({ ...call, ...told }, 'call_analyzed');
  const contactless = { call_id: 'sam4', from_number: OTHER };
  const { dispatchRequestId } = await service.call(
    'book_job',
    booking({ ...samBooking, date: '2026-06-16' }),
    contactless,
  );
  await service.change(dispatchRequestId, { to: 'on_hold', why: said(20) });
  const from = ['--from', '2026-06-15T08:00', '--to', '2026-06-15T12:00'];
  const block = ['technicians', 'block', '--account', 'acme-hvac', '--technician', 'Ana', ...from];
  expect((await cliOf(service).run(...block, '--reason', said(10))).code).toBe(0);
}

describe("a person in others' texts", () => {
  it('is nowhere after erasing, in any spelling and any field', async () => {
    await fc.assert(
      fc
        .asyncProperty(fc.array(remark, { minLength: TEXTS, maxLength: TEXTS }), async (texts) => {
          await tell(texts);
          expect(tracesIn(await stored())).not.toEqual([]);
          const ran = await erasingOf(service).run('--phone', PHONE, '--yes', '--keep-visits');
          expect([ran.code, ran.err]).toEqual([0, '']);
          expect(tracesIn(await stored())).toEqual([]);
        })
        .beforeEach(async () => {
          await service.stop();
          service = await startService();
        }),
      { numRuns: 8, seed: 5 },
    );
  });

  it('is listed first, then replaced; the rest of the texts stays', async () => {
    await tell(['Call my sister at two one two, 555 and then 0123 after five']);
    const { mentionedIn } = await erasingOf(service).find('--phone', PHONE);
    const kinds = mentionedIn.map((id: string) => id.slice(0, 3)).sort();
    expect(kinds).toEqual(['bl_', 'cu_', 'dr_', 'dr_', 'dr_', 'dr_', 'dr_']);
    const ran = await erasingOf(service).run('--phone', PHONE);
    expect(ran.out).toContain('"[erased]" will replace the person');
    const before = await stored();
    expect(tracesIn(before)).not.toEqual([]);
    const done = await erasingOf(service).run('--phone', PHONE, '--yes', '--keep-visits');
    expect(done.out).toContain('"[erased]" replaces the person');
    expect(JSON.stringify(await stored())).toContain(
      'Call my sister at [erased] and then [erased] after five',
    );
    expect(await erasingOf(service).find('--phone', PHONE)).toMatchObject({ mentionedIn: [] });
  });

  it('leaves their visits and records, a namesake and a first name alone', async () => {
    const sam = { customerName: 'Sam Lee', customerPhone: OTHER, address: '7 Elm Street' };
    const notes = 'Dana knows. Her number is 212-555-0123.';
    const first = await service.call('book_job', booking({ ...sam, notes }), {
      call_id: 'a',
      from_number: OTHER,
    });
    const namesake = {
      customerName: NAME,
      customerPhone: '+12125550166',
      address: '8 Elm Street',
      date: '2026-06-11',
    };
    const second = await service.call('book_job', booking(namesake), {
      call_id: 'b',
      from_number: '+12125550166',
    });
    await service.call('book_job', booking({ customerName: NAME, date: '2026-06-12' }), { call_id: 'c' });
    await erasingOf(service).erase('--phone', PHONE);
    expect(await service.requests.get(first.dispatchRequestId)).toMatchObject({
      ...{ status: 'scheduled', customer: { name: 'Sam Lee', phone: OTHER } },
      notes: 'Dana knows. Her number is [erased].',
    });
    expect(await service.requests.get(second.dispatchRequestId)).toMatchObject({ customer: { name: NAME } });
  });
});

describe("another's call that mentions the number", () => {
  const asked = (date: string) => ({
    ...{ role: 'tool_call_invocation', tool_call_id: 't', name: 'check_availability' },
    arguments: JSON.stringify({ serviceType: 'AC Repair', date }),
  });

  it.each([
    ['in a day that was asked for', { transcript_with_tool_calls: [asked('after a call to 212 555 0123')] }],
    ['in why it ended', { disconnection_reason: 'forwarded to (212) 555-0123' }],
    ['in the address of its recording', { recording_url: 'https://example.com/12125550123/1.wav' }],
  ])('%s is erased', async (_, told) => {
    await erasingOf(service).ended({ call_id: 'sam', from_number: OTHER, ...told });
    expect(tracesIn(await stored())).not.toEqual([]);
    await erasingOf(service).erase('--phone', PHONE);
    expect(tracesIn(await stored())).toEqual([]);
  });
});

describe("another's call that mentions the name or the address", () => {
  const asked = {
    ...{ role: 'tool_call_invocation', tool_call_id: 't', name: 'check_availability' },
    arguments: JSON.stringify({ serviceType: `what ${NAME} had`, date: `when ${NAME} is home` }),
  };
  const report = {
    ...{ call_id: 'sam', from_number: OTHER, transcript: `User: ${NAME} knows, or write to ${EMAIL}.\n` },
    ...{ disconnection_reason: `left to ${EMAIL}`, transcript_with_tool_calls: [asked] },
  };
  const analyzed = { ...report, call_analysis: { call_summary: `Sam asks for ${NAME.toLowerCase()}.` } };
  const shown = () => cliOf(service).json('calls', 'show', 'voiceone', 'sam', '--account', 'acme-hvac');

  beforeEach(async () => {
    await service.call('book_job', booking({ customerName: NAME, email: EMAIL }));
    await erasingOf(service).ended(report);
    await erasingOf(service).ended(analyzed, 'call_analyzed');
  });

  it('keeps everything else of its reports', async () => {
    expect((await erasingOf(service).find('--phone', PHONE)).mentionedIn).toEqual(['voiceone:sam']);
    await erasingOf(service).erase('--phone', PHONE);
    expect(tracesIn(await stored())).toEqual([]);
    expect(await shown()).toMatchObject({
      ...{ callId: 'sam', caller: OTHER, endedReason: 'left to [erased]' },
      ...{ transcript: 'User: [erased] knows, or write to [erased].\n', summary: 'Sam asks for [erased].' },
      asked: { services: ['what [erased] had'], dates: ['when [erased] is home'] },
    });
    expect((await erasingOf(service).find('--phone', PHONE)).mentionedIn).toEqual([]);
  });

  it('is not stored again by a late repeat', async () => {
    await erasingOf(service).erase('--phone', PHONE);
    const before = await erasingOf(service).items();
    await erasingOf(service).ended(report);
    await erasingOf(service).ended(analyzed, 'call_analyzed');
    expect(await erasingOf(service).items()).toEqual(before);
  });
});

describe("another's refused lead", () => {
  const contact = { id: 'sam', firstName: 'Sam', lastName: 'Lee', phone: '+12125550177' };
  const kept = async () => (await cliOf(service).json('leads', 'refused', 'list')).length;

  it('keeps everything but the name and the address, in values and names of fields', async () => {
    await service.call('book_job', booking({ customerName: NAME, email: EMAIL }));
    const told = { 'Ask dana fernandez': EMAIL, [`by ${EMAIL}`]: 1, notes: ['Hi.', `${NAME} knows`] };
    await erasingOf(service).lead(contact, { serviceRequested: undefined, ...told });
    expect((await erasingOf(service).find('--phone', PHONE)).mentionedIn).toEqual([
      expect.stringMatching(/^rl_/),
    ]);
    await erasingOf(service).erase('--phone', PHONE);
    expect(tracesIn(await stored())).toEqual([]);
    const [{ refusedLeadId }] = await cliOf(service).json('leads', 'refused', 'list');
    const { body } = await cliOf(service).json('leads', 'refused', 'show', refusedLeadId);
    const customData = { 'Ask [erased]': '[erased]', 'by [erased]': 1, notes: ['Hi.', '[erased] knows'] };
    expect(body).toMatchObject({ contact, customData });
  });

  it('whose field is named after the number is erased', async () => {
    await erasingOf(service).lead(contact, { serviceRequested: undefined, 'call 212-555-0123': 'yes' });
    expect(await kept()).toBe(1);
    await erasingOf(service).erase('--phone', PHONE);
    expect(await kept()).toBe(0);
  });
});

describe('a late repeat after erasing', () => {
  const call = { call_id: 'call_1', transcript: 'the same' };

  it('of a booking that took up a lead stores nothing', async () => {
    await erasingOf(service).lead({ id: 'dana', firstName: 'Dana', phone: PHONE });
    service.clock.now += 60_000;
    expect(await service.call('book_job', booking(), call)).toMatchObject({ confirmed: true });
    await erasingOf(service).run('--phone', PHONE, '--yes', '--cancel-visits');
    const before = await service.requests.list('acme-hvac');
    service.clock.now += 20_000;
    expect(await service.call('book_job', booking(), call)).toMatchObject({ confirmed: false });
    expect(await service.requests.list('acme-hvac')).toEqual(before);
    expect(tracesIn(await stored())).toEqual([]);
  });

  it('of an emergency that another call had reported stores nothing', async () => {
    const report = { urgency: 'emergency', serviceType: 'AC Repair', customerName: NAME };
    await service.call('book_job', report, { call_id: 'first' });
    service.clock.now += 60_000;
    await service.call('book_job', { ...report, notes: 'Worse' }, call);
    await erasingOf(service).run('--phone', PHONE, '--yes', '--cancel-visits');
    service.clock.now += 20_000;
    await service.call('book_job', { ...report, notes: 'Worse' }, call);
    expect(tracesIn(await stored())).toEqual([]);
  });

  const details = { customerName: NAME, customerPhone: PHONE, email: EMAIL, address: '9 Oak Street' };

  it('of details stores nothing, whether or not anything else is known of the call', async () => {
    const ask = (over: Record<string, unknown>) => service.call('create_customer', details, over);
    const first = { call_id: 'first', transcript: 'one' };
    expect(await ask(first)).toMatchObject({ created: true });
    await ask(call);
    await erasingOf(service).ended({ call_id: 'first', transcript: 'one', from_number: PHONE });
    await erasingOf(service).erase('--phone', PHONE);
    service.clock.now += 20_000;
    for (const late of [call, first, { ...first, transcript: 'two' }])
      expect(await ask(late)).toMatchObject({ created: false });
    expect(tracesIn(await stored())).toEqual([]);
  });

  it('does not keep the person from becoming a customer again in a new call', async () => {
    await service.call('create_customer', details, call);
    await erasingOf(service).erase('--phone', PHONE);
    expect(await service.call('create_customer', details, { call_id: 'new' })).toMatchObject({
      created: true,
    });
    expect(await service.call('lookup_customer', {}, { call_id: 'newer' })).toMatchObject({ found: true });
  });
});

describe('a text without a person', () => {
  const mention = {
    numbers: [NATIONAL],
    words: [EMAIL, NAME, 'José Núñez', 'Will Grant', 'Kim Q. Lee', 'Ho Le'],
  };

  it.each([
    ['Call (212) 555-0123 or 212 555 0199', 'Call [erased] or 212 555 0199'],
    ['two one two, double five five, oh one two three, please', '[erased], please'],
    ['dana.f@example.com, DANA FERNANDEZ', '[erased], [erased]'],
    ['xdana.f@example.community', 'xdana.f@example.community'],
    ['Dana and Mr. Fernandez, 2125550', 'Dana and Mr. Fernandez, 2125550'],
    ['Fernandez, Dana. (212) 555-0123 ext. 45', '[erased]. [erased] ext. 45'],
    ["Dana\u200b Fernandez's; ＤＡＮＡ\u00a0fernandez", "[erased]'s; [erased]"],
    ['+12125550123@example.com and 2125550123, 2125550123', '[erased]@example.com and [erased]'],
    ['José Núñez or Jose\u0301 Nu\u0301n\u0303ez, not Josén Núñez', '[erased] or [erased], not Josén Núñez'],
    ['9 m² for 212-555-0199', '9 m² for 212-555-0199'],
    ['The tenant will grant access, says Will Grant', 'The tenant will grant access, says [erased]'],
    ['Fernandez house, call Dana', 'Fernandez house, call Dana'],
    ['Jose Nunez or JOSÉ NUNEZ, Dána Fernández', '[erased] or [erased], [erased]'],
    ['Dana M. Fernández or Fernandez, Dana', '[erased] or [erased]'],
    ['Dana Q R Fernandez, José N. Núñez', '[erased], [erased]'],
    ['DanaFernández, danafernandez@, FernandezDana', '[erased], [erased]@, [erased]'],
    ['Ask Dana\r\n      Fernandez, Fernan-\ndez, Dana', 'Ask [erased], [erased]'],
    ['Kim Q. Lee, HoLe and Le Ho', '[erased], [erased] and [erased]'],
    ['A hole in the HOLE, Kim Lee', 'A hole in the HOLE, [erased]'],
    ['Dana y Fernandez, willgrant of Willgrant', 'Dana y Fernandez, willgrant of Willgrant'],
    ['WillGrant, Will P. Grant', '[erased], [erased]'],
    ['dana dot f at example dot com, please', '[erased], please'],
    ['dana.f(at)example.com or dana.f%40example.com', '[erased] or [erased]'],
    ['dana.f @ example . com; d a n a dot f arroba example punto com', '[erased]; [erased]'],
    ['We met dana at example, dot com', 'We met dana at example, dot com'],
    ['Call two hundred twelve, five hundred and fifty five, nought one two three!', 'Call [erased]!'],
    ['2one2, 555 ohh 123 or ٢١٢٥٥٥٠١٢٣', '[erased] or [erased]'],
    ['dos doce, cincuenta y cinco cinco, cero uno veintitrés', '[erased]'],
    ['212 555, once more: 0123 and five hundred', '[erased], once more: [erased] and five hundred'],
  ])('%j is %j', (text, expected) => {
    expect(erasedText(text, mention)).toBe(expected);
  });
});
