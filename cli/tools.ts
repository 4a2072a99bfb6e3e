import { InvalidArgumentError } from '@commander-js/extra-typings';
import { voiceKits } from '../lib/kits/index.ts';
import { routes } from '../lib/routes.ts';
import { functionNamed } from '../lib/voice/catalog.ts';
import { LOCAL_NAMES } from '../local/hosts.ts';
import type { Program } from './command.ts';
import { parseUrl, platformArgument } from './options.ts';
import { toJson } from './output.ts';
import { type CliContext, readAccount, withTarget } from './target.ts';

/** Adds `tools`, whose output is always JSON, because it is made to be pasted or posted. */
export function addTools(program: Program, cli: CliContext): void {
  program
    .command('tools')
    .description('prints the tool definitions for a voice platform as JSON')
    .argument(...platformArgument)
    .requiredOption('--url <base>', 'base URL of the service', parseServiceUrl)
    .option('--account <id>', 'account whose services and rules the definitions name')
    .option('--only <function>', 'print only the definition of one function')
    .option(
      '--credential <id>',
      "platform two's id of the signing credential",
      '<id of the credential that signs>',
    )
    .action(async (platform, _, command) => {
      const { url, only, credential, account: id, ...options } = command.optsWithGlobals();
      const account =
        id === undefined ? undefined : await withTarget(cli, options, (target) => readAccount(target, id));
      const tools = voiceKits[platform].tools({ base: url, credentialId: credential, account });
      const all = new Map(tools.map((tool) => ['name' in tool ? tool.name : tool.function.name, tool]));
      if (only === undefined) return cli.print(toJson([...all.values()]));
      const tool = all.get(functionNamed(only)?.[platform] ?? only);
      if (tool === undefined) return command.error(`--only: expected one of ${[...all.keys()].join(', ')}.`);
      cli.print(toJson(tool));
    });
}

/** Parses a base URL for a platform. Accepts the URL of an endpoint, and returns its base. */
function parseServiceUrl(text: string): string {
  const base = parseUrl(text);
  const { protocol, hostname, search, hash, username } = new URL(base);
  if (protocol === 'http:' && !LOCAL_NAMES.includes(hostname)) {
    throw new InvalidArgumentError('Expected https: personal data and keys would be sent unencrypted.');
  }
  if (search !== '' || hash !== '' || username !== '') {
    throw new InvalidArgumentError('Expected a URL without user, query and fragment.');
  }
  const endpoint = routes.find(({ path }) => base.endsWith(path));
  return endpoint === undefined ? base : base.slice(0, -endpoint.path.length);
}
