import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { commandNames } from '../../cli/program.ts';
import { dispatchToAws } from '../support/command-line.ts';
import { allCommands, type NamedCommand } from './run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'dispatch-style-'));
afterAll(() => rmSync(folder, { recursive: true }));
const notJson = join(folder, 'not.json');
writeFileSync(notJson, 'pizza {');

/** What a library, Node or the SDK says, and what no person can use. */
const foreign =
  /\berror:|\bE[A-Z]{5,}\b|commander|argument '|option '|is not valid JSON|Unexpected token|no such file or directory|fetch failed|\$metadata|\bat \S+:\d+:\d+|node:|undefined|\[object/;

/** Every line begins with what is wrong, or belongs to the line above it. */
function expectStyle(stderr: string) {
  expect(stderr).not.toBe('');
  expect(stderr).not.toMatch(foreign);
  for (const line of stderr.trimEnd().split('\n'))
    expect(line).toMatch(/^(?:[^\s:][^:]{0,300}:(?:\/\/\S+:)? \S| {2}|[┌│├└])/);
}

const run = (args: readonly string[], environment = {}) =>
  dispatchToAws(args, { DISPATCH_DB: join(folder, 'none.db'), ...environment }, '');

async function expectUsage(args: readonly string[]) {
  const { code, stdout, stderr } = await run(args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expectStyle(stderr);
  expect(stderr.trimEnd()).toMatch(/^\S[^\n]*[^.] \(see --help\)$/);
  expect(stderr).not.toContain('pizza');
  return stderr;
}

const withValue = (option: Option) => option.required || option.optional;
const flagOf = ({ long, short }: Option) => long ?? short ?? '';
/** Values that commands take, by the words of their options and arguments. */
const values: readonly (readonly [RegExp, string])[] = [
  [/platform|integration/, 'voiceone'],
  [/^sms$/, 'on'],
  [/date|^on$/, '2026-06-10'],
  [/from|to|until/, '2026-06-10T08:00'],
  [/time|at$/, '09:00'],
  [/phone|number|called/, '+12125550123'],
  [/email/, 'kim@example.com'],
  [/route/, 'crm'],
  [/limit|days/, '5'],
  [/url|endpoint/, 'http://127.0.0.1:1'],
  [/file|out|template|body/, join(folder, 'none.json')],
  [/status/, 'completed'],
  [/urgency/, 'urgent'],
];
const valueFor = (name: string) => values.find(([word]) => word.test(name))?.[1] ?? 'x';

/** The command's words with values for all that it requires. */
const complete = (name: string, command: CommandUnknownOpts, over: Readonly<Record<string, string>> = {}) => [
  ...name.split(' '),
  ...command.registeredArguments
    .filter(({ required }) => required)
    .map((one) => over[one.name()] ?? valueFor(one.name())),
  ...command.options
    .filter(({ mandatory }) => mandatory)
    .flatMap((option) => [flagOf(option), over[flagOf(option)] ?? valueFor(option.name())]),
];

describe.each(commandNames)('%s', (first) => {
  let commands: readonly NamedCommand[];
  beforeAll(async () => {
    commands = await allCommands(first);
  });
  /** Tries each command that begins with the word. */
  const each = async (check: (one: NamedCommand) => Promise<void>) => {
    for (const one of commands) await check(one);
  };

  it('names an unknown option, and arguments that are too many', () =>
    each(async ({ name, command }) => {
      expect(await expectUsage([...complete(name, command), '--no-such-option'])).toMatch(
        /^--no-such-option: /,
      );
      const takesMany = command.registeredArguments.some(({ variadic }) => variadic);
      if (!takesMany) await expectUsage([...complete(name, command), ...Array(12).fill('pizza')]);
    }));

  it('names what is missing', () =>
    each(async ({ name, command }) => {
      const { registeredArguments, options } = command;
      const isNeeded =
        registeredArguments.some(({ required }) => required) || options.some(({ mandatory }) => mandatory);
      if (isNeeded) await expectUsage(name.split(' '));
      for (const option of options.filter(({ required }) => required)) {
        expect(await expectUsage([...name.split(' '), flagOf(option)])).toMatch(
          new RegExp(`^${flagOf(option)}: `),
        );
      }
    }));

  it('names a value that is none of the expected', () =>
    each(async ({ name, command }) => {
      const { options, registeredArguments } = command;
      for (const option of options.filter((one) => withValue(one) && one.parseArg !== undefined)) {
        const given = ['pizza', "piz'za' is invalid. ", ''].map((value) => [
          ...complete(name, command),
          flagOf(option),
          value,
        ]);
        for (const args of given) {
          const { code, stderr } = await run(args);
          if (code === 2) expectStyle(stderr);
          if (code === 2) expect(stderr).not.toContain('za');
        }
      }
      for (const argument of registeredArguments.filter(({ parseArg }) => parseArg !== undefined)) {
        const { stderr } = await run(complete(name, command, { [argument.name()]: 'pizza' }));
        expectStyle(stderr);
        expect(stderr).not.toMatch(/pizza' is invalid/);
      }
    }));

  it.each([
    ['no server runs', [], {}],
    ['there is no AWS region', ['--stack', 'dispatch-none'], {}],
    [
      'there are no AWS credentials',
      ['--stack', 'dispatch-none'],
      { AWS_REGION: 'us-east-1', AWS_EC2_METADATA_DISABLED: 'true' },
    ],
    [
      'AWS does not answer',
      ['--stack', 'dispatch-none'],
      {
        AWS_REGION: 'us-east-1',
        AWS_ACCESS_KEY_ID: 'x',
        AWS_SECRET_ACCESS_KEY: 'x',
        AWS_ENDPOINT_URL: 'http://127.0.0.1:1',
        AWS_MAX_ATTEMPTS: '1',
      },
    ],
  ])('begins with what is wrong if %s', (_, more, environment) =>
    each(async ({ name, command }) => {
      const { code, stderr } = await run([...complete(name, command), ...more], environment);
      if (code !== 0) expectStyle(stderr);
      if (code === 2) expect(stderr.trimEnd()).toMatch(/\(see --help\)$/);
    }),
  );

  it.each([
    ['missing', join(folder, 'none.json')],
    ['a folder', folder],
    ['no JSON', notJson],
  ])('begins with the path of a file that is %s', (_, path) =>
    each(async ({ name, command }) => {
      const isFile = (text: string) => /file|body|template/.test(text);
      const files = command.options.filter((option) => withValue(option) && isFile(option.flags));
      const asked = [
        ...files.map((option) => [...complete(name, command), flagOf(option), path]),
        ...command.registeredArguments
          .filter((one) => isFile(one.name()))
          .map((one) => complete(name, command, { [one.name()]: path })),
      ];
      for (const args of asked) {
        const { code, stderr } = await run(args);
        if (code !== 0) expectStyle(stderr);
      }
    }),
  );

  it('says of a missing file only that it is missing, before it asks anything else', () =>
    each(async ({ name, command }) => {
      const path = join(folder, 'none.json');
      const isRead = (text: string) => /<file>/.test(text) && name !== 'data export';
      const made = 'expected a synthesized template: create one with npm run synth.';
      const missing = name === 'sam-events' ? made : 'there is no such file or folder.';
      const asked = [
        ...command.options
          .filter(({ flags }) => isRead(flags))
          .map((option) => [...complete(name, command), flagOf(option), path]),
        ...command.registeredArguments
          .filter((one) => isRead(`<${one.name()}>`))
          .map((one) => complete(name, command, { [one.name()]: path })),
      ];
      for (const args of asked) {
        const server = ['--url', 'http://127.0.0.1:1'];
        const takesUrl = command.options.some(({ long }) => long === '--url');
        const sample = name === 'send' ? ['crm/lead'] : [];
        const stack = name === 'secrets add' ? ['--stack', 'dispatch-none'] : [];
        const { code, stdout, stderr } = await run([
          ...args,
          ...sample,
          ...(takesUrl ? server : []),
          ...stack,
        ]);
        expect({ args, code, stdout, stderr }).toEqual({
          ...{ args, code: 1, stdout: '' },
          stderr: `${path}: ${missing}\n`,
        });
      }
    }));
});

describe('the command line', () => {
  it.each([[['pizza']], [['accounts', 'pizza']], [['--pizza']], [['requests', 'lits']]])(
    'names what it does not know in %j',
    async (args) => {
      const { code, stderr } = await run(args);
      expect(code).toBe(2);
      expectStyle(stderr);
      expect(stderr.trimEnd()).toMatch(/\(see --help\)$/);
    },
  );

  // One for all, which read the table in one way: it is asked until the deadline.
  it('begins with the address of a database that does not answer', async () => {
    const { code, stderr } = await run(['accounts', 'list', '--endpoint', 'http://127.0.0.1:1']);
    expect([code, stderr]).toEqual([
      1,
      'http://127.0.0.1:1: does not answer; start it, or pass another --endpoint.\n',
    ]);
  });

  it('says which options exclude each other', async () => {
    expect(await expectUsage(['accounts', 'list', '--stack', 'x', '--table', 'y'])).toBe(
      '--stack: expected without --table (see --help)\n',
    );
  });

  it('says what is wrong in the words of the service', async () => {
    const file = join(folder, 'none.json');
    expect((await run(['accounts', 'check', file])).stderr).toBe(
      `${file}: there is no such file or folder.\n`,
    );
    expect(await expectUsage(['calls', 'show', 'voicethree', 'call_1'])).toBe(
      'platform: expected one of voiceone, voicetwo (see --help)\n',
    );
    expect(await expectUsage(['requests', 'list'])).toBe('--account: expected <id> (see --help)\n');
  });
});
