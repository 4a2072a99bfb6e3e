import type { Account } from '../accounts/account.ts';
import type { QueueReader } from '../dispatch/board/queue-reader.ts';
import type { DayReader } from '../dispatch/board/read-day-board.ts';
import type { RescheduleDependencies } from '../dispatch/booking/reschedule.ts';
import type { CallLists } from '../dispatch/calls/call-lists.ts';
import type { BlockStore, CustomerStore } from '../dispatch/ports.ts';
import type { LeadStore } from '../dispatch/requests/lead.ts';
import type { RequestLog } from '../http/log.ts';
import type { Meter } from '../meter.ts';

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
