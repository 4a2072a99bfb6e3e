import { describe, expect, it } from '@jest/globals';
import type { DayVisit, PlannedDay } from '../../../lib/planning/day.ts';
import type { ProposedChange } from '../../../lib/planning/explain.ts';
import { type Proposal, proposePlan } from '../../../lib/planning/propose.ts';
import type { Coordinates } from '../../../lib/scheduling/travel.ts';
import { randomFrom } from '../../support/random.ts';
import { afternoon, at, type DayOptions, dayOf, midnight, morning, spot, wholeDay } from './days.ts';

const propose = (day: PlannedDay, iterations = 500, seed = 1) =>
  proposePlan(day, { seed, iterations, together: 36 });
const short = ({ changes }: Proposal) =>
  changes.map(
    ({ visit, to }) => `${visit.dispatchRequestId} ${to.technicianId} ${(to.start - midnight) / 60}`,
  );

const ana = { id: 'ana', name: 'Ana' };
const ben = { id: 'ben', name: 'Ben' };
const [west, east] = [spot(-15, 0), spot(15, 0)];
/** Each drives past the other, all day. */
const crossed: DayOptions = {
  technicians: [ana, ben],
  homes: { ana: west, ben: east },
  visits: [
    { technicianId: 'ana', start: at(9), promise: morning, at: east },
    { technicianId: 'ben', start: at(9), promise: morning, at: west },
  ],
};

describe('two who drive past each other', () => {
  it('swap their visits, each of which needs the other', () => {
    const proposal = propose(dayOf(crossed));

    expect(short(proposal)).toEqual(['v0 ben 9', 'v1 ana 9']);
    expect(proposal.changes.map(({ needs }) => needs)).toEqual([[2], [1]]);
    expect(proposal.changes[0]?.reason).toBe('Ben is 5 minutes away, Ana 63');
    // There and back over 30 km, and there and back over nothing.
    expect(proposal).toMatchObject({ before: 254, after: 20 });
    expect(proposal.changes.map(({ savedMinutes }) => savedMinutes)).toEqual([117, 117]);
  });

  it.each<[string, Partial<DayVisit>]>([
    ['is fixed', { isFixed: true }],
    ['was promised an exact start, and its technician asked for', { promise: undefined, isAskedFor: true }],
    ['asked for the technician', { isAskedFor: true }],
  ])('do not if one visit %s', (_, over) => {
    const [first = {}, second = {}] = crossed.visits;
    const { changes } = propose(dayOf({ ...crossed, visits: [{ ...first, ...over }, second] }));
    expect(changes.filter(({ visit }) => visit.dispatchRequestId === 'v0')).toEqual([]);
  });

  it('swap at their times if these were promised', () => {
    const visits = crossed.visits.map((visit) => ({ ...visit, promise: undefined }));
    expect(short(propose(dayOf({ ...crossed, visits })))).toEqual(['v0 ben 9', 'v1 ana 9']);
  });

  it('do not if one lacks the skill, comes to another area, or is off', () => {
    const gas = crossed.visits.map((visit, number) => ({
      ...visit,
      ...(number === 0 && { serviceTypeId: 'gas' }),
    }));
    const skilled = [{ ...ana, skills: ['gas'] }, ben];
    const still = (options: DayOptions) =>
      expect(short(propose(dayOf(options))).filter((line) => line.startsWith('v0'))).toEqual([]);
    still({ ...crossed, technicians: skilled, visits: gas });
    const areas = [{ id: 'east', name: 'East', zips: ['19103'], technicianIds: ['ana'] }];
    const inArea = crossed.visits.map((visit) => ({ ...visit, zip: '19103' }));
    still({ ...crossed, over: { serviceAreas: areas }, visits: inArea });
    const off = { ...ben, timeOff: [{ from: '2026-12-01T08:00', to: '2026-12-01T13:00' }] };
    still({ ...crossed, technicians: [ana, off] });
  });
});

