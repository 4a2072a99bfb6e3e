import { describe, expect, it } from '@jest/globals';
import { voicePlatforms } from '../../lib/platforms/index.ts';
import { withCommandLine } from './command-line-fixture.ts';

const fixture = withCommandLine({ name: 'Bright & Söhne', timezone: 'America/Denver' });

describe('dispatch prompt', () => {
  it.each(voicePlatforms)("prints the company's prompt for %s, ready to paste", async (platform) => {
    const { code, out } = await fixture.cli.run('prompt', platform, '--account', 'acme-hvac');

    expect(code).toBe(0);
    expect(out).toMatch(/^You answer the phone for Bright & Söhne\. /);
    expect(out).toContain('{{calendar}}');
    expect(out).toContain('America/Denver');
    expect(out).not.toMatch(/COMPANY|TODAY|\$\w|(?<!\{)\{\w+\}(?!\})/);
  });

  it('needs an account', async () => {
    const { code, err } = await fixture.cli.run('prompt', 'voiceone');
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('--account: expected <id>') });
  });
});
