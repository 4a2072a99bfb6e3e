import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import biome from '../biome.json' with { type: 'json' };
import packageJson from '../package.json' with { type: 'json' };

let project: string;
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'dispatch-empty-'));
  write('.gitignore', 'node_modules/\ncdk.out/\n');
});
afterAll(() => rmSync(project, { recursive: true }));

function write(file: string, content: string): void {
  mkdirSync(dirname(join(project, file)), { recursive: true });
  writeFileSync(join(project, file), content);
}

/** What `npm run lint` runs after Biome. */
function check() {
  const script = join(process.cwd(), 'test', 'support', 'empty-files.ts');
  const node = join(process.cwd(), 'node_modules', '.bin', 'node');
  const { status, stderr } = spawnSync(node, [script], {
    cwd: project,
    encoding: 'utf8',
  });
  return {
    status,
    lines: stderr
      .split('\n')
      .filter((line) => line !== '')
      .sort(),
  };
}

it('npm run lint includes the check for empty files', () => {
  expect(packageJson.scripts.lint).toMatch(/&& node test\/support\/empty-files\.ts && depcruise /);
  expect(biome.linter.rules.suspicious.noEmptySource).toBe('error');
});

it('accepts files with content, and ignores what is not part of the project', () => {
  write('functions/crm/index.ts', 'export const one = 1;\n');
  write('node_modules/library/empty.js', '');
  write('functions/crm/node_modules/empty.js', '');

  expect(check()).toEqual({ status: 0, lines: [] });
});

it('refuses files without content, of any kind', () => {
  const empty = ['functions/events/index.ts', 'board/styles/lanes.css', 'board/index.html', '.github/ci.yml'];
  for (const file of empty) write(file, '');
  write('infra/stages/dev.json', ' \n\n');

  const lines = [...empty, 'infra/stages/dev.json'].map(
    (file) => `${file} is empty: write its content, or delete it.`,
  );
  expect(check()).toEqual({ status: 1, lines: lines.sort() });
});
