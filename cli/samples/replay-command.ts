import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { oneLine } from '../../lib/normalized.ts';
import { type RouteId, routeIds } from '../../lib/routes.ts';
import { CliFault, fileFault } from '../fault.ts';
import { oneOf } from '../options.ts';
import type { CliContext } from '../target.ts';
import { addDeliveryOptions, type DeliveryOptions, deliver, refuseContradiction } from './deliver.ts';
import { routeOfBody } from './recorded-route.ts';

interface ReplayOptions extends DeliveryOptions {
  readonly route?: RouteId;
}

/** `replay`. */
export function addReplay(program: Command, cli: CliContext): void {
  const replay = program
    .command('replay')
    .description('posts a recorded body again, byte for byte, with a new signature')
    .argument('<file>', 'the body as sent, without headers; - reads it from stdin')
    .option('--route <id>', 'endpoint; default: by the shape of the body', oneOf(routeIds));
  addDeliveryOptions(replay).action(async (file: string, _: unknown, command: Command) => {
    const options = command.optsWithGlobals<ReplayOptions>();
    refuseContradiction(command, options);
    if (file === '-' && options.apiKey === '-')
      command.error(
        '--api-key: expected a file as the body, because only one of both can be read from stdin.',
      );
    const name = file === '-' ? 'stdin' : oneLine(file);
    const body = await recordedBody(file, name, cli);
    const route = options.route ?? routeOfBody(body);
    if (route === undefined) {
      throw new CliFault(
        `${name}: it matches no platform's body; name its endpoint with --route (${routeIds.join(', ')}).`,
      );
    }
    await deliver(cli, route, body, options);
  });
}

async function recordedBody(
  file: string,
  name: string,
  { readInput }: CliContext,
): Promise<Uint8Array<ArrayBuffer>> {
  const body = await (file === '-' ? readInput() : readFile(file)).catch((error: unknown) => {
    throw new CliFault(fileFault(error, name) ?? `${name}: it can't be read.`);
  });
  if (body.length === 0) throw new CliFault(`${name}: expected a body, not an empty file.`);
  return Uint8Array.from(body);
}
