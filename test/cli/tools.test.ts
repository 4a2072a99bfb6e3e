import { describe, expect, it } from '@jest/globals';
import { dispatch } from '../support/command-line.ts';

describe('dispatch tools', () => {
  const run = (...args: string[]) => dispatch(['tools', ...args], {});

  it.each([
    ['https://api.example.com', 'https://api.example.com'],
    ['https://api.example.com/stage/', 'https://api.example.com/stage'],
    ['https://api.example.com/api/webhooks/voiceone/call-complete', 'https://api.example.com'],
    ['http://localhost:3000', 'http://localhost:3000'],
  ])('accepts %s as the service', async (url, base) => {
    const { code, stdout } = await run('voiceone', '--url', url);

    expect(code).toBe(0);
    expect(JSON.parse(stdout)[0]).toMatchObject({ url: `${base}/api/webhooks/voiceone/function-call` });
  });

  it('prints a single definition by either name of its function', async () => {
    const { stdout } = await run(
      ...['voicetwo', '--url', 'https://api.example.com', '--only', 'book_job', '--credential', 'c_1'],
    );

    expect(JSON.parse(stdout)).toMatchObject({
      function: { name: 'bookAppointment' },
      server: { url: 'https://api.example.com/api/webhooks/voicetwo', credentialId: 'c_1' },
    });
  });

  it.each([
    [['voiceone'], '--url: expected <base>'],
    [['crm', '--url', 'https://api.example.com'], 'platform: expected one of voiceone, voicetwo'],
    [['voiceone', '--url', 'http://api.example.com'], '--url: expected '],
    [['voiceone', '--url', 'https://api.example.com?x=1'], '--url: expected '],
    [['voiceone', '--url', 'https://api.example.com', '--only', 'nonsense'], '--only: expected '],
  ])('refuses %j', async (args, fault) => {
    const { code, stdout, stderr } = await run(...args);

    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(fault);
  });
});
