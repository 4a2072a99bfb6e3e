import { Option } from '@commander-js/extra-typings';
import { revokeLinks } from '../lib/aws/stores/link-store.ts';
import type { LinkOwner } from '../lib/record/link.ts';
import type { Program } from './command.ts';
import { CliFault } from './fault.ts';
import { type CliContext, showOfAccount } from './target.ts';

/** Adds `links revoke`. */
export function addLinks(program: Program, cli: CliContext): void {
  program
    .command('links')
    .description('links to the pages of customers, technicians and people on call')
    .command('revoke')
    .description('makes the links of a request or a technician open nothing any more')
    .requiredOption('--account <id>', 'account of the links')
    .addOption(
      new Option('--request <dispatch request>', 'the request that they are about').conflicts('technician'),
    )
    .addOption(new Option('--technician <id>', 'the technician whose days they are about'))
    .action((_, command) => {
      const options = command.optsWithGlobals();
      const owner = ownerOf(options);
      return showOfAccount(
        cli,
        options,
        async ({ accountId }, target) => ({
          revoked: await revokeLinks(accountId, owner, target, target.deadline),
        }),
        ({ revoked }) => (revoked === 0 ? 'There are no such links.' : `Revoked: ${revoked}`),
      );
    });
}

function ownerOf(named: {
  readonly request?: string | undefined;
  readonly technician?: string | undefined;
}): LinkOwner {
  if (named.request !== undefined) return { dispatchRequestId: named.request };
  if (named.technician !== undefined) return { technicianId: named.technician };
  throw new CliFault('--request: expected the request of the links, or their --technician.');
}
