import { expect, it } from '@jest/globals';
import { MINUTE_MS } from '../../lib/scheduling/time.ts';
import { startReminderTimer } from '../../local/events/reminder-timer.ts';
import { runReminders } from '../functions/reminders-fixture.ts';
import { accountDocument } from '../functions/service.ts';
import { servicePerTest } from '../functions/service-per-test.ts';
import { everyDay } from '../lib/accounts/on-call-document.ts';

const onCall = ['first', 'backup'].map((role) => ({
  name: role === 'first' ? 'Ana' : 'Kim',
  phone: role === 'first' ? '+12125550101' : '+12125550103',
  ...{ role, hours: everyDay(['00:00', '24:00']) },
}));
const service = servicePerTest(() => accountDocument({ onCall }));

/** A server that is stopped after its first check of what is due. */
const startAndStop = () => {
  return startReminderTimer(() => runReminders(service())).stop();
};

it('an emergency that nobody acknowledged while the local server was stopped is escalated after a restart', async () => {
  const { dispatchRequestId } = await service().call('book_job', { urgency: 'emergency' });
  const told = async () =>
    (await service().requests.get(dispatchRequestId))?.notified?.map(({ role }) => role);
  await startAndStop();
  expect(await told()).toEqual(['first']);
  service().clock.now += 60 * MINUTE_MS;
  await startAndStop();
  expect(await told()).toEqual(['first', 'backup']);
  await startAndStop();
  expect(await told()).toEqual(['first', 'backup']);
  service().clock.now += 10 * MINUTE_MS;
  await startAndStop();
  expect(await told()).toEqual(['first', 'backup', 'everybody']);
});
