import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createBlockRepository } from '../lib/aws/block-repository.ts';
import { createRequestRepository } from '../lib/aws/requests/request-repository.ts';
import { createScheduleRepository } from '../lib/aws/schedule-repository.ts';
import type { Surroundings, Target } from './target.ts';

/** What a command that changes something is given, milliseconds: nobody waits on the line. */
const DEADLINE_MS = 10_000;

/** What a command needs to change what dispatchers change. */
export function worldOf(target: Target, surroundings: Pick<Surroundings, 'now'>) {
  const now = () => surroundings.now().getTime();
  const pause = async (ms: number) => {
    await wait(ms);
  };
  const world = { ...target, now, pause, random: Math.random, newToken: randomUUID };
  return {
    ...world,
    requests: createRequestRepository(world),
    schedule: createScheduleRepository(world),
    blocks: createBlockRepository(world),
    deadline: now() + DEADLINE_MS,
  };
}

export type World = ReturnType<typeof worldOf>;
