import { type Command, InvalidArgumentError } from 'commander';
import type { Json } from '../../lib/kits/samples/sample.ts';
import { routeById } from '../../lib/routes.ts';
import { parsePath, parseValue, withValue } from '../json.ts';
import { gather } from '../options.ts';
import { toJson, toTable } from '../output.ts';
import type { CliContext, TargetOptions } from '../target.ts';
import { addDeliveryOptions, type DeliveryOptions, deliver, refuseContradiction } from './deliver.ts';
import { CALLER, contextFor, newDelivery } from './sample-context.ts';
import { type PlatformSample, samples } from './samples.ts';

interface SendOptions extends TargetOptions, DeliveryOptions {
  readonly list?: boolean;
  readonly arg: readonly string[];
  readonly set: readonly string[];
  readonly call?: string;
  readonly from?: string;
  readonly account?: string;
  readonly print?: boolean;
}

/** `send`. */
export function addSend(program: Command, cli: CliContext): void {
  const send = program
    .command('send')
    .description('signs and posts a sample webhook as its platform would')
    .argument('[sample]', 'such as crm/lead; --list lists all')
    .option('--list', 'list all samples');
  addChangeOptions(send)
    .option('--account <id>', 'account of the sample; default: the first of the table')
    .option('--print', 'print the unsigned body instead of posting it');
  addDeliveryOptions(send).action(async (name: string | undefined, _: unknown, command: Command) => {
    const options = command.optsWithGlobals<SendOptions>();
    if (options.list) return cli.print(sampleList(options.json));
    if (name === undefined) return command.error('sample: expected the name of one, as --list has them.');
    refuseContradiction(command, options);
    const sample = samples.get(name);
    if (sample === undefined) return command.error('sample: expected the name of one, as --list has them.');
    if (options.arg.length > 0 && sample.args === undefined)
      return command.error(`--arg: ${name} has no arguments; --set changes any field of it`);
    const { body, account } = await changedBody(sample, options, cli);
    if (options.print) return cli.print(body);
    await deliver(cli, sample.route, Buffer.from(body), { ...options, account });
  });
}

function addChangeOptions(send: Command): Command {
  return send
    .option(
      '--arg <name=value>',
      'argument of the function, or custom field; may be repeated',
      gatherChange,
      [],
    )
    .option('--set <path=value>', 'any field, such as tags[0]; may be repeated', gatherChange, [])
    .option('--call <id>', 'the call (of a lead: the contact) it belongs to; default: a new one', parseText)
    .option('--from <number>', "the caller's number", parseText, CALLER);
}

/** The sample's body, adapted to its account and changed by the options. */
async function changedBody(sample: PlatformSample, options: SendOptions, cli: CliContext) {
  const delivery = newDelivery(cli.now(), options);
  const { accountId, context } = await contextFor(cli, sample.integration, options, delivery);
  const args = options.arg.reduce(applyArgument, sample.args?.(context) ?? {});
  const changed = options.set.reduce(applyChange, sample.body(context, args));
  return { body: JSON.stringify(changed), account: accountId };
}

function parseText(text: string): string {
  if (text.trim() !== '') return text;
  throw new InvalidArgumentError('Expected some text.');
}

function gatherChange(text: string, before: readonly string[]): readonly string[] {
  if (text.indexOf('=') > 0) return gather(text, before);
  throw new InvalidArgumentError('Expected name=value, such as contact.phone=+12125550143.');
}

function sampleList(json: boolean | undefined): string {
  const rows = [...samples].map(([name, { about, route }]) => ({ name, about, path: routeById(route).path }));
  if (json) return toJson(rows);
  return toTable(
    ['sample', 'is', 'goes to'],
    rows.map(({ name, about, path }) => [name, about, path]),
  );
}

function halves(change: string): readonly [string, Json] {
  const mark = change.indexOf('=');
  return [change.slice(0, mark), parseValue(change.slice(mark + 1))];
}

function applyArgument(args: Readonly<Record<string, Json>>, change: string) {
  const [name, value] = halves(change);
  return { ...args, [name]: value };
}

function applyChange(body: Json, change: string): Json {
  const [path, value] = halves(change);
  return withValue(body, parsePath(path), value);
}
