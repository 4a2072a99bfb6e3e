import { createHash } from 'node:crypto';
import type { LambdaSettings } from './lambda.ts';
import type { Lambdas } from './lambdas.ts';
import { arnIn } from './names.ts';
import type { Rights } from './rights.ts';
import type { DeployedStack, StackResource } from './stack.ts';

/** An operation of CodeDeploy: what IAM judges of it, and what it answers. */
export interface DeploymentCall {
  readonly resource: string;
  readonly answer: () => object;
}

export interface Deployments {
  /**
   * Deploys a version of a route's function, which runs with these settings, as CloudFormation asks CodeDeploy to.
   * Resolves to what the hook has reported. A version that passes stays.
   */
  release(route: string, settings?: Partial<LambdaSettings>): Promise<string>;
  /** What a hook asks of CodeDeploy. */
  call(operation: string, fields: Readonly<Record<string, string>>): DeploymentCall;
}

export interface DeploymentsDependencies {
  readonly stack: DeployedStack;
  readonly rights: Rights;
  readonly lambdas: Lambdas;
}

interface Deployment {
  readonly id: string;
  readonly group: StackResource;
  readonly content: string;
  status: string;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** CodeDeploy with the template's deployment groups. */
export function deploymentsOf({ stack, rights, lambdas }: DeploymentsDependencies): Deployments {
  const deployments: Deployment[] = [];

  async function release(route: string, settings?: Partial<LambdaSettings>): Promise<string> {
    const group = stack.ofType('AWS::CodeDeploy::DeploymentGroup').find(({ ref }) => ref === route);
    const alias = stack
      .ofType('AWS::Lambda::Alias')
      .find(({ updatePolicy }) => updatePolicy.CodeDeployLambdaAliasUpdate?.DeploymentGroupName === route);
    if (group === undefined || alias === undefined) throw new Error(`The template releases no ${route}`);
    const { BeforeAllowTrafficHook } = alias.updatePolicy.CodeDeployLambdaAliasUpdate;
    const hook = stack.at(BeforeAllowTrafficHook).attribute('Arn');
    const role = group.properties.ServiceRoleArn;
    rights.demandTrust(role, 'codedeploy.amazonaws.com');
    rights.demand(role, 'lambda:InvokeFunction', hook);
    const { path } = stack.at(alias.properties.FunctionName);
    await lambdas.replace(path, settings);
    const deployment = { id: `d-${deployments.length}`, group, content: appSpec(alias), status: 'Pending' };
    deployments.push(deployment);
    await lambdas.invoke(hook, { DeploymentId: deployment.id, LifecycleEventHookExecutionId: 'hook-1' });
    if (deployment.status !== 'Succeeded') await lambdas.replace(path);
    return deployment.status;
  }

  return {
    release,
    call(operation, fields) {
      const deployment = deployments.find(({ id }) => id === fields.deploymentId) ?? deployments.at(-1);
      if (deployment === undefined) throw new Error('There is no deployment');
      const { group, content } = deployment;
      const applicationName = group.properties.ApplicationName;
      const ofGroup = arnIn('codedeploy', `deploymentgroup:${applicationName}/${group.ref}`);
      // A deployment tells only the digest of its revision.
      const revision = { revisionType: 'String', string: { sha256: sha256(content) } };
      switch (operation) {
        case 'GetDeployment':
          return {
            resource: ofGroup,
            answer: () => ({
              deploymentInfo: { applicationName, deploymentGroupName: group.ref, revision },
            }),
          };
        case 'GetApplicationRevision':
          return {
            resource: arnIn('codedeploy', `application:${fields.applicationName}`),
            answer: () => ({ revision: { ...revision, string: { ...revision.string, content } } }),
          };
        case 'PutLifecycleEventHookExecutionStatus':
          return {
            resource: ofGroup,
            answer: () => {
              deployment.status = String(fields.status);
              return { lifecycleEventHookExecutionId: fields.lifecycleEventHookExecutionId };
            },
          };
        default:
          throw new Error(`No function has called ${operation} of CodeDeploy so far: say here what it does`);
      }
    },
  };
}

/** The revision that CloudFormation makes for an alias. */
const appSpec = ({ properties: { FunctionName, Name, FunctionVersion } }: StackResource): string =>
  JSON.stringify({
    version: '0.0',
    Resources: [
      {
        [FunctionName]: {
          Type: 'AWS::Lambda::Function',
          Properties: {
            Name: FunctionName,
            Alias: Name,
            CurrentVersion: '0',
            TargetVersion: FunctionVersion,
          },
        },
      },
    ],
  });
