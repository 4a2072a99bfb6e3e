import { unmarshall } from '@aws-sdk/util-dynamodb';

type Attributes = Parameters<typeof unmarshall>[0];

/** Converts an item in DynamoDB's JSON to plain values; undefined for anything else. */
export function plainItem(item: unknown): Record<string, unknown> | undefined {
  if (!isAttributes(item)) return undefined;
  try {
    return unmarshall(item);
  } catch {
    // The library's error would quote the value.
    return undefined;
  }
}

function isAttributes(item: unknown): item is Attributes {
  return typeof item === 'object' && item !== null;
}
