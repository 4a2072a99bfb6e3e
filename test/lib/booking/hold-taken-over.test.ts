import { expect, it } from '@jest/globals';
import { anywhere } from '../../../lib/accounts/areas.ts';
import { parseAccount } from '../../../lib/accounts/document/account-document.ts';
import { claimedBy } from '../../../lib/booking/appointment.ts';
import { takingOver } from '../../../lib/booking/holds.ts';
import type { StandingHold } from '../../../lib/record/hold.ts';
import { holderOf } from '../../../lib/scheduling/occupancy.ts';
import { accountDocument, START } from '../../functions/service.ts';
import { noHolds } from '../../support/no-holds.ts';

const account = parseAccount(accountDocument());
const [service] = account.serviceTypes;
const [technician] = account.technicians;
if (service === undefined || technician === undefined) throw new Error('The account has both');

it('ends a hold once if it was renewed while another clock still had its old end', async () => {
  const wanted = { account, service, date: '2026-06-10', minute: 540, now: START, coverage: anywhere };
  const start = Date.UTC(2026, 5, 10, 13) / 60_000;
  const claims = claimedBy(wanted, start, technician);
  const buckets = claims.flatMap((claim) => claim.buckets);
  const [old, renewed] = [holderOf('ho_one', START + 1_000), holderOf('ho_one', START + 60_000)];
  const claimed = new Map(buckets.map((bucket, index) => [bucket, index === 0 ? old : renewed]));
  const at = { date: '2026-06-10', minute: 540, startsAt: '2026-06-10T13:00:00.000Z', endsAt: '' };
  const who = { technicianId: 'ana', technician: 'Ana', serviceTypeId: service.id };
  const hold = { ...at, ...who, holder: renewed, claims };
  const known: StandingHold = {
    ...{ accountId: account.accountId, holdId: 'ho_one', version: 2, invocations: [], keptUntil: START },
    hold,
  };
  const occupancy = new Map([['ana', claimed]]);
  const deps = {
    holds: { ...noHolds, get: async () => known },
    schedule: { occupancy: async () => occupancy },
  };
  const judged = { start, minute: 540, technicians: [technician] };

  const [candidate] = await takingOver([technician], judged, wanted, occupancy, deps, START + 2_500);
  expect(candidate?.ends.map(({ holdId }) => holdId)).toEqual(['ho_one']);
});
