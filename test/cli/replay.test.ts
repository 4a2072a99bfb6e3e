import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { routeOfBody } from '../../cli/samples/deliver.ts';
import { samples } from '../../cli/samples/samples.ts';
import { platformRouteIds } from '../../lib/routes.ts';
import { demoApiKey } from '../../local/demo/demo-account.ts';
import { type CommandLine, startCommandLine } from '../support/command-line.ts';

let cli: CommandLine;
beforeAll(async () => {
  cli = await startCommandLine();
});
afterAll(() => cli.stop());

describe('replay', () => {
  it.each([...samples])('recognizes the endpoint of %s by the body', async (name, { route }) => {
    const { stdout } = await cli.run(['send', name, '--print']);

    expect(routeOfBody(Buffer.from(stdout))).toBe(route);
  });

  it.each(['crm/lead', 'voiceone/web-call', 'voiceone/call-analyzed', 'voicetwo/function-call'])(
    'sends %s successfully without an endpoint option',
    async (name) => {
      const path = cli.file('body.json', (await cli.run(['send', name, '--print'])).stdout);
      const { code, stdout } = await cli.run(['replay', path]);

      expect(stdout).toMatch(/^2\d\d /);
      expect(code).toBe(0);
    },
  );

  it('sends the bytes unchanged, so that a repeat is recognized', async () => {
    const service = ['--arg', 'serviceType=estimate', '--arg', 'time=12:00', '--call', 'call_again'];
    const recorded = (await cli.run(['send', 'voiceone/book-job', ...service, '--print'])).stdout;
    const spaced = `${JSON.stringify(JSON.parse(recorded), null, '\t')}\r\n`;
    const first = await cli.json('replay', cli.file('booking.json', spaced));
    const again = JSON.parse((await cli.run(['replay', '-', '--json'], spaced)).stdout);

    expect(first).toMatchObject({ status: 200, answer: { confirmed: true } });
    expect(again).toEqual(first);
  });

  it('sends bodies that are not JSON or UTF-8 to the given route', async () => {
    const path = cli.file('broken.json', Uint8Array.from([0x7b, 0xff, 0x22]));
    const { code, stdout } = await cli.run(['replay', path, '--route', 'crm']);

    expect(code).toBe(1);
    expect(stdout).toMatch(/^400 Bad Request\n/);
    expect(stdout).toContain('body_not_json');
  });

  it('reads the API key from standard input, where no other user of the machine sees it', async () => {
    const path = cli.file('lead.json', (await cli.run(['send', 'crm/lead', '--print'])).stdout);
    const withKey = (input: string) => cli.run(['replay', path, '--api-key', '-', '--json'], input);

    expect(JSON.parse((await withKey(`${demoApiKey}\n`)).stdout).status).toBe(202);
    expect(JSON.parse((await withKey('another key\n')).stdout).status).toBe(401);
    expect(JSON.parse((await withKey('')).stderr).message).toMatch(/^stdin: expected the key/);
    expect((await cli.run(['replay', '-', '--api-key', '-'], '{}')).code).toBe(2);
  });

  it.each([
    ['voiceone/get-service-types', 'retell'],
    ['voicetwo/get-service-types', 'vapi'],
    ['voicetwo/get-service-types', 'vapi-shared'],
  ])('signs %s as the key %s says', async (name, key) => {
    const path = cli.file('signed.json', (await cli.run(['send', name, '--print'])).stdout);

    expect((await cli.json('replay', path, '--key', key)).status).toBe(200);
  });

  it.each([
    ['replay', 'lead.json'],
    ['send', 'crm/lead'],
  ])('accepts no API key as an argument of %s, and does not repeat it', async (command, what) => {
    const { code, stdout, stderr } = await cli.run([command, what, '--api-key', demoApiKey]);

    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^--api-key: expected -, with the key on stdin/);
    expect(stderr).not.toContain(demoApiKey);
  });

  it.each([
    ['is not there', 'nowhere.json', undefined, /nowhere\.json: there is no such file or folder\.$/],
    ['is empty', 'empty.json', '', /empty\.json: expected a body, not an empty file\.$/],
    [
      'has no known shape',
      'other.json',
      '{"hello":1}',
      new RegExp(`name its endpoint with --route \\(${platformRouteIds.join(', ')}\\)\\.$`),
    ],
    ['is no JSON', 'text.json', 'hello', /name its endpoint with --route/],
  ])('reports a file that %s', async (_, name, content, expected) => {
    const path = cli.file(name, content);
    const { code, stdout, stderr } = await cli.run(['replay', path]);

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.trimEnd()).toMatch(expected);
  });

  it('rejects an unknown endpoint as wrong usage', async () => {
    expect((await cli.run(['replay', '-', '--route', 'telegraph'], '{}')).code).toBe(2);
  });

  it('requires the secret of a service elsewhere', async () => {
    const path = cli.file('elsewhere.json', '{"event":"call_ended"}');
    const { code, stderr } = await cli.run(['replay', path, '--url', 'https://example.com']);

    expect(code).toBe(1);
    expect(stderr).toContain('--secret-file');
  });
});
