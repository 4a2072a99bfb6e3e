import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { parseSecretDocument } from '../../lib/secrets/secret-document.ts';
import { dispatch } from '../support/command-line.ts';
import { runScript } from '../support/processes.ts';

async function generate(...args: string[]) {
  const { stdout } = await dispatch(['secrets', 'generate', ...args, '--json'], {});
  return JSON.parse(stdout);
}

describe('keys', () => {
  it.each([
    ['crm', 'hmac-sha256'],
    ['voiceone', 'hmac-sha256-timestamped'],
    ['voicetwo', 'hmac-sha256-timestamp-header'],
  ])('of %s are generated in the format of the secret, with %s', async (integration, scheme) => {
    const key = await generate(integration, '--account', 'acme-hvac');

    expect(key).toMatchObject({ scheme, accounts: ['acme-hvac'] });
    expect(parseSecretDocument(JSON.stringify({ keys: [key] })).keys).toEqual([key]);
    expect(key.secret.length).toBeGreaterThanOrEqual(32);
  });

  it('are generated for another scheme on request', async () => {
    const key = await generate('voiceone', '--scheme', 'standard-webhooks');

    expect(parseSecretDocument(JSON.stringify({ keys: [key] })).keys).toEqual([key]);
  });

  it('are hashed without the newline that a shell adds', async () => {
    const { stdout } = await dispatch(['hash-api-key'], {}, 'a key of the crm\n');

    expect(stdout.trim()).toBe(createHash('sha256').update('a key of the crm').digest('hex'));
  });
});

describe('the command line as a process', () => {
  it('reads standard input, writes to standard output or error, and exits with the code', async () => {
    const main = 'cli/main.ts';
    const hash = runScript(main, ['hash-api-key'], {}, 'a key of the crm\n');
    // In jest, the SDK does not recognize a connection fault as an error.
    const unreachable = runScript(main, ['outputs', '--stack', 'dispatch-dev'], {
      AWS_ENDPOINT_URL_CLOUDFORMATION: 'http://127.0.0.1:1',
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
    });
    const sha256 = createHash('sha256').update('a key of the crm').digest('hex');

    expect(await hash.finished).toEqual({ code: 0, stdout: `${sha256}\n`, stderr: '' });
    expect(await unreachable.finished).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^[^\n]* does not answer [^\n]*\n$/),
    });
  });
});
