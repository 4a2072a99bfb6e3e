import type { Account } from '../lib/accounts/account.ts';
import { oneLine } from '../lib/normalized.ts';
import type { ServiceMatch } from '../lib/understanding/service-match.ts';
import { matchService } from '../lib/understanding/services.ts';
import { readPhrase } from '../lib/understanding/words/services/read-phrase.ts';
import type { Program } from './command.ts';
import { type CliContext, showOfAccount } from './target.ts';

/** Adds `services try`. */
export function addServices(program: Program, cli: CliContext): void {
  program
    .command('services')
    .description("how callers' words for services are understood")
    .command('try <phrase>')
    .description('shows how a phrase is read and which services of an account match')
    .requiredOption('--account <id>', 'the account')
    .action((phrase, _, command) =>
      showOfAccount(cli, command.optsWithGlobals(), async (account) => tryPhrase(phrase, account), trialText),
    );
}

function tryPhrase(phrase: string, { serviceTypes, notOffered }: Account) {
  const { subjects, workTypes, elsewhere } = readPhrase(phrase);
  const match = matchService(phrase, serviceTypes, notOffered);
  return {
    about: [...subjects.keys()],
    workTypes: [...workTypes],
    otherTrades: elsewhere,
    result: match.kind,
    /** The names of services, nearest first; empty if the phrase has nothing to do with these trades. */
    services: match.kind === 'unknown' && subjects.size === 0 ? [] : namesOf(match),
  };
}

function namesOf(match: ServiceMatch): readonly string[] {
  if (match.kind === 'match') return [match.service.name];
  return match.kind === 'not_offered' ? [match.notOffered] : match.suggestions.map(({ name }) => name);
}

const outcomes: Readonly<Record<ServiceMatch['kind'], string>> = {
  match: 'matches',
  ambiguous: 'asks about',
  unknown: 'unknown; nearest first',
  not_offered: 'not offered',
};

function trialText({
  about,
  workTypes,
  otherTrades,
  result,
  services,
}: ReturnType<typeof tryPhrase>): string {
  const lines: readonly (readonly [string, readonly string[]])[] = [
    ['about', about],
    ['wanted', workTypes],
    ['of other trades', otherTrades],
    services.length === 0 ? ['result', [result]] : [outcomes[result], services],
  ];
  return lines
    .map(([what, list]) => `${what}: ${list.length === 0 ? '-' : list.map(oneLine).join(', ')}`)
    .join('\n');
}
