import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { forbiddenImports, type Import } from './support/import-rules.ts';
import { ambientInputsOf, importsOf } from './support/source-scan.ts';

const files = globSync('{functions,lib,cli,local,openapi,infra,board,pages}/**/*.ts', {
  cwd: process.cwd(),
}).sort();
const sourceOf = (file: string) => readFileSync(file, 'utf8');

describe('the direction of imports', () => {
  it('is kept by every file', () => {
    const forbidden = files.flatMap((file) => forbiddenImports(file, importsOf(sourceOf(file))));

    expect(forbidden).toEqual([]);
  });

  it('scans the source files', () => {
    expect(files).toEqual(expect.arrayContaining(['lib/routes.ts', 'infra/app.ts']));
  });
});

describe('the rules of imports', () => {
  const value = (specifier: string): Import => ({ kind: 'value', specifier });
  const type = (specifier: string): Import => ({ kind: 'type', specifier });
  const computed: Import = { kind: 'computed', specifier: '' };

  it.each([
    ['lib/scheduling/day.ts', value('../accounts/account.ts')],
    ['lib/scheduling/day.ts', type('../accounts/account.ts')],
    ['lib/scheduling/day.ts', value('node:crypto')],
    ['lib/signatures/verify.ts', value('node:cryptographer')],
    ['lib/signatures/verify.ts', value('../routes.ts')],
    ['lib/booking/book.ts', value('../aws/table.ts')],
    ['lib/booking/book.ts', { kind: 'dynamic', specifier: '@aws-sdk/lib-dynamodb' }],
    ['lib/http/webhook.ts', value('../accounts/account.ts')],
    ['lib/http/webhook.ts', value('aws-lambda')],
    ['lib/record/request.ts', value('../booking/booking.ts')],
    ['lib/booking/booking.ts', type('../intake/leads/lead.ts')],
    ['lib/voice/book.ts', value('../http/webhook.ts')],
    ['lib/aws/requests.ts', value('../../test/support/database.ts')],
    ['lib/aws/requests.ts', value('lib/record/request.ts')],
    ['lib/routes.ts', value('valibot')],
    ['functions/crm/index.ts', value('../voicetwo/handler.ts')],
    ['functions/crm/index.ts', value('../../infra/grants.ts')],
    ['functions/crm/index.ts', value('@aws-sdk/client-dynamodb')],
    ['local/gateway/gateway.ts', value('../../functions/crm/index.ts')],
    ['local/gateway/gateway.ts', value('../../test/support/events.ts')],
    ['local/gateway/gateway.ts', value('../../cli/target.ts')],
    ['cli/target.ts', value('../infra/grants.ts')],
    ['lib/voice/book.ts', value('../adapters/crm/payload.ts')],
    ['lib/scheduling/day.ts', value('../understanding/words/index.ts')],
    ['lib/platforms/index.ts', value('../adapters/crm/payload.ts')],
    ['lib/adapters/crm/payload.ts', value('../../kits/crm/samples.ts')],
    ['local/gateway/gateway.ts', computed],
  ] satisfies [string, Import][])('refuse, in %s, %j', (file, found) => {
    expect(forbiddenImports(file, [found])).toHaveLength(1);
  });

  it.each([
    ['lib/scheduling/day.ts', value('./calendar.ts')],
    ['lib/accounts/match.ts', value('libphonenumber-js/min')],
    ['lib/booking/book.ts', value('../scheduling/day.ts')],
    ['lib/http/webhook.ts', value('@middy/core')],
    ['lib/http/webhook.ts', type('../accounts/account.ts')],
    ['lib/http/webhook.ts', type('aws-lambda')],
    ['lib/aws/requests.ts', value('@smithy/node-http-handler')],
    ['lib/voice/book.ts', value('../platforms/index.ts')],
    ['lib/voice/book.ts', value('../understanding/words/index.ts')],
    ['lib/platforms/index.ts', value('./crm.ts')],
    ['functions/crm/index.ts', value('./handler.ts')],
    ['functions/crm/index.ts', value('../../lib/aws/table/table.ts')],
    ['infra/dispatch-stack.ts', value('aws-cdk-lib/aws-logs')],
    ['cli/target.ts', value('../local/state-file.ts')],
    ['local/gateway/functions-worker.ts', computed],
  ] satisfies [string, Import][])('allow, in %s, %j', (file, found) => {
    expect(forbiddenImports(file, [found])).toEqual([]);
  });

  it('name the file, what it imports and the rule', () => {
    expect(forbiddenImports('lib/signatures/verify.ts', [value('../aws/table.ts')])).toEqual([
      'lib/signatures/verify.ts has a value import of lib/aws/table.ts: ' +
        'lib/signatures may import only node:crypto and itself',
    ]);
  });

  it('cover every folder', () => {
    expect(forbiddenImports('lib/utils/text.ts', [])).toEqual([
      'lib/utils/text.ts lies where test/support/import-rules.ts has no rule',
    ]);
  });
});

