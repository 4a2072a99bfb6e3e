import { expect, it } from '@jest/globals';
import { type FunctionName, functionNames } from '../../lib/platforms/function-names.ts';
import { pick, randomFrom } from '../support/random.ts';
import {
  type Company,
  clockOf,
  comesThere,
  dateAt,
  documentOf,
  isDoneThere,
  NOW,
  openingsOn,
  randomCompany,
  rangesOn,
  type ServiceName,
  services,
  skilledFor,
  startsAt,
  type Taken,
  type Wanted,
  type Wish,
  weekdayOf,
  weekdays,
} from './brute-force.ts';
import { accountDocument, type Service, startService } from './service.ts';

/* Whatever says that nothing is free, or closed, or no longer booked is compared with a count over the document itself. */

/** A function call on one of the platforms; `turn` tells invocations of a call apart. */
async function ask(
  service: Service,
  { isTwo, number, turn }: { readonly isTwo: boolean; readonly number: number; readonly turn: number },
  name: FunctionName,
  args: object,
) {
  const [id, from] = [`call_${number}`, `+1212555${String(1000 + number)}`];
  if (!isTwo) {
    const call = { call_id: id, agent_id: 'agent_acme', from_number: from, transcript: `turn ${turn}` };
    return (await service.send('voiceone-function-call', { name, args, call })).body;
  }
  const call = { id, metadata: { assistantId: 'asst_acme' }, customer: { number: from } };
  const toolCallList = [{ id: `tool_${id}_${turn}`, name: functionNames[name].voicetwo, arguments: args }];
  const { body } = await service.send('voicetwo', { message: { type: 'tool-calls', call, toolCallList } });
  return JSON.parse(body.results[0].result);
}

const technicians = {
  anyone: ['Ana', 'Ben'],
  Ana: ['Ana'],
  Ben: ['Ben'],
  'anyone but Ana': ['Ben'],
} as const;
type Said = keyof typeof technicians;
const someone: readonly Said[] = ['anyone', 'anyone', 'Ana', 'Ben', 'anyone but Ana'];
const zips = ['10001', '11201', '99999'];
const serviceNames: readonly ServiceName[] = ['AC Repair', 'AC Repair', 'Electrical Repair'];
const wishNames: readonly Wish[] = [
  'in the morning',
  'in the afternoon',
  'in the evening',
  'after 3 PM',
  'before 10 AM',
  'between 9 AM and 11 AM',
];

const allDates = ({ horizonDays }: Company) =>
  Array.from({ length: horizonDays }, (_, ahead) => dateAt(ahead + 1));

/** The dates on which somebody can come, at the wished time. */
const freeDates = (company: Company, taken: readonly Taken[], wanted: Wanted, wish?: Wish) =>
  allDates(company).filter((date) => openingsOn(company, taken, wanted, date, wish).length > 0);

/** Who of the named may come; if none of them can at all, anybody. */
function considered(company: Company, taken: readonly Taken[], wanted: Wanted, said: Said): Wanted {
  const skilled = technicians[said].filter((name) => skilledFor(company, wanted.service).includes(name));
  const theirs = { ...wanted, among: skilled };
  if (!skilled.some((name) => comesThere(company, wanted, name))) return wanted;
  const isNever = said !== 'anyone but Ana' && freeDates(company, taken, theirs).length === 0;
  return isNever ? wanted : theirs;
}

interface Offer {
  readonly date: string;
  readonly start: string;
  readonly technician: string;
}

/** Those of the offers that nobody could keep. */
const untrue = (company: Company, taken: readonly Taken[], wanted: Wanted, offers: readonly Offer[]) =>
  offers.filter(({ date, start, technician }) =>
    startsAt(company, taken, wanted, date, start).every(({ name }) => name !== technician),
  );

