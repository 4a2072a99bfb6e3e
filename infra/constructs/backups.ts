import { Duration } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { Construct } from 'constructs';
import type { StageOptions } from '../options.ts';
import type { ServiceTable } from './dispatch-table.ts';
import type { StagePolicy } from './stage.ts';

export interface BackupsProps {
  readonly table: ServiceTable;
  readonly policy: StagePolicy;
  readonly options: NonNullable<StageOptions['backup']>;
}

/**
 * A daily backup of the table by AWS Backup, copied to another vault if one is named. It covers what point-in-time
 * recovery does not: the loss of the region, and faults that are found after 35 days.
 */
export class Backups extends Construct {
  readonly plan: BackupPlan;
  readonly vault: BackupVault;

  constructor(scope: Construct, id: string, { table, policy, options }: BackupsProps) {
    super(scope, id);
    const { keepDays, copyTo } = options;
    const deleteAfter = Duration.days(keepDays);
    this.vault = new BackupVault(this, 'Vault', { removalPolicy: policy.removalPolicy });
    this.plan = new BackupPlan(this, 'Plan', { backupVault: this.vault });
    const copy = copyTo === undefined ? undefined : BackupVault.fromBackupVaultArn(this, 'Copy', copyTo);
    this.plan.addRule(
      new BackupPlanRule({
        ruleName: 'Daily',
        // 08:00 UTC is night in the Americas.
        scheduleExpression: Schedule.cron({ hour: '8', minute: '0' }),
        deleteAfter,
        ...(copy !== undefined && { copyActions: [{ destinationBackupVault: copy, deleteAfter }] }),
      }),
    );
    this.plan.addSelection('Table', { resources: [BackupResource.fromArn(table.tableArn)] });
  }
}
