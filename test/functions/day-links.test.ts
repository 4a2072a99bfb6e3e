import { expect, it } from '@jest/globals';
import { standInProvider } from '../support/stand-in-provider.ts';
import { runReminders } from './reminders-fixture.ts';
import { accountDocument, booking } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const sms = { provider: 'webhook', from: '+12125550100' };
const service = servicePerTest(() =>
  accountDocument({
    technicians: [{ id: 'ana', name: 'Ana', phone: '+12125550151' }],
    notify: { senders: { sms }, technicians: { at: '06:30' } },
  }),
);
const provider = standInProvider();
const run = async (seconds = 0) => {
  service().clock.now += seconds * 1_000;
  await runReminders(service(), undefined, provider.providers);
  return provider.take().map(({ template, to, text }) => [template, to, text.replace(/\/t\/.*/, '/t/')]);
};
const today = [
  ['dayLink', '+12125550151', 'Acme Heating and Air: Your jobs on Monday, June 1: https://pages.example/t/'],
];

it('goes to the technician a minute after each change of today', async () => {
  await service().call('book_job', booking({ date: '2026-06-01', time: '13:00' }));
  expect(await run(59)).toEqual([]);
  expect(await run(1)).toEqual(today);
  for (const time of ['14:00', '15:00', '13:00']) {
    await service().call('reschedule_job', { date: '2026-06-01', time });
    expect(await run(60)).toEqual(today);
  }
  await service().call('cancel_job', { date: '2026-06-01', time: '13:00' });
  expect(await run(60)).toEqual(today);
  expect(await run(600)).toEqual([]);
});

it('goes to the technician in the morning of a day with visits, once', async () => {
  await service().call('book_job', booking({ date: '2026-06-02', time: '09:00' }));
  const second = booking({ date: '2026-06-02', time: '13:00', additionalVisit: true });
  await service().call('book_job', { ...second, serviceType: 'Heating Repair' });
  await run(60);
  service().clock.now = Date.parse('2026-06-02T06:29:59-04:00');
  expect(await run()).toEqual([]);
  expect(await run(1)).toEqual([
    [
      'dayLink',
      '+12125550151',
      'Acme Heating and Air: Your jobs on Tuesday, June 2: https://pages.example/t/',
    ],
  ]);
  expect(await run(60)).toEqual([]);
});