describe('one technician', () => {
  const zigzag: DayOptions = {
    technicians: [ana],
    homes: { ana: spot(0, 0) },
    visits: [
      { start: at(8), promise: wholeDay, at: spot(20, 0) },
      { start: at(10), promise: wholeDay, at: spot(1, 0) },
      { start: at(12), promise: wholeDay, at: spot(20, 1) },
    ],
  };

  it('goes round in another order within what was promised', () => {
    const proposal = propose(dayOf(zigzag));
    const order = ['v0', 'v1', 'v2'].toSorted(
      (a, b) => startOf(proposal, zigzag, a) - startOf(proposal, zigzag, b),
    );
    expect(order[1]).not.toBe('v1');
    expect(proposal.after).toBeLessThan(proposal.before);
  });

  it('drives whole before or whole after a block without a place', () => {
    const block = { id: 'lunch', technicianId: 'ana', from: at(10), to: at(11) };
    const visits = [
      { start: at(8), promise: wholeDay, at: spot(0, 0) },
      { start: at(14), promise: { from: 9 * 60, to: 12 * 60 }, at: spot(10, 0) },
    ];
    const { changes } = propose(dayOf({ technicians: [ana], visits, blocks: [block] }));
    for (const { to } of changes) expect(to.start + 60 <= at(10) || to.start >= at(11)).toBe(true);
  });

  it('keeps a visit that cannot be reached, and plans the others around it', () => {
    const visits = [
      { start: at(8), at: spot(0, 0) },
      { start: at(9), at: spot(100, 0) },
      { start: at(13), promise: afternoon, at: spot(1, 0) },
    ];
    const proposal = propose(dayOf({ technicians: [ana], visits }));
    expect(proposal.changes.map(({ visit }) => visit.dispatchRequestId)).not.toContain('v0');
    expect(proposal.changes.map(({ visit }) => visit.dispatchRequestId)).not.toContain('v1');
  });
});

it('a day without visits, and one that cannot be better, have no changes', () => {
  const nothing = { before: 0, after: 0, changes: [], short: [], outside: [] };
  expect(propose(dayOf({ technicians: [ana], visits: [] }))).toEqual(nothing);
  const alone = dayOf({ technicians: [ana, ben], visits: [{ at: west }] });
  expect(propose(alone).changes).toEqual([]);
});

const startOf = ({ changes }: Proposal, { visits }: DayOptions, id: string): number =>
  changes.find(({ visit }) => visit.dispatchRequestId === id)?.to.start ??
  visits[Number(id.slice(1))]?.start ??
  0;

/** A day of a company with some of everything. */
function randomDay(seed: number): PlannedDay {
  const random = randomFrom(seed);
  const whole = (most: number) => Math.floor(random() * most);
  const anywhere = (): Coordinates => spot(whole(30) - 15, whole(30) - 15);
  const technicians = Array.from({ length: 2 + whole(4) }, (_, number) => ({
    id: `t${number}`,
    name: `T${number}`,
    skills: random() < 0.5 ? ['gas'] : [],
    ...(random() < 0.2 && {
      hours: {
        tuesday: [
          ['07:00', '13:00'],
          ['14:00', '20:00'],
        ],
      },
    }),
  }));
  const visits = technicians.flatMap(({ id, skills }) => {
    let from = at(8, 15 * whole(3));
    const own = [];
    while (from < at(16)) {
      const isMorning = from < at(12);
      const isGas = skills.length > 0 && random() < 0.3;
      own.push({
        technicianId: id,
        start: from,
        serviceTypeId: isGas ? 'gas' : random() < 0.3 ? 'long' : 'repair',
        ...(random() < 0.8 && { promise: isMorning ? morning : afternoon }),
        ...(random() < 0.95 && { at: anywhere() }),
        isFixed: random() < 0.1,
        isAskedFor: random() < 0.1,
      });
      from += 120 + 15 * whole(8);
    }
    return own;
  });
  const blocks = technicians.flatMap(({ id }) =>
    random() < 0.3
      ? [
          {
            id: `block of ${id}`,
            technicianId: id,
            from: at(12),
            to: at(13),
            place: random() < 0.5 ? { at: anywhere() } : undefined,
          },
        ]
      : [],
  );
  const homes = Object.fromEntries(
    technicians.flatMap(({ id }) => (random() < 0.7 ? [[id, anywhere()] as const] : [])),
  );
  const peak = random() < 0.3 ? { peak: [{ from: '08:00', to: '10:00', factor: 1.5 }] } : {};
  const bufferMinutes = random() < 0.5 ? 0 : 15;
  return dayOf({
    ...{ technicians, blocks, homes },
    visits: visits.map((visit, number) => ({ ...visit, dispatchRequestId: `v${number}` })),
    over: { travel: peak, booking: { gridMinutes: 15, bufferMinutes } },
  });
}

