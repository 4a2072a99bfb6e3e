import { randomBytes } from 'node:crypto';
import type { Account } from '../../lib/accounts/account.ts';
import { kits } from '../../lib/kits/index.ts';
import type { Sample, SampleContext } from '../../lib/kits/samples/sample.ts';
import { type Integration, integrations } from '../../lib/platforms/index.ts';
import { isOpenOn } from '../../lib/scheduling/hours.ts';
import { addDays, momentOf, weekdayOf } from '../../lib/scheduling/time.ts';
import { demoAccount } from '../../local/demo/demo-account.ts';
import { CliFault } from '../fault.ts';
import { type CliContext, readAccount, type TargetOptions, withTarget } from '../target.ts';

/** A sample, and the platform that sends it. */
export interface PlatformSample extends Sample {
  readonly integration: Integration;
}

/** All samples by name, such as `crm/lead`. */
export const samples: ReadonlyMap<string, PlatformSample> = new Map(
  integrations.flatMap((integration) =>
    Object.entries(kits[integration].samples).map(
      ([name, sample]) => [`${integration}/${name}`, { integration, ...sample }] as const,
    ),
  ),
);

const TIME = '09:00';

interface ContextOptions extends TargetOptions {
  readonly account?: string | undefined;
}

export const CALLER = '+12125550143';

type SampleDelivery = Pick<SampleContext, 'callId' | 'caller' | 'invocationId' | 'now'>;

/** Returns a new delivery with unique ids. */
export function newDelivery(
  now: Date,
  { call, from = CALLER }: { readonly call?: string | undefined; readonly from?: string | undefined } = {},
): SampleDelivery {
  const callId = call ?? `call_${randomBytes(14).toString('hex')}`;
  return { callId, caller: from, invocationId: `tool_${randomBytes(12).toString('hex')}`, now };
}

/**
 * Returns a sample's values for an account of the table, and the account's id. If no table can be read and no account was
 * requested, they are values of the demo's account, without an id.
 */
export async function contextFor(
  cli: CliContext,
  integration: Integration,
  options: ContextOptions,
  delivery: SampleDelivery,
): Promise<{ readonly accountId: string | undefined; readonly context: SampleContext }> {
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
    const accounts = await withTarget(cli, options, (target) => target.accounts.list());
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

/** Returns the next day on which the account is open, or tomorrow if it is never open. */
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
