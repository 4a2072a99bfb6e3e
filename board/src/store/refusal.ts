import type { Alternative, ApiFault } from './api.ts';
import { actorName } from './said.ts';
import type { Notice } from './state.ts';
import { dayName } from './time.ts';

/**
 * What a dispatcher reads of a change that was refused: why, and the alternatives as buttons.
 * @param shown the date on the page, which the buttons leave out
 */
export function refusalNotice(
  { message, alternatives, current }: ApiFault,
  shown: string | undefined,
  take: (alternative: Alternative) => void,
): Notice {
  const buttons = alternatives.map((one) => ({
    label: `${one.date === shown ? '' : `${dayName(one.date)}, `}${one.time} with ${one.technician}`,
    run: () => take(one),
  }));
  const by = current?.history.at(-1);
  const text =
    by === undefined
      ? message
      : `${actorName(by.by)} changed this first: ${by.why ?? by.to}. Nothing else was changed.`;
  return { kind: 'refused', text, buttons };
}
