import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { stagesIn } from '../../infra/stage-file.ts';

const files = globSync('.github/{workflows,actions/*}/*.yml');
const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n');
const valuesOf = (file: string, key: string) =>
  linesOf(file).flatMap((line) => new RegExp(`^[\\s-]*${key}: (.+)$`).exec(line)?.[1] ?? []);

describe.each(files)('%s', (file) => {
  it('pins every third-party action to a full commit hash, with its version in a comment', () => {
    const foreign = valuesOf(file, 'uses').filter((action) => !action.startsWith('./'));
    for (const action of foreign) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('uses existing local actions and workflows', () => {
    const local = valuesOf(file, 'uses').filter((action) => action.startsWith('./'));
    for (const path of local)
      expect(existsSync(path.endsWith('.yml') ? path : `${path}/action.yml`)).toBe(true);
  });

  it('has no AWS keys: roles are assumed by OpenID Connect', () => {
    expect(readFileSync(file, 'utf8')).not.toMatch(/secrets\.|aws-access-key-id|aws-secret-access-key/);
  });

  it('names existing stages', () => {
    const stages = [...readFileSync(file, 'utf8').matchAll(/\bstage[:=] ?([a-z]+)$/gm)].map(
      ([, name]) => name,
    );
    for (const stage of stages) expect(stagesIn('infra/stages')).toContain(stage);
  });
});

describe('the deployment', () => {
  const workflow = readFileSync('.github/workflows/deploy.yml', 'utf8');
  const [, ...jobs] = workflow.split(/^ {2}(?=[a-z-]+:$)/m).filter((part) => !part.startsWith('push:'));
  const named = new Map(jobs.map((job) => [job.slice(0, job.indexOf(':')), job]));
  const withCredentials = [...named].filter(([, job]) => job.includes('id-token: write'));

  it('gives credentials only to the jobs that deploy, each in an environment of its own', () => {
    expect(withCredentials.map(([name]) => name)).toEqual(['dev', 'prod']);
    for (const [name, job] of withCredentials) {
      expect(job).toContain(`    environment: ${name}\n`);
      expect(job).toContain(`      group: deploy-${name}\n`);
    }
    for (const [name, job] of named) if (!['dev', 'prod'].includes(name)) expect(job).not.toContain('vars.');
  });

  it('installs without scripts before there are credentials, and synthesizes nothing after', () => {
    for (const [, job] of withCredentials) {
      const [before = '', after = ''] = job.split('aws-actions/configure-aws-credentials');
      expect(before).toContain('npm ci --ignore-scripts');
      expect(after).not.toMatch(/npm ci|npx|synth|assemble$/m);
    }
    const deploying = readFileSync('.github/actions/deploy/action.yml', 'utf8');
    expect(deploying).toContain('cdk deploy "dispatch-$STAGE" --app "$ASSEMBLY"');
    expect(deploying).not.toMatch(/npm|npx|-c /);
    expect(readFileSync('.github/actions/assemble/action.yml', 'utf8')).not.toContain('aws');
  });

  it('can write nothing to the repository', () => {
    expect(workflow).not.toMatch(/contents: write|git push|git tag|refs\/tags/);
  });

  it('rolls back by moving aliases, which no alarm refuses, and only if this release has moved them', () => {
    const [, rollBack = ''] = (named.get('prod') ?? '').split('- name: Roll back\n');
    expect(rollBack).toContain("if: failure() && env.RELEASED == 'true'\n");
    expect(rollBack).toContain('run: node cli/main.ts rollback --stack dispatch-prod\n');
    expect(rollBack).not.toMatch(/cdk|actions\/deploy/);
    const deploying = readFileSync('.github/actions/deploy/action.yml', 'utf8');
    const [before = '', after = ''] = deploying.split('aws-cdk/bin/cdk deploy');
    expect(before).toContain('before=$(releases)');
    expect(after).toContain('[ "$(releases)" = "$before" ] || echo "RELEASED=true" >> "$GITHUB_ENV"');
  });

  it('lets no push wait behind an approval', () => {
    expect(workflow).not.toMatch(/^concurrency:/m);
  });
});

describe.each(files.filter((file) => file.includes('/workflows/')))('%s', (file) => {
  const text = readFileSync(file, 'utf8');

  it('limits the time of every job that runs steps', () => {
    const count = (words: RegExp) => text.match(words)?.length ?? 0;
    expect(count(/^ {4}timeout-minutes: \d+$/gm)).toBe(count(/^ {4}runs-on:/gm));
  });

  it('leaves no token of the repository on disk', () => {
    const checkouts = text.split('uses: actions/checkout@').slice(1);
    for (const checkout of checkouts) expect(checkout.split('- ')[0]).toContain('persist-credentials: false');
  });
});

it('there are workflows', () => {
  expect(files.length).toBeGreaterThanOrEqual(3);
});

it.each(['.checkov.yaml', '.cfnlintrc.yaml'])('%s accepts no finding without a reason before it', (file) => {
  const findings = linesOf(file).flatMap((line, index) => (/^ +- [A-Z]/.test(line) ? [index] : []));
  const reasons = findings.map((index) => linesOf(file)[index - 1]);

  expect(findings).not.toHaveLength(0);
  // Findings with one reason are listed together.
  for (const reason of reasons) expect(reason).toMatch(/^ +(# \S.{10,}|- [A-Z_0-9]+)$/);
});
