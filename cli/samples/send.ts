import { readFile } from 'node:fs/promises';
import { InvalidArgumentError } from '@commander-js/extra-typings';
import type { Json } from '../../lib/kits/samples/sample.ts';
import { oneLine } from '../../lib/normalized.ts';
import { platformRouteIds, routeById } from '../../lib/routes.ts';
import type { Program } from '../command.ts';
import { CliFault, fileFault } from '../fault.ts';
import { parsePath, parseValue, withValue } from '../json.ts';
import { gatherPairs, halves, oneOf } from '../options.ts';
import { toJson, toTable } from '../output.ts';
import type { CliContext, TargetOptions } from '../target.ts';
import { deliver, deliveryOptions, refuseContradiction, routeOfBody } from './deliver.ts';
import { CALLER, contextFor, newDelivery, type PlatformSample, samples } from './samples.ts';

const gatherFields = gatherPairs('name=value, such as contact.phone=+12125550143');

export function addSend(program: Program, cli: CliContext): void {
  program
    .command('send')
    .description('signs and posts a sample webhook as its platform would')
    .argument('[sample]', 'such as crm/lead; --list lists all')
    .option('--list', 'list all samples')
    .option(
      '--arg <name=value>',
      'argument of the function, or custom field; may be repeated',
      gatherFields,
      [],
    )
    .option('--set <path=value>', 'any field, such as tags[0]; may be repeated', gatherFields, [])
    .option('--call <id>', 'the call (of a lead: the contact) it belongs to; default: a new one', parseText)
    .option('--from <number>', "the caller's number", parseText, CALLER)
    .option('--account <id>', 'account of the sample; default: the first of the table')
    .option('--print', 'print the unsigned body instead of posting it')
    .option(...deliveryOptions.url)
    .option(...deliveryOptions.key)
    .option(...deliveryOptions.secretFile)
    .option(...deliveryOptions.apiKey)
    .action(async (name, _, command) => {
      const options = command.optsWithGlobals();
      if (options.list) return cli.print(sampleList(options.json));
      const sample = name === undefined ? undefined : samples.get(name);
      if (sample === undefined) return command.error('sample: expected the name of one, as --list has them.');
      refuseContradiction(command, options);
      if (options.arg.length > 0 && sample.args === undefined)
        return command.error(`--arg: ${name} has no arguments; --set changes any field of it`);
      const { body, account } = await changedBody(sample, options, cli);
      if (options.print) return cli.print(body);
      await deliver(cli, sample.route, Buffer.from(body), { ...options, account });
    });
}

interface Changes extends TargetOptions {
  readonly account?: string | undefined;
  readonly arg: readonly string[];
  readonly set: readonly string[];
  readonly call?: string | undefined;
  readonly from: string;
}

/** Returns the sample's body, adapted to its account and changed by the options. */
async function changedBody(sample: PlatformSample, options: Changes, cli: CliContext) {
  const delivery = newDelivery(cli.now(), options);
  const { accountId: account, context } = await contextFor(cli, sample.integration, options, delivery);
  const args = { ...sample.args?.(context) };
  for (const change of options.arg) {
    const [name, value] = halves(change);
    args[name] = parseValue(value);
  }
  const body = options.set.reduce(
    (document: Json, change) => {
      const [path, value] = halves(change);
      return withValue(document, parsePath(path), parseValue(value));
    },
    sample.body(context, args),
  );
  return { body: JSON.stringify(body), account };
}

function parseText(text: string): string {
  if (text.trim() !== '') return text;
  throw new InvalidArgumentError('Expected some text.');
}

function sampleList(json: boolean | undefined): string {
  const rows = [...samples].map(([name, { about, route }]) => ({ name, about, path: routeById(route).path }));
  if (json) return toJson(rows);
  return toTable(
    ['sample', 'is', 'goes to'],
    rows.map(({ name, about, path }) => [name, about, path]),
  );
}

export function addReplay(program: Program, cli: CliContext): void {
  program
    .command('replay')
    .description('posts a recorded body again, byte for byte, with a new signature')
    .argument('<file>', 'the body as sent, without headers; - reads it from stdin')
    .option('--route <id>', 'endpoint; default: by the shape of the body', oneOf(platformRouteIds))
    .option(...deliveryOptions.url)
    .option(...deliveryOptions.key)
    .option(...deliveryOptions.secretFile)
    .option(...deliveryOptions.apiKey)
    .action(async (file, _, command) => {
      const options = command.optsWithGlobals();
      refuseContradiction(command, options);
      if (file === '-' && options.apiKey === '-')
        command.error(
          '--api-key: expected a file as the body, because only one of both can be read from stdin.',
        );
      const name = file === '-' ? 'stdin' : oneLine(file);
      const body = await (file === '-' ? cli.readInput() : readFile(file)).catch((error: unknown) => {
        throw new CliFault(fileFault(error, name) ?? `${name}: it can't be read.`);
      });
      if (body.length === 0) throw new CliFault(`${name}: expected a body, not an empty file.`);
      const route = options.route ?? routeOfBody(body);
      if (route === undefined) {
        throw new CliFault(
          `${name}: it matches no platform's body; name its endpoint with --route (${platformRouteIds.join(', ')}).`,
        );
      }
      await deliver(cli, route, Uint8Array.from(body), options);
    });
}
