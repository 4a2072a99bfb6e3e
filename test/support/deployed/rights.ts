import { type AwsCall, openPolicy } from '../iam/policy.ts';
import { AWS_ACCOUNT, REGION } from './names.ts';
import type { DeployedStack } from './stack.ts';

/** Judges what the roles and functions of a template may do, and remembers what they did. */
export interface Rights {
  /** Whether the role's policies allow the call. */
  mayCall(roleArn: string, call: AwsCall): boolean;
  /** Throws unless the role's policies allow the action. */
  demand(roleArn: string, action: string, resource: string, keys?: AwsCall['keys']): void;
  /** Throws unless the service may run functions or read streams as this role. */
  demandTrust(roleArn: string, service: string): void;
  /** Throws unless the function, or the alias, may be run by that resource of that service. */
  demandPermission(functionArn: string, service: string, sourceArn: string): void;
  /** What was refused so far. */
  readonly refused: readonly string[];
  /** The rights of all roles without any one of which everything so far would still have been allowed. */
  dispensable(): readonly string[];
  /** The permissions of functions that nothing used so far. */
  unusedPermissions(): readonly string[];
}

/** Roles of services that no stand-in plays, with the reason. */
const notPlayed: readonly (readonly [path: RegExp, why: string])[] = [
  [/^Custom::|^Board\/Page\/Files\//, "the CDK's functions fill and empty the page's bucket"],
];

/** Rights that are needed only after a real deadline has passed, with the reason. */
const onlyAtDeadline: readonly (readonly [right: string, why: string])[] = [
  [
    'voiceone-call-complete/Role: dynamodb:GetItem on : REQUEST#*',
    'a callback is read back if the transaction that stores it has no answer by its deadline',
  ],
];

const isPlayed = (path: string): boolean => !notPlayed.some(([pattern]) => pattern.test(path));

/** What DynamoDB does with the key of a table on behalf of the role that uses the table. */
export function usesOfKey(key: string): readonly AwsCall[] {
  const keys = { 'kms:ViaService': [`dynamodb.${REGION}.amazonaws.com`] };
  const uses = ['Decrypt', 'DescribeKey', 'Encrypt', 'GenerateDataKey', 'ReEncryptFrom', 'ReEncryptTo'];
  return uses.map((use) => ({ action: `kms:${use}`, resource: key, keys }));
}

export function openRights(stack: DeployedStack): Rights {
  const refused: string[] = [];
  const calls = new Map<string, Map<string, AwsCall>>();
  const used = new Set<string>();
  const roles = new Map(
    stack
      .ofType('AWS::IAM::Role')
      .map((role) => [role.attribute('Arn'), { role, policy: policyOf(stack, role.id) }]),
  );
  const permissions = stack.ofType('AWS::Lambda::Permission');

  function of(roleArn: string) {
    const found = roles.get(roleArn);
    if (found === undefined) throw new Error(`The template has no role ${roleArn}`);
    return found;
  }

  function refuse(what: string): never {
    refused.push(what);
    throw new Error(`AccessDenied: ${what}`);
  }

  function mayCall(roleArn: string, call: AwsCall): boolean {
    const { role, policy } = of(roleArn);
    const own = calls.get(roleArn) ?? new Map<string, AwsCall>();
    calls.set(roleArn, own.set(nameOf(call), call));
    const isAllowed = policy.allows(call);
    if (!isAllowed) refused.push(`${role.path} may not ${nameOf(call)}`);
    return isAllowed;
  }

  return {
    refused,
    mayCall,
    demand(roleArn, action, resource, keys = {}) {
      if (!mayCall(roleArn, { action, resource, keys })) throw new Error(`AccessDenied: ${action}`);
    },
    demandTrust(roleArn, service) {
      const { role } = of(roleArn);
      const trusts = role.properties.AssumeRolePolicyDocument.Statement.some(
        ({ Action, Principal, Condition }: TrustStatement) =>
          Action === 'sts:AssumeRole' &&
          Principal.Service === service &&
          (Condition?.StringEquals?.['aws:SourceAccount'] ?? AWS_ACCOUNT) === AWS_ACCOUNT,
      );
      if (!trusts) refuse(`${service} may not act as ${role.path}`);
    },
    demandPermission(functionArn, service, sourceArn) {
      const found = permissions.filter(
        ({ properties: { FunctionName, Principal, SourceArn, Action } }) =>
          FunctionName === functionArn &&
          Principal === service &&
          Action === 'lambda:InvokeFunction' &&
          isLike(SourceArn, sourceArn),
      );
      if (found.length === 0) refuse(`${sourceArn} may not invoke ${functionArn}`);
      for (const { id } of found) used.add(id);
    },
    dispensable: () =>
      [...roles]
        .filter(([, { role }]) => isPlayed(role.path))
        .flatMap(([arn, { role, policy }]) =>
          policy.dispensable([...(calls.get(arn)?.values() ?? [])]).map((name) => `${role.path}: ${name}`),
        )
        .filter((name) => !onlyAtDeadline.some(([right]) => right === name)),
    unusedPermissions: () => permissions.filter(({ id }) => !used.has(id)).map(({ path }) => path),
  };
}

interface TrustStatement {
  readonly Action: string;
  readonly Principal: { readonly Service?: string };
  readonly Condition?: { readonly StringEquals?: Readonly<Record<string, string>> };
}

/** All that a role may do: in its own policies, and in those attached to it. */
function policyOf(stack: DeployedStack, roleId: string) {
  const attached = stack
    .ofType('AWS::IAM::Policy')
    .filter(({ properties }) => properties.Roles.includes(roleId));
  const inline: readonly { PolicyDocument: { Statement: readonly object[] } }[] =
    stack.resources.find(({ id }) => id === roleId)?.properties.Policies ?? [];
  const documents = [...attached.map(({ properties }) => properties), ...inline];
  return openPolicy({ Statement: documents.flatMap(({ PolicyDocument }) => PolicyDocument.Statement) }, {});
}

const nameOf = ({ action, resource, keys }: AwsCall): string =>
  `${action} on ${resource.replace(/^(?:[^:]*:){5}/, '')} ${(keys['dynamodb:LeadingKeys'] ?? []).join(' ')}`.trim();

/** An ARN with `*` for any text. */
function isLike(pattern: string, arn: string): boolean {
  const source = pattern.split('*').map((part) => part.replaceAll(/\W/g, '\\$&'));
  return new RegExp(`^${source.join('.*')}$`).test(arn);
}
