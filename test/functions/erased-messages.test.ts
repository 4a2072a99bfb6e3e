import { beforeEach, describe, expect, it } from '@jest/globals';
import { reminderStores } from '../../lib/aws/composition.ts';
import { processNotice } from '../../lib/touch/process-notice.ts';
import { cliOf } from '../cli/run-cli.ts';
import { standInProvider } from '../support/stand-in-provider.ts';
import { storedText } from '../support/stored.ts';
import { runReminders } from './reminders-fixture.ts';
import { accountDocument, booking } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const PHONE = '+12125550123';
const COMPANY = '+12125550100';
const sender = { provider: 'webhook', from: COMPANY };
const service = servicePerTest(() =>
  accountDocument({
    notify: {
      senders: { sms: sender, email: { provider: 'webhook', from: 'office@acme.example' } },
      customer: {},
      office: [{ email: 'desk@acme.example', for: ['failed'] }],
    },
  }),
);
const provider = standInProvider();
beforeEach(() => {
  provider.take();
  provider.answer(() => undefined);
});

const run = async (seconds = 0) => {
  service().clock.now += seconds * 1_000;
  await runReminders(service(), undefined, provider.providers);
  return provider.take();
};
const erase = async () => {
  await cliOf(service()).json(
    ...['customers', 'delete', '--account', 'acme-hvac', '--phone', PHONE, '--keep-visits', '--yes'],
  );
};
const stored = () => storedText(service().table);
let texts = 0;
const reply = async (text: string) => {
  texts += 1;
  const data = { id: `erased_${texts}`, from: PHONE, to: COMPANY, text };
  await service().send('messaging-webhook', { type: 'message.received', data });
};
const ABOUT = /Dana|2125550123|555-0123/;

describe('after a person is erased', () => {
  it('nothing of them is in what the office heard of an answer that did not arrive', async () => {
    await reply('STOP');
    provider.answer(({ channel }) =>
      channel === 'sms' ? { kind: 'failed', reason: 'unreachable' } : undefined,
    );
    await run();
    expect((await run()).map(({ text }) => text)).toEqual([expect.stringContaining(PHONE)]);
    await erase();

    expect(await stored()).not.toMatch(ABOUT);
  });

  it('nothing of them is in many messages to their number', async () => {
    for (let text = 0; text < 60; text++) await reply('help');
    await run();
    await erase();

    expect(await stored()).not.toMatch(ABOUT);
  });

  it.each([...['unreachable', 'landline', 'opted_out']])(
    'nothing comes back with the answer of a provider that has a message meanwhile: %s',
    async (reason) => {
      await service().call('book_job', booking({ textConsent: true }));
      provider.answer(async ({ template }) => {
        if (template === 'booked') await erase();
        return { kind: 'failed', reason };
      });
      await run(60);
      await run(120);

      expect(await stored()).not.toMatch(ABOUT);
      expect(provider.take()).toEqual([]);
    },
  );

  it('nothing is made of what was read before', async () => {
    const { dispatchRequestId } = await service().call('book_job', booking({ textConsent: true }));
    const stores = reminderStores(service().dependencies);
    const deps = {
      ...stores,
      ...{ baseUrl: 'https://pages.example', seeAt: () => 'https://board.example' },
      notices: {
        ...stores.notices,
        plan: async (...asked: Parameters<typeof stores.notices.plan>) => {
          await erase();
          return await stores.notices.plan(...asked);
        },
      },
    };
    const processed = await processNotice(dispatchRequestId, 'visit', deps, service().clock.now + 5_000);

    expect(processed).toBe('contended');
    expect(await stored()).not.toMatch(ABOUT);
    expect(await run(120)).toEqual([]);
  });
});
