// The guide: its reference is what the facts say, every example of it loads, and every command of the tutorial does what the page says.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadPolicy } from '#policy/engine/reading/load.ts';
import { DOCUMENT_FACTS } from '#policy/language/fact-table.ts';
import { program } from '#test/fixtures/program.ts';
import { EXAMPLES, languageReference } from './language-reference.ts';

const page = (name: string): URL => new URL(`../../docs/policy/${name}.md`, import.meta.url);

test('docs/policy/language.md is what the facts say, and has an example of every one', () => {
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(page('language'), languageReference());
  expect(existsSync(page('language'))).toBe(true);
  expect(readFileSync(page('language'), 'utf8'), 'run UPDATE_GOLDEN=1 npx vitest run test/policy/guide').toBe(
    languageReference(),
  );
  expect(EXAMPLES.map(([name]) => name).toSorted()).toEqual([...DOCUMENT_FACTS].toSorted());
});

test.each(EXAMPLES)('the example of `%s` is a condition', (name, example) => {
  const text = `policy: 1
id: example
extends: { id: organisation }
words: { deleting: [delete], confidential: [confidential] }
lists: { partners: [a.example] }
floors:
  - { id: one, decision: DENY, when: { ${example} } }
`;
  const loaded = loadPolicy(text, { file: 'example.yaml' });
  expect(loaded.ok ? [] : loaded.error.map(({ message }) => message)).toEqual([]);
  expect(example.startsWith(`${name}:`)).toBe(true);
});

test('every command of the tutorial does what the page says', async () => {
  const text = readFileSync(page('tutorial'), 'utf8');
  const folder = mkdtempSync(join(tmpdir(), 'ghost-tutorial-'));
  mkdirSync(folder, { recursive: true });
  for (const [, file = '', body = ''] of text.matchAll(/```yaml file=(\S+)\n([\s\S]*?)```/gu))
    writeFileSync(join(folder, file), body);
  const first = readFileSync(join(folder, 'organisation.policy.yaml'), 'utf8');
  writeFileSync(
    join(folder, 'next.policy.yaml'),
    first.replace('revision: 1', 'revision: 2').replace(', DELETE, OTHER', ', OTHER'),
  );
  const commands = [...text.matchAll(/```sh\n([\s\S]*?)```/gu)].flatMap(([, block = '']) =>
    block.trim().split('\n'),
  );
  expect(commands).toHaveLength(5);
  const said = [];
  for (const command of commands) {
    const words = command
      .replace(/^ghost /u, '')
      .split(' ')
      .map((word) =>
        word
          .split(',')
          .map((one) => (one.endsWith('.policy.yaml') ? join(folder, one) : one))
          .join(','),
      );
    said.push(await program(words));
  }
  const [explained, checked, department, differs, gated] = said;
  expect(explained?.stdout).toMatch(/^ESCALATE/u);
  expect(checked).toMatchObject({ code: 0 });
  expect(department?.stdout).toMatch(/^ESCALATE[\s\S]*floors\.departments-stay-within/u);
  expect([differs?.code, gated?.code]).toEqual([
    3,
    expect.toSatisfy((code: unknown) => code === 3 || code === 1),
  ]);
});
