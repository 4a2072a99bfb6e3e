import { randomBytes } from 'node:crypto';
import type { Account } from '../../lib/accounts/account.ts';
import type { SampleContext } from '../../lib/kits/samples/sample.ts';
import type { Integration } from '../../lib/platforms/index.ts';
import { momentOf } from '../../lib/scheduling/day.ts';
import { addDays, weekdayOf } from '../../lib/scheduling/local-date.ts';
import { isOpenOn } from '../../lib/scheduling/opening.ts';
import { demoAccount } from '../../local/demo.ts';
import { listAccounts, readAccount } from '../accounts/stored-accounts.ts';
import { CliFault } from '../fault.ts';
import { type CliContext, type TargetOptions, withTarget } from '../target.ts';

const TIME = '09:00';

interface ContextOptions extends TargetOptions {
  readonly account?: string;
}

/** The number of the samples' caller. */
export const CALLER = '+12125550143';

type SampleDelivery = Pick<SampleContext, 'callId' | 'caller' | 'invocationId' | 'now'>;

/** A new delivery with unique ids; call and caller may be given. */
export function newDelivery(
  now: Date,
  { call, from = CALLER }: { readonly call?: string; readonly from?: string } = {},
): SampleDelivery {
  const callId = call ?? `call_${randomBytes(14).toString('hex')}`;
  return { callId, caller: from, invocationId: `tool_${randomBytes(12).toString('hex')}`, now };
}

/** A sample's values, and the account that they belong to; absent if no table can be read. */
export interface AccountContext {
  readonly accountId?: string | undefined;
  readonly context: SampleContext;
}

/** Adapts a sample to an account of the table, or to the demo's if no table can be read and none was requested. */
export async function contextFor(
  cli: CliContext,
  integration: Integration,
  options: ContextOptions,
  delivery: SampleDelivery,
): Promise<AccountContext> {
  const account = await accountFor(cli, integration, options);
  const origin = account?.origins[integration][0];
  if (account !== undefined && origin === undefined) {
    throw new CliFault(`${account.accountId}: the account has no origin for ${integration}.`);
  }
  const context = {
    ...delivery,
    time: TIME,
    origin: origin ?? demoAccount.origins[integration][0] ?? '',
    called: account?.origins.numbers[0] ?? demoAccount.origins.numbers[0] ?? '',
    serviceType: account?.serviceTypes[0]?.name ?? demoAccount.serviceTypes[0]?.name ?? '',
    date: account === undefined ? nextWeekday(delivery.now) : nextOpenDay(account, delivery.now),
  };
  return { accountId: account?.accountId, context };
}

async function accountFor(
  cli: CliContext,
  integration: Integration,
  { account: id, ...options }: ContextOptions,
): Promise<Account | undefined> {
  if (id !== undefined) return withTarget(cli, options, (target) => readAccount(target, id));
  const firstServed = async () => {
    const accounts = await withTarget(cli, options, listAccounts);
    const served = accounts.filter(({ origins }) => origins[integration].length > 0);
    return served.find(({ accountId }) => accountId === demoAccount.accountId) ?? served[0];
  };
  if (options.stack !== undefined) {
    const account = await firstServed();
    if (account !== undefined) return account;
    throw new CliFault(`${options.stack}: no account has an origin for ${integration}: "accounts put" one.`);
  }
  try {
    return await firstServed();
  } catch {
    // Only the date depends on the account, so samples work even if the table can't be reached.
    return undefined;
  }
}

/** The next day on which the account is open; tomorrow if it is never open. */
function nextOpenDay(account: Account, now: Date): string {
  const { today } = momentOf(account, now.getTime());
  for (let ahead = 1; ahead <= Math.max(1, account.booking.horizonDays); ahead += 1) {
    const date = addDays(today, ahead);
    if (isOpenOn(account, date)) return date;
  }
  return addDays(today, 1);
}

function nextWeekday(now: Date): string {
  let date = addDays(now.toISOString().slice(0, 10), 1);
  while (['saturday', 'sunday'].includes(weekdayOf(date))) date = addDays(date, 1);
  return date;
}