/** What an observer with a map and a watch finds wrong, written without the planner's code. */
function observed({ account, visits, blocks, rules, homes }: PlannedDay, changes: readonly ProposedChange[]) {
  const moved = new Map(changes.map(({ visit, to }) => [visit.dispatchRequestId, to]));
  const all = visits.map((visit) => ({ ...visit, ...moved.get(visit.dispatchRequestId) }));
  const buffer = account.booking.bufferMinutes;
  const stops = [
    ...all.map(({ dispatchRequestId, technicianId, start, service, place }) => ({
      ...{ id: dispatchRequestId, technicianId, at: place.at },
      ...{ from: start, to: start + service.durationMinutes + buffer },
    })),
    ...blocks.flatMap(({ technicianId, from, to, place }, number) =>
      place === undefined ? [] : [{ id: `b${number}`, technicianId, at: place.at, from, to }],
    ),
  ].sort((a, b) => a.from - b.from || (a.id < b.id ? -1 : 1));
  const factorAt = (instant: number) => {
    const hour = ((((instant - midnight) / 60) % 24) + 24) % 24;
    return rules.peak !== undefined && hour >= 8 && hour < 10 ? 1.5 : 1;
  };
  const drive = (a: Coordinates | undefined, b: Coordinates | undefined, leaving: number) => {
    if (a === undefined || b === undefined) return 60;
    const rad = Math.PI / 180;
    const mean = Math.sin(((b.latitude - a.latitude) * rad) / 2) ** 2;
    const side = Math.sin(((b.longitude - a.longitude) * rad) / 2) ** 2;
    const km =
      12_742 * Math.asin(Math.sqrt(mean + Math.cos(a.latitude * rad) * Math.cos(b.latitude * rad) * side));
    return Math.max(5, 5 + (km * 1.3 * 60) / 40) * factorAt(leaving);
  };
  const faults: string[] = [];
  let [driven, late] = [0, 0];
  for (const { id } of account.technicians) {
    const own = stops.filter(({ technicianId }) => technicianId === id);
    const off = blocks.filter((block) => block.technicianId === id && block.place === undefined);
    const home = homes.get(id)?.at;
    for (const [number, stop] of own.entries()) {
      const next = own[number + 1];
      if (number === 0 && home !== undefined) driven += drive(home, stop.at, stop.from);
      if (next === undefined && home !== undefined) driven += drive(stop.at, home, stop.to);
      if (off.some(({ from, to }) => from < stop.to && to > stop.from)) faults.push(`${stop.id} in a block`);
      if (next === undefined) continue;
      driven += drive(stop.at, next.at, stop.to);
      const gaps = [stop.to, ...off.map(({ to }) => to)].filter((leaving) => leaving >= stop.to);
      const isReached = gaps.some((leaving) => {
        const arrives = leaving + Math.ceil(drive(stop.at, next.at, leaving) / 15 - 1e-9) * 15;
        return arrives <= next.from && !off.some(({ from, to }) => from < arrives && to > leaving);
      });
      if (isReached) continue;
      faults.push(`${stop.id} to ${next.id}`);
      late += stop.to + Math.ceil(drive(stop.at, next.at, stop.to) / 15) * 15 - next.from;
    }
  }
  return { faults, driven, late };
}

