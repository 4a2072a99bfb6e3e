import { type Program, requiredStack } from './command.ts';
import { CliFault } from './fault.ts';
import { oneOf } from './options.ts';
import { toJson } from './output.ts';
import type { DeployedStack } from './stack.ts';
import { type CliContext, runningServer } from './target.ts';

const places = ['board', 'dashboard', 'logs'] as const;
type Place = (typeof places)[number];

/** Adds `open`. */
export function addOpen(program: Program, cli: CliContext): void {
  program
    .command('open')
    .description('opens the board, the dashboard or the logs in the browser: of a stack, or of npm start')
    .argument('<place>', `one of ${places.join(', ')}`, oneOf(places))
    .option('--print', 'only print the address')
    .action(async (place, { print: printsOnly = false }, command) => {
      const { stack, json } = command.optsWithGlobals();
      const url = stack === undefined ? localUrl(place, cli) : urlIn(await requiredStack(command), place);
      cli.print(json ? toJson({ url }) : url);
      if (!printsOnly && !json) await cli.browse(url);
    });
}

function localUrl(place: Place, cli: CliContext): string {
  if (place !== 'board') throw new CliFault(`place: expected board, or --stack for the ${place}.`);
  const server = runningServer(cli);
  if (server === undefined)
    throw new CliFault('server: none is running; start one with npm start, or pass --stack.');
  return server.board;
}

function urlIn({ name, region, outputs }: DeployedStack, place: Place): string {
  // The console writes `$3F` and `$3D` for `?` and `=`. Names of stacks need no encoding.
  if (place === 'logs')
    return `https://${region}.console.aws.amazon.com/cloudwatch/home?region=${region}#logsV2:log-groups$3FlogGroupNameFilter$3D${name}`;
  const url = place === 'board' ? outputs.BoardUrl : outputs.DashboardUrl;
  if (url !== undefined) return url;
  throw new CliFault(`${name}: the stack has no ${place}: its options leave it out.`);
}
