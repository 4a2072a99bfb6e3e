import type { Account } from '../accounts/account.ts';
import type { DayReader } from '../booking/dispatchers/day-board.ts';
import type { RescheduleDependencies } from '../booking/reschedule.ts';
import type { RequestLog } from '../http/log.ts';
import type { LeadStore } from '../intake/leads/lead.ts';
import type { Meter } from '../meter.ts';
import type { CallLists } from '../record/call-lists.ts';
import type { BlockStore, CustomerStore } from '../record/ports.ts';
import type { QueueReader } from '../record/queue-reader.ts';

/** What the board's API depends on. */
export interface BoardDependencies extends RescheduleDependencies {
  readonly accounts: {
    byId(accountId: string): Promise<Account | undefined>;
    list(): Promise<readonly Account[]>;
  };
  readonly days: DayReader;
  readonly queue: QueueReader;
  readonly calls: CallLists;
  readonly blocks: BlockStore;
  readonly customers: Pick<CustomerStore, 'get'>;
  readonly leads: LeadStore;
  /** Unique per request. */
  readonly newId: () => string;
  readonly meter: Meter;
  /** Called exactly once per request. */
  readonly log: (line: RequestLog) => void;
}
