import type { HoldStore } from '../../lib/record/ports.ts';

/** For accounts that hold no times: nothing is held, and nothing can be. */
export const noHolds: HoldStore = {
  get: async () => undefined,
  ofCall: async () => [],
  ofNumber: async (_, numberId) => ({ numberId, version: 0, ends: new Map() }),
  commit: async () => 'contended',
  release: async () => 'contended',
};
