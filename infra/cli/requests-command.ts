import type { Command } from 'commander';
import { createRequestReader } from '../../lib/aws/request-reader.ts';
import { type DispatchRequest, type Status, statuses } from '../../lib/dispatch/request.ts';
import { CliFault } from './fault.ts';
import { oneOf, parseDate } from './options.ts';
import { toFacts, toJson, toTable } from './output.ts';
import { readAccount } from './stored-accounts.ts';
import { type Surroundings, type TargetOptions, withTarget } from './target.ts';

interface ListOptions extends TargetOptions {
  readonly account: string;
  readonly from?: string;
  readonly status?: Status;
}

/** `requests list | show`. */
export function addRequests(program: Command, surroundings: Surroundings): void {
  const { print } = surroundings;
  const requests = program.command('requests').description('dispatch requests');

  requests
    .command('list')
    .description('the requests of an account, oldest first')
    .requiredOption('--account <id>', 'whose requests')
    .option('--from <date>', 'created on this date (UTC) or later', parseDate)
    .option('--status <status>', `one of ${statuses.join(', ')}`, oneOf(statuses))
    .action(async (_: unknown, command: Command) => {
      const { account, from, status, json, ...options } = command.optsWithGlobals<ListOptions>();
      const found = await withTarget(surroundings, options, async (target) => {
        await readAccount(target, account);
        return createRequestReader(target).list(account, { from, status });
      });
      print(json ? toJson(found) : requestTable(found));
    });

  requests
    .command('show <dispatchRequestId>')
    .description('a request with its history')
    .action(async (id: string, _: unknown, command: Command) => {
      const { json, ...options } = command.optsWithGlobals<TargetOptions>();
      const found = await withTarget(surroundings, options, (target) => createRequestReader(target).get(id));
      if (found === undefined) throw new CliFault(`There is no dispatch request ${id}.`);
      print(json ? toJson(found) : requestFacts(found));
    });
}

/** How a customer is called, as far as is known. */
export function customerName({ customer }: DispatchRequest): string {
  const parts = [customer.firstName, customer.lastName].filter((part) => part !== undefined);
  return customer.name ?? (parts.join(' ') || customer.phone || customer.email || '');
}

function appointmentText({ appointment }: DispatchRequest): string {
  return appointment === undefined ? '' : `${appointment.date} ${appointment.time} ${appointment.technician}`;
}

function requestTable(requests: readonly DispatchRequest[]): string {
  if (requests.length === 0) return 'No dispatch requests.';
  return toTable(
    ['dispatch request', 'created', 'status', 'urgency', 'customer', 'service', 'appointment', 'review'],
    requests.map((request) => [
      request.dispatchRequestId,
      request.createdAt.slice(0, 16),
      request.status,
      request.urgency,
      customerName(request),
      request.serviceType ?? '',
      appointmentText(request),
      request.needsReview.join(', '),
    ]),
  );
}

function requestFacts(request: DispatchRequest): string {
  const { customer } = request;
  const facts = toFacts({
    'dispatch request': request.dispatchRequestId,
    account: request.accountId,
    status: request.status,
    urgency: request.urgency,
    source: request.callId === undefined ? request.source : `${request.source} call ${request.callId}`,
    created: request.createdAt,
    updated: request.updatedAt,
    'to review': request.needsReview.join(', '),
    service: request.serviceType,
    appointment: appointmentText(request),
    preferred: [request.preferredDate, request.preferredTime].filter((part) => part !== undefined).join(' '),
    customer: customerName(request),
    phone: customer.phone,
    email: customer.email,
    address: [customer.address, customer.city, customer.state, customer.zip]
      .filter((part) => part !== undefined)
      .join(', '),
    notes: request.notes,
  });
  const history = toTable(
    ['at', 'from', 'to', 'by', 'why'],
    request.history.map(({ at, from = '', to, by, why = '' }) => [at, from, to, by, why]),
  );
  return `${facts}\n${history}`;
}
