import type { Deployments, HookEvent } from '../../lib/aws/releases.ts';
import { faultName } from '../../lib/record/faults.ts';
import { type CheckDependencies, checkVersion, type FailedCheck } from './check-version.ts';

export interface ReleaseCheckDependencies extends CheckDependencies {
  readonly deployments: Deployments;
  /** Writes a log line. */
  readonly log: (line: object) => void;
}

/**
 * CodeDeploy's hook before any request reaches a new version: checks it, and says whether it may get requests. Whatever
 * fails, it may not.
 */
export const createHandler =
  ({ deployments, log, ...deps }: ReleaseCheckDependencies) =>
  async (event: HookEvent): Promise<void> => {
    const check = async (): Promise<readonly FailedCheck[]> => {
      const release = await deployments.releaseOf(event);
      const failures = await checkVersion(release, deps);
      const { group: route, version } = release;
      if (failures.length === 0) log({ outcome: 'passed', route, version });
      for (const failure of failures) log({ outcome: 'failed', route, version, ...failure });
      return failures;
    };
    const failures = await check().catch((error: unknown) => {
      const failure = { check: 'deployment', error: faultName(error) };
      log({ outcome: 'failed', ...failure });
      return [failure];
    });
    await deployments.report(event, failures.length === 0 ? 'Succeeded' : 'Failed');
  };
