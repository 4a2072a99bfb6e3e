import { type Command, InvalidArgumentError } from 'commander';
import { voiceKits } from '../lib/kits/index.ts';
import type { Tool } from '../lib/kits/tools/tool.ts';
import { type VoicePlatform, voicePlatforms } from '../lib/platforms/index.ts';
import { routes } from '../lib/routes.ts';
import { functionNamed } from '../lib/voice/catalog.ts';
import { readAccount } from './accounts/stored-accounts.ts';
import { inWords, parsePlatform, parseUrl } from './options.ts';
import { toJson } from './output.ts';
import { type CliContext, type TargetOptions, withTarget } from './target.ts';

interface ToolsOptions extends TargetOptions {
  readonly account?: string;
  readonly url: string;
  readonly only?: string;
  readonly credential: string;
}

const LOCAL = ['127.0.0.1', 'localhost', '[::1]'];

/** `tools`. Always JSON: it is made to be pasted or posted. */
export function addTools(program: Command, cli: CliContext): void {
  const tools = program
    .command('tools')
    .description('prints the tool definitions for a voice platform as JSON');
  tools
    .addArgument(tools.createArgument('<platform>', inWords(voicePlatforms)).argParser(parsePlatform))
    .requiredOption('--url <base>', 'base URL of the service', parseServiceUrl)
    .option('--account <id>', 'account whose services and rules the definitions name')
    .option('--only <function>', 'print only the definition of one function')
    .option(
      '--credential <id>',
      "platform two's id of the signing credential",
      '<id of the credential that signs>',
    )
    .action(async (platform: VoicePlatform, _: unknown, command: Command) => {
      const { url, only, credential, account: id, ...options } = command.optsWithGlobals<ToolsOptions>();
      const account =
        id === undefined ? undefined : await withTarget(cli, options, (target) => readAccount(target, id));
      const server = { base: url, credentialId: credential, account };
      const all = byName(voiceKits[platform].tools(server));
      if (only === undefined) return cli.print(toJson([...all.values()]));
      const tool = all.get(functionNamed(only)?.[platform] ?? only);
      if (tool === undefined) {
        const names = [...all.keys()].join(', ');
        return command.error(`--only: expected one of ${names}.`);
      }
      cli.print(toJson(tool));
    });
}

const byName = (tools: readonly Tool[]): ReadonlyMap<string, Tool> =>
  new Map(tools.map((tool) => ['name' in tool ? tool.name : tool.function.name, tool]));

/** A base URL for a platform. Accepts the URL of an endpoint and uses its base. */
function parseServiceUrl(text: string): string {
  const base = parseUrl(text);
  const { protocol, hostname, search, hash, username } = new URL(base);
  if (protocol === 'http:' && !LOCAL.includes(hostname)) {
    throw new InvalidArgumentError('Expected https: personal data and keys would be sent unencrypted.');
  }
  if (search !== '' || hash !== '' || username !== '') {
    throw new InvalidArgumentError('Expected a URL without user, query and fragment.');
  }
  const endpoint = routes.find(({ path }) => base.endsWith(path));
  return endpoint === undefined ? base : base.slice(0, -endpoint.path.length);
}
