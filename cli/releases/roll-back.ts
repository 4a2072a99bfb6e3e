import type { RouteId } from '../../lib/routes.ts';
import { faultText } from '../fault.ts';
import type { DeployedCode, DeployedFunctions, Move } from './deployed-code.ts';

/** What a rollback did with the function of a route. */
export interface Step {
  readonly route: RouteId;
  /** `failed`: the alias should have been moved and was not. */
  readonly outcome: 'moved' | 'stayed' | 'failed';
  /** What was done, or why nothing was. */
  readonly done: string;
}

interface Destination {
  /** The version to move to; default: the one before the last release. */
  readonly to?: number | undefined;
  /** The only route to move; default: all. */
  readonly only?: RouteId | undefined;
}

/** What to do with a function. */
interface Plan {
  readonly done: string;
  readonly move?: Move;
}

/** The time in milliseconds within which CloudFormation publishes the versions of one release. */
const ONE_RELEASE_MS = 30 * 60_000;

/**
 * Ends releases that are under way, then takes every function back to the code before its last release, or to a version.
 * Moves nothing if any function lacks that version. If one function can't be moved, the others are moved all the same.
 */
export async function rollBack(
  functions: DeployedFunctions,
  destination: Destination,
): Promise<readonly Step[]> {
  const { to, only } = destination;
  const before = await functions.read(only);
  if (to !== undefined && before.some((code) => !has(code, to)))
    return before.map((code) => refusal(code, to));
  const ended = new Map(await Promise.all(before.map(({ route }) => end(route, functions))));
  // The code is read again, because a release may have gone on meanwhile.
  const deployed = await functions.read(only);
  const released = Math.max(...deployed.map(({ versions }) => versions[0]?.at.getTime() ?? 0));
  return await Promise.all(
    deployed.map(async (code): Promise<Step> => {
      const { move, done } = to === undefined ? back(code, released) : toVersion(code, to);
      const note = ended.get(code.route) ?? '';
      if (move === undefined) return { route: code.route, outcome: 'stayed', done: `${done}${note}` };
      try {
        await functions.move(code.route, move);
        return { route: code.route, outcome: 'moved', done: `${done}${note}` };
      } catch (error) {
        return { route: code.route, outcome: 'failed', done: `${faultText(error)}${note}` };
      }
    }),
  );
}

const has = ({ versions }: DeployedCode, to: number) => versions.some(({ version }) => version === to);

function refusal(code: DeployedCode, to: number): Step {
  const { route, versions } = code;
  if (has(code, to)) return { route, outcome: 'stayed', done: 'was left as it is' };
  const there = versions.map(({ version }) => version).join(', ');
  return { route, outcome: 'failed', done: `has no version ${to} (there are ${there || 'none'})` };
}

/** Ends the releases of a route. Returns the route with a remark for people, which is empty if there was none. */
async function end(route: RouteId, functions: DeployedFunctions): Promise<readonly [RouteId, string]> {
  try {
    return [route, (await functions.stopDeployments(route)) > 0 ? '; its release was stopped' : ''];
  } catch (error) {
    // The alias can be moved even while a release goes on.
    return [route, `; a release may go on: ${faultText(error)}`];
  }
}

function toVersion({ live }: DeployedCode, to: number): Plan {
  const { version, next, takenBack } = live;
  if (version === to && next === undefined) return { done: `already runs ${to}` };
  const left = [version, ...(next === undefined ? [] : [next.version])].filter((one) => one > to);
  const move = { version: to, takenBack: [...takenBack, ...left].filter((one) => one !== to) };
  return { move, done: `moved from ${version} to ${to}` };
}

/** Returns how to go back before the last release. A function that the release did not change stays. */
function back({ live, versions }: DeployedCode, released: number): Plan {
  const { version, next, takenBack } = live;
  const [newest] = versions;
  if (next !== undefined) {
    const move = { version, takenBack: [...takenBack, next.version] };
    return { move, done: `took ${next.version} back: ${version} gets all requests` };
  }
  if (newest === undefined || version < newest.version) {
    return {
      done: `already runs ${version}, older than ${newest?.version ?? 'any'}: name an older one with --to`,
    };
  }
  if (newest.at.getTime() < released - ONE_RELEASE_MS) return { done: 'was not changed by the last release' };
  const previous = versions.find((one) => one.version < version && !takenBack.includes(one.version));
  if (previous === undefined) return { done: `has no version before ${version}` };
  const move = { version: previous.version, takenBack: [...takenBack, version] };
  return { move, done: `moved from ${version} to ${previous.version}` };
}
