import { scheduleKey } from './stores/schedule-reader.ts';
import { boardRecords } from './stream-hints.ts';

/**
 * The patterns of the stream's records that the function of the board's updates follows: what the board shows and finds,
 * and technicians' days of which something may have become free.
 */
export const followedPatterns = [
  boardRecords,
  {
    dynamodb: {
      Keys: { pk: { S: [{ prefix: scheduleKey('', '', '').pk }] } },
      OldImage: { pk: { S: [{ exists: true }] } },
    },
  },
] as const;
