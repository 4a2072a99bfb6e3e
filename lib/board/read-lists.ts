import * as v from 'valibot';
import { type VoicePlatform, voicePlatforms } from '../platforms/index.ts';
import type { CallPlace } from '../record/call-lists.ts';
import { personOf } from '../record/customers/contact-fields.ts';
import { toE164 } from '../record/customers/phone.ts';
import type { DispatchRequest } from '../record/request.ts';
import { fromCursor, INSTANT, pageFrom, toCursor } from './cursor.ts';
import { type BoardRequest, type Operation, queryOf } from './exchange.ts';
import { notFound, parametersInvalid } from './problems.ts';
import { callViewOf, requestEntryOf, requestViewOf } from './to-view.ts';
import type { CallsView, CustomerView, RequestWithCallsView } from './views/requests.ts';

const CALLS_PER_PAGE = 50;
const MAX_CALLS = 5;

/** `GET /accounts/{account}/requests/{request}` */
export const readRequest: Operation = async (request) => {
  const found = request.subject();
  const { account, deps, deadline } = request;
  const calls = await Promise.all(
    callsOf(found).map(([platform, callId]) => deps.calls.get(account.accountId, platform, callId, deadline)),
  );
  const body: RequestWithCallsView = {
    request: requestViewOf(found),
    calls: calls.filter((call) => call !== undefined).map(callViewOf),
  };
  return { status: 200, body };
};

/** The calls that made or changed a request, newest last. */
function callsOf({ source, callId, history }: DispatchRequest): (readonly [VoicePlatform, string])[] {
  const named = new Set([
    ...(callId === undefined ? [] : [`${source}:${callId}`]),
    ...history.flatMap((line) => line.callId ?? []),
  ]);
  return [...named].flatMap(asCall).slice(-MAX_CALLS);
}

function asCall(text: string): (readonly [VoicePlatform, string])[] {
  const platform = voicePlatforms.find((one) => text.startsWith(`${one}:`));
  return platform === undefined ? [] : [[platform, text.slice(platform.length + 1)]];
}

const Place: v.GenericSchema<unknown, CallPlace> = v.object({
  integration: v.picklist(voicePlatforms),
  callId: v.pipe(
    v.string(),
    v.nonEmpty(),
    v.maxLength(256),
    v.check((text) => text.isWellFormed()),
  ),
  createdAt: v.pipe(v.string(), v.regex(INSTANT)),
});
const cursorQuery = v.object({ cursor: v.optional(v.string()) });

/** `GET /accounts/{account}/calls` */
export const listCalls: Operation = async (request) => {
  const { account, deps, now, deadline } = request;
  const list = { list: 'calls', accountId: account.accountId };
  const after = fromCursor(list, Place, queryOf(request, cursorQuery).cursor);
  const reading = deps.calls.page(account.accountId, { limit: CALLS_PER_PAGE, after, now }, deadline);
  const page = await pageFrom(reading);
  const { next } = page;
  const place = next && { integration: next.integration, callId: next.callId, createdAt: next.createdAt };
  const body: CallsView = { calls: page.calls, next: place && toCursor(list, place) };
  return { status: 200, body };
};

/** `GET /accounts/{account}/calls/{platform}/{call}` */
export const readCall: Operation = async ({ account, deps, parts, deadline }) => {
  const platform = voicePlatforms.find((one) => one === parts.platform);
  if (platform === undefined) throw notFound();
  const call = await deps.calls.get(account.accountId, platform, parts.call, deadline);
  if (call === undefined) throw notFound();
  return { status: 200, body: callViewOf(call) };
};

const phoneExpected = 'a valid phone number';
const phoneQuery = v.object({ phone: v.string(phoneExpected) });

/** `GET /accounts/{account}/customers?phone=` */
export const findCustomer: Operation = async (request) => {
  const { account } = request;
  const phone = toE164(queryOf(request, phoneQuery).phone, account.region);
  if (phone === undefined) throw parametersInvalid([{ path: 'phone', expected: phoneExpected }]);
  const body = await customerOf(request, phone);
  if (body.customer === undefined && body.requests.length + body.calls.length === 0) throw notFound();
  return { status: 200, body };
};

async function customerOf(
  { account: { accountId }, deps, now, deadline }: BoardRequest,
  phone: string,
): Promise<CustomerView> {
  const [customer, requests, calls] = await Promise.all([
    deps.customers.get(accountId, phone, deadline),
    deps.requests.ofNumber(accountId, phone, '0', deadline),
    deps.calls.ofCaller(accountId, phone, now, deadline),
  ]);
  return {
    phone,
    customer: customer && {
      customerId: customer.customerId,
      ...personOf(customer),
      sites: customer.sites.map(({ position: _, ...site }) => site),
    },
    requests: requests.map(requestEntryOf).sort((a, b) => (a.createdAt > b.createdAt ? -1 : 1)),
    calls,
  };
}
