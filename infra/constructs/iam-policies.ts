import { Stack } from 'aws-cdk-lib';
import { type Conditions, ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { table as definition } from '../../lib/aws/table.ts';
import { dispatcherGrants } from '../grants.ts';
import type { ServiceTable } from './dispatch-table.ts';
import type { ServiceSecret } from './integration-secrets.ts';
import { onKeys } from './service-function.ts';

export interface IamPoliciesProps {
  readonly table: ServiceTable;
  readonly secrets: readonly ServiceSecret[];
  /** The dead-letter queue and the bus of the events. */
  readonly deadLettersArn: string;
  readonly busArn: string;
}

/** Policies to attach to the roles of people who use the command line. The stack attaches them to nobody. */
export class IamPolicies extends Construct {
  /** Requests, calls and technicians of the account that the tag `dispatchAccount` of their role or session names. */
  readonly dispatchers: ManagedPolicy;
  /** Accounts, keys, copies of the table, events. */
  readonly operators: ManagedPolicy;

  constructor(scope: Construct, id: string, { table, secrets, deadLettersArn, busArn }: IamPoliciesProps) {
    super(scope, id);
    const { stackId } = Stack.of(this);
    const outputs = allow(['cloudformation:DescribeStacks'], [stackId]);
    this.dispatchers = new ManagedPolicy(this, 'Dispatchers', {
      description: 'Dispatch service: requests, calls and technicians of one account',
      statements: [
        outputs,
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
      description: 'Dispatch service: accounts, keys, copies of the table and events',
      statements: [
        outputs,
        allow(
          [
            ...['BatchGetItem', 'ConditionCheckItem', 'DeleteItem', 'DescribeTable', 'GetItem', 'PutItem'],
            ...['Query', 'Scan', 'UpdateItem'],
          ].map((action) => `dynamodb:${action}`),
          [table.tableArn, ...definition.indexes.map(({ name }) => `${table.tableArn}/index/${name}`)],
        ),
        allow(
          ['secretsmanager:GetSecretValue', 'secretsmanager:PutSecretValue'],
          secrets.map(({ secretArn }) => secretArn),
        ),
        allow(['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], [deadLettersArn]),
        allow(['events:PutEvents'], [busArn]),
      ],
    });
  }
}

const allow = (actions: readonly string[], resources: readonly string[], conditions: Conditions = {}) =>
  new PolicyStatement({ actions: [...actions], resources: [...resources], conditions });
