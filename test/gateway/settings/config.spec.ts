// What config.yaml may say: settings are read, and whatever is wrong is an error with its line.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { DEFAULT_CONFIG, readConfig } from '#gateway/settings/config.ts';
import { readPolicyText } from '#gateway/settings/policy-source.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'ghost-config-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const read = (text: string) => {
  const file = join(directory, 'config.yaml');
  writeFileSync(file, text);
  return readConfig(file);
};

test('no file means the defaults; an empty one too', () => {
  expect(readConfig(join(directory, 'none.yaml'))).toEqual({ ok: true, value: DEFAULT_CONFIG });
  expect(read('')).toEqual({ ok: true, value: DEFAULT_CONFIG });
});

test('settings are read', () => {
  const config = read(
    'port: 0\nsites:\n  - { name: wiki, url: "https://wiki.example/", about: [articles] }\n',
  );
  expect(config).toMatchObject({ ok: true, value: { port: 0, sites: [{ name: 'wiki' }] } });
});

test('an unknown key, a wrong type and a value out of range are errors with their line', () => {
  expect(read('port: 0\nheadles: true\n')).toMatchObject({
    ok: false,
    error: {
      code: 'config.bad-value',
      message: 'there is no setting `headles`',
      help: expect.stringContaining('did you mean `headless`?'),
      span: { line: 2, column: 1 },
    },
  });
  expect(read('stepLimit: 20\nmaxTabs: 99\n')).toMatchObject({
    ok: false,
    error: { code: 'config.bad-value', span: { line: 2 } },
  });
  expect(read('sites:\n  - { name: x, url: "javascript:alert(1)" }\n')).toMatchObject({
    ok: false,
    error: { code: 'config.bad-value' },
  });
});

test.each([
  [
    'what may stand there, and what was probably meant',
    'isolation: contxt',
    '1:12 `isolation` is one of process, context, not a text of 6 characters',
    'did you mean `context`?',
  ],
  [
    'a range',
    'budget:\n  cpuPercent: 0',
    '2:15 `budget.cpuPercent` is a number from 1 on, not `0`',
    'docs/settings.md',
  ],
  [
    'a type',
    'port: "x"',
    '1:7 `port` is a whole number from 0 to 65535, not a text of 1 character',
    'docs/settings.md',
  ],
  [
    'what a group holds',
    'vault: file',
    '1:8 `vault` is a mapping, not a text of 4 characters',
    'it holds key',
  ],
  [
    'an entry of a list, counted from one',
    'policy: [a.yaml, 5]',
    '1:18 `policy[2]` is a text, not a number',
    'docs/settings.md',
  ],
  [
    'a misspelt key in place of the one that is missing for it',
    'sites:\n  - { nam: x, url: "http://a.test" }',
    '2:7 there is no setting `nam` in `sites[1]`',
    'did you mean `name`?',
  ],
  [
    'the nearest of several forms',
    'cookieSources:\n  - { name: x, fil: y }',
    '2:16 there is no setting `fil` in `cookieSources[1]`',
    'did you mean `file`?',
  ],
  [
    'a name that is none, at the name',
    'people: {}\napprovers:\n  user: [{ user: bob }]',
    '3:3 `approvers.user` is no role: user, window, terminal, mcp-client are the person who runs the gateway',
    'docs/settings.md',
  ],
  [
    'what belongs together, and how many more problems there are',
    'navigator: { use: proxy }\nport: -1',
    '1:12 `navigator`: `use: proxy` needs `baseUrl`, and one of `signIn` and `tokenFile`; 1 more below it',
    'docs/settings.md',
  ],
  [
    'a file that is something else',
    '- a',
    '1:1 the file is a mapping of settings, not a list',
    'docs/settings.md',
  ],
  [
    'a key that stands there twice',
    'port: 1\nport: 2',
    '2:1 it is not YAML: Map keys must be unique',
    'leave one',
  ],
  [
    'a reference to another place',
    'port: &a 1\nmaxTabs: *a',
    '2:10 it refers to another place of the file by a `*`',
    'write the value out',
  ],
])('an error says %s', (_what, text, message, help) => {
  const { ok, error } = z
    .object({
      ok: z.literal(false),
      error: z.object({
        message: z.string(),
        help: z.string(),
        span: z.object({ line: z.number(), column: z.number() }),
      }),
    })
    .parse(read(text));
  expect(ok).toBe(false);
  expect(`${error.span.line}:${error.span.column} ${error.message}`).toBe(message);
  expect(error.help).toContain(help);
});

test('a shipped policy whose name is misspelt is named, and a file is not taken for one', () => {
  expect(readPolicyText('devloper')).toMatchObject({
    error: { code: 'policy.unreadable', help: expect.stringContaining('did you mean `developer`?') },
  });
  expect(readPolicyText('./devloper.yaml')).toMatchObject({
    error: { help: 'check the path and its rights' },
  });
});

test('nothing that a terminal would obey, and no secret, comes out of a settings file by its error', () => {
  const said = JSON.stringify(read('isolation: "\\e[2Jx"\nnavigator:\n  signIn: { clientSecret: 4711 }\n'));
  expect(said).not.toContain('\u001b[2J');
  expect(said).not.toContain('4711');
});

test('what is not YAML, or cannot be read, is no "no settings"', () => {
  expect(read('a: [')).toMatchObject({ ok: false, error: { code: 'config.unreadable' } });
  expect(readConfig(directory)).toMatchObject({ ok: false, error: { code: 'config.unreadable' } });
});

test.each([
  ['of a choice', 'isolation: hunter2'],
  ['of a number', 'port: hunter2'],
  ['of an address', 'navigator: { use: proxy, baseUrl: hunter2, tokenFile: /run/token }'],
  ['of a site', 'sites:\n  - { name: x, url: hunter2 }'],
  ['of a group', 'vault: hunter2'],
  ['of a file as a whole', 'hunter2'],
  ['behind a bar', 'port: |hunter2\n  x'],
  ['behind another bar', 'port: >hunter2\n  x'],
  ['of a tag', 'port: !hunter2 x'],
  ['of an anchor', 'port: &hunter2 &b x'],
  ['of an escape', 'browser: "\\uhunter2"'],
])('a short secret that came to stand in the place %s is not said', (_place, text) => {
  const found = read(text);
  expect(found).toMatchObject({ ok: false, error: { code: expect.stringMatching(/^config\./u) } });
  expect(JSON.stringify(found)).not.toContain('hunter2');
});
