import type { DynamoDBStreamEvent } from 'aws-lambda';
import type { PushHint } from '../../lib/aws/connections.ts';
import { searched } from '../../lib/aws/stores/search-store.ts';
import { hintOf } from '../../lib/aws/stream-hints.ts';
import { functionLine, HINTS_FAILED } from '../../lib/http/metrics.ts';
import type { FreedTimeRaiser } from '../../lib/record/freed-time.ts';
import { type Hint, joinHints } from '../../lib/record/live.ts';
import type { LiveStore, SearchIndex } from '../../lib/record/ports.ts';

export interface BoardUpdatesDependencies {
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly index: SearchIndex;
  readonly live: Pick<LiveStore, 'ofAccount' | 'disconnect'>;
  readonly push: PushHint;
  /** Writes a log line with metrics. */
  readonly log: (line: object) => void;
  readonly freedTimes: FreedTimeRaiser;
}

type Record = DynamoDBStreamEvent['Records'][number];

/** The function may run for 10 seconds. */
const WITHIN_MS = 8_000;

/**
 * Hints at changes to the open pages of their accounts, brings the dispatchers' search up to date, and keeps what time
 * became free for those who wait, by records of the table's stream. Records of one item are handled in order. Whatever
 * fails but a hint is thrown, and Lambda sends the records again, which changes nothing twice. A hint that fails is only
 * counted: pages also read by themselves.
 */
export const createHandler =
  (deps: BoardUpdatesDependencies) =>
  async (
    { Records }: Pick<DynamoDBStreamEvent, 'Records'>,
    { functionName }: { readonly functionName: string },
  ): Promise<void> => {
    const { now, index, freedTimes, log } = deps;
    const deadline = now() + WITHIN_MS;
    const hinting = Promise.all(
      joinHints(Records.flatMap((record) => hintOf(record) ?? [])).map((hint) => tell(hint, deps, deadline)),
    );
    const byItem = Map.groupBy(Records.filter(isSearched), ({ dynamodb }) => JSON.stringify(dynamodb?.Keys));
    const indexing = Promise.all(
      [...byItem.values()].map(async (records) => {
        for (const record of records) await index.follow(record, deadline);
      }),
    );
    const keeping = Promise.all(Records.map((record) => freedTimes.follow(record, deadline)));
    const [, , hints] = await Promise.allSettled([indexing, keeping, hinting]);
    const failed = hints.status === 'fulfilled' ? hints.value.reduce((sum, one) => sum + one, 0) : 1;
    if (failed > 0) log(functionLine(functionName, now(), { [HINTS_FAILED]: failed }));
    await Promise.all([indexing, keeping]);
  };

const isSearched = ({ dynamodb }: Record): boolean => searched.some((sk) => sk === dynamodb?.Keys?.sk?.S);

/** Sends a hint to each page of its account, and forgets those that are gone. Returns how many could not be told. */
async function tell(
  hint: Hint,
  { now, live, push }: BoardUpdatesDependencies,
  deadline: number,
): Promise<number> {
  const connections = await live.ofAccount(hint.account, now(), deadline);
  const told = await Promise.allSettled(
    connections.map(async ({ connectionId }) => {
      if ((await push(connectionId, hint)) === 'gone') await live.disconnect(connectionId, deadline);
    }),
  );
  return told.filter(({ status }) => status === 'rejected').length;
}
