import { expect, it } from '@jest/globals';
import { parseAccount } from '../../../../lib/accounts/document/account-document.ts';
import type { DispatchRequest } from '../../../../lib/record/request.ts';
import { readKnownCaller } from '../../../../lib/voice/answers/known-caller.ts';
import { accountDocument, START } from '../../../functions/service.ts';

it('counts a request once that two indexes have in different states', async () => {
  const account = parseAccount(accountDocument());
  const caller = '+12125550123';
  const at = new Date(START).toISOString();
  const old: DispatchRequest = {
    ...{ dispatchRequestId: 'dr_1', accountId: account.accountId, status: 'requested', urgency: 'routine' },
    ...{ source: 'voiceone', version: 1, createdAt: at, updatedAt: at, needsReview: [], caller },
    ...{ customer: { phone: caller }, invocations: [], history: [] },
  };
  const next = { ...old, version: 2, customer: { phone: '+12125550188' } };
  const readers = {
    customers: { get: async () => undefined },
    requests: { ofNumber: async () => [old, next] },
  };
  const who = { account, integration: 'voiceone', caller, now: START } as const;
  expect((await readKnownCaller(who, readers, START + 1000))?.waiting).toEqual([next]);
});
