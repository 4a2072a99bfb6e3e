import { acknowledge } from './dispatcher-changes.ts';
import type { Deadline } from './ports.ts';
import { type DispatchRequest, hasEnded } from './request.ts';
import type { ChangeDependencies } from './retry.ts';

/** Who takes care of an emergency: a person on call by name, or somebody in the office. */
export type Taker = { readonly kind: 'oncall'; readonly name: string } | { readonly kind: 'office' };

export type TakeResult =
  | { readonly kind: 'taken'; readonly request: DispatchRequest }
  /** Somebody else was faster. */
  | { readonly kind: 'taken_by'; readonly by: Taker; readonly request: DispatchRequest }
  /** The emergency is over, or was erased. */
  | { readonly kind: 'over'; readonly request: DispatchRequest };

const ON_CALL = 'oncall:';

/** Returns who acknowledged an emergency; undefined if nobody has. */
export function takerOf({ acknowledgedAt, history }: DispatchRequest): Taker | undefined {
  if (acknowledgedAt === undefined) return undefined;
  const by = history.findLast(({ kind }) => kind === 'acknowledged' || kind === 'acknowledged_together')?.by;
  return by?.startsWith(ON_CALL) ? { kind: 'oncall', name: by.slice(ON_CALL.length) } : { kind: 'office' };
}

/**
 * Acknowledges an emergency for a person on call, as the board does. A repeat is `taken` again. Fails as `retry` does.
 * @param name as the account has it
 * @param now epoch milliseconds
 * @param invocation what the request remembers, so that a repeat is known
 */
export async function takeAlert(
  found: DispatchRequest,
  name: string,
  now: number,
  deps: ChangeDependencies,
  deadline: Deadline,
  invocation?: string,
): Promise<TakeResult> {
  if (isOver(found)) return { kind: 'over', request: found };
  const who = { by: `oncall:${name}`, now, invocation } as const;
  const { kind, request } = await acknowledge(found, who, deps, deadline);
  if (kind === 'gone' || isOver(request)) return { kind: 'over', request };
  const by = takerOf(request);
  const isOwn = by === undefined || (by.kind === 'oncall' && by.name === name);
  return isOwn ? { kind: 'taken', request } : { kind: 'taken_by', by, request };
}

const isOver = ({ status, erasedAt }: DispatchRequest): boolean => hasEnded(status) || erasedAt !== undefined;
