// Every code point as the words of a page on a consent card: what stands there unescaped draws ink of its own, takes room of its own, and
// leaves its neighbours as they are. INVARIANT: measured in a real Chromium, with the fonts of the card, against what legible text says.
import { expect, test } from 'vitest';
import { textParts } from '#gateway/protocol/visible-text.ts';
import { openWith } from '#test/fixtures/consent-page.ts';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import { aCard } from '#test/fixtures/views.ts';
import { sampled } from '#test/fixtures/how-much.ts';

const ui = uiForSpec();
const LONG_MS = 300_000;
const LAST = 0x10ffff;
/** Two letters that lean on nothing, and that Unicode composes with nothing. */
const [BEFORE, AFTER] = ['Q', 'H'] as const;

/** What is shown of `H?N`: the character itself, or its code point in a frame of its own. */
const parts = Array.from({ length: LAST + 1 }, (_none, code) => ({
  code,
  shown: textParts(`${BEFORE}${String.fromCodePoint(code)}${AFTER}`),
}));
/** All of the alphabets; of the ideographs and syllables behind them each sixteenth, each day the next. */
const ALPHABETS_END = 0x3000;
const bare = parts.filter(({ shown }) => shown.every(({ escaped }) => !escaped)).map(({ code }) => code);

test('every code point is itself, or its number in a part of its own, and nothing else is shown', () => {
  for (const { code, shown } of parts) {
    const character = String.fromCodePoint(code);
    const name = `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
    const good =
      shown.length === 1
        ? shown[0]?.text === `${BEFORE}${character}${AFTER}`
        : shown.map(({ text, escaped }) => `${escaped}:${text}`).join() ===
          `false:${BEFORE},true:${name},false:${AFTER}`;
    if (!good) expect.fail(`U+${code.toString(16)}: ${JSON.stringify(shown)}`);
  }
  // Neither everything nor nothing.
  expect(bare.length).toBeGreaterThan(100_000);
  expect(parts.length - bare.length).toBeGreaterThan(900_000);
});

const measured = [
  ...bare.filter((code) => code < ALPHABETS_END),
  ...sampled(
    16,
    bare.filter((code) => code >= ALPHABETS_END),
  ),
];
const named = (codes: readonly number[]): readonly string[] =>
  codes.map((code) => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`);

test(
  'what stands there unescaped draws ink, takes room, and leaves its neighbours as they are',
  { timeout: LONG_MS },
  async () => {
    const app = await openWith(ui, [aCard()]);
    const found = await app.consent
      .locator('dd')
      .first()
      .evaluate(
        (element, { codes, before, after }) => {
          const [WIDE, HIGH, BASELINE, X] = [128, 48, 32, 32];
          const canvas = document.createElement('canvas');
          canvas.width = WIDE;
          canvas.height = HIGH;
          const pen = canvas.getContext('2d', { willReadFrequently: true });
          if (pen === null) throw new Error('no canvas');
          pen.font = `16px ${getComputedStyle(element).fontFamily}`;
          const draw = (text: string, from: number, to: number): Uint8ClampedArray => {
            pen.clearRect(0, 0, WIDE, HIGH);
            pen.fillText(text, X, BASELINE);
            return pen.getImageData(from, 0, to - from, HIGH).data;
          };
          const left = Math.round(pen.measureText(before).width);
          const alone = pen.measureText(before + after).width;
          // The strokes of the letter itself: a neighbour may lean over its margin, as in any word.
          const letter = draw(before, X + 2, X + left - 2);
          const result = { unseen: [] as number[], narrow: [] as number[], altered: [] as number[] };
          for (const code of codes) {
            const text = before + String.fromCodePoint(code) + after;
            const width = Math.round(pen.measureText(text).width - alone);
            if (width < 1) {
              result.narrow.push(code);
              continue;
            }
            const from = X + 2;
            const wide = left - 2 + width;
            const data = draw(text, from, from + wide);
            const at = (x: number, y: number): number => data[(y * wide + x) * 4 + 3] ?? 0;
            let seen = false;
            let lost = false;
            for (let y = 0; y < HIGH; y += 1) {
              // Of its neighbour every stroke is there still.
              for (let x = 0; x < left - 4 && !lost; x += 1)
                lost = (letter[(y * (left - 4) + x) * 4 + 3] ?? 0) - at(x, y) > 64;
              // In its own room it has ink of its own.
              for (let x = left - 2; x < wide && !seen; x += 1) seen = at(x, y) > 40;
            }
            if (!seen) result.unseen.push(code);
            if (lost) result.altered.push(code);
          }
          return result;
        },
        { codes: measured, before: BEFORE, after: AFTER },
      );
    expect(named(found.unseen)).toEqual(['U+0020']);
    expect(named(found.narrow)).toEqual([]);
    expect(named(found.altered)).toEqual([]);
  },
);

/** Assigned, and not shown as they are: the rest are of no character at all. */
const escaped = parts.filter(
  ({ code, shown }) => shown.length > 1 && !/[\p{Cn}\p{Co}\p{Cs}]/u.test(String.fromCodePoint(code)),
);

test('what is escaped stands in a frame of its own on the card, its number whole, beside letters that keep their room', async () => {
  expect(escaped.length).toBeGreaterThan(2_000);
  const rows: string[] = [];
  for (let at = 0; at < escaped.length; at += 100)
    rows.push(
      escaped
        .slice(at, at + 100)
        .map(({ code }) => `${BEFORE}${String.fromCodePoint(code)}`)
        .join(''),
    );
  const app = await openWith(ui, [
    aCard({
      details: rows.map((value) => ({ kind: 'FACT', label: 'row', value, by: 'PAGE', masked: false })),
    }),
  ]);
  const drawn = await app.consent
    .locator('dl.details')
    .first()
    .evaluate((list, letter) => {
      const words: string[] = [];
      const odd: string[] = [];
      for (const value of list.querySelectorAll('.theirs bdi')) {
        for (const node of value.childNodes) {
          const range = document.createRange();
          range.selectNodeContents(node);
          const width = [...range.getClientRects()].reduce((sum, one) => sum + one.width, 0);
          if (node instanceof Element) {
            words.push(node.textContent);
            if (node.className !== 'escaped' || getComputedStyle(node).borderTopWidth === '0px' || width < 20)
              odd.push(node.textContent);
          } else if (node.textContent !== letter || width < 4) odd.push(`text ${node.textContent}`);
        }
      }
      return { words, odd };
    }, BEFORE);
  expect(drawn.odd).toEqual([]);
  expect(drawn.words).toEqual(escaped.map(({ code }) => `⟨${named([code])[0]}⟩`));
});

test.each([
  ['French', 'déjà vu à Noël'],
  ['Vietnamese', 'Tiếng Việt'],
  ['Korean', '한국어'],
  ['Japanese', 'がぎぐ パピ'],
  ['Hindi', 'हिन्दी में'],
  ['Bengali', 'বাংলা'],
  ['Tamil', 'தமிழ்'],
  ['Thai', 'ที่นี่ น้ำ'],
  ['Arabic with its vowels', 'مُحَمَّد'],
  ['Hebrew with its points', 'שָׁלוֹם'],
  ['Greek', 'Ελληνικά'],
  ['Russian', 'Йод и ёлка'],
])('%s stands as it is written, in one form', (_language, text) => {
  const shown = textParts(text.normalize('NFC'));
  expect(shown).toEqual([{ text: text.normalize('NFC'), escaped: false }]);
  expect(
    textParts(text.normalize('NFD')).map((part) => ({ ...part, text: part.text.normalize('NFC') })),
  ).toEqual(shown);
});

test('a mark on a letter that is not its own, on a sign, on a space or after what is escaped is shown by its number', () => {
  const escapes = (text: string): readonly string[] =>
    textParts(text)
      .filter((part) => part.escaped)
      .map((part) => part.text);
  // Struck out, underlined, ringed, stacked, and Hindi’s or Korea’s on a Latin letter.
  expect(escapes('pay 10\u0338 or 1\u0332')).toEqual(['⟨U+0338⟩', '⟨U+0332⟩']);
  expect(escapes('a\u20DD')).toEqual(['⟨U+20DD⟩']);
  expect(escapes('a\u093E b\u1161 \u0301')).toEqual(['⟨U+093E⟩', '⟨U+1161⟩', '⟨U+0301⟩']);
  // Composed, a letter is one character, with no mark left beside it.
  expect(textParts('de\u0301ja\u0300')).toEqual([{ text: 'd\u00E9j\u00E0', escaped: false }]);
  expect(escapes('.\u0307/\u0337')).toEqual(['⟨U+0307⟩', '⟨U+0337⟩']);
  expect(escapes('\u202Ea\u0332\u0301')).toEqual(['⟨U+202E⟩', '⟨U+0332⟩', '⟨U+0301⟩']);
});
