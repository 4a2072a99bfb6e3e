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
