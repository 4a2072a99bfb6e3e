import { ACMClient, DescribeCertificateCommand } from '@aws-sdk/client-acm';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetHostedZoneCommand, Route53Client } from '@aws-sdk/client-route-53';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import type { StageOptions } from '../../infra/options.ts';
import { routes } from '../../lib/routes.ts';
import { explainedByAws, faultText } from '../fault.ts';
import { type Finding, no, ok, unknown } from './finding.ts';

/** The oldest bootstrap stack that CDK's assemblies accept. */
export const BOOTSTRAP = 6;
/** How many concurrent executions Lambda keeps for functions without a reservation. */
const UNRESERVED = 100;

interface Region {
  readonly region?: string;
}

/** Finds out what the AWS account of the terminal's credentials has of what a stage needs. */
export async function awsFindings(options: StageOptions): Promise<readonly Finding[]> {
  const { region } = options;
  const where = region === undefined ? {} : { region };
  return await Promise.all([
    answered('AWS account', 'sts:GetCallerIdentity', () => accountOf(options, where)),
    answered('bootstrap', 'cloudformation:DescribeStacks on CDKToolkit', () => bootstrapOf(where)),
    answered('concurrency', 'lambda:GetAccountSettings', () => concurrencyOf(options, where)),
    ...domainOf(options, where),
  ]);
}

/** Asks AWS. What can't be read counts as missing. */
async function answered(item: string, what: string, ask: () => Promise<Finding>): Promise<Finding> {
  try {
    return await ask();
  } catch (error) {
    return no(item, faultText(explainedByAws(error, what)));
  }
}

async function accountOf({ account, production }: StageOptions, where: Region): Promise<Finding> {
  const item = 'AWS account';
  const { Account } = await new STSClient(where).send(new GetCallerIdentityCommand());
  if (account === undefined && production)
    return no(item, 'name it (account), so that other credentials are refused');
  if (account !== undefined && account !== Account)
    return no(item, 'the credentials belong to another one than the stage file names: log in to that one');
  return ok(item, 'that of the credentials');
}

async function bootstrapOf(where: Region): Promise<Finding> {
  const item = 'bootstrap';
  const run = 'run npx cdk bootstrap aws://<account>/<region>';
  const command = new DescribeStacksCommand({ StackName: 'CDKToolkit' });
  const found = await new CloudFormationClient(where).send(command).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'ValidationError') return undefined;
    throw error;
  });
  const outputs = found?.Stacks?.[0]?.Outputs ?? [];
  const version = Number(outputs.find(({ OutputKey }) => OutputKey === 'BootstrapVersion')?.OutputValue);
  if (found === undefined || Number.isNaN(version)) return no(item, `there is none in this region: ${run}`);
  return version < BOOTSTRAP
    ? no(item, `version ${version} is older than ${BOOTSTRAP}: ${run}`)
    : ok(item, `version ${version}`);
}

/** Returns how many concurrent executions all functions of a stage reserve together. */
export function reservedIn(reserved: StageOptions['reservedConcurrency']): number {
  return routes.reduce((sum, { live }) => sum + (reserved?.[live ? 'live' : 'others'] ?? 0), 0);
}

async function concurrencyOf({ reservedConcurrency }: StageOptions, where: Region): Promise<Finding> {
  const item = 'concurrency';
  const { AccountLimit } = await new LambdaClient(where).send(new GetAccountSettingsCommand());
  const limit = AccountLimit?.ConcurrentExecutions ?? 0;
  const needed = reservedIn(reservedConcurrency) + UNRESERVED;
  if (limit >= needed) return ok(item, `${limit} concurrent executions, of which ${needed} are needed`);
  if (needed === UNRESERVED)
    return unknown(
      item,
      `the quota is ${limit}, which all functions of the AWS account share: raise "Concurrent executions" of Lambda in Service Quotas before it takes calls`,
    );
  return no(
    item,
    `the quota is ${limit}, and ${needed} are needed: raise "Concurrent executions" of Lambda in Service Quotas, or lower reservedConcurrency`,
  );
}

function domainOf({ domain, production }: StageOptions, where: Region): readonly Promise<Finding>[] {
  if (domain === undefined) {
    const none = "none: platforms get AWS's URLs, which change if the stack is ever made anew";
    return production ? [Promise.resolve(ok('domain', none))] : [];
  }
  const { hostedZone, certificateArn } = domain;
  return [
    ...(hostedZone === undefined
      ? []
      : [answered('hosted zone', 'route53:GetHostedZone', () => zoneOf(hostedZone, where))]),
    ...(certificateArn === undefined
      ? []
      : [
          answered('certificate', 'acm:DescribeCertificate', () =>
            certificateOf(certificateArn, domain.name),
          ),
        ]),
  ];
}

async function zoneOf(zone: { readonly id: string; readonly name: string }, where: Region): Promise<Finding> {
  const item = 'hosted zone';
  const { HostedZone } = await new Route53Client(where).send(new GetHostedZoneCommand({ Id: zone.id }));
  if (HostedZone?.Name !== `${zone.name}.`) return no(item, 'domain.hostedZone.id is the id of another zone');
  return HostedZone.Config?.PrivateZone
    ? no(item, 'the zone is private: platforms need a public one')
    : ok(item, zone.name);
}

async function certificateOf(CertificateArn: string, name: string): Promise<Finding> {
  const item = 'certificate';
  const [, , , region = ''] = CertificateArn.split(':');
  const { Certificate } = await new ACMClient({ region }).send(
    new DescribeCertificateCommand({ CertificateArn }),
  );
  const names = Certificate?.SubjectAlternativeNames ?? [];
  if (![name, name.replace(/^[^.]+/, '*')].some((one) => names.includes(one)))
    return no(item, `it is not for ${name}`);
  return Certificate?.Status === 'ISSUED'
    ? ok(item, 'issued')
    : no(item, 'it is not issued yet: validate it');
}
