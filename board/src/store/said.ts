import type { RequestView } from '../../../lib/board/views.ts';
import { dayName } from './time.ts';

const statusNames: Readonly<Record<string, string>> = {
  ...{ requested: 'requested', scheduled: 'scheduled', dispatched: 'sent out', en_route: 'on the way' },
  ...{ in_progress: 'in progress', completed: 'completed', on_hold: 'on hold', canceled: 'canceled' },
  ...{ declined: 'declined', no_show: 'no-show' },
};
export const statusName = (status: string): string => statusNames[status] ?? status;

/** Who changed a request, as the page calls them. */
export const actorName = (by: string): string => by.replace('dispatcher:', '');

/**
 * What is said once an action is stored.
 * @param shown the date on the page, which need not be said
 */
export function saidOf(
  action: string,
  label: string,
  { appointment, status, urgency, kind }: RequestView,
  shown: string | undefined,
): string {
  switch (action) {
    case 'schedule':
    case 'move': {
      const { time = '', date = '', technician = '' } = appointment ?? {};
      return `${label} is scheduled for ${time}${date === shown ? '' : ` on ${dayName(date)},`} with ${technician}.`;
    }
    case 'acknowledge':
      return `${label}’s emergency is acknowledged.`;
    case 'urgency':
      return `${label} is now ${urgency}.`;
    case 'reviewed':
      return `${label} is reviewed.`;
    case 'notes':
      return `The note for ${label} is saved.`;
    case 'split':
      return `${label}’s other request is separate again.`;
    default:
      return kind === 'message' && status === 'completed'
        ? `${label}’s message is marked as done.`
        : `${label} is marked as ${statusName(status)}.`;
  }
}
