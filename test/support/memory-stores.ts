import { OutcomeUnknown, StorageUnavailable } from '../../lib/record/faults.ts';
import type { Change, ChangeResult } from '../../lib/record/ports.ts';
import { activeAppointment, type DispatchRequest, hasEnded } from '../../lib/record/request.ts';
import type { VoiceDependencies } from '../../lib/voice/voice-function.ts';
import { noHolds } from './no-holds.ts';
import { noMemory } from './no-memory.ts';

/** What goes wrong with an operation; `lost` and `unsent` are writes whose answer never arrives. */
export type MemoryFault = 'down' | 'contended' | 'lost' | 'unsent';

/** The stores in memory: versions and claims are checked as in the table, and `fault` chooses what fails. */
export function createMemoryStores(fault: () => MemoryFault | undefined, clock: { now: number }) {
  const requests = new Map<string, DispatchRequest>();
  const answers = new Map<string, string>();
  const all = () => [...requests.values()];
  const read = <T>(value: () => T): Promise<T> =>
    fault() === 'down'
      ? Promise.reject(new StorageUnavailable({ cause: undefined }))
      : Promise.resolve(value());

  const isUnchanged = ({ next, previous }: Pick<Change, 'next' | 'previous'>): boolean =>
    requests.get(next.dispatchRequestId)?.version === previous?.version;

  const isFree = ({ next }: Change): boolean => {
    const wanted = activeAppointment(next)?.claims ?? [];
    return all().every(
      (other) =>
        other.dispatchRequestId === next.dispatchRequestId ||
        (activeAppointment(other)?.claims ?? []).every((held) =>
          wanted.every(
            ({ technicianId, buckets }) =>
              technicianId !== held.technicianId || !buckets.some((bucket) => held.buckets.includes(bucket)),
          ),
        ),
    );
  };

  function write(change: Change): ChangeResult {
    const { next, alongside = [] } = change;
    if (!isUnchanged(change)) return { kind: 'changed', current: requests.get(next.dispatchRequestId) };
    if (!isFree(change)) return { kind: 'slot_lost' };
    if (!alongside.every(isUnchanged)) return { kind: 'contended' };
    for (const stored of [next, ...alongside.map((other) => other.next)])
      requests.set(stored.dispatchRequestId, stored);
    return { kind: 'stored' };
  }

  async function commit(change: Change): Promise<ChangeResult> {
    switch (fault()) {
      case 'down':
        throw new StorageUnavailable({ cause: undefined });
      case 'contended':
        return { kind: 'contended' };
      case 'unsent':
        throw new OutcomeUnknown({ cause: undefined });
      case 'lost':
        write(change);
        throw new OutcomeUnknown({ cause: undefined });
      default:
        return write(change);
    }
  }

  const deps: VoiceDependencies = {
    now: () => clock.now,
    pause: async (ms) => {
      clock.now += ms;
    },
    random: () => 0.5,
    requests: {
      get: (id) => read(() => requests.get(id)),
      madeInCall: (_, integration, callId) =>
        read(() => all().filter((request) => request.source === integration && request.callId === callId)),
      ofNumber: (_, phone, from) =>
        read(() =>
          all().filter(({ customer, caller, appointment, status }) => {
            const isTheirs = customer.phone === phone || caller === phone;
            return isTheirs && (appointment === undefined ? !hasEnded(status) : appointment.startsAt >= from);
          }),
        ),
      recent: () => read(() => undefined),
      countAlert: () => read(() => 1),
      commit,
    },
    schedule: {
      occupancy: () =>
        read(() => {
          const taken = new Map<string, Map<number, string>>();
          for (const request of all())
            for (const { technicianId, buckets } of activeAppointment(request)?.claims ?? []) {
              const claims = taken.get(technicianId) ?? new Map<number, string>();
              for (const bucket of buckets) claims.set(bucket, request.dispatchRequestId);
              taken.set(technicianId, claims);
            }
          return taken;
        }),
    },
    storedAccounts: { current: (known) => read(() => known) },
    holds: noHolds,
    answers: {
      get: ({ invocationId }) => read(() => answers.get(invocationId)),
      keep: ({ invocationId }, answer) =>
        read(() => {
          const kept = answers.get(invocationId) ?? answer;
          answers.set(invocationId, kept);
          return kept;
        }),
    },
    memory: noMemory,
    onMemoryFault: () => undefined,
    consents: { get: () => read(() => undefined), put: () => read(() => 'stored') },
    customers: {
      get: () => read(() => undefined),
      put: () => read(() => 'stored'),
    },
  };
  return { deps, requests };
}
