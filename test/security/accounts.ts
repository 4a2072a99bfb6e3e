import { createHash, randomBytes } from 'node:crypto';
import type { Integration } from '../../lib/platforms/index.ts';

// Two accounts that share only the ids of a service and of its skills, so that any leak is visible.

const week = Object.fromEntries(
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((day) => [day, [['08:00', '17:00']]]),
);

const accountOf = (accountId: AccountName, allowApiKey: boolean, transferTo: string) => ({
  accountId,
  name: `${accountId} company`,
  timezone: 'America/New_York',
  origins: origins[accountId],
  crm: { allowApiKey },
  hours: week,
  booking: { bufferMinutes: 0, gridMinutes: 60, horizonDays: 30 },
  serviceTypes: [
    { id: 'repair', name: `${accountId} repair`, aliases: ['repair'], durationMinutes: 60, skills: [] },
    ...Array.from({ length: 8 }, (_, index) => ({
      id: `job${index}`,
      // So long that one message can't say everything.
      name: `${accountId} job number ${index} ${'with a long name '.repeat(4)}`.trim(),
      aliases: [`${accountId} job number ${index}`],
      durationMinutes: 60,
      skills: [],
    })),
  ],
  technicians: Array.from({ length: 3 }, (_, index) => ({
    id: `${accountId}-t${index}`,
    name: `${accountId} tech ${index}`,
  })),
  transfer: { phone: transferTo },
});

export type AccountName = 'acme' | 'zenith';

const origins = {
  acme: { crm: ['loc_acme'], voiceone: ['agent_acme'], voicetwo: ['asst_acme'] },
  zenith: { crm: ['loc_zenith'], voiceone: ['agent_zenith'], voicetwo: ['asst_zenith'] },
} as const satisfies Record<AccountName, Record<Integration, readonly string[]>>;

/** Only acme takes API keys. */
export const accountDocuments = [
  accountOf('acme', true, '+12125550190'),
  accountOf('zenith', false, '+13105550191'),
];

const fresh = (name: string) => `${name}-${randomBytes(12).toString('hex')}`;

/** Secrets by the accounts that they may act for; `nobody` is in no document. */
export const secrets = {
  all: fresh('secret-all'),
  acme: fresh('secret-acme'),
  zenith: fresh('secret-zenith'),
  nobody: fresh('secret-nobody'),
} as const;
export type KeyName = keyof typeof secrets;

export const retellSecret = fresh('key');
export const standardSecret = `whsec_${randomBytes(24).toString('base64')}`;
export const apiKeys = { acme: fresh('api-acme'), zenith: fresh('api-zenith') } as const;

const apiKeyEntries = Object.entries(apiKeys).map(([account, key]) => ({
  id: `${account}-legacy`,
  account,
  sha256: createHash('sha256').update(key).digest('hex'),
}));

/** The text of an integration's secret. All have the same keys, but for different accounts. */
export const secretDocument = JSON.stringify({
  keys: [
    { id: 'all', secret: secrets.all, accounts: ['*'] },
    { id: 'acme', secret: secrets.acme, accounts: ['acme'] },
    { id: 'zenith', secret: secrets.zenith, accounts: ['zenith'] },
    {
      id: 'retell',
      scheme: 'hmac-sha256-timestamped',
      header: 'x-retell-signature',
      secret: retellSecret,
      accounts: ['*'],
    },
    {
      id: 'standard',
      scheme: 'standard-webhooks',
      header: 'webhook-signature',
      secret: standardSecret,
      accounts: ['*'],
    },
  ],
  apiKeys: apiKeyEntries,
});
