// A text of a page, an agent or a file against every pattern that the sources hold: none takes more than its share of the gateway.
import { beforeAll, describe, expect, test } from 'vitest';
import { maskDetails, maskSentence } from '#gateway/audit/mask/mask.ts';
import { growthOf } from '#test/fixtures/growth.ts';
import { judge, type Verdict } from './patterns/judge.ts';
import { patternsOf, type Literal } from './patterns/literals.ts';

const ROOT = new URL('../../..', import.meta.url).pathname;

/** What meets short texts alone, in characters, and why. Tried at that length. */
const BOUNDED: readonly (readonly [place: RegExp, most: number, reason: string])[] = [
  [/^policy\/tools\/suggest\/suggestion-text\.ts/, 60, 'cut just before'],
  [/^gateway\/audit\/read\/query-parse\.ts/, 4_096, 'QUERY_LIMIT'],
  [/^gateway\/client\/demo\//, 2_000, 'texts of the demo world, which are ours'],
  [
    /^executors\/browsers\/launch\/browser-process\.ts/,
    4_000,
    'the last of what a browser wrote as it ended',
  ],
  [/^executors\/browsers\/processes\/namespace\.ts/, 4_000, 'a table of the kernel'],
  [/^engines\/(?!model\/|maker\/|reader\/)/, 1_000, 'an intent, a clause of one, a line of an outline'],
];
/** Put together at run time, from constants of ours or from what was escaped. */
const COMPUTED = [
  'cloud/log/redact.ts',
  'engines/navigator/binding.ts',
  'engines/navigator/offline/gist/cues.ts',
  'engines/navigator/offline/gist/things.ts',
  'engines/navigator/offline/grammar/acts.ts',
  'engines/navigator/offline/grammar/controls.ts',
  'engines/navigator/offline/grammar/fields.ts',
  'engines/navigator/offline/grammar/parts.ts',
  'engines/navigator/offline/grammar/several.ts',
  'engines/navigator/offline/grammar/sites.ts',
  'engines/navigator/offline/grammar/told.ts',
  'engines/navigator/offline/lexicon/asking.ts',
  'engines/navigator/offline/lexicon/descriptions.ts',
  'engines/navigator/offline/lexicon/frames.ts',
  'engines/navigator/offline/lexicon/idioms.ts',
  'engines/navigator/offline/lexicon/turns.ts',
  'engines/navigator/offline/lexicon/joints.ts',
  'engines/navigator/offline/lexicon/referents.ts',
  'engines/navigator/offline/lexicon/reword.ts',
  'engines/navigator/offline/lexicon/sentences.ts',
  'engines/navigator/offline/lexicon/translate.ts',
  'engines/navigator/offline/lexicon/phrases/fact-names.ts',
  'engines/navigator/offline/lexicon/phrases/openings.ts',
  'engines/navigator/offline/lexicon/phrases/site-orders.ts',
  'engines/navigator/offline/lexicon/phrases/sources.ts',
  'engines/navigator/offline/lexicon/phrases/taken-back.ts',
  'engines/navigator/offline/lexicon/phrases/values.ts',
  'engines/navigator/offline/pursue/guess.ts',
  'engines/navigator/offline/words/changes.ts',
  'engines/navigator/offline/words/clauses.ts',
  'engines/navigator/offline/words/conditions.ts',
  'engines/navigator/offline/words/details.ts',
  'engines/navigator/offline/words/reckon.ts',
  'engines/navigator/offline/words/values.ts',
  'engines/planner/collect.ts',
  'engines/planner/fan-out.ts',
  'engines/planner/intent.ts',
  'engines/tables/values/quantity.ts',
  'executors/system/holders.ts',
  'gateway/audit/mask/said-secrets.ts',
  'gateway/boundary/provenance/texts/fold.ts',
  'gateway/protocol/visible-text.ts',
  'policy/engine/reading/json-schema.ts',
  'ui/app/policy/editor/drafted-rule.ts',
];

describe('denial of service: patterns', () => {
  const { literals, computed } = patternsOf(ROOT);
  const unique = [
    ...new Map(literals.map((one) => [`/${one.source}/${one.flags} ${boundOf(one)?.most}`, one])).values(),
  ];
  let verdicts: readonly Verdict[] = [];
  beforeAll(async () => {
    verdicts = await judge(unique.map((one) => ({ source: one.source, flags: one.flags, ...boundOf(one) })));
  }, 600_000);

  test('no pattern in the sources grows faster than the text against it', () => {
    const slow = unique.flatMap(({ file, line, source, flags }, index) => {
      const why = verdicts[index]?.why ?? null;
      return why === null ? [] : [`${file}:${line} /${source}/${flags}: ${why}`];
    });
    expect(slow).toEqual([]);
    expect(verdicts.length).toBe(unique.length);
    expect(unique.length).toBeGreaterThan(500);
    console.error(
      `patterns: ${unique.length}, texts against them: ${verdicts.reduce((all, { attacks }) => all + attacks, 0)}`,
    );
  });

  test('the spec finds one that does grow: quadratic, cubic and exponential', async () => {
    const known = ['^,+|,+$', '(?:^|\\W)(?:[\\w-]*[_-])?password=', '\\s+$', '^(a+)+$', '<!--[\\s\\S]*?-->'];
    const found = await judge(
      [
        ...known.map((source) => ({ source, flags: 'g' })),
        // Of a bounded text, more than its share.
        { source: '\\s+$', flags: 'g', most: 12_000 },
        { source: '^(a+)+$', flags: 'g', most: 60 },
      ],
      { looks: 8 },
    );
    expect(found.filter(({ why }) => why === null)).toEqual([]);
    // The harmless twins: a quadratic search of a short text, and a search that begins once.
    const fine = await judge([
      { source: '\\s+$', flags: 'g', most: 4_096 },
      { source: '^\\s+', flags: 'g' },
    ]);
    expect(fine.map(({ why }) => why)).toEqual([null, null]);
  }, 120_000);

  test('a pattern that is put together at run time stands in the list of those', () => {
    expect([...new Set(computed.map(({ file }) => file))].toSorted()).toEqual(COMPUTED.toSorted());
  });

  test('an address of 120 KB and of 2 MB is masked in no time, whatever it is made of', () => {
    const units = [
      '-a',
      'eyJ-',
      'password',
      ' ',
      ':',
      '://a:',
      'token-',
      'bearer ',
      '1 ',
      '"',
      'A',
      '-----BEGIN ',
      'password ',
      'log in as ',
      'a as the ',
    ];
    const masked =
      (unit: string, size: number): (() => void) =>
      () => {
        const address = `http://a.test/?${unit.repeat(size / unit.length)}`;
        maskDetails({ url: address, list: [address], what: maskSentence(address) });
      };
    // Seventeen times the text: quadratic takes 278.
    const slow = units.flatMap((unit) => {
      const work = { small: masked(unit, 120_000), large: masked(unit, 2_000_000) };
      const times = growthOf(work, { floorMs: 1, clearedAt: 60 });
      return times <= 60 ? [] : [`${JSON.stringify(unit)}: ${times.toFixed(0)} times as long at 2 MB`];
    });
    expect(slow).toEqual([]);
  });

  test('what is cut is no longer than its bound and tells its length, and a secret over the cut is not torn', () => {
    const secret = 'sk-abcdefghijklmnopqrstuvwxyz0123456789';
    const masked = maskSentence(`${'a '.repeat(8_185)}${secret} and more`);
    expect(masked).not.toContain('sk-abc');
    expect(masked).toMatch(/…\(\d+ characters\)$/);
    expect(masked.length).toBeLessThan(17_000);
    expect(maskSentence(`token=${'x'.repeat(40_000)}`)).not.toContain('xxxx');
    // The harmless twin: what is short stands there as it is.
    expect(maskSentence('go to https://shop.example/keyboards?page=2')).toBe(
      'go to https://shop.example/keyboards?page=2',
    );
  });
});

function boundOf({ file }: Literal): { readonly most: number } | null {
  const found = BOUNDED.find(([place]) => place.test(file));
  return found === undefined ? null : { most: found[1] };
}
