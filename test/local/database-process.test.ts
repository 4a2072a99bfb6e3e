import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { until } from '../support/processes.ts';

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it('ends a database that is still starting when its server is killed', async () => {
  const module = JSON.stringify(join(process.cwd(), 'local/database/database-process.ts'));
  const starting = `
    import { launchDatabase } from ${module};
    await launchDatabase({
      name: 'It', program: '/bin/sh', args: ['-c', 'echo $$; exec sleep 1000'], endpoint: '', timeoutMs: 1e9,
      isReady: (output) => { if (output !== '') process.stdout.write(output); return false; },
    });`;
  const flags = ['--disable-warning=ExperimentalWarning', '--input-type=module-typescript', '-e', starting];
  const server = spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed] = await once(server.stdout, 'data');
  const pid = Number.parseInt(String(printed), 10);
  expect(isRunning(pid)).toBe(true);
  server.kill('SIGKILL');
  await until(() => !isRunning(pid));
});
