import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import * as v from 'valibot';
import { integrations, platforms } from '../../lib/platforms/index.ts';

const atRoot = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'];
const inDocs = readdirSync('docs').filter((name) => name.endsWith('.md'));
const pages = [...atRoot, 'board/README.md', ...inDocs.map((name) => `docs/${name}`)];

const textOf = (file: string) => readFileSync(file, 'utf8');
/** Text without code blocks, whose contents are neither links nor headings. */
const proseOf = (file: string) => textOf(file).replace(/^```[\s\S]*?^```$/gm, '');

/** Anchors as GitHub derives them from headings. */
function anchorsOf(file: string): string[] {
  return [...proseOf(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Links of a page that lead to a missing file or heading. */
function brokenLinksOf(page: string): string[] {
  const links = [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? page : path.join(path.dirname(page), file);
      if (!existsSync(target)) return true;
      return anchor !== undefined && !anchorsOf(target).includes(anchor);
    });
}

/** Files and folders of the project that a page names in code spans. Placeholders such as `<id>` don't count. */
function pathsIn(page: string): string[] {
  const inFolders = /^(?:functions|lib|board|pages|cli|local|openapi|infra|test|docs)\/[\w./-]*$/;
  const spans = [...proseOf(page).matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
  return spans.filter((span) => inFolders.test(span));
}

describe('every page', () => {
  it.each(pages)('links to existing files and headings: %s', (page) => {
    expect(brokenLinksOf(page)).toEqual([]);
  });

  it.each(pages)('names existing files: %s', (page) => {
    expect(pathsIn(page).filter((file) => !existsSync(file))).toEqual([]);
  });
});

it.each(integrations)('%s has a guide that the README and the deployment link to, and a key', (id) => {
  expect(textOf('README.md')).toContain(`(docs/connect-${id}.md)`);
  expect(textOf('docs/deploy.md')).toContain(`(connect-${id}.md)`);
  expect(textOf('docs/deploy.md')).toContain(`\`${id}\``);
});

it.each(integrations)('the guide of %s names the default signature header', (id) => {
  expect(textOf(`docs/connect-${id}.md`)).toContain(`\`${platforms[id].signatureHeader}\``);
});

it('the guide of the CRM and the table of error codes name the status after which it retries', () => {
  expect(textOf('docs/connect-crm.md')).toContain(`${platforms.crm.retryStatus} means that the lead`);
  expect(textOf('docs/operations.md')).toContain(`CRM ${platforms.crm.retryStatus})`);
});

describe('README.md', () => {
  it('sends the CRM signature in its default header', () => {
    expect(textOf('README.md')).toContain(`-H "${platforms.crm.signatureHeader}: $signature"`);
  });

  it('stays at about 120 lines', () => {
    expect(textOf('README.md').split('\n').length).toBeLessThanOrEqual(125);
  });
});

describe('CONTRIBUTING.md', () => {
  it('lists only existing scripts', () => {
    const scripts = v.parse(
      v.object({ scripts: v.record(v.string(), v.string()) }),
      JSON.parse(textOf('package.json')),
    );
    const named = [...textOf('CONTRIBUTING.md').matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
    expect(named).toContain('docs');
    expect(named.filter((name) => scripts.scripts[name] === undefined)).toEqual([]);
  });

  it('names the places where changes begin', () => {
    expect(pathsIn('CONTRIBUTING.md').length).toBeGreaterThan(30);
  });
});

describe('docs/decisions.md', () => {
  it('has at most 40 entries, each with its cost', () => {
    const entries = textOf('docs/decisions.md')
      .split(/^\d+[a-z]?\. /m)
      .slice(1);
    expect(entries.length).toBeLessThanOrEqual(40);
    expect(entries.filter((entry) => !/^\*\*[^*]+\*\*[\s\S]*The\s+cost:\s/.test(entry))).toEqual([]);
  });
});

describe('docs/local.md', () => {
  it('lists the variables that the local server reads', () => {
    const read = [...textOf('local/settings.ts').matchAll(/value\('(\w+)'\)|path\('(\w+)'\)/g)];
    const names = new Set(read.map(([, plain, file]) => plain ?? file));
    const listed = [...textOf('docs/local.md').matchAll(/^- `([A-Z_]+)`: /gm)].map(([, name]) => name);
    expect(new Set(listed)).toEqual(names);
  });
});

describe('docs/operations.md', () => {
  it('names the metrics of how requests end', () => {
    const [, type = ''] = /^export type CountName =([\s\S]*?);$/m.exec(textOf('lib/http/metrics.ts')) ?? [];
    const metrics = [...type.matchAll(/'(\w+)'/g)].map(([, name = '']) => name);
    expect(metrics.length).toBeGreaterThan(5);
    const [, section = ''] = /^## Metrics$([\s\S]*?)^## /m.exec(textOf('docs/operations.md')) ?? [];
    expect(metrics.filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
  });

  it('names only options that a stage has', () => {
    const [, section = ''] =
      /^## Options of a stage$([\s\S]*?)^## /m.exec(textOf('docs/operations.md')) ?? [];
    const [, schema = ''] = /^const options = \{$([\s\S]*?)^\};$/m.exec(textOf('infra/options.ts')) ?? [];
    const options = [...schema.matchAll(/^ {2}(\w+):/gm)].map(([, name = '']) => name);
    const items = section.split(/^- /m).slice(1);
    const named = items.flatMap((item) => {
      const [, names = ''] = /^((?:`\w+`(?:, | and )?)+)/.exec(item) ?? [];
      return [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
    });
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !options.includes(name))).toEqual([]);
  });
});
