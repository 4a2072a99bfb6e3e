import * as v from 'valibot';
import { dispatcherOf } from '../record/dispatcher-changes.ts';
import type { Actor } from '../record/request.ts';
import { ACCOUNTS_CLAIM } from './claims.ts';
import { tokenMissing } from './problems.ts';

/** Who sends a request, as the verified token says. */
export interface Caller {
  /** Recorded as the author of changes. */
  readonly actor: Actor;
  readonly accounts: readonly string[] | 'all';
  readonly scopes: readonly string[];
}

/** Where API Gateway puts the claims of a token that it has verified. */
const Authorized = v.object({
  requestContext: v.object({
    authorizer: v.object({
      jwt: v.object({
        claims: v.object({
          sub: v.string(),
          scope: v.optional(v.string(), ''),
          [ACCOUNTS_CLAIM]: v.optional(v.string(), ''),
        }),
      }),
    }),
  }),
});

/** The caller of an event. Throws a 401 without a verified token, or with a subject that can't be recorded. */
export function callerOf(event: unknown): Caller {
  const parsed = v.safeParse(Authorized, event);
  if (!parsed.success) throw tokenMissing();
  const { sub, scope, [ACCOUNTS_CLAIM]: accounts } = parsed.output.requestContext.authorizer.jwt.claims;
  const actor = dispatcherOf(sub);
  if (actor === undefined) throw tokenMissing();
  // API Gateway writes a list as `[a b]`.
  const ids = accounts.split(/[\s,[\]"]+/).filter((id) => id !== '');
  return { actor, accounts: ids.includes('*') ? 'all' : ids, scopes: scope.split(' ') };
}

/** Whether the caller may see and change an account. */
export function maySee({ accounts }: Caller, accountId: string): boolean {
  return accounts === 'all' || accounts.includes(accountId);
}
