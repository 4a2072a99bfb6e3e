import * as v from 'valibot';
import { BEHIND_QUEUE } from '../record/attention.ts';
import type { Hint } from '../record/live.ts';
import { UNASSIGNED } from '../record/request.ts';
import { addDays } from '../scheduling/time.ts';
import { SUMMARY } from './items/call-summary.ts';
import { searched } from './stores/search-store.ts';
import { plainItem } from './table/operations.ts';

const HOLD = 'HOLD';

/** The pattern of the stream's records that the board follows: of what it shows, and of what its search finds. */
export const boardRecords = {
  dynamodb: { Keys: { sk: { S: [...searched, 'BLOCK', { prefix: HOLD }] } } },
} as const;

const StreamRecord = v.object({
  dynamodb: v.object({ NewImage: v.optional(v.unknown()), OldImage: v.optional(v.unknown()) }),
});

// Items may have fields that this release doesn't know, and lack those that it does.
const Shown = v.object({
  sk: v.union([v.picklist(['REQUEST', 'BLOCK', SUMMARY]), v.pipe(v.string(), v.startsWith(HOLD))]),
  accountId: v.string(),
  appointment: v.optional(
    v.object({ date: v.string(), visits: v.optional(v.array(v.object({ date: v.string() }))) }),
  ),
  hold: v.optional(v.object({ date: v.string() })),
  queueOrder: v.optional(v.string()),
  from: v.optional(v.string()),
  to: v.optional(v.string()),
});
type Shown = v.InferOutput<typeof Shown>;

/** Returns the hint for a record of the table's stream; undefined if no page shows its item. */
export function hintOf(record: unknown): Hint | undefined {
  const { NewImage, OldImage } = v.parse(StreamRecord, record).dynamodb;
  const images = [NewImage, OldImage].flatMap((image) => {
    const parsed = v.safeParse(Shown, plainItem(image));
    return parsed.success ? [parsed.output] : [];
  });
  const [image] = images;
  if (image === undefined || image.accountId === UNASSIGNED) return undefined;
  const dates = [...new Set(images.flatMap(datesOf))].sort();
  const queue = images.some(waits);
  // A request may be open on a page though it is neither on a day nor waiting.
  const isShown = queue || dates.length > 0 || image.sk === 'REQUEST';
  return isShown ? { account: image.accountId, dates, queue } : undefined;
}

/** The local dates on which a page shows an item. A block begins and ends at local times. */
function datesOf({ appointment, hold, from, to }: Shown): readonly string[] {
  const [first, last] = [from?.slice(0, 10), to?.slice(0, 10)];
  if (first === undefined || last === undefined)
    return [appointment, ...(appointment?.visits ?? []), hold].flatMap((shown) => shown?.date ?? []);
  const dates = [first];
  for (let date = first; date < last; ) {
    date = addDays(date, 1);
    dates.push(date);
  }
  return dates;
}

/** Whether an item is among what waits for a person: a call may be one that booked nothing. */
const waits = ({ sk, queueOrder }: Shown): boolean =>
  sk === SUMMARY || (queueOrder !== undefined && queueOrder < BEHIND_QUEUE);
