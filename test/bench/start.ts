import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createAccountStore } from '../../lib/aws/stores/account-store.ts';
import { accountDocument, dependenciesOver, withDatabase } from './database.ts';
import { alternate, type Group, row } from './report.ts';

const node = join(process.cwd(), 'node_modules/node/bin/node');
/** A command may take this many milliseconds from its start to its end. */
const LIMIT_MS = 300;
const ACCOUNT = 'start';

/** How long an operator waits for the shortest commands, each in a process of its own. */
export const start: Group = {
  name: 'start',
  title: 'A command from its start to its end',
  measure: (quick) =>
    withDatabase(async (endpoint, tableName, document) => {
      await createAccountStore({ ...dependenciesOver(endpoint, tableName), document }).put(
        accountDocument(ACCOUNT),
      );
      const run = (args: readonly string[]) => async () =>
        await promisify(execFile)(node, [...args], { env: { AWS_REGION: 'us-east-1' } });
      const target = ['--endpoint', endpoint, '--table', tableName];
      const dispatch = (...args: string[]) => run(['cli/main.ts', ...args]);
      const rounds = quick ? 5 : 21;
      const [version, bare] = await alternate(rounds, dispatch('--version'), run(['-e', '0']));
      const list = dispatch(...target, 'requests', 'list', '--account', ACCOUNT);
      const [listed] = await alternate(rounds, list, run(['-e', '0']));
      return [
        row('dispatch --version', 'limit', 'ms', [version, LIMIT_MS], { atMost: 1 }),
        row('dispatch requests list', 'limit', 'ms', [listed, LIMIT_MS], { atMost: 1 }),
        row('dispatch --version', 'node alone', 'ms', [version, bare]),
      ];
    }),
};
