import type { LaneView } from '../../../lib/board/views.ts';
import { type Range, shareOf } from './range.ts';

/** How a technician's day is filled, as a background: hours off, free time, jobs and blocks from left to right. */
export function loadOf(lane: LaneView, range: Range): string {
  const layers = [
    ...lane.appointments.map((job) => stripe(range, job.startsAt, job.endsAt, '--busy')),
    ...[...lane.blocks, ...lane.unknown, ...lane.holds].map((one) =>
      stripe(range, one.startsAt, one.endsAt, '--quiet'),
    ),
    ...lane.timeOff.map(({ from, to }) => stripe(range, from, to, '--hatch')),
    ...lane.hours.map(({ from, to }) => stripe(range, from, to, '--paper')),
  ];
  return layers.join(',') || 'none';
}

/** Of several backgrounds the first is on top. */
function stripe(range: Range, from: string, to: string, color: string): string {
  const [start, end] = [from, to].map((at) => `${(shareOf(range, at) * 100).toFixed(2)}%`);
  return `linear-gradient(90deg,#0000 ${start},var(${color}) ${start} ${end},#0000 ${end})`;
}
