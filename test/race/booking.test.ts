import { describe, expect, it } from '@jest/globals';
import { type FunctionAnswer, faultsIn, fleetPerFile, many, warmAccount } from './fleet.ts';

const fleet = fleetPerFile(3);

const confirmedIn = (answers: readonly FunctionAnswer[]) => answers.filter(({ confirmed }) => confirmed);
const refusedIn = (answers: readonly FunctionAnswer[]) =>
  answers.filter(({ reason }) => reason === 'slot_taken');

const account = (accountId: string, technicians: number) => warmAccount(fleet(), accountId, technicians);

describe('processes in parallel', () => {
  it('confirm two of fifty bookings of one slot with two technicians', async () => {
    const accountId = await account('fifty', 2);
    const answers = await fleet().askAll(
      many(50, (i) => ({ accountId, callId: `call-${i}`, time: '9:00 AM' })),
    );
    expect(faultsIn(answers)).toEqual([]);
    expect(new Set(confirmedIn(answers).map(({ technician }) => technician)).size).toBe(2);
    expect(confirmedIn(answers)).toHaveLength(2);
    expect(refusedIn(answers)).toHaveLength(48);
    expect(refusedIn(answers).filter(({ alternatives = [] }) => alternatives.length === 0)).toEqual([]);
  });

  it('confirm exactly one of overlapping starts', async () => {
    for (let round = 0; round < 2; round++) {
      const accountId = await account(`overlap-${round}`, 1);
      const answers = await fleet().askAll(
        many(20, (i) => ({ accountId, callId: `call-${i}`, time: i % 2 === 0 ? '9:00 AM' : '9:30 AM' })),
      );
      expect(faultsIn(answers)).toEqual([]);
      expect(confirmedIn(answers)).toHaveLength(1);
      expect(refusedIn(answers)).toHaveLength(19);
    }
  });

  it.each([
    ['unnamed', () => ({})],
    ['each of its own', (i: number) => ({ invocation: `tool-${i}` })],
  ])('answer fifty bookings of one slot by one call alike: invocations %s', async (kind, invocation) => {
    const accountId = await account(`repeat-${kind.length}`, 3);
    const answers = await fleet().askAll(
      many(50, (i) => ({ accountId, callId: 'one', time: '9:00 AM', ...invocation(i) })),
    );
    expect(answers[0]).toMatchObject({ confirmed: true, time: '9:00 AM' });
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  it('book one appointment for the calls of one number, whatever start each requests', async () => {
    const times = ['9:00 AM', '1:00 PM', '3:00 PM'];
    for (let round = 0; round < 3; round++) {
      const accountId = await account(`one-number-${round}`, 3);
      const answers = await fleet().askAll(
        many(12, (i) => ({ accountId, callId: `call-${i}`, sameNumberAs: 'one', time: times[i % 3] ?? '' })),
      );
      expect(faultsIn(answers)).toEqual([]);
      expect(new Set(answers.map(({ dispatchRequestId }) => dispatchRequestId)).size).toBe(1);
      // Whoever asked for that start first has it, and the others are asked.
      expect(confirmedIn(answers)).toHaveLength(4);
      expect(answers.filter(({ reason }) => reason === 'already_booked')).toHaveLength(8);
    }
  });

  it('leave a call that books two slots with one appointment', async () => {
    const accountId = await account('two-slots', 2);
    const answers = await fleet().askAll(
      many(20, (i) => ({ accountId, callId: 'one', time: i % 2 === 0 ? '9:00 AM' : '1:00 PM' })),
    );
    expect(faultsIn(answers)).toEqual([]);
    expect(confirmedIn(answers)).toHaveLength(20);
    expect(new Set(answers.map(({ dispatchRequestId }) => dispatchRequestId)).size).toBe(1);
    // Not one of the earlier deliveries: a repeat of those changes nothing any more.
    const [last] = await fleet().askAll([{ accountId, callId: 'one', time: '1:00 PM', invocation: 'last' }]);
    expect(last).toMatchObject({ confirmed: true, time: '1:00 PM' });
    const others = await fleet().askAll(
      many(2, (i) => ({ accountId, callId: `other-${i}`, time: '9:00 AM' })),
    );
    expect(confirmedIn(others)).toHaveLength(2);
  });

  it('never let moves and bookings overlap', async () => {
    const accountId = await account('moves', 2);
    const times = ['8:00 AM', '8:30 AM', '9:00 AM', '10:00 AM', '1:00 PM', '2:00 PM'];
    for (let round = 0; round < 3; round++) {
      const answers = await fleet().askAll(
        many(24, (i) => ({ accountId, callId: `call-${i % 12}`, time: times[(i + round) % 6] ?? '' })),
      );
      expect(faultsIn(answers)).toEqual([]);
      expect(confirmedIn(answers).length + refusedIn(answers).length).toBe(24);
    }
  });

  it('fill fifty places of five technicians, and refuse nobody while one is free', async () => {
    const accountId = await account('fifty-places', 5);
    const clock = (hour: number) => (hour < 12 ? `${hour}:00 AM` : `${hour === 12 ? 12 : hour - 12}:00 PM`);
    const waves = [
      [8, 9, 10, 11],
      [12, 13, 14, 15],
      [16, 17],
    ];
    const confirmed: number[] = [];
    for (const [wave, hours] of waves.entries()) {
      const answers = await fleet().askAll(
        many(20, (i) => ({ accountId, callId: `w${wave}-${i}`, time: clock(hours[i % hours.length] ?? 8) })),
      );
      expect(faultsIn(answers)).toEqual([]);
      confirmed.push(confirmedIn(answers).length);
      expect(refusedIn(answers)).toHaveLength(20 - 5 * hours.length);
    }
    expect(confirmed).toEqual([20, 20, 10]);
  });
});
