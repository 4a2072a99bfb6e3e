import { Stack } from 'aws-cdk-lib';
import { type Conditions, ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { table as definition } from '../../lib/aws/table/table.ts';
import { dispatcherGrants } from '../grants.ts';
import { type ServiceTable, useOfKey } from './dispatch-table.ts';
import type { ServiceSecret } from './integration-secrets.ts';
import { onKeys } from './service-function.ts';

export interface IamPoliciesProps {
  readonly table: ServiceTable;
  readonly secrets: readonly ServiceSecret[];
  /** The dead-letter queue and the bus of the events. */
  readonly deadLettersArn: string;
  readonly busArn: string;
  /** The dispatchers who sign in to the board; absent if they come from another issuer. */
  readonly userPoolArn: string | undefined;
  /** The functions whose releases are taken back, and CodeDeploy's groups for them. */
  readonly functionArns: readonly string[];
  readonly deploymentGroupArns: readonly string[];
}

/** Policies to attach to the roles of people who use the command line. The stack attaches them to nobody. */
export class IamPolicies extends Construct {
  /** What `dispatcherGrants` says. */
  readonly dispatchers: ManagedPolicy;
  /** Accounts, keys, copies of the table, events, users. */
  readonly operators: ManagedPolicy;

  constructor(scope: Construct, id: string, props: IamPoliciesProps) {
    super(scope, id);
    const { table } = props;
    const outputs = allow(['cloudformation:DescribeStacks'], [Stack.of(this).stackId]);
    this.dispatchers = new ManagedPolicy(this, 'Dispatchers', {
      // A change of it would replace the policy and detach it from everybody.
      description:
        'Dispatch service, for dispatchers: lists are limited to the account in the tag dispatchAccount. ' +
        'Not limited to it: single requests and blocks, which are read and written by their ids',
      statements: [
        outputs,
        ...useOfKey(table),
        ...dispatcherGrants.map(({ actions, keys, index }) =>
          allow(
            actions,
            [index === undefined ? table.tableArn : `${table.tableArn}/index/${index}`],
            onKeys(keys),
          ),
        ),
      ],
    });
    this.operators = new ManagedPolicy(this, 'Operators', {
      description: 'Dispatch service: accounts, keys, users, copies of the table and events of all accounts',
      statements: [outputs, ...useOfKey(table), ...ofOperators(props)],
    });
  }
}

function ofOperators(props: IamPoliciesProps): readonly PolicyStatement[] {
  const { table, secrets, deadLettersArn, busArn, userPoolArn, functionArns, deploymentGroupArns } = props;
  // Erasing a person changes items of every kind.
  const onItems = ['BatchGetItem', 'DeleteItem', 'GetItem', 'PutItem', 'Scan', 'UpdateItem'];
  const onStream = ['GetRecords', 'GetShardIterator'];
  const named = (service: string, actions: readonly string[]) =>
    actions.map((action) => `${service}:${action}`);
  return [
    allow(named('dynamodb', onItems), [table.tableArn]),
    allow(
      ['dynamodb:Query'],
      [table.tableArn, ...definition.indexes.map(({ name }) => `${table.tableArn}/index/${name}`)],
    ),
    ...(table.tableStreamArn === undefined
      ? []
      : [allow(named('dynamodb', onStream), [table.tableStreamArn])]),
    allow(
      named('secretsmanager', ['GetSecretValue', 'PutSecretValue', 'UpdateSecretVersionStage']),
      secrets.map(({ secretArn }) => secretArn),
    ),
    allow(named('sqs', ['ChangeMessageVisibility', 'DeleteMessage', 'ReceiveMessage']), [deadLettersArn]),
    allow(['events:PutEvents'], [busArn]),
    allow(named('lambda', ['GetAlias', 'ListVersionsByFunction', 'UpdateAlias']), functionArns),
    allow(named('codedeploy', ['ListDeployments', 'StopDeployment']), deploymentGroupArns),
    ...(userPoolArn === undefined
      ? []
      : [
          allow(
            named('cognito-idp', [
              'AdminCreateUser',
              'AdminDeleteUser',
              'AdminUpdateUserAttributes',
              'ListUsers',
            ]),
            [userPoolArn],
          ),
        ]),
  ];
}

const allow = (actions: readonly string[], resources: readonly string[], conditions: Conditions = {}) =>
  new PolicyStatement({ actions: [...actions], resources: [...resources], conditions });
