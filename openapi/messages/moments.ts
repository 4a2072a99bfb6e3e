import type { DueRequest } from '../../lib/record/attention.ts';
import type { Words } from '../../lib/wording/index.ts';

export const TODAY = '2026-11-22';
export const repair = 'AC Repair';

/** The days and times in examples, spoken on a Sunday. */
export function momentsIn({ appointments, callbacks, speakClockTime, speakDay }: Words) {
  const day = (date: string) => speakDay(date, TODAY);
  const clock = (time: string) => {
    const [hour, minute] = time.split(':');
    return speakClockTime(Number(hour) * 60 + Number(minute));
  };
  const monday = day('2026-11-23');
  return {
    day,
    clock,
    today: day(TODAY),
    monday,
    tuesday: day('2026-11-24'),
    three: ['11:30', '12:00', '12:30'].map(clock),
    nine: appointments.at(monday, clock('9:00')),
    halfPastTwo: appointments.at(monday, clock('14:30')),
    /** By when somebody calls back. */
    due: callbacks.by(9 * 60, '2026-11-23', TODAY),
  };
}

/** A stored message of a caller. */
export const message: DueRequest = {
  dispatchRequestId: 'dr_0123456789abcdefghjk',
  kind: 'message',
  accountId: 'acme-hvac',
  source: 'voiceone',
  version: 1,
  status: 'requested',
  urgency: 'routine',
  createdAt: '2026-11-23T00:45:00.000Z',
  updatedAt: '2026-11-23T00:45:00.000Z',
  dueAt: '2026-11-23T14:00:00.000Z',
  needsReview: ['callback'],
  customer: { phone: '+12125550143' },
  invocations: [],
  history: [],
};
