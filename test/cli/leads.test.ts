import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type CommandLine, startCommandLine } from '../support/command-line.ts';

let cli: CommandLine;
beforeAll(async () => {
  cli = await startCommandLine();
});
afterAll(() => cli.stop());

const list = () => cli.json('leads', 'refused', 'list');

it('npm start keeps a lead that it refuses, until it is sent again', async () => {
  const refused = await cli.run(['send', 'crm/lead', '--set', 'type=Other']);
  const [lead, ...others] = await list();
  const again = await cli.run(['leads', 'refused', 'send', lead.refusedLeadId]);
  const shown = await cli.run(['leads', 'refused', 'show', lead.refusedLeadId]);
  const sent = await cli.run([
    'leads',
    'refused',
    'send',
    lead.refusedLeadId,
    '--set',
    'type=WorkflowWebhook',
  ]);

  expect(refused.stdout).toMatch(/^422 /);
  expect(others).toEqual([]);
  expect(lead).toMatchObject({ accountId: 'acme-hvac', errors: [{ path: 'type' }] });
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('type: expected WorkflowWebhook') });
  expect(shown.stdout).toMatch(/"firstName": "Dana"/);
  expect(sent).toMatchObject({ code: 0, stdout: expect.stringContaining('accepted as dr_') });
  expect(await list()).toEqual([]);
  expect((await cli.run(['leads', 'refused', 'list'])).stdout).toBe('No refused leads are kept.\n');
});

it('lists the days and accounts of the refused leads as a table', async () => {
  await cli.run(['send', 'crm/lead', '--set', 'customData.serviceRequested=']);
  const { stdout } = await cli.run(['leads', 'refused', 'list', '--account', 'acme-hvac']);

  expect(stdout).toMatch(/rl_\w{20} .* 1 .*acme-hvac .*payload_invalid .*customData\.serviceRequested/);
});
