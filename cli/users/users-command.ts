import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminUpdateUserAttributesCommand,
  CognitoIdentityProviderClient,
  paginateListUsers,
  type UserType,
} from '@aws-sdk/client-cognito-identity-provider';
import { type Command, InvalidArgumentError } from 'commander';
import { ACCOUNTS_CLAIM } from '../../lib/board/claims.ts';
import { readAccount } from '../accounts/stored-accounts.ts';
import { explainedByAws } from '../aws-fault.ts';
import { CliFault } from '../fault.ts';
import { toJson, toTable } from '../output.ts';
import { type DeployedStack, readStack } from '../stack.ts';
import { type CliContext, type TargetOptions, withStackTable } from '../target.ts';

/** Cognito's maximum of an attribute. */
const MAX_ACCOUNTS = 2048;

interface AccountsOptions extends TargetOptions {
  readonly account: readonly string[];
}

/** A dispatcher who can sign in. */
interface User {
  readonly email: string;
  /** As the history of a request names them. */
  readonly subject: string;
  readonly accounts: string;
  /** Such as `FORCE_CHANGE_PASSWORD` until the first sign-in. */
  readonly status: string;
}

/** `users invite | set | resend | list | remove`: who may sign in to the board of a deployed stack. */
export function addUsers(program: Command, cli: CliContext): void {
  const users = program.command('users').description('dispatchers who may sign in to the board of a stack');
  addChanges(users, cli);
  users
    .command('list')
    .description('lists the dispatchers with their accounts')
    .action(async (_: unknown, command: Command) => {
      const { json } = command.optsWithGlobals<TargetOptions>();
      const found = await withPool(command, async (client, UserPoolId) => {
        const all: User[] = [];
        for await (const { Users = [] } of paginateListUsers({ client }, { UserPoolId }))
          all.push(...Users.map(toUser));
        return all;
      });
      cli.print(json ? toJson(found) : userTable(found));
    });
  users
    .command('remove <email>')
    .description('removes a dispatcher; their token stays valid for up to 15 minutes')
    .action(async (email: string, _: unknown, command: Command) => {
      await withPool(command, (client, UserPoolId) =>
        client.send(new AdminDeleteUserCommand({ UserPoolId, Username: email })),
      );
      cli.print(`${email} is removed.`);
    });
}

function addChanges(users: Command, cli: CliContext): void {
  const invite = users
    .command('invite')
    .description('invites a dispatcher by mail, with a password for the first sign-in');
  withAccounts(invite).action(async (email: string, _: unknown, command: Command) => {
    const { account, json } = command.optsWithGlobals<AccountsOptions>();
    const accounts = accountsText(account);
    const user = await withPool(command, async (client, UserPoolId, stack) => {
      await refuseUnknown(account, stack);
      const attributes = { email, email_verified: 'true', [ACCOUNTS_CLAIM]: accounts };
      const UserAttributes = Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));
      const invitation = { UserPoolId, Username: email, UserAttributes };
      const create = new AdminCreateUserCommand({ ...invitation, DesiredDeliveryMediums: ['EMAIL'] });
      return (await client.send(create)).User;
    });
    if (json) cli.print(toJson(toUser(user ?? {})));
    else cli.print(`${email} is invited to ${inWords(accounts)}.`);
  });
  const set = users
    .command('set')
    .description('changes the accounts of a dispatcher; an open page notices within 15 minutes');
  withAccounts(set).action(async (email: string, _: unknown, command: Command) => {
    const { account } = command.optsWithGlobals<AccountsOptions>();
    const Value = accountsText(account);
    await withPool(command, async (client, UserPoolId, stack) => {
      await refuseUnknown(account, stack);
      const UserAttributes = [{ Name: ACCOUNTS_CLAIM, Value }];
      await client.send(
        new AdminUpdateUserAttributesCommand({ UserPoolId, Username: email, UserAttributes }),
      );
    });
    cli.print(`${email} may see and change ${inWords(Value)}.`);
  });
  users
    .command('resend <email>')
    .description('sends the invitation again, with a new password, to a dispatcher who has never signed in')
    .action(async (email: string, _: unknown, command: Command) => {
      await withPool(command, (client, UserPoolId) => {
        const again = new AdminCreateUserCommand({
          ...{ UserPoolId, Username: email },
          MessageAction: 'RESEND',
          DesiredDeliveryMediums: ['EMAIL'],
        });
        return client.send(again);
      });
      cli.print(`${email} is invited again.`);
    });
}

const withAccounts = (command: Command): Command =>
  command
    .addArgument(command.createArgument('<email>').argParser(parseEmail))
    .requiredOption(
      '--account <id>',
      'account that they may see and change, or "*"; may be repeated',
      addAccount,
    );

const inWords = (accounts: string): string => (accounts === '*' ? 'every account' : accounts);

/** A misspelled account would show its dispatcher an empty board. */
async function refuseUnknown(ids: readonly string[], stack: DeployedStack): Promise<void> {
  if (ids.includes('*')) return;
  await withStackTable(stack, async (target) => {
    for (const id of new Set(ids)) await readAccount(target, id);
  });
}

/** Runs `use` with the users of the stack of `--stack`. */
async function withPool<T>(
  command: Command,
  use: (client: CognitoIdentityProviderClient, userPoolId: string, stack: DeployedStack) => Promise<T>,
): Promise<T> {
  const { stack } = command.optsWithGlobals<TargetOptions>();
  if (stack === undefined) return command.error("required option '--stack <name>' not specified");
  const deployed = await readStack(stack);
  const { region, outputs } = deployed;
  const { UserPoolId: pool } = outputs;
  if (pool === undefined)
    throw new CliFault(
      `${stack}: the stack has no users of its own: it has no board, or one with another issuer.`,
    );
  const client = new CognitoIdentityProviderClient({ region });
  try {
    return await use(client, pool, deployed);
  } catch (error) {
    if (error instanceof Error && error.name === 'UserNotFoundException')
      throw new CliFault('user: there is no such one; "users list" shows the existing ones.');
    if (error instanceof Error && error.name === 'UsernameExistsException')
      throw new CliFault('user: already invited; "users set" changes their accounts.');
    if (error instanceof Error && error.name === 'UnsupportedUserStateException')
      throw new CliFault('user: has signed in before; they can choose a new password on the sign-in page.');
    throw explainedByAws(error, `changing or reading the users of ${stack}`);
  } finally {
    client.destroy();
  }
}

function parseEmail(text: string): string {
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) return text;
  throw new InvalidArgumentError('Expected an e-mail address.');
}

function addAccount(id: string, before: readonly string[] = []): readonly string[] {
  if (id === '*' || /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(id)) return [...before, id];
  throw new InvalidArgumentError('Expected the id of an account, or "*".');
}

function accountsText(ids: readonly string[]): string {
  const text = ids.includes('*') ? '*' : [...new Set(ids)].join(' ');
  if (text.length > MAX_ACCOUNTS)
    throw new CliFault(
      `--account: the ids of a user's accounts may have at most ${MAX_ACCOUNTS} characters in total.`,
    );
  return text;
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
  if (users.length === 0) return 'No users.';
  return toTable(
    ['e-mail', 'accounts', 'status', 'subject'],
    users.map(({ email, accounts, status, subject }) => [email, accounts, status, subject]),
  );
}
