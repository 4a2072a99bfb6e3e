import { describe, expect, it } from '@jest/globals';
import { table } from '../../lib/aws/table/table.ts';
import { logicalId, templateOf } from '../support/templates/templates.ts';
import { alarm, alarmsOf, dev, watched } from './alarm-fixture.ts';

const metricsOf = (name: string) =>
  (alarm(name).Metrics ?? []).flatMap(({ MetricStat }) => MetricStat?.Metric ?? []);

describe('the alarms on what AWS runs', () => {
  it.each([
    ['ReadsThrottled', 'ReadThrottleEvents'],
    ['WritesThrottled', 'WriteThrottleEvents'],
  ])('%s watches the table and every index', (name, MetricName) => {
    const metrics = metricsOf(name);
    expect(new Set(metrics.map((metric) => metric.MetricName))).toEqual(new Set([MetricName]));
    const indexes = metrics.map(
      ({ Dimensions }) => Dimensions.find(({ Name }) => Name === 'GlobalSecondaryIndexName')?.Value,
    );
    expect(indexes).toEqual([undefined, ...table.indexes.map(({ name }) => name)]);
  });

  it('watch throttles of every function that is behind no route', () => {
    const behind = Object.entries(dev.findResources('AWS::Lambda::Function'))
      .filter(([, { Metadata }]) => Metadata?.SamResourceId === undefined)
      .map(([id]) => ({ Ref: id }));
    expect(behind.length).toBeGreaterThan(3);
    const metrics = metricsOf('OthersThrottled').filter(({ MetricName }) => MetricName === 'Throttles');
    expect(metrics.map(({ Dimensions }) => Dimensions[0]?.Value).sort()).toEqual(behind.sort());
  });

  it('watch the check for reminders, which runs every minute, within five', () => {
    const [metric] = alarmsOf(dev).get('RemindersSilent')?.Metrics ?? [];
    expect(metric?.MetricStat).toMatchObject({ Period: 300, Metric: { MetricName: 'Invocations' } });
  });

  it('watch backups and the certificate where the stage has them', () => {
    const restored = alarmsOf(templateOf('restored'));
    expect(watched('BackupFailed', restored.get('BackupFailed'))).toEqual([
      expect.stringMatching(/^AWS\/Backup\/NumberOfBackupJobsFailed/),
      expect.stringMatching(/^AWS\/Backup\/NumberOfCopyJobsFailed/),
    ]);
    expect(restored.get('CertificateEnds')).toBeUndefined();
    const full = templateOf('all options');
    const ends = alarmsOf(full).get('CertificateEnds');
    expect(ends).toMatchObject({ Threshold: 30, ComparisonOperator: 'LessThanThreshold' });
    expect(ends?.Metrics?.[0]?.MetricStat?.Metric.Dimensions).toEqual([
      { Name: 'CertificateArn', Value: { Ref: logicalId(full, 'AWS::CertificateManager::Certificate') } },
    ]);
    expect(alarmsOf(dev).get('BackupFailed')).toBeUndefined();
  });

  it('watch messages to people and pages that reach nobody', () => {
    expect(metricsOf('MessagesNotDelivered')[0]?.MetricName).toBe('NumberOfNotificationsFailed');
    expect(metricsOf('AlarmsNotDelivered')[0]?.MetricName).toBe('NumberOfNotificationsFailed');
  });
});
