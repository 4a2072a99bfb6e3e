import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { runScript } from '../support/processes.ts';

const ACCOUNT = '123456789012';
const certificateArn = `arn:aws:acm:us-east-1:${ACCOUNT}:certificate/0a1b2c3d`;
const hostedZone = { id: 'Z0123456789ABC', name: 'dispatch.test' };
const ready = {
  production: true,
  account: ACCOUNT,
  region: 'us-east-1',
  alarmEmail: 'alarms@dispatch.test',
  dispatchEmail: 'desk@dispatch.test',
  reservedConcurrency: { live: 100, others: 50 },
  domain: { name: 'hooks.dispatch.test', hostedZone, certificateArn },
};

/** What AWS and GitHub have; each test changes it. */
const all = {
  account: ACCOUNT,
  bootstrap: '29',
  concurrency: 1_000,
  zone: 'dispatch.test.',
  certificate: { Status: 'ISSUED', SubjectAlternativeNames: ['*.dispatch.test'] },
  rules: ['pull_request', 'required_status_checks', 'non_fast_forward', 'deletion'],
  environment: {
    protection_rules: [{ type: 'required_reviewers' }],
    deployment_branch_policy: { custom_branch_policies: true } as object | null,
  },
  branches: ['main'],
};
let world = structuredClone(all);

const xml = (name: string, body: string) =>
  `<${name}Response><${name}Result>${body}</${name}Result></${name}Response>`;

/** The answers of STS, CloudFormation, Lambda, Route 53, Certificate Manager and GitHub. */
function answerTo(path: string, target: string | undefined, body: string): readonly [number, string, string] {
  const { account, bootstrap, concurrency, zone, certificate, rules, environment, branches } = world;
  if (target === 'CertificateManager.DescribeCertificate')
    return [200, 'application/x-amz-json-1.1', JSON.stringify({ Certificate: certificate })];
  if (path.includes('/account-settings'))
    return [200, 'application/json', JSON.stringify({ AccountLimit: { ConcurrentExecutions: concurrency } })];
  if (path.includes('/hostedzone/')) {
    const named = `<HostedZone><Id>/hostedzone/Z</Id><Name>${zone}</Name><CallerReference>r</CallerReference></HostedZone>`;
    return [200, 'text/xml', `<GetHostedZoneResponse>${named}</GetHostedZoneResponse>`];
  }
  if (path === '/repos/acme/dispatch/rules/branches/main')
    return [200, 'application/json', JSON.stringify(rules.map((type) => ({ type })))];
  if (path.startsWith('/repos/acme/dispatch/environments/prod/deployment-branch-policies'))
    return [200, 'application/json', JSON.stringify({ branch_policies: branches.map((name) => ({ name })) })];
  if (path === '/repos/acme/dispatch/environments/prod')
    return [200, 'application/json', JSON.stringify(environment)];
  if (body.includes('Action=GetCallerIdentity'))
    return [200, 'text/xml', xml('GetCallerIdentity', `<Account>${account}</Account>`)];
  if (!body.includes('StackName=CDKToolkit')) return [404, 'text/plain', ''];
  if (bootstrap === '')
    return [400, 'text/xml', '<ErrorResponse><Error><Code>ValidationError</Code></Error></ErrorResponse>'];
  const output = `<member><OutputKey>BootstrapVersion</OutputKey><OutputValue>${bootstrap}</OutputValue></member>`;
  const stack = `<Stacks><member><StackName>CDKToolkit</StackName><Outputs>${output}</Outputs></member></Stacks>`;
  return [200, 'text/xml', xml('DescribeStacks', stack)];
}

const folder = mkdtempSync(join(tmpdir(), 'dispatch-preflight-'));
const prod = join(folder, 'prod.json');
/** The rights that the last run needed in AWS. */
const rights = new Set<string>();
/** The right behind a request. */
function rightOf(path: string, target: string | undefined, body: string): string {
  if (target !== undefined) return target.replace('CertificateManager.', 'acm:');
  if (path.includes('/account-settings')) return 'lambda:GetAccountSettings';
  if (path.includes('/hostedzone/')) return 'route53:GetHostedZone';
  const action = new URLSearchParams(body).get('Action');
  return `${action === 'GetCallerIdentity' ? 'sts' : 'cloudformation'}:${action}`;
}

let server: Server;
let endpoint = '';
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const target = request.headers['x-amz-target']?.toString();
    const { url = '' } = request;
    const sent = await text(request);
    if (!url.startsWith('/repos/')) rights.add(rightOf(url, target, sent));
    const [status, type, body] = answerTo(url, target, sent);
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  endpoint = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  world = structuredClone(all);
  rights.clear();
  writeFileSync(prod, JSON.stringify(ready));
  writeFileSync(join(folder, 'dev.json'), '{ "account": "210987654321" }');
});