describe('on random days', () => {
  const seeds = Array.from({ length: 60 }, (_, number) => number + 1);

  it.each(seeds)('every promise is kept, and everything stays drivable (%d)', (seed) => {
    const day = randomDay(seed);
    const proposal = propose(day, 300, seed);
    const { changes } = proposal;
    const [before, after] = [observed(day, []), observed(day, changes)];
    expect(after.faults.filter((fault) => !before.faults.includes(fault))).toEqual([]);
    expect([proposal.before, proposal.after]).toEqual([Math.round(before.driven), Math.round(after.driven)]);
    expect(changes.reduce((sum, one) => sum + one.savedMinutes, 0)).toBe(proposal.before - proposal.after);
    for (const { visit, to } of changes) {
      const technician = day.account.technicians.find(({ id }) => id === to.technicianId);
      const minute = to.start - midnight;
      expect(visit.isFixed).toBe(false);
      if (visit.isAskedFor) expect(to.technicianId).toBe(visit.technicianId);
      if (visit.service.id === 'gas') expect(technician?.skills).toContain('gas');
      if (visit.promise === undefined) expect(to.start).toBe(visit.start);
      else expect(minute >= visit.promise.from && minute < visit.promise.to).toBe(true);
      expect(to.start % 15).toBe(0);
    }
  });

  it('whatever is accepted with all that it needs makes nothing worse', () => {
    let tried = 0;
    for (const seed of seeds) {
      const day = randomDay(seed);
      const { changes } = propose(day, 300, seed);
      const before = observed(day, []).faults;
      for (const { number, needs } of changes) {
        const accepted = changes.filter((one) => one.number === number || needs.includes(one.number));
        expect(observed(day, accepted).faults.filter((fault) => !before.includes(fault))).toEqual([]);
        for (const one of accepted)
          expect([number, ...needs]).toEqual(expect.arrayContaining([...one.needs]));
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThan(100);
  });

  it.each(seeds)('no more changes need each other than may be made together (%d)', (seed) => {
    const { changes } = proposePlan(randomDay(seed), { seed, iterations: 300, together: 7 });
    // Nothing needs a change of technicians who were planned apart from its own.
    for (const { needs } of changes) expect(needs.length).toBeLessThan(7);
  });

  it('one day has one plan, in whatever order its visits come', () => {
    const day = randomDay(7);
    expect(propose(day)).toEqual(propose(randomDay(7)));
    expect(propose({ ...day, visits: day.visits.toReversed() })).toEqual(propose(day));
  });
});

describe('what a day cannot do', () => {
  it('is said: too little time for a drive, and a start outside of the promise', () => {
    const visits = [
      { start: at(8), at: spot(0, 0), isFixed: true },
      { start: at(9), at: spot(50, 0), isFixed: true },
      { start: at(14), promise: morning, at: spot(50, 0), isFixed: true },
    ];
    const { short, outside, changes } = propose(dayOf({ technicians: [ana], visits }));
    // 50 km take 5 and 97.5 minutes, which is 7 quarters.
    expect(short).toEqual([{ from: 'v0', to: 'v1', minutes: 105 }]);
    expect(outside).toEqual(['v2']);
    expect(changes).toEqual([]);
  });

  it('is no reason to let it become worse: who is late already may not be double-booked', () => {
    const visits = [
      { technicianId: 'ana', start: at(9), at: spot(0, 0), isFixed: true },
      { technicianId: 'ana', start: at(10), at: spot(60, 0), isFixed: true },
      { technicianId: 'ben', start: at(9), promise: wholeDay, at: spot(1, 0) },
      { technicianId: 'ben', start: at(11), promise: wholeDay, at: spot(60, 1) },
    ];
    const day = dayOf({ technicians: [ana, ben], visits });
    const { changes } = propose(day);
    for (const { number, needs } of changes) {
      const accepted = changes.filter((one) => one.number === number || needs.includes(one.number));
      expect(observed(day, accepted).late).toBeLessThanOrEqual(observed(day, []).late);
    }
  });
});

it('a start outside of the promise stays with its technician', () => {
  // Ben lives where the visit is, but he may not come at a time that was not promised.
  const visits = [
    { technicianId: 'ana', start: at(14), promise: { from: 14 * 60 + 15, to: 14 * 60 + 30 }, at: east },
  ];
  const [change] = propose(
    dayOf({ technicians: [ana, ben], homes: { ana: west, ben: east }, visits }),
  ).changes;
  expect(change?.to).toEqual({ technicianId: 'ben', start: at(14, 15) });
});

it('a visit that nobody reached in time, and now somebody does, says so', () => {
  const visits = [
    { technicianId: 'ana', start: at(8), at: spot(0, 0) },
    { technicianId: 'ana', start: at(9), promise: morning, at: spot(10, 0) },
  ];
  const { changes } = propose(dayOf({ technicians: [ana, ben], homes: { ben: spot(-20, 0) }, visits }));
  expect(changes.map(({ visit, reason }) => [visit.dispatchRequestId, reason])).toEqual([
    ['v1', 'Ana can be there in time'],
  ]);
});

it('a visit keeps its start and its technician where another saves nothing', () => {
  const visits = [
    { technicianId: 'ana', start: at(9), promise: wholeDay, at: spot(0, 0) },
    { technicianId: 'ana', start: at(11), promise: wholeDay, at: spot(10, 0) },
    { technicianId: 'ben', start: at(13), promise: wholeDay, at: spot(10, 1) },
  ];
  const { changes } = propose(
    dayOf({ technicians: [ana, ben], homes: { ana: spot(0, 0), ben: spot(-20, 0) }, visits }),
  );
  expect(changes.map(({ visit, to }) => [visit.dispatchRequestId, to])).toEqual([
    ['v2', { technicianId: 'ana', start: at(13) }],
  ]);
});
