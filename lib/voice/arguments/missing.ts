import { needed, stillNeeded } from '../../wording/en/appointments.ts';
import { nextSteps } from '../../wording/en/openings.ts';
import { parts } from '../message.ts';
import type { MissingArguments } from '../results/parts.ts';

/** The answer if arguments are missing: what is needed and what to ask for. */
export function missing(names: readonly string[]): MissingArguments {
  const details = names.map((name) => needed.get(name) ?? { thing: name, question: stillNeeded([name]) });
  const things = details.map(({ thing }) => thing);
  const [only, ...others] = details;
  return {
    message: parts(only !== undefined && others.length === 0 ? only.question : stillNeeded(things)),
    reason: 'missing_argument',
    missing: names,
    nextStep: nextSteps.askFor(
      things.map((thing) => thing.replace('your ', 'their ').replace("you're", "they're")),
    ),
  };
}
