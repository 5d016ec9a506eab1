// The cookbook of the guide: every sentence is a policy that loads, passes its tests and lints without a warning; and for each there is a
// change that a reviewer could overlook, which the gate stops.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { gate } from '#policy/tools/gate/gate.ts';
import type { GateReport, GateSide } from '#policy/tools/gate/gate.ts';
import { hashOfBytes } from '#policy/engine/reading/source.ts';
import { MUTANTS } from '#test/fixtures/policy/cookbook-mutants.ts';
import { SHIPPED } from '#gateway/settings/policy-source.ts';
import { TODAY } from '#test/fixtures/policy/policies.ts';

const GUIDE = readFileSync(new URL('../../docs/policy/cookbook.md', import.meta.url), 'utf8');
const PRESET = { file: 'organisation.yaml', text: readFileSync(SHIPPED.organisation, 'utf8') };
const HEAD = /```yaml-head\n([\s\S]*?)```/u.exec(GUIDE)?.[1] ?? '';
/** The files of lists that lie beside them. */
const LISTS = [...GUIDE.matchAll(/```yaml lists=(\S+)\n([\s\S]*?)```/gu)].map(([, name = '', text = '']) => ({
  name,
  text,
}));
const WISHES = [...GUIDE.matchAll(/^### (\d+)\. (.+)\n[\s\S]*?```yaml\n([\s\S]*?)```/gmu)].map(
  ([, number = '', sentence = '', body = '']) => ({
    number: Number(number),
    sentence,
    text: `${HEAD}${body}`,
  }),
);

const sideOf = (text: string, included = LISTS): GateSide => ({
  texts: [PRESET, { file: 'wish.yaml', text, included }],
  silent: new Set([PRESET.file]),
  tests: [],
  allTests: false,
});
const through = (text: string, against: string): GateReport =>
  gate(sideOf(text), sideOf(against), { today: TODAY, known: [] });

test('there are forty-six sentences, each with a change that is easily overlooked', () => {
  expect(WISHES.map(({ number }) => number)).toEqual(Array.from({ length: 46 }, (_, index) => index + 1));
  expect(Object.keys(MUTANTS).map(Number)).toEqual(WISHES.map(({ number }) => number));
});

describe.each(WISHES)('$number. $sentence', ({ number, text }) => {
  test('is a policy with tests that pass, and nothing warns of it', () => {
    const report = through(text, text);
    const told = report.findings.filter(({ level }) => level !== 'note');
    expect(told.map(({ message, help }) => `${message}: ${help ?? ''}`)).toEqual([]);
    expect(report.answer).toBe('MAY_GO_IN');
  });

  test('the gate stops what a reviewer could overlook', () => {
    const [from, to] = MUTANTS[number] ?? ['', ''];
    expect(text.split(from)).toHaveLength(2);
    const report = through(text.replace(from, to), text);
    expect(['LOOSENED', 'REFUSED']).toContain(report.answer);
  });
});

describe('a host more in a file of lists', () => {
  const [lists = { name: '', text: '' }] = LISTS;
  const text = WISHES.at(-1)?.text ?? '';
  const more = [
    { ...lists, text: lists.text.replace("'*.supplier.example'", "'*.supplier.example', evil.example") },
  ];
  const through = (renewed: string): GateReport =>
    gate(sideOf(renewed, more), sideOf(text), { today: TODAY, known: [] });

  test('is refused where its hash stays, and the refusal says what is there now', () => {
    const report = through(text);
    expect(report.answer).toBe('REFUSED');
    expect(report.findings[0]).toMatchObject({
      id: 'include-altered',
      help: expect.stringContaining(hashOf(more)) as string,
    });
  });

  test('loosens where somebody wrote the new one', () => {
    expect(through(text.replace(hashOf([lists]), hashOf(more))).answer).toBe('LOOSENED');
  });
});

const hashOf = ([lists]: readonly { readonly text: string }[]): string => hashOfBytes(lists?.text ?? '');
