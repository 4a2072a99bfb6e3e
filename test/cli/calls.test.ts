import { expect, it } from '@jest/globals';
import { accountDocument } from '../functions/service.ts';
import { twoAlike, withCommandLine } from './command-line-fixture.ts';

const fixture = withCommandLine(twoAlike);

const ended = (agent_id: string, transcript: string, call_id = 'call_1') =>
  fixture.service.send('voiceone-call-complete', {
    event: 'call_ended',
    call: { call_id, agent_id, transcript },
  });
const show = ['calls', 'show', 'voiceone', 'call_1'] as const;

it('shows a call whose id belongs to one account or to none', async () => {
  await ended('agent_unknown', 'hello');
  expect(await fixture.cli.json(...show)).toMatchObject({ accountId: 'unassigned', transcript: 'hello' });
});

it('asks for the account if several have a call with that id', async () => {
  const origins = { crm: [], voiceone: ['agent_rival'], voicetwo: [] };
  await fixture.service.accounts.put(accountDocument({ accountId: 'rival', origins }));
  await ended('agent_acme', 'ours');
  await ended('agent_rival', 'theirs');
  await ended('agent_unknown', 'of nobody');
  const { code, err } = await fixture.cli.run(...show);
  expect(code).toBe(1);
  expect(err).toBe(
    'call_1: several accounts have such a call of voiceone; pass --account with one of acme-hvac, rival, unassigned.',
  );
  const ofRival = await fixture.cli.json(...show, '--account', 'rival');
  expect(ofRival).toMatchObject({ accountId: 'rival', transcript: 'theirs' });
});

it('says where it looked for a missing call', async () => {
  await ended('agent_unknown', 'hello');
  const { code, err } = await fixture.cli.run(...show, '--account', 'acme-hvac');
  expect([code, err]).toEqual([
    1,
    'call_1: there is no such call of voiceone in acme-hvac; "calls list" shows the existing ones.',
  ]);
});
