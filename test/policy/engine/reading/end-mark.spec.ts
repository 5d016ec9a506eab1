// A policy that was cut off, anywhere, is noticed; and writing the mark changes nothing else.
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { lintPolicy, lintWithParents } from '#policy/tools/lint/lint.ts';
import { tally } from '#policy/tools/lint/model/finding.ts';
import { loadText } from '#policy/engine/compile/check.ts';
import { loadPolicy } from '#policy/engine/reading/load.ts';
import { formatPolicy } from '#policy/tools/render/format.ts';
import { sealPolicy } from '#policy/tools/render/seal.ts';
import { DEFAULT_TEXT, TODAY, layer, shipped } from '#test/fixtures/policy/policies.ts';
import { drawn, sampled, TURN } from '#test/fixtures/how-much.ts';

const SHIPPED = ['defaults', 'presets'].flatMap((folder) => {
  const directory = new URL(`../../../../policy/${folder}/`, import.meta.url);
  return readdirSync(directory)
    .filter((name) => name.endsWith('.yaml') && !name.endsWith('.policy-test.yaml'))
    .map((name) => ({ file: name, text: readFileSync(new URL(name, directory), 'utf8') }));
});

/** `npm run fuzz` cuts at every line and at many more bytes. */
const LINE_STEP = drawn({ quick: 9, long: 3, fuzz: 1 });
const NEAR = drawn({ quick: 30, long: 60, fuzz: 300 });
const BYTE_STEP = drawn({ quick: 1_201, long: 397, fuzz: 37 });

/** Whether the strict check refuses: what does not load is not looked at further. */
function refused(file: string, text: string): boolean {
  const cut = { file, text };
  if (!loadText(cut).ok) return true;
  const { findings: found, policy } = lintWithParents(cut, [shipped('default')], {
    today: TODAY,
    mends: false,
  });
  const { errors, warnings } = tally(found);
  return policy === null || errors + warnings > 0;
}

describe('a shipped policy that is cut off', () => {
  test('all of them have the mark, and load', () => {
    expect(SHIPPED.length).toBeGreaterThan(6);
    for (const { file, text } of SHIPPED) {
      const loaded = loadPolicy(text, { file });
      expect(loaded.ok && loaded.value.mark?.complete, file).toBe(true);
    }
  });

  test.each(sampled(2, SHIPPED))('$file: at the end of a line it is refused', ({ file, text }) => {
    const lines = text.trimEnd().split('\n');
    for (let count = TURN % LINE_STEP; count < lines.length; count += LINE_STEP)
      expect(refused(file, `${lines.slice(0, count).join('\n')}\n`), `after line ${count}`).toBe(true);
  });

  test.each(sampled(2, SHIPPED))(
    '$file: at any byte of its head and its end, and at many between',
    ({ file, text }) => {
      const end = text.trimEnd().length;
      const near = (at: number): boolean =>
        at < NEAR || at > end - NEAR || at % BYTE_STEP === TURN % BYTE_STEP;
      for (let at = 0; at < end; at++)
        if (near(at))
          expect(refused(file, text.slice(0, at)), `at ${at}: …${text.slice(Math.max(0, at - 20), at)}`).toBe(
            true,
          );
      // What is left out here is an empty line.
      expect(refused(file, text.slice(0, end))).toBe(refused(file, text));
    },
  );

  test('inside a name, of which something else is wrong then: that it is cut off comes first, with where', () => {
    const cut = (upTo: string): string => DEFAULT_TEXT.slice(0, DEFAULT_TEXT.indexOf(upTo) + upTo.length);
    const last = DEFAULT_TEXT.indexOf('\nend:');
    for (const upTo of ['\n  - id: INV-8b\n    at_le', 'decision: DE', '\nrul', '\ntests:\n  given: {']) {
      const text = cut(upTo);
      const loaded = loadPolicy(text, { file: 'cut.yaml' });
      expect(loaded.ok ? 'ok' : loaded.error[0], upTo).toMatchObject({
        code: 'policy.truncated',
        message: expect.stringContaining('ends in the middle'),
        help: expect.stringContaining('cut off'),
        span: { file: 'cut.yaml', line: text.trimEnd().split('\n').length },
      });
      expect(loaded.ok || loaded.error.length > 1, upTo).toBe(true);
    }
    // Its twin: what is wrong with a document that is all there is not said to come of a cut.
    for (const whole of [
      DEFAULT_TEXT.replace('decision: DENY', 'decision: DENI'),
      `${DEFAULT_TEXT.slice(0, last)}\n\trules: [${DEFAULT_TEXT.slice(last)}`,
    ]) {
      const loaded = loadPolicy(whole, { file: 'whole.yaml' });
      expect(loaded.ok).toBe(false);
      if (!loaded.ok) expect(loaded.error.map(({ code }) => code)).not.toContain('policy.truncated');
    }
  });

  test('the failure says where it ends, and what to do', () => {
    const cut = DEFAULT_TEXT.slice(0, DEFAULT_TEXT.indexOf('\ninvariants:'));
    const { findings: found } = lintPolicy([{ file: 'cut.yaml', text: cut }], { today: TODAY });
    expect(found).toContainEqual(
      expect.objectContaining({
        id: 'truncated',
        level: 'error',
        span: expect.objectContaining({ file: 'cut.yaml', line: expect.any(Number) }),
        help: expect.stringContaining('`end: phase38-default@1`'),
      }),
    );
  });

  test('JSON: the same document, cut anywhere, is none', () => {
    const sealed = sealPolicy({
      file: 'a.json',
      text: '{"policy":1,"id":"a","extends":{"id":"p"},"owner":"web"}',
    });
    if (!sealed.ok) throw new Error('it was not sealed');
    const { text } = sealed.value;
    for (let at = 0; at < text.trimEnd().length; at++)
      expect(loadPolicy(text.slice(0, at), { file: 'a.json' }).ok, text.slice(0, at)).toBe(false);
    expect(loadPolicy(text, { file: 'a.json' }).ok).toBe(true);
  });
});

