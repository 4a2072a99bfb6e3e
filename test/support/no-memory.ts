import type { MemoryStore } from '../../lib/record/ports.ts';

/** For tests in which no function needs what another was told. */
export const noMemory: MemoryStore = {
  get: async () => ({}),
  interrupted: async () => undefined,
  tell: async () => undefined,
  end: async () => undefined,
};
