import { Stack } from 'aws-cdk-lib';
import { ManagedPolicy, type PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct, type IConstruct } from 'constructs';
import { table as definition } from '../../lib/aws/table/table.ts';
import { dispatcherGrants } from '../grants.ts';
import { allow, allowOn, type ServiceTable, useOfKey } from './dispatch-table.ts';

export interface IamPoliciesProps {
  readonly table: ServiceTable;
  readonly secretArns: readonly string[];
  readonly deadLettersArn: string;
  readonly busArn: string;
  /** Absent if the board's users come from another issuer. */
  readonly userPoolArn: string | undefined;
  /** The functions that a rollback moves back, and CodeDeploy's groups for them. */
  readonly functionArns: readonly string[];
  readonly deploymentGroupArns: readonly string[];
}

/** Policies to attach to the roles of people who use the command line. The stack attaches them to nobody. */
export class IamPolicies extends Construct {
  readonly dispatchers: ManagedPolicy;
  readonly operators: ManagedPolicy;
  /** What operators may see of numbers and addresses in AWS. */
  readonly senders: readonly string[];

  constructor(scope: Construct, id: string, props: IamPoliciesProps) {
    super(scope, id);
    const { table } = props;
    const outputs = allow(['cloudformation:DescribeStacks'], [Stack.of(this).stackId]);
    this.dispatchers = new ManagedPolicy(this, 'Dispatchers', {
      // NEVER change a description: CloudFormation would replace the policy and detach it from everybody.
      description:
        'Dispatch service, for dispatchers: lists are limited to the account in the tag dispatchAccount. ' +
        'Not limited to it: single requests and blocks, which are read and written by their ids',
      statements: [outputs, ...allowOn(table, dispatcherGrants)],
    });
    const senders = ofSenders(this);
    this.senders = senders.flatMap(({ resources }) => resources);
    this.operators = new ManagedPolicy(this, 'Operators', {
      description: 'Dispatch service: accounts, keys, users, copies of the table and events of all accounts',
      statements: [outputs, ...useOfKey(table), ...ofOperators(props), ...senders],
    });
  }
}

function ofOperators(props: IamPoliciesProps): readonly PolicyStatement[] {
  const { table, secretArns, deadLettersArn, busArn, userPoolArn, functionArns, deploymentGroupArns } = props;
  const { tableArn, tableStreamArn } = table;
  const on = (resources: readonly string[], service: string, ...actions: readonly string[]) =>
    allow(
      actions.map((action) => `${service}:${action}`),
      resources,
    );
  const users = ['AdminCreateUser', 'AdminDeleteUser', 'AdminUpdateUserAttributes', 'ListUsers'];
  return [
    // Erasing a person changes items of every kind.
    on(
      [tableArn],
      'dynamodb',
      'BatchGetItem',
      'BatchWriteItem',
      'DeleteItem',
      'GetItem',
      'PutItem',
      'Scan',
      'UpdateItem',
    ),
    on([tableArn, ...definition.indexes.map(({ name }) => `${tableArn}/index/${name}`)], 'dynamodb', 'Query'),
    ...(tableStreamArn === undefined
      ? []
      : [on([tableStreamArn], 'dynamodb', 'GetRecords', 'GetShardIterator')]),
    on(secretArns, 'secretsmanager', 'GetSecretValue', 'PutSecretValue', 'UpdateSecretVersionStage'),
    on([deadLettersArn], 'sqs', 'ChangeMessageVisibility', 'DeleteMessage', 'ReceiveMessage'),
    on([busArn], 'events', 'PutEvents'),
    on(functionArns, 'lambda', 'GetAlias', 'ListVersionsByFunction', 'UpdateAlias'),
    on(deploymentGroupArns, 'codedeploy', 'ListDeployments', 'StopDeployment'),
    ...(userPoolArn === undefined ? [] : [on([userPoolArn], 'cognito-idp', ...users)]),
  ];
}

/** Whether numbers and addresses are ready to send. AWS's ids of them are known only when they are set up. */
function ofSenders(scope: IConstruct): readonly PolicyStatement[] {
  const any = (service: string, resource: string) =>
    Stack.of(scope).formatArn({ service, resource, resourceName: '*' });
  return [
    allow(['sms-voice:DescribePhoneNumbers'], [any('sms-voice', 'phone-number')]),
    allow(['sms-voice:DescribeRegistrations'], [any('sms-voice', 'registration')]),
    allow(['ses:GetEmailIdentity'], [any('ses', 'identity')]),
    // Neither has resources.
    allow(['sms-voice:DescribeAccountAttributes', 'ses:GetAccount'], ['*']),
  ];
}