describe('the scan for imports', () => {
  it.each([
    ["import { a } from './a.ts';", { kind: 'value', specifier: './a.ts' }],
    ["import { type A } from './a.ts';", { kind: 'value', specifier: './a.ts' }],
    ["import './a.ts';", { kind: 'value', specifier: './a.ts' }],
    ["export * from './a.ts';", { kind: 'value', specifier: './a.ts' }],
    ["export { a } from './a.ts';", { kind: 'value', specifier: './a.ts' }],
    ["import type { A } from './a.ts';", { kind: 'type', specifier: './a.ts' }],
    ["export type { A } from './a.ts';", { kind: 'type', specifier: './a.ts' }],
    ["let a: typeof import('./a.ts');", { kind: 'type', specifier: './a.ts' }],
    ["await import('./a.ts');", { kind: 'dynamic', specifier: './a.ts' }],
    ['await import(`./a.ts`);', { kind: 'dynamic', specifier: './a.ts' }],
    ["require('./a.ts');", { kind: 'dynamic', specifier: './a.ts' }],
    ['await import(path);', { kind: 'computed', specifier: '' }],
  ])('finds the one of %s', (source, found) => {
    expect(importsOf(source)).toEqual([found]);
  });

  it('ignores comments, strings and exports of the file itself', () => {
    const source = "// import './a.ts'\nconst a = \"import './b.ts'\";\nexport { a };";

    expect(importsOf(source)).toEqual([]);
  });
});

describe('the engine and the domain', () => {
  const pure = files.filter((file) => /^lib\/(?:scheduling|record|booking|intake)\//.test(file));

  it('get clock, randomness and configuration as arguments', () => {
    const ambient = pure.flatMap((file) =>
      ambientInputsOf(sourceOf(file)).map((what) => `${file} uses ${what}`),
    );

    expect(ambient).toEqual([]);
  });

  it.each([
    ['const t = Date.now();', 'Date.now'],
    ['const t = new Date();', 'new Date()'],
    ['const t = new Date;', 'new Date()'],
    ['const t = Date();', 'Date()'],
    ['const clock = Date.now;', 'Date.now'],
    ['const r = Math.random();', 'Math.random'],
    ['const e = process.env.TABLE_NAME;', 'process.env'],
    ["const e = process['env'];", 'process.env'],
    ['const id = crypto.randomUUID();', 'randomUUID'],
  ])('are caught at %s', (source, what) => {
    expect(ambientInputsOf(source)).toEqual([what]);
  });

  it('may convert a given instant to a Date', () => {
    expect(ambientInputsOf('const d = new Date(instant); // not Date.now()')).toEqual([]);
  });
});

describe('the folders of the tests', () => {
  /** Tests of the whole service, without a source folder of their own. */
  const whole =
    /^test\/(?:[^/]+\.test\.ts|(?:bench|conversations|deployed|docs|platforms|race|security|support|types)\/)/;

  it('mirror those of the source', () => {
    const tests = globSync('test/**/*.ts', { cwd: process.cwd() }).filter((file) => !whole.test(file));
    const strays = tests.filter((file) => !existsSync(dirname(file.slice('test/'.length))));

    expect(strays).toEqual([]);
  });
});
