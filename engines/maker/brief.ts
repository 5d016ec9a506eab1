// What an applet is made from: an intent, data and wishes. INVARIANT: plain data alone; markup, pictures and code are refused by the place
// where they stand, so that nothing of a page but its words comes this far.
import { z } from 'zod';
import { COLUMN_TYPES } from '#engines/tables/table.ts';
import type { Table } from '#engines/tables/table.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { tableOfRows } from './rows.ts';

const MOST_ROWS = 100_000;
const MOST_COLUMNS = 500;
const MOST_TEXT_CHARACTERS = 1_000_000;
const MOST_WORDS_CHARACTERS = 10_000;
const MOST_DATA_CHARACTERS = 32 * 1024 * 1024;
const MOST_CONSTRAINTS = 50;

const words = z.string().max(MOST_WORDS_CHARACTERS);
const text = z.string().max(MOST_TEXT_CHARACTERS);
const value = z.union([text, z.number(), z.boolean(), z.null()]);
const place = z.strictObject({
  ref: z.string().nullable(),
  box: z.strictObject({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }).nullable(),
});
const cell = z.strictObject({
  value: z.union([text, z.number(), z.boolean(), z.null()]),
  unit: z.string().max(100).nullable(),
  quote: text,
  source: z.number().int().min(0),
  place: place.nullable(),
});
const column = z.strictObject({
  name: z.string().max(1000),
  type: z.enum(COLUMN_TYPES),
  unit: z.string().max(100).nullable(),
  outOf: z.number().nullable(),
});
const table = z
  .strictObject({
    title: words,
    columns: z.array(column).max(MOST_COLUMNS),
    rows: z.array(z.array(cell).max(MOST_COLUMNS)).max(MOST_ROWS),
    sources: z.array(
      z.strictObject({ url: z.string().max(10_000), title: words, readAt: z.string().max(100) }),
    ),
    leftOut: z.array(words),
  })
  .superRefine(({ columns, rows, sources }, context) => {
    rows.forEach((row, at) => {
      if (row.length !== columns.length)
        context.addIssue({
          code: 'custom',
          path: ['rows', at],
          message: `${row.length} cells, and there are ${columns.length} columns`,
        });
      row.forEach(({ source, value: one }, column) => {
        if (one !== null && sources.length > 0 && source >= sources.length)
          context.addIssue({
            code: 'custom',
            path: ['rows', at, column, 'source'],
            message: `there is no source ${source}`,
          });
      });
    });
  });
const rows = z.array(z.record(z.string().max(1000), value)).max(MOST_ROWS);

const brief = z.strictObject({
  intent: z.string().trim().min(1).max(MOST_WORDS_CHARACTERS),
  dataType: z.string().max(200),
  data: z.union([table, rows]),
  visualizationHint: z.string().max(1000).default(''),
  constraints: z.array(words).max(MOST_CONSTRAINTS).default([]),
});

/** The brief as engines take it: rows without types have become a table. */
export type Brief = {
  readonly intent: string;
  readonly dataType: string;
  readonly data: Table;
  readonly visualizationHint: string;
  readonly constraints: readonly string[];
};

/** Errors: `maker.bad-brief`, whose `details.path` is the place (`data.3.name`). */
export function parseBrief(given: unknown): Result<Brief> {
  const unfit = firstUnfit(given);
  if (unfit !== null)
    return fail('maker.bad-brief', `${unfit.what} stands in \`${unfit.path}\` of the brief`, {
      help: 'give values as text, numbers, booleans or null: a brief holds data alone',
      details: { path: unfit.path },
    });
  const parsed = brief.safeParse(given);
  if (!parsed.success) {
    const issue = deepest(parsed.error.issues);
    const path = issue.path.map(String).join('.');
    return fail('maker.bad-brief', `\`${path === '' ? 'the brief' : path}\`: ${issue.message}`, {
      help: 'a brief is { intent, dataType, data, visualizationHint, constraints }; data is a table, or rows as objects',
      details: { path },
    });
  }
  const { data, ...rest } = parsed.data;
  return ok({ ...rest, data: Array.isArray(data) ? tableOfRows(rest.dataType, data) : data });
}

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string };

/** Of a union the branch that came furthest says what is wrong. */
function deepest(issues: readonly z.core.$ZodIssue[], before: readonly PropertyKey[] = []): Issue {
  const all = issues.flatMap((issue): readonly Issue[] => {
    const path = [...before, ...issue.path];
    if (issue.code !== 'invalid_union') return [{ path, message: issue.message }];
    return issue.errors.filter((branch) => branch.length > 0).map((branch) => deepest(branch, path));
  });
  return all.reduce((one, other) => (other.path.length > one.path.length ? other : one), {
    path: before,
    message: all[0]?.message ?? 'is not what is expected',
  });
}

