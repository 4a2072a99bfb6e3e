import type { Link, Mentions } from '../../lib/record/erasing/links.ts';
import { callOf } from '../../lib/record/invocation.ts';
import type { DispatchRequest } from '../../lib/record/request.ts';
import { formatClockTime } from '../../lib/scheduling/clock-time.ts';
import { toTable } from '../output.ts';

/** Data found about a person. */
export interface Erasure {
  /** False for a dry run. */
  readonly erased: boolean;
  readonly links: readonly Link[];
  /** The upcoming appointments among the links. */
  readonly visits: readonly DispatchRequest[];
  /** What belongs to others and names the person in a text, which is erased from it. */
  readonly mentionedIn: Mentions;
}

/** The upcoming appointments, one per row. */
export function visitsText(visits: readonly DispatchRequest[]): string {
  const rows = visits.map(({ dispatchRequestId, status, appointment }) => [
    ...[dispatchRequestId, status],
    ...(appointment === undefined
      ? []
      : [appointment.date, formatClockTime(appointment.minute), appointment.technician]),
  ]);
  return toTable(['visit to come', 'status', 'date', 'time', 'technician'], rows);
}

/** What is or would be erased, as text. */
export function erasureText({ erased, links, visits, mentionedIn }: Erasure): string {
  const nothing = 'Nothing is stored about this person.';
  const table = toTable([erased ? 'erased' : 'to erase', 'which', 'found by'], links.map(rowOf));
  const mentions = mentionIds(mentionedIn).join(', ');
  return [
    ...(links.length > 0 ? [table] : mentions === '' ? [nothing] : []),
    ...(erased || visits.length === 0
      ? []
      : [visitsText(visits), 'Pass --cancel-visits or --keep-visits for these.']),
    ...(mentions === ''
      ? []
      : [
          `In these, which belong to others, "[erased]" ${erased ? 'replaces' : 'will replace'} the person: ${mentions}`,
        ]),
    ...(erased || (links.length === 0 && mentions === '')
      ? []
      : ['Nothing has been erased yet: pass --yes to erase it.']),
  ].join('\n');
}

/** The ids of what mentions a person. */
const mentionIds = ({ requests, customers, blocks, refused, calls }: Mentions): readonly string[] => [
  ...requests.map(({ dispatchRequestId }) => dispatchRequestId),
  ...customers.map(({ customerId }) => customerId),
  ...blocks.map(({ blockId }) => blockId),
  ...refused.map(({ refusedLeadId }) => refusedLeadId),
  ...calls.map(({ integration, callId }) => `${integration}:${callId}`),
];

function rowOf(link: Link): readonly string[] {
  switch (link.kind) {
    case 'customer':
      return ['customer', link.customer.customerId, link.by];
    case 'request':
      return ['dispatch request', `${link.request.dispatchRequestId} (${link.request.status})`, link.by];
    case 'refused':
      return ['refused lead', link.refused.refusedLeadId, link.by];
    case 'call':
      return ['call', `${callOf(link.call)} of ${link.call.accountId}`, link.by];
  }
}

/** The same as JSON: ids, but no personal data. */
export function erasureJson({ erased, links, visits, mentionedIn }: Erasure) {
  return {
    erased,
    customers: links.flatMap((link) =>
      link.kind === 'customer' ? [{ customerId: link.customer.customerId, by: link.by }] : [],
    ),
    requests: links.flatMap((link) =>
      link.kind === 'request'
        ? [{ dispatchRequestId: link.request.dispatchRequestId, status: link.request.status, by: link.by }]
        : [],
    ),
    calls: links.flatMap((link) => {
      if (link.kind !== 'call') return [];
      const { accountId, integration, callId } = link.call;
      return [{ accountId, integration, callId, by: link.by }];
    }),
    refusedLeads: links.flatMap((link) =>
      link.kind === 'refused' ? [{ refusedLeadId: link.refused.refusedLeadId, by: link.by }] : [],
    ),
    visits: visits.map(({ dispatchRequestId, status, appointment }) => ({
      ...{ dispatchRequestId, status },
      ...{ startsAt: appointment?.startsAt, technicianId: appointment?.technicianId },
    })),
    mentionedIn: mentionIds(mentionedIn),
  };
}
