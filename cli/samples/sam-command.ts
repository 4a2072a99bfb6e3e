import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { CliFault } from '../fault.ts';
import { readFunctions } from '../lambda-functions.ts';
import { toJson } from '../output.ts';
import { pickKey, readKeys } from '../secrets/signing-key.ts';
import { type CliContext, runningServer, type TargetOptions } from '../target.ts';
import { environmentFile, signedEvent } from './sam-files.ts';
import { contextFor, newDelivery } from './sample-context.ts';
import { samples } from './samples.ts';

interface SamOptions extends TargetOptions {
  readonly out: string;
  readonly template: string;
}

/** `sam-events`. */
export function addSamEvents(program: Command, cli: CliContext): void {
  program
    .command('sam-events')
    .description('writes signed events and an environment for sam local, against the running server')
    .option('--template <file>', 'synthesized template', 'cdk.out/dispatch-dev.template.json')
    .option('--out <folder>', 'output folder; existing files are overwritten', 'sam')
    .action(async (_: unknown, command: Command) => {
      const options = command.optsWithGlobals<SamOptions>();
      if (options.stack !== undefined)
        return command.error('--stack: expected no stack, because sam local runs on this machine.');
      await writeSamFiles(cli, options);
    });
}

async function writeSamFiles(cli: CliContext, options: SamOptions): Promise<void> {
  const { out, template, json } = options;
  const functions = readFunctions(template);
  const server = runningServer(cli);
  if (server === undefined) throw new CliFault('server: none is running; start one with npm start.');
  mkdirSync(out, { recursive: true });
  const environment = join(out, 'env.json');
  writeJson(environment, environmentFile(functions, server));
  const events = [];
  for (const [name, sample] of samples) {
    const { integration, route } = sample;
    const delivery = newDelivery(cli.now());
    const { context } = await contextFor(cli, integration, options, delivery);
    const file = join(out, `${name.replace('/', '-')}.json`);
    writeJson(
      file,
      signedEvent(sample, context, pickKey(readKeys(server.secrets ?? undefined, integration), integration)),
    );
    events.push({ function: route, file });
  }
  if (json) return cli.print(toJson({ template, environment, events }));
  const prefix = 'AWS_ACCESS_KEY_ID=local AWS_SECRET_ACCESS_KEY=local AWS_REGION=us-east-1 sam local invoke';
  for (const { function: id, file } of events)
    cli.print(`${prefix} ${id} -t ${template} --env-vars ${environment} -e ${file}`);
}

/** Readable only by the user. Deleted first, because an existing file would keep its mode. */
function writeJson(file: string, value: unknown): void {
  rmSync(file, { force: true });
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
}