type Unfit = { readonly path: string; readonly what: string };

/** By hand and before the schema: getters, cycles and functions are never touched by what walks the data later. */
function firstUnfit(given: unknown): Unfit | null {
  let characters = 0;
  const above = new Set<object>();
  const walk = (one: unknown, path: string, isText: boolean): Unfit | null => {
    if (typeof one === 'string') {
      characters += one.length;
      if (characters > MOST_DATA_CHARACTERS) return { path, what: 'more text than a brief may hold' };
      const what = pictureIn(one) ?? (isText ? null : markupIn(one));
      return what === null ? null : { path, what };
    }
    if (typeof one === 'number') return Number.isFinite(one) ? null : { path, what: `the number ${one}` };
    if (one === null || typeof one === 'boolean' || one === undefined) return null;
    if (typeof one !== 'object') return { path, what: `a ${typeof one}` };
    if (above.has(one)) return { path, what: 'a cycle' };
    const prototype: unknown = Object.getPrototypeOf(one);
    if (prototype !== Object.prototype && prototype !== Array.prototype && prototype !== null)
      return { path, what: 'an object that is no plain data' };
    above.add(one);
    for (const [key, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(one))) {
      const at = path === '' ? key : `${path}.${key}`;
      if (key === 'length' && Array.isArray(one)) continue;
      if (!('value' in descriptor)) return { path: at, what: 'a getter' };
      if (key === '__proto__') return { path: at, what: 'the key `__proto__`' };
      // Every string of a table read from pages is the text of a page already, whatever a shop or a handbook writes.
      const isPage = isText || (at === 'data' && isObject(descriptor.value));
      const found = walk(key, at, isPage) ?? walk(descriptor.value, at, isPage);
      if (found !== null) return found;
    }
    above.delete(one);
    return null;
  };
  return walk(given, '', false);
}

const isObject = (one: unknown): boolean => typeof one === 'object' && one !== null && !Array.isArray(one);

/** Whole addresses: `Data: 20 GB` and `JavaScript: The Good Parts` are words. */
const PICTURE_ADDRESS =
  /^\s*(?:data:(?:[a-z]+\/[\w.+-]+)?(?:;[\w.+=-]+)*;base64,|data:[a-z]+\/[\w.+-]+(?:;[\w.+=-]+)*,|blob:(?:https?:|null\/|file:))/iu;
const SCRIPT_ADDRESS = /^\s*javascript:(?:[\w$.%]*[(=;`"'/[{+!]|\s*[\w$.%]+[(=;])/iu;
/** Of PNG, JPEG, GIF and WebP in base64, as screenshots come. */
const PICTURE = /^(?:iVBORw0KGgo|\/9j\/|R0lGOD|UklGR)[\w+/=\s]{40}/u;

function pictureIn(one: string): string | null {
  if (PICTURE_ADDRESS.test(one) || SCRIPT_ADDRESS.test(one))
    return 'a `data:`, `blob:` or `javascript:` address';
  return PICTURE.test(one) ? 'a picture' : null;
}

const DOCTYPE = /<!doctype\s/iu;
const DOCUMENT = /<(?:html|head|body)\b[^<>]*>/iu;
const CLOSING = /<\/[a-z]/iu;
const STRUCTURE =
  /<(?:div|section|article|main|header|footer|nav|table|tbody|tr|td|th|ul|ol|li|dl|p|h[1-6]|form|iframe|svg|style|template)\b[^<>]*>/iu;
const TAGS = /<\/?[a-z][^<>]*>/giu;

/** A piece of a page is markup; a name with a `<b>` or a `</script>` in it is a name, and is shown as it stands. */
function markupIn(one: string): string | null {
  if (!one.includes('<')) return null;
  // The bare name of an element, as in `<body>: The Document Body element`, closes nothing.
  if (DOCTYPE.test(one) || (DOCUMENT.test(one) && CLOSING.test(one))) return 'markup';
  const tags = one.match(TAGS) ?? [];
  const isMostlyTags = tags.length > 1 && tags.join('').length * 2 > one.length;
  return STRUCTURE.test(one) && (isMostlyTags || /^\s*<[^<>]+>[^]*<\/[^<>]+>\s*$/u.test(one))
    ? 'markup'
    : null;
}