const environment = () => ({
  ...{ AWS_EC2_METADATA_DISABLED: 'true', AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' },
  ...{ AWS_ENDPOINT_URL: endpoint, AWS_REGION: 'us-east-1', HOME: folder },
  ...{ GITHUB_TOKEN: 'token', GITHUB_API_URL: endpoint },
});
const run = (...args: string[]) => runScript('cli/main.ts', ['preflight', ...args], environment()).finished;
const ofRepository = ['--repository', 'acme/dispatch'];

it('lists what a stage needs, each line ok, and ends with 0', async () => {
  const { code, stdout, stderr } = await run('--stage', prod, ...ofRepository);

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.trimEnd().split('\n')).toEqual([
    'ok  stage file: complete',
    'ok  separate from dev: another AWS account',
    'ok  AWS account: that of the credentials',
    'ok  bootstrap: version 29',
    'ok  concurrency: 1000 concurrent executions, of which 600 are needed',
    'ok  hosted zone: dispatch.test',
    'ok  certificate: issued',
    'ok  branch main: protected',
    'ok  environment prod: protected',
  ]);
});

it('needs exactly the rights in AWS that the page names', async () => {
  await run('--stage', prod, ...ofRepository);
  const [, named = ''] = /`preflight`\s+needs\s+([^.]*)\./.exec(readFileSync('docs/deploy.md', 'utf8')) ?? [];

  expect([...named.matchAll(/`([^`]+)`/g)].map(([, right]) => right).toSorted()).toEqual(
    [...rights].toSorted(),
  );
});

it('says all that is missing and what to do, and ends with 1', async () => {
  world.account = '999999999999';
  world.bootstrap = '';
  world.concurrency = 10;
  world.zone = 'other.test.';
  world.certificate = { Status: 'PENDING_VALIDATION', SubjectAlternativeNames: ['hooks.dispatch.test'] };
  world.rules = ['pull_request', 'deletion'];
  world.environment = { protection_rules: [], deployment_branch_policy: null };
  writeFileSync(join(folder, 'dev.json'), JSON.stringify({ account: ACCOUNT }));

  const { code, stdout, stderr } = await run('--stage', prod, ...ofRepository);

  expect({ code, stderr }).toEqual({ code: 1, stderr: 'preflight: 8 of 9 must be done first.\n' });
  expect(stdout.trimEnd().split('\n')).toEqual([
    'ok  stage file: complete',
    'NO  separate from dev: dev.json: name another AWS account: whoever deploys dev could change prod',
    'NO  AWS account: the credentials belong to another one than the stage file names: log in to that one',
    'NO  bootstrap: there is none in this region: run npx cdk bootstrap aws://<account>/<region>',
    expect.stringMatching(/^NO {2}concurrency: the quota is 10, and 600 are needed: raise /),
    'NO  hosted zone: domain.hostedZone.id is the id of another zone',
    'NO  certificate: it is not issued yet: validate it',
    'NO  branch main: require the checks of CI, block force pushes',
    'NO  environment prod: let only main deploy to it, require reviewers',
  ]);
});

it('refuses an environment to which other branches than main may deploy', async () => {
  world.branches = ['main', '*'];
  const { stdout } = await run('--stage', prod, ...ofRepository);
  expect(stdout).toContain('NO  environment prod: let only main deploy to it\n');
});

it('says that all functions share a low quota where the stage reserves nothing', async () => {
  const { reservedConcurrency: _, ...unreserved } = ready;
  writeFileSync(prod, JSON.stringify(unreserved));
  world.concurrency = 10;
  const { stdout } = await run('--stage', prod, ...ofRepository);
  expect(stdout).toContain(' ?  concurrency: the quota is 10, which all functions of the AWS account share');
  expect(stdout).not.toContain('reservedConcurrency');
});

it('names the fields of the committed production stage that still have a placeholder', async () => {
  const { code, stdout } = await run('--stage', 'prod', '--json');

  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toEqual(
    ['alarmEmail', 'dispatchEmail'].map((field) => ({
      item: 'stage file',
      state: 'no',
      text: `infra/stages/prod.json: ${field}: expected your own value in place of example.com.`,
    })),
  );
});

it('says what to look at where it has no token, and requires an AWS account by name in production', async () => {
  const { account: _, domain: __, ...unnamed } = ready;
  writeFileSync(prod, JSON.stringify(unnamed));
  const { code, stdout } = await run('--stage', prod);

  expect(code).toBe(1);
  expect(stdout).toContain('NO  AWS account: name it (account), so that other credentials are refused\n');
  expect(stdout).toContain("ok  domain: none: platforms get AWS's URLs");
  expect(stdout).toMatch(/^ \? {2}branch main: look whether its rules require pull requests/m);
  expect(stdout).toMatch(
    /^ \? {2}environment prod: look whether only main may deploy to it, and required reviewers/m,
  );
});
