import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminUpdateUserAttributesCommand,
  CognitoIdentityProviderClient,
  paginateListUsers,
  type UserType,
} from '@aws-sdk/client-cognito-identity-provider';
import { InvalidArgumentError } from '@commander-js/extra-typings';
import { ACCOUNTS_CLAIM } from '../lib/board/claims.ts';
import { emailPattern } from '../lib/record/customers/contact.ts';
import { type AnyCommand, type Program, requiredStack } from './command.ts';
import { CliFault, explainedByAws } from './fault.ts';
import { gather } from './options.ts';
import { toJson, toTableOr } from './output.ts';
import type { DeployedStack } from './stack.ts';
import { type CliContext, readAccount, withStackTable } from './target.ts';

/** The maximum length of an attribute in Cognito. */
const MAX_ACCOUNTS = 2048;

/** A dispatcher who can sign in. */
interface User {
  readonly email: string;
  /** The name of the dispatcher in the history of requests. */
  readonly subject: string;
  readonly accounts: string;
  /** Such as `FORCE_CHANGE_PASSWORD` until the first sign-in. */
  readonly status: string;
}

const accountOption = [
  '--account <id>',
  'account that they may see and change, or "*"; may be repeated',
  (id: string, before: readonly string[] = []) => {
    if (id === '*' || /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(id)) return gather(id, before);
    throw new InvalidArgumentError('Expected the id of an account, or "*".');
  },
] as const;

/** Adds `users invite | set | resend | list | remove`: who may sign in to the board of a deployed stack. */
export function addUsers(program: Program, cli: CliContext): void {
  const users = program.command('users').description('dispatchers who may sign in to the board of a stack');
  users
    .command('invite')
    .description('invites a dispatcher by mail, with a password for the first sign-in')
    .argument('<email>', '', parseEmail)
    .requiredOption(...accountOption)
    .action(async (email, { account }, command) => {
      const accounts = accountsText(account);
      const user = await withPool(command, async (client, UserPoolId, stack) => {
        await refuseUnknown(account, stack, cli);
        const attributes = { email, email_verified: 'true', [ACCOUNTS_CLAIM]: accounts };
        const UserAttributes = Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));
        const invitation = { UserPoolId, Username: email, UserAttributes };
        const create = new AdminCreateUserCommand({ ...invitation, DesiredDeliveryMediums: ['EMAIL'] });
        return (await client.send(create)).User;
      });
      if (command.optsWithGlobals().json) cli.print(toJson(toUser(user ?? {})));
      else cli.print(`${email} is invited to ${inWords(accounts)}.`);
    });
  users
    .command('set')
    .description('changes the accounts of a dispatcher; an open page notices within 15 minutes')
    .argument('<email>', '', parseEmail)
    .requiredOption(...accountOption)
    .action(async (email, { account }, command) => {
      const Value = accountsText(account);
      await withPool(command, async (client, UserPoolId, stack) => {
        await refuseUnknown(account, stack, cli);
        const UserAttributes = [{ Name: ACCOUNTS_CLAIM, Value }];
        const update = { UserPoolId, Username: email, UserAttributes };
        await client.send(new AdminUpdateUserAttributesCommand(update));
      });
      cli.print(`${email} may see and change ${inWords(Value)}.`);
    });
  users
    .command('resend <email>')
    .description('sends the invitation again, with a new password, to a dispatcher who has never signed in')
    .action(async (email, _, command) => {
      await withPool(command, (client, UserPoolId) => {
        const again = { UserPoolId, Username: email, MessageAction: 'RESEND' } as const;
        return client.send(new AdminCreateUserCommand({ ...again, DesiredDeliveryMediums: ['EMAIL'] }));
      });
      cli.print(`${email} is invited again.`);
    });
  users
    .command('list')
    .description('lists the dispatchers with their accounts')
    .action(async (_, command) => {
      const found = await withPool(command, async (client, UserPoolId) => {
        const all: User[] = [];
        for await (const { Users = [] } of paginateListUsers({ client }, { UserPoolId }))
          all.push(...Users.map(toUser));
        return all;
      });
      cli.print(command.optsWithGlobals().json ? toJson(found) : userTable(found));
    });
  users
    .command('remove <email>')
    .description('removes a dispatcher; their token stays valid for up to 15 minutes')
    .action(async (email, _, command) => {
      await withPool(command, (client, UserPoolId) =>
        client.send(new AdminDeleteUserCommand({ UserPoolId, Username: email })),
      );
      cli.print(`${email} is removed.`);
    });
}

const inWords = (accounts: string): string => (accounts === '*' ? 'every account' : accounts);

/** Throws if an account doesn't exist, because a misspelled one would show its dispatcher an empty board. */
async function refuseUnknown(ids: readonly string[], stack: DeployedStack, cli: CliContext): Promise<void> {
  if (ids.includes('*')) return;
  await withStackTable(cli, stack, async (target) => {
    for (const id of new Set(ids)) await readAccount(target, id);
  });
}

const faults: Readonly<Record<string, string>> = {
  UserNotFoundException: 'user: there is no such one; "users list" shows the existing ones.',
  UsernameExistsException: 'user: already invited; "users set" changes their accounts.',
  UnsupportedUserStateException:
    'user: has signed in before; they can choose a new password on the sign-in page.',
};

/** Runs `use` with the users of the stack of `--stack`. */
async function withPool<T>(
  command: AnyCommand,
  use: (client: CognitoIdentityProviderClient, userPoolId: string, stack: DeployedStack) => Promise<T>,
): Promise<T> {
  const deployed = await requiredStack(command);
  const { name, region, outputs } = deployed;
  const { UserPoolId: pool } = outputs;
  if (pool === undefined)
    throw new CliFault(
      `${name}: the stack has no users of its own: it has no board, or one with another issuer.`,
    );
  const client = new CognitoIdentityProviderClient({ region });
  try {
    return await use(client, pool, deployed);
  } catch (error) {
    const fault = error instanceof Error ? faults[error.name] : undefined;
    throw fault === undefined
      ? explainedByAws(error, `changing or reading the users of ${name}`)
      : new CliFault(fault);
  } finally {
    client.destroy();
  }
}

function parseEmail(text: string): string {
  if (emailPattern.test(text)) return text;
  throw new InvalidArgumentError('Expected an e-mail address.');
}

function accountsText(ids: readonly string[]): string {
  const text = ids.includes('*') ? '*' : [...new Set(ids)].join(' ');
  if (text.length <= MAX_ACCOUNTS) return text;
  throw new CliFault(
    `--account: the ids of a user's accounts may have at most ${MAX_ACCOUNTS} characters in total.`,
  );
}

function toUser({ Attributes = [], UserStatus }: UserType): User {
  const value = (name: string) => Attributes.find(({ Name }) => Name === name)?.Value ?? '';
  return {
    email: value('email'),
    subject: value('sub'),
    accounts: value(ACCOUNTS_CLAIM),
    status: UserStatus ?? '',
  };
}

function userTable(users: readonly User[]): string {
  return toTableOr(
    'No users.',
    ['e-mail', 'accounts', 'status', 'subject'],
    users.map(({ email, accounts, status, subject }) => [email, accounts, status, subject]),
  );
}
