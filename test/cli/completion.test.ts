import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { commandNames } from '../../cli/program.ts';
import { statuses } from '../../lib/record/request.ts';
import { ran } from './run-cli.ts';

const host = { environment: {}, root: process.cwd(), now: () => new Date(0) };
/** What may come in place of the last word. */
const found = async (...words: string[]) => {
  const { code, out, err } = await ran(['__complete', ...words], host);
  expect([code, err]).toEqual([0, '']);
  return out === '' ? [] : out.split('\n');
};

describe('a shell is told', () => {
  it('the commands', async () => {
    expect(await found('')).toEqual(commandNames);
    expect(await found('req')).toContain('requests');
    expect(await found('technicians', '')).toEqual(expect.arrayContaining(['block', 'unblock', 'blocks']));
    expect(await found('leads', 'refused', 'l')).toEqual(['list', 'show', 'send']);
  });

  it('the options, also those that every command has', async () => {
    const options = await found('requests', 'list', '--account', 'acme', '--');
    expect(options).toEqual(expect.arrayContaining(['--status', '--date', '--stack', '--tsv', '--help']));
    expect(options).not.toContain('--reason');
  });

  it('the values of options and arguments that take no others', async () => {
    expect(await found('requests', 'list', '--status', '')).toEqual([...statuses]);
    expect(await found('requests', 'list', '--account', '')).toEqual([]);
    expect(await found('requests', 'status', '')).toEqual([]);
    expect(await found('requests', 'status', 'dr_1', '')).toContain('en_route');
    expect(await found('--stack', 'dispatch-dev', 'tools', 'v')).toEqual(['voiceone', 'voicetwo']);
    expect(await found('customers', 'consent', '--sms', 'o')).toEqual(['on', 'off']);
    expect(await found('completion', '')).toEqual(['bash', 'zsh', 'fish']);
  });

  it('as much after an option that would be answered at once', async () => {
    expect(await found('--version', 'completion', '')).toEqual(['bash', 'zsh', 'fish']);
    expect(await found('--help', 'leads', 'refused', '')).toEqual(['list', 'show', 'send']);
  });

  it('nothing of what does not exist', async () => {
    expect(await found('pizza', 'li', '')).toEqual(expect.not.arrayContaining(['list']));
    expect(await found('outputs', '')).toEqual([]);
  });
});

describe('the script', () => {
  it('of bash completes a command line', async () => {
    const { out } = await ran(['completion', 'bash'], host);
    const complete = `
      COMP_WORDS=(dispatch requests list --status en); COMP_CWORD=4; _dispatch
      printf '%s\\n' "\${COMPREPLY[@]}"`;
    // Not the node of the tests' own process, which may be older than that of the project.
    const script = out.replace(process.execPath, join(process.cwd(), 'node_modules/node/bin/node'));
    const { stdout, stderr } = await promisify(execFile)('bash', ['-c', `${script}\n${complete}`]);
    expect([stdout, stderr]).toEqual(['en_route\n', '']);
  });

  it.each([
    ['zsh', '{(@)words[2,CURRENT]}" 2>/dev/null)'],
    // With `--allow-empty`, fish gives two empty words instead of one.
    ['fish', 'dispatch __complete (commandline -opc)[2..] (commandline -ct | string collect) 2>/dev/null'],
  ])('of %s asks the same command for all words, the last of which may be empty', async (shell, asks) => {
    expect((await ran(['completion', shell], host)).out).toContain(asks);
  });
});
