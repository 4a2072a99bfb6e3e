import { userInfo } from 'node:os';
import { type Command, InvalidArgumentError } from 'commander';
import { oneLine } from '../lib/normalized.ts';
import { dispatcherOf } from '../lib/record/dispatcher-changes.ts';
import type { Actor } from '../lib/record/request.ts';

const MAX_REASON = 500;
const nameExpected = 'Expected a name of 1 to 60 printable characters.';

/** The actor for the name given by `--by`. */
function parseBy(name: string): Actor {
  const actor = dispatcherOf(name);
  if (actor === undefined) throw new InvalidArgumentError(nameExpected);
  return actor;
}

/** A reason on one line. */
export function parseReason(text: string): string {
  const reason = oneLine(text);
  if (reason === '' || reason.length > MAX_REASON)
    throw new InvalidArgumentError(`Expected a reason of 1 to ${MAX_REASON} characters.`);
  return reason;
}

/** Adds `--by`; `actorOf` reads it. */
export function withBy(command: Command): Command {
  return command.option('--by <name>', 'your name in the history; default: your user name', parseBy);
}

/** The name given, otherwise the user of the operating system. */
export function actorOf(given: Actor | undefined, command: Command): Actor {
  return given ?? dispatcherOf(userName()) ?? command.error(`--by: expected your name. ${nameExpected}`);
}

/** Empty if the operating system has no name for the user, as in some containers. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}
