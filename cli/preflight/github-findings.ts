import * as v from 'valibot';
import type { StageFile } from '../../infra/stage-file.ts';
import type { CliContext } from '../target.ts';
import { type Finding, no, ok, unknown } from './finding.ts';

const Rules = v.array(v.object({ type: v.string() }));
const Environment = v.object({
  protection_rules: v.optional(v.array(v.object({ type: v.string() })), []),
  deployment_branch_policy: v.optional(
    v.nullable(v.object({ custom_branch_policies: v.optional(v.boolean(), false) })),
  ),
});
const Branches = v.object({ branch_policies: v.array(v.object({ name: v.string() })) });

/** The rules that the branch from which everything is deployed must have, by GitHub's names. */
const branchRules = {
  pull_request: 'require pull requests',
  required_status_checks: 'require the checks of CI',
  non_fast_forward: 'block force pushes',
  deletion: 'restrict deletions',
} as const;

/** Finds out whether GitHub lets only reviewed code of `main` reach the stage. */
export async function githubFindings(
  { name, options }: StageFile,
  repository: string | undefined,
  { GITHUB_TOKEN: token, GITHUB_API_URL: base = 'https://api.github.com' }: CliContext['environment'],
): Promise<readonly Finding[]> {
  const wanted = Object.values(branchRules).join(', ');
  const reviewers = options.production ? ', and required reviewers' : '';
  if (token === undefined || repository === undefined) {
    const why = '(with GITHUB_TOKEN and --repository this is read)';
    return [
      unknown('branch main', `look whether its rules ${wanted} ${why}`),
      unknown(`environment ${name}`, `look whether only main may deploy to it${reviewers} ${why}`),
    ];
  }
  const read = async (path: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}`, accept: 'application/vnd.github+json' };
    const answer = await fetch(`${base}/repos/${repository}/${path}`, { headers });
    if (!answer.ok) throw new Error(`GitHub answers ${answer.status}`);
    return await answer.json();
  };
  return await Promise.all([
    found('branch main', async () => ofBranch(await read('rules/branches/main'))),
    found(`environment ${name}`, async () => {
      const path = `environments/${name}`;
      const environment = v.parse(Environment, await read(path));
      const isCustom = environment.deployment_branch_policy?.custom_branch_policies === true;
      const branches = isCustom
        ? v.parse(Branches, await read(`${path}/deployment-branch-policies?per_page=100`)).branch_policies
        : [];
      const isOnlyMain = branches.every((branch) => branch.name === 'main');
      return ofEnvironment(environment, isOnlyMain, options.production);
    }),
  ]);
}

async function found(item: string, missing: () => Promise<readonly string[]>): Promise<Finding> {
  try {
    const rules = await missing();
    return rules.length === 0 ? ok(item, 'protected') : no(item, rules.join(', '));
  } catch (error) {
    const why = error instanceof Error ? error.message : 'no answer';
    return no(item, `${why}: make it, or use a token that may read it`);
  }
}

function ofBranch(answer: unknown): readonly string[] {
  const types = new Set(v.parse(Rules, answer).map(({ type }) => type));
  return Object.entries(branchRules).flatMap(([type, words]) => (types.has(type) ? [] : [words]));
}

function ofEnvironment(
  { protection_rules: rules, deployment_branch_policy: policy }: v.InferOutput<typeof Environment>,
  isOnlyMain: boolean,
  production: boolean,
): readonly string[] {
  return [
    ...(policy === null || policy === undefined || !isOnlyMain ? ['let only main deploy to it'] : []),
    ...(production && !rules.some(({ type }) => type === 'required_reviewers') ? ['require reviewers'] : []),
  ];
}
