import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { outputName } from '../infra/output-name.ts';
import { mapFields } from '../lib/map-fields.ts';
import { type WebhookSender, webhookSenderIds } from '../lib/platforms/index.ts';
import { type RouteId, routeIds } from '../lib/routes.ts';
import { CliFault, explainedByAws } from './fault.ts';

/** The outputs of a deployed stack. */
export interface DeployedStack {
  readonly name: string;
  readonly region: string;
  readonly tableName: string;
  /** The URL of each route, path included. */
  readonly urls: Readonly<Record<RouteId, string>>;
  readonly secretNames: Readonly<Record<WebhookSender, string>>;
  /** All outputs, as in CloudFormation. */
  readonly outputs: Readonly<Record<string, string>>;
}

/** Reads the outputs of a stack of this service, with the region and the credentials of the machine. */
export async function readStack(name: string): Promise<DeployedStack> {
  const client = new CloudFormationClient();
  try {
    // Checked first, because the client's own error about a missing region is obscure.
    const region = await client.config.region();
    const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: name }));
    const outputs = (Stacks?.[0]?.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => {
      return [OutputKey, OutputValue] as const;
    });
    return { name, region, ...fromOutputs(name, Object.fromEntries(outputs)) };
  } catch (error) {
    throw explained(error, name);
  } finally {
    client.destroy();
  }
}

function fromOutputs(stack: string, outputs: Readonly<Record<string, string>>) {
  const missing: string[] = [];
  const value = (words: string) => {
    const name = outputName(words);
    const found = outputs[name];
    if (!found) missing.push(name);
    return found ?? '';
  };
  const found = {
    tableName: value('TableName'),
    urls: mapFields(routeIds, (id) => value(`Url-${id}`)),
    secretNames: mapFields(webhookSenderIds, (sender) => value(`SecretName-${sender}`)),
    outputs,
  };
  if (missing.length === 0) return found;
  throw new CliFault(
    `${stack}: the stack has no output ${missing.join(', ')}: is it a stack of this service, and deployed?`,
  );
}

function explained(error: unknown, name: string): unknown {
  if (error instanceof Error && error.name === 'ValidationError') {
    return new CliFault(
      `${name}: there is no such stack in this AWS account and region; "npx cdk deploy" makes dispatch-<stage>.`,
    );
  }
  return explainedByAws(error, `cloudformation:DescribeStacks on ${name}`);
}
