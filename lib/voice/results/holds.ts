import * as v from 'valibot';
import type { InParts } from '../message.ts';
import { choice, startRefused, unclearStart } from './appointments.ts';
import {
  arrivalTime,
  clock24,
  dayFacts,
  end,
  heldUntil,
  ignored,
  message,
  missingArguments,
  nextStep,
  offer,
  reason,
  text,
  unreached,
} from './parts.ts';
import { serviceRefusal } from './services.ts';

const notHeld = { held: v.literal(false) };
const noAlternatives = { alternatives: v.pipe(v.array(offer), v.length(0)) };

const { confirmed: _ofStart, ...refusedStart } = startRefused.entries;
const { confirmed: _ofChoice, ...choiceOfStarts } = choice.entries;
const { confirmed: _ofUnclear, ...unclear } = unclearStart.entries;

/** Of holding a time. */
export const holdTimeResult = v.union([
  v.pipe(
    v.strictObject({
      held: v.literal(true),
      heldUntil,
      message,
      ...dayFacts,
      time: arrivalTime('The start, or the window in which the technician arrives.'),
      start: clock24('The same on a 24-hour clock.'),
      end,
      technician: text('Name of the technician who would come.'),
      nextStep,
      ignored,
    }),
    v.description('The time is held until the call ends, or until `heldUntil`.'),
  ),
  v.pipe(
    v.strictObject({ ...refusedStart, ...notHeld }),
    v.description('The start is not available. Nothing changes.'),
  ),
  v.strictObject({ ...choiceOfStarts, ...notHeld }),
  v.strictObject({ ...unclear, ...notHeld }),
  v.strictObject({ ...missingArguments.entries, ...notHeld, ...noAlternatives }),
  v.strictObject({ ...serviceRefusal.entries, ...notHeld, ...noAlternatives }),
  v.strictObject({ ...unreached.entries, ...notHeld, ...noAlternatives }),
  v.pipe(
    v.strictObject({
      message,
      ...notHeld,
      reason: reason('hold_limit', 'no_call', 'call_ended', 'released', 'not_held_here'),
      nextStep: v.optional(nextStep),
      ...noAlternatives,
    }),
    v.description(
      'No time is held: too many are, the call has no id or has ended, it is a repeat after the hold was released or has ended, or the company holds none.',
    ),
  ),
]);
export type HoldTimeResult = InParts<v.InferOutput<typeof holdTimeResult>>;
