import type { Subject } from '../store/state.ts';

/** An action of the API and its body. */
export type Step = readonly [action: string, body: object];

/** The steps that take a change back; undefined if the service has none, so that the change is final. */
export function undoOf(action: string, before: Subject): readonly [Step, ...Step[]] | undefined {
  switch (action) {
    case 'schedule':
      return [['hold', { reason: 'The appointment was made by mistake.' }]];
    case 'move':
      return backTo('move', before);
    case 'hold':
      return backTo('schedule', before);
    case 'urgency':
      return [['urgency', { urgency: before.urgency }]];
    default:
      return undefined;
  }
}

/** A new start makes a job that was sent out a scheduled one. */
function backTo(action: string, before: Subject): readonly [Step, ...Step[]] | undefined {
  const { appointment, serviceTypeId, status } = before;
  if (appointment === undefined) return undefined;
  const { date, time, technicianId } = appointment;
  const back: Step = [action, { date, time, technicianId, serviceTypeId }];
  return status === 'dispatched' ? [back, ['status', { status }]] : [back];
}