async function checkAvailability(
  service: Service,
  company: Company,
  taken: readonly Taken[],
  random: () => number,
  from: { readonly isTwo: boolean; readonly number: number; readonly turn: number },
) {
  const { horizonDays } = company;
  const first = 1 + Math.floor(random() * (horizonDays + 3));
  const last = first + Math.floor(random() * 8);
  const kind = pick(random, ['day', 'range', 'from', 'earliest'] as const);
  const named =
    random() < 0.5 && kind !== 'day' ? [pick(random, weekdays), pick(random, weekdays)] : undefined;
  const said = pick(random, someone);
  const wish = random() < 0.4 ? pick(random, wishNames) : undefined;
  const wanted: Wanted = { service: pick(random, serviceNames), zip: pick(random, zips) };
  const days = {
    day: { date: dateAt(first) },
    range: { from: dateAt(first), to: dateAt(last) },
    from: { from: dateAt(first) },
    earliest: {},
  }[kind];
  const asked = {
    ...days,
    serviceType: wanted.service,
    zip: wanted.zip,
    weekdays: named?.join(' and '),
    technician: said,
    preferredTime: wish,
  };
  const heard = await ask(service, from, 'check_availability', asked);
  const context = { asked, message: heard.message, reason: heard.reason };
  const expectNone = (some: unknown) => expect({ ...context, some }).toEqual({ ...context, some: [] });

  if (!isDoneThere(company, wanted)) {
    expect(context).toMatchObject({ reason: 'not_in_area' });
    expect(heard.message).toContain(`We don't do ${wanted.service} in ${wanted.zip}.`);
    return heard;
  }
  const who = considered(company, taken, wanted, said);
  const isOpenEnded = kind === 'from' || kind === 'earliest';
  const start = kind === 'earliest' ? 1 : first;
  const end = kind === 'day' ? first : kind === 'range' ? last : Math.max(horizonDays, start);
  const range = Array.from({ length: end - start + 1 }, (_, n) => dateAt(start + n));
  const isNamed = (date: string) => named === undefined || named.includes(weekdayOf(date));
  // Weekdays that a range doesn't have can't be meant.
  const dates = isOpenEnded || range.some(isNamed) ? range.filter(isNamed) : range;
  const wished = dates.filter((date) => openingsOn(company, taken, who, date, wish).length > 0);

  const listed = wished.slice(0, isOpenEnded ? 3 : 7).map((date) => ({
    date,
    starts: openingsOn(company, taken, who, date, wish),
  }));
  const slots: readonly { readonly date: string; readonly start: string }[] = heard.availableSlots;
  const told = [...new Set(slots.map(({ date }) => date))].map((date) => ({
    date,
    starts: slots.filter((slot) => slot.date === date).map(({ start }) => start),
  }));
  expect({ ...context, listed: told }).toEqual({ ...context, listed });
  expectNone(untrue(company, taken, who, heard.offered ?? []));
  const next = heard.nextAvailable?.slots.map((slot: object) => ({
    ...slot,
    date: heard.nextAvailable.date,
  }));
  expectNone(untrue(company, taken, who, next ?? []));

  const free = freeDates(company, taken, who);
  if (/Nothing (else )?is free as far/.test(heard.message)) expectNone(free);
  if (/Nothing later is free as far/.test(heard.message))
    expectNone(free.filter((date) => date > dateAt(end)));
  if (slots.length === 0 && heard.nextAvailable === undefined) expectNone(free);
  if (/Nothing (later )?is free [a-z0-9 ]+ as far/i.test(heard.message))
    expectNone(freeDates(company, taken, who, wish).filter((date) => date > dateAt(end) || isOpenEnded));
  const isClosed = heard.reason === 'closed' || heard.reason === 'holiday' || /closed/.test(heard.message);
  if (isClosed && wish === undefined)
    expectNone(dates.filter((date) => date <= dateAt(horizonDays) && rangesOn(company, date).length > 0));
  const [, never] = /^(Ana|Ben) can't come as far ahead/.exec(heard.message) ?? [];
  if (never !== undefined) expectNone(freeDates(company, taken, { ...wanted, among: [never] }));
  const [, absent] = /^(Ana|Ben) doesn't come to/.exec(heard.message) ?? [];
  if (absent !== undefined) expect(comesThere(company, wanted, absent)).toBe(false);
  if (/^We don't come (?!to)/.test(heard.message)) expectNone(freeDates(company, taken, wanted, wish));
  return heard;
}

/** Holds or books a time, offered or not; the visit that takes time afterward, if it does. */
async function take(
  service: Service,
  company: Company,
  taken: readonly Taken[],
  random: () => number,
  from: { readonly isTwo: boolean; readonly number: number },
  offered: readonly Offer[],
): Promise<readonly Taken[]> {
  const offer = offered.length > 0 && random() < 0.5 ? pick(random, offered) : undefined;
  const time = company.windows === undefined ? clockOf(480 + 30 * Math.floor(random() * 20)) : undefined;
  const wanted: Wanted = { service: pick(random, serviceNames), zip: pick(random, zips) };
  const said = pick(random, someone);
  const date = offer?.date ?? dateAt(1 + Math.floor(random() * (company.horizonDays + 1)));
  const start = offer?.start ?? time ?? pick(random, company.windows ?? [])[0];
  const asked = {
    date,
    time: start,
    serviceType: wanted.service,
    zip: wanted.zip,
    technician: said,
    customerName: 'Dana Miller',
  };
  const theirs = { ...wanted, among: technicians[said] };
  const possible = isDoneThere(company, wanted) ? startsAt(company, taken, theirs, date, start) : [];
  const isHeldFirst = random() < 0.4;
  if (isHeldFirst) {
    const { held, message } = await ask(service, { ...from, turn: 1 }, 'hold_time', asked);
    expect({ asked, message, held }).toEqual({ asked, message, held: possible.length > 0 });
  }
  const heard = await ask(service, { ...from, turn: 2 }, 'book_job', asked);
  const { message, confirmed, reason, alternatives = [] } = heard;
  const context = { asked, message, reason };
  expect({ ...context, confirmed }).toEqual({ ...context, confirmed: possible.length > 0 });
  if (!confirmed) {
    // Whoever rules out one technician doesn't want them at another time either.
    const others = technicians['anyone but Ana'].filter((name) =>
      skilledFor(company, wanted.service).includes(name),
    );
    const isRuledOut = said === 'anyone but Ana' && others.some((name) => comesThere(company, wanted, name));
    const all = isRuledOut ? { ...wanted, among: others } : wanted;
    expect({ ...context, some: untrue(company, taken, all, alternatives) }).toEqual({ ...context, some: [] });
    if (/Nothing else is free as far/.test(message))
      expect({ ...context, some: freeDates(company, taken, all) }).toEqual({ ...context, some: [] });
    if (reason === 'closed' && company.windows === undefined)
      expect(rangesOn(company, date).filter(([first, last]) => start >= first && start < last)).toEqual([]);
    return taken;
  }
  const appointment = (await service.requests.get(heard.dispatchRequestId))?.appointment;
  const minute = Math.min(...possible.map((one) => one.minute));
  expect({ ...context, minute: appointment?.minute }).toEqual({ ...context, minute });
  expect(possible).toContainEqual({ name: heard.technician, minute });
  const visit = { name: heard.technician, date, minute, minutes: services[wanted.service].minutes };
  if (random() < 0.7) return [...taken, visit];
  const { canceled } = await ask(service, { ...from, turn: 3 }, 'cancel_job', {
    dispatchRequestId: heard.dispatchRequestId,
  });
  expect(canceled).toBe(true);
  const late = await ask(service, { ...from, turn: 2 }, 'book_job', asked);
  expect(late).toMatchObject({ confirmed: false, message: expect.stringContaining('no longer booked') });
  return taken;
}

it.each(Array.from({ length: 32 }, (_, seed) => seed))(
  'what is said not to be free, done or booked is not in company %i',
  async (seed) => {
    const random = randomFrom(seed);
    const company = randomCompany(random);
    const service = await startService(accountDocument(documentOf(company)));
    service.clock.now = NOW;
    let taken: readonly Taken[] = [];
    for (let number = 0; number < 14; number++) {
      const from = { isTwo: random() < 0.5, number };
      const heard = await checkAvailability(service, company, taken, random, { ...from, turn: 0 });
      taken = await take(service, company, taken, random, from, heard.offered ?? []);
    }
    await service.stop();
  },
);
