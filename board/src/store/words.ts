import type { RequestView } from '../../../lib/board/views.ts';
import type { Action } from './state.ts';
import { dayName } from './time.ts';

/** The statuses that have another name for people. */
const statusNames: Readonly<Record<string, string>> = {
  ...{ dispatched: 'sent out', en_route: 'on the way', in_progress: 'in progress' },
  ...{ on_hold: 'on hold', no_show: 'no-show' },
};
/** The statuses of jobs on the board, in their order. */
export const shownStatuses = [
  ...['scheduled', 'dispatched', 'en_route', 'in_progress', 'completed', 'no_show', 'on_hold'],
];

export const statusName = (status: string): string => statusNames[status] ?? status;

/** The name that the page shows for whoever changed a request. */
export const actorName = (by: string): string => by.replace('dispatcher:', '');

const listed = new Intl.ListFormat('en-US');

/** Everybody who comes to a visit, the one who leads it first. */
export const whoComes = ({
  technician = '',
  crew = [],
}: {
  readonly technician?: string | undefined;
  readonly crew?: readonly { readonly technician: string }[] | undefined;
}): string => listed.format([technician, ...crew.map((one) => one.technician)]);

/**
 * The message after a change.
 * @param shown the date on the page, which the message leaves out
 * @param visit the number of the visit that was placed alone
 */
export function saidOf(
  action: Action,
  label: string,
  { appointment, status, urgency, kind, waitlist }: RequestView,
  shown: string | undefined,
  visit?: number,
): string {
  switch (action) {
    case 'schedule':
    case 'move': {
      const placed = appointment?.visits?.[(visit ?? 1) - 2] ?? appointment;
      const { time = '', date = '' } = placed ?? {};
      const more = visit === undefined ? (appointment?.visits?.length ?? 0) : 0;
      return `${label} is scheduled for ${time}${date === shown ? '' : ` on ${dayName(date)},`} with ${whoComes(placed ?? {})}${more === 0 ? '' : `, and for ${more} more visit${more === 1 ? '' : 's'}`}.`;
    }
    case 'acknowledge':
      return `${label}’s emergency is acknowledged.`;
    case 'urgency':
      return `${label} is now ${urgency}.`;
    case 'reviewed':
      return `${label} is reviewed.`;
    case 'wait':
      return waitlist === undefined
        ? `${label} is no longer waiting for an earlier time.`
        : `${label} is waiting for an earlier time.`;
    case 'edit':
      return `${label} is saved.`;
    case 'unschedule':
      return `${label} needs a time again.`;
    case 'split':
      return `${label}’s other request is separate again.`;
    default:
      if (action.startsWith('notes')) return `The note for ${label} is saved.`;
      return kind === 'message' && status === 'completed'
        ? `${label}’s message is marked as done.`
        : `${label} is marked as ${statusName(status)}.`;
  }
}

/** The message after a change was taken back: what became of it, as in `saidOf`. */
export function undoneText(
  action: Action,
  label: string,
  request: RequestView,
  shown: string | undefined,
): string {
  const { status, kind, appointment } = request;
  const isPlace = ['schedule', 'move', 'unschedule', 'status', 'hold', 'cancel', 'decline'].includes(action);
  // One sentence says where one visit is.
  if (kind === 'message' || !isPlace || appointment?.visits !== undefined) return `${label} is as before.`;
  const isPlaced = status === 'scheduled' || action === 'move';
  return saidOf(
    status === 'requested' ? 'unschedule' : isPlaced ? 'move' : 'status',
    ...([label, request, shown] as const),
  );
}

/** Writes `+12125550123` as `(212) 555-0123`. Numbers of other countries stay as they are. */
export const phoneName = (phone: string | undefined): string | undefined =>
  phone?.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1)\u00a0$2-$3');