describe('a document that somebody writes by hand', () => {
  test('loads without the mark: a note says that nothing would show that it was cut off', () => {
    const small = layer(
      'owner: web\nrules:\n  - { id: u, decision: DENY, when: { capability: FILE_UPLOAD }, reason: r }',
    );
    const { findings: found, policy } = lintWithParents(small, [shipped('default')], { today: TODAY });
    expect(policy).not.toBeNull();
    expect(found.find(({ id }) => id === 'no-end-mark')).toMatchObject({ level: 'note' });
    expect(refused(small.file, String(small.text))).toBe(false);
  });

  test('sealing writes two lines, and nothing else; sealing again changes nothing; a revision goes with it', () => {
    const text = '# mine\npolicy: 1\nid: layer # me\nextends: { id: phase38-default }\nrules: [] # none\n';
    const once = sealPolicy({ file: 'l.yaml', text });
    if (!once.ok) throw new Error('it was not sealed');
    expect(once.value.text).toBe(
      '# mine\npolicy: 1\nid: layer # me\nrevision: 1\nwhole: true\nextends: { id: phase38-default }\nrules: [] # none\n\nend: layer@1\n',
    );
    expect(sealPolicy({ file: 'l.yaml', text: once.value.text })).toEqual(once);
    const later = sealPolicy({ file: 'l.yaml', text: once.value.text }, 7);
    expect(later.ok && later.value.text).toBe(
      once.value.text.replace('revision: 1', 'revision: 7').replace('@1', '@7'),
    );
  });

  test('sealing says what is there; of a text that is no policy, or no block of keys, nothing is written', () => {
    const sealed = sealPolicy({ file: 'd.yaml', text: DEFAULT_TEXT });
    expect(sealed.ok && sealed.value.parts).toMatchObject({ invariants: 14, tests: 13, rules: 1 });
    expect(sealPolicy({ file: 'd.yaml', text: 'rulez: 1' }).ok).toBe(false);
    expect(sealPolicy({ file: 'd.yaml', text: '{ policy: 1, id: a, extends: { id: p } }' })).toMatchObject({
      error: [{ code: 'policy.unproven' }],
    });
  });

  test('the layout keeps the mark where it belongs', () => {
    const mixed = 'end: a@3\nid: a\nextends: { id: phase38-default }\nwhole: true\nrevision: 3\npolicy: 1\n';
    const formatted = formatPolicy({ file: 'a.yaml', text: mixed });
    expect(formatted.ok && formatted.value.split('\n').filter((line) => line !== '')).toEqual([
      'policy: 1',
      'id: a',
      'revision: 3',
      'whole: true',
      'extends: { id: phase38-default }',
      'end: a@3',
    ]);
  });
});
