import { describe, expect, it } from '@jest/globals';
import { routes } from '../../lib/routes.ts';
import { templateOf } from '../support/templates/templates.ts';

describe('what a stage that is not production leaves when it is destroyed', () => {
  const { Resources } = templateOf('optional mfa').toJSON();
  const all: [string, { Type: string; DeletionPolicy?: string; Properties?: Record<string, unknown> }][] =
    Object.entries(Resources);

  it('is no resource', () => {
    // A version goes with its function.
    const kept = all.filter(
      ([, { Type, DeletionPolicy = 'Delete' }]) =>
        DeletionPolicy !== 'Delete' && Type !== 'AWS::Lambda::Version',
    );
    expect(kept.map(([id]) => id)).toEqual([]);
  });

  it('is no key for longer than the 7 days that AWS requires', () => {
    const keys = all.filter(([, { Type }]) => Type === 'AWS::KMS::Key');
    expect(keys.length).toBeGreaterThan(2);
    for (const [id, { Properties }] of keys) expect([id, Properties?.PendingWindowInDays]).toEqual([id, 7]);
  });

  it('is no log, which Lambda makes by itself for a function without a group in the stack', () => {
    const functions = all.filter(([, { Type }]) => Type === 'AWS::Lambda::Function');
    const groups = all.flatMap(([id, { Type }]) => (Type === 'AWS::Logs::LogGroup' ? [id] : []));
    expect(functions.length).toBeGreaterThan(routes.length);
    for (const [id, { Properties }] of functions) {
      const { LogGroup } = Object({ ...Object(Properties).LoggingConfig });
      expect([id, groups.includes(LogGroup?.Ref)]).toEqual([id, true]);
    }
  });
});
