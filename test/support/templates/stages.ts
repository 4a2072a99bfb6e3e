import type { StageOptions } from '../../../infra/options.ts';
import type { StageFile } from '../../../infra/stage-file.ts';
import { mapFields } from '../../../lib/map-fields.ts';
import { webhookSenderIds } from '../../../lib/platforms/index.ts';

const name = 'hooks.example.com';
const hostedZone = { id: 'Z0123456789ABC', name: 'example.com' };

const arnOf = (service: string) => `arn:aws:${service}:us-east-1:123456789012`;

/** A company's domain, and an existing certificate for it. */
export const ownDomain = {
  name,
  certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/0a1b2c3d',
} as const;

/** The tags of the pinned stage. */
export const stageTags = { team: 'dispatch' } as const;

/** The file of a stage, without the options that a test adds: `prod` is production and has addresses. */
function stageOf(stage: string, over: Partial<StageOptions> = {}): StageFile {
  const people = { alarmEmail: 'ops@example.org', dispatchEmail: 'desk@example.org' };
  const production = stage === 'prod';
  return {
    name: stage,
    options: {
      production,
      canary: false,
      tracing: false,
      iamPolicies: false,
      tags: {},
      accountWritesPerMinute: 120,
      board: false,
      ...(production && people),
      ...over,
    },
  };
}

const edge = stageOf('prod', {
  region: 'us-east-1',
  canary: true,
  edge: { requestsPerMinute: 600 },
  reservedConcurrency: { live: 100, others: 50 },
  domain: { name, keepDefaultEndpoint: false, hostedZone },
});

/** Every stage whose template the tests read. */
export const stages = {
  dev: stageOf('dev'),
  prod: stageOf('prod'),
  'all options': stageOf('prod', {
    domain: { name, keepDefaultEndpoint: false, hostedZone },
    provisionedConcurrency: 3,
    alarmEmail: 'ops@example.com',
  }),
  board: stageOf('prod', { board: {} }),
  'optional mfa': stageOf('dev', { board: { mfa: 'optional' } }),
  'attached users': stageOf('prod', { board: { existingUserPool: 'us-east-1_AbCdEfGhI' } }),
  people: stageOf('prod', { board: {}, iamPolicies: true }),
  'board with users elsewhere': stageOf('dev', {
    board: { oidc: { issuer: 'https://id.example.com/', clientId: 'page', audience: 'dispatch' } },
  }),
  'board behind the edge': stageOf('dev', {
    board: {},
    region: 'us-east-1',
    edge: { requestsPerMinute: 600 },
  }),
  'own certificate': stageOf('dev', { domain: { ...ownDomain, keepDefaultEndpoint: true } }),
  'dispatch address': stageOf('dev', { dispatchEmail: 'dispatch@example.com' }),
  'dispatch addresses': stageOf('dev', {
    dispatchEmail: 'dispatch@example.com',
    dispatchEmails: {
      acme: 'office@acme.example',
      'acme-east': 'office@acme.example',
      zephyr: 'desk@zephyr.example',
    },
  }),
  pinned: stageOf('dev', { account: '123456789012', region: 'eu-west-1', tags: stageTags }),
  edge,
  'edge, all at once': { ...edge, options: { ...edge.options, canary: false } },
  restored: stageOf('prod', {
    existingTable: {
      name: 'dispatch-restored',
      streamArn: `${arnOf('dynamodb')}:table/dispatch-restored/stream/2026-11-22T00:00:00.000`,
      keyArn: `${arnOf('kms')}:key/0a1b2c3d`,
    },
    existingSecrets: mapFields(
      webhookSenderIds,
      (integration) => `${arnOf('secretsmanager')}:secret:${integration}-AbCdEf`,
    ),
    backup: {
      keepDays: 90,
      copyTo: 'arn:aws:backup:us-west-2:123456789012:backup-vault:dispatch-copies',
    },
    alarms: {
      page: 'https://pager.example.org/dispatch',
      ticket: 'arn:aws:sns:us-east-1:123456789012:tickets',
    },
    tracing: true,
    monthlyBudget: 200,
    iamPolicies: true,
  }),
  'edge without a domain': stageOf('dev', {
    region: 'us-east-1',
    edge: { requestsPerMinute: 600 },
  }),
} satisfies Readonly<Record<string, StageFile>>;

export type TestStage = keyof typeof stages;
