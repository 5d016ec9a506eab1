// What a policy calls its layers, hosts, rules and files is text in every Markdown report, read by a reader that knows nothing of how
// it was written: code spans, entities and cells as CommonMark and its tables have them.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matrixOf } from '#policy/tools/explain/matrix.ts';
import { markdownCode, markdownText } from '#policy/tools/render/markdown.ts';
import { renderMatrixMarkdown } from '#policy/tools/render/matrix.ts';
import { defaultPolicy } from '#test/fixtures/policy/policies.ts';

type Read = { readonly code: string[]; readonly bare: string[]; readonly words: string };

/** CommonMark 6.1: a run of back-ticks ends at the next run as long as it is. The rest is text with entities. */
function read(markdown: string): Read {
  const [code, bare]: [string[], string[]] = [[], []];
  let words = '';
  for (let at = 0; at < markdown.length;) {
    const [run] = /^`+/u.exec(markdown.slice(at)) ?? [];
    const from = at + (run?.length ?? 0);
    const end = run === undefined ? -1 : closing(markdown, from, run.length);
    if (run !== undefined && end >= 0) {
      const inner = markdown.slice(from, end);
      const padded = /^ .*\S.* $/su.test(inner);
      code.push(inner);
      words += padded ? inner.slice(1, -1) : inner;
      at = end + run.length;
    } else {
      const [piece = ''] = /^(?:`+|[^`]+)/u.exec(markdown.slice(at)) ?? [];
      bare.push(piece);
      words += piece.replaceAll(/&#(\d+);/gu, (_, number: string) => String.fromCodePoint(Number(number)));
      at += piece.length;
    }
  }
  return { code, bare, words };
}

function closing(markdown: string, from: number, length: number): number {
  for (const found of markdown.slice(from).matchAll(/`+/gu))
    if (found[0].length === length) return from + found.index;
  return -1;
}

/** One line, in which what nobody would see is written out. */
const oneLine = (text: string): string =>
  text
    .replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/\p{Cf}/gu, (one) => {
      const code = (one.codePointAt(0) ?? 0).toString(16).padStart(4, '0');
      return code.length > 4 ? `\\u{${code}}` : `\\u${code}`;
    })
    .trim();
/** Back-ticks are how our own words mark a name; they are no part of it. */
const said = (text: string): string => oneLine(text).replaceAll('`', '').trim();

/** Nothing outside of code that any reader would take for more than text. */
function isBare(markdown: string): void {
  const { bare, code } = read(markdown);
  for (const piece of bare) {
    const text = piece.replaceAll(/&#\d+;/gu, '\u25A1');
    expect(text, markdown).not.toMatch(/[<[\]\\`*~|#$^@&\r\n]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/u);
    expect(piece.replaceAll(/&#(\d+);/gu, (_, one: string) => String.fromCodePoint(Number(one)))).not.toMatch(
      /:\/\/|\bwww\.|\w@\w|(?:^|\s)[@#]\w|\bmailto:|:[\w+-]+:/iu,
    );
  }
  expect(markdown, 'no list, no number, no indented code').not.toMatch(/^(?:[-+*>]|\d+[.)]|\s)/u);
  // A table is cut into cells before code is looked for.
  for (const piece of code) expect(piece).not.toMatch(/[|\r\n\\]/u);
}

const NASTY = [
  '<img src=x onerror=alert(1)>',
  '[text](https://evil.example)',
  '![x](//e)',
  '**bold**',
  '_it_',
  '`',
  '``',
  '``` \n',
  '|',
  '\\|',
  '\\',
  '@security-team',
  'a@b.example',
  'https://evil.example/x',
  'www.evil.example',
  '#1',
  'org/repo#2',
  'GH-12',
  ':smile:',
  '~~gone~~',
  '$x^2$',
  '&lt;b&gt;',
  '<!--',
  '-->',
  '\n\n# head',
  '- item',
  '1. one',
  '> quote',
  '---',
  '===',
  '\u2028',
  '\u202E',
  '\u2066a\u2069',
  '\u200B',
  '\t\tcode',
  'deadbeefcafe',
  '[^1]',
  '{{ x }}',
  '<https://e.example>',
  'mailto:a',
  ' ',
  'x',
];
const name = fc
  .array(
    fc.oneof(
      fc.constantFrom(...NASTY),
      fc.string({ maxLength: 6 }),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    {
      maxLength: 6,
    },
  )
  .map((parts) => parts.join(''));

describe('a name in Markdown', () => {
  test('is no markup, whatever it is', () => {
    fc.assert(
      fc.property(name, (text) => isBare(markdownText(text))),
      { numRuns: 3000 },
    );
  });

  test('reads as what it is', () => {
    fc.assert(
      fc.property(name, (text) => {
        expect(read(markdownText(text)).words.replaceAll('`', '').trim()).toBe(said(text));
      }),
      { numRuns: 3000 },
    );
  });

  test('turns no reading direction and hides nothing: such marks are written out', () => {
    fc.assert(
      fc.property(name, (text) => {
        expect(markdownText(text) + markdownCode(text)).not.toMatch(/\p{Cf}/u);
      }),
      { numRuns: 3000 },
    );
    const [read1, read2] = [markdownText('allow\u202Eyned'), markdownCode('allow\u202Eyned')].map(read);
    expect([read1?.words, read2?.words]).toEqual(['allow\\u202eyned', 'allow\\u202eyned']);
    // What is only written from right to left is a name like any other.
    expect(markdownText('\u05E9\u05DC\u05D5\u05DD')).toBe('\u05E9\u05DC\u05D5\u05DD');
  });

  test('is one cell of a table', () => {
    fc.assert(
      fc.property(name, name, (one, other) => {
        const row = `| ${markdownText(one)} | ${markdownCode(other)} |`;
        expect(row.split(/(?<!\\)\|/u)).toHaveLength(4);
        expect(row).not.toContain('\n');
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['rules.no-cookies narrowed', 'rules.no-cookies narrowed'],
    ['`rules.x` added', '`rules.x` added'],
    ['DENY -> ALLOW', 'DENY -> ALLOW'],
    ['host below example.com, port 8443', 'host below example.com, port 8443'],
    ['ask @team', 'ask `@team`'],
    ['see https://e.example/x now', 'see `https://e.example/x` now'],
  ])('%s reads well', (text, markdown) => {
    expect(markdownText(text)).toBe(markdown);
  });
});

test('a host and a layer of the matrix are no markup, and a footnote is none', () => {
  const policy = defaultPolicy();
  const evil = '<b>|[l](u)|@all `x` www.evil.example';
  const matrix = matrixOf(policy);
  const marks = { list: [{ number: 1, decision: 'DENY' as const, where: evil, by: [evil] }], marks: {} };
  const text = renderMatrixMarkdown(
    matrix,
    { layers: [evil], semantic: 'sha256:x', host: evil },
    {
      ...marks,
      marks: { capability: {}, headedVsHeadless: {}, storage: {}, tabs: {}, executors: {}, launchFlags: {} },
    },
  );
  const lines = text.split('\n');
  for (const line of [lines[0]?.slice(2) ?? '', lines.at(-1)?.slice(4) ?? '']) isBare(line);
});
