// What is wrong with a settings file, as its author reads it: the key at its own place, what stands there, what may stand there, and what
// was probably meant. INVARIANT: for messages alone; whether a file is taken is the schema's word.
import { type Document, type LineCounter, isMap, isNode, isPair, isScalar } from 'yaml';
import { z } from 'zod';
import { failure } from '#policy/language/failure.ts';
import type { Failure } from '#policy/language/failure.ts';
import { nearest, suggest } from '#policy/language/nearest.ts';
import { SETTINGS } from './schema.ts';

type Path = readonly PropertyKey[];
type Issue = z.core.$ZodIssue;
type Told = { readonly message: string; readonly help?: string; readonly at: number };

/** The part of JSON Schema that the settings come to. */
type Shape = {
  readonly type?: string | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly properties?: Readonly<Record<string, Shape>> | undefined;
  readonly items?: Shape | undefined;
  readonly anyOf?: readonly Shape[] | undefined;
  readonly additionalProperties?: Shape | boolean | undefined;
};
const shape: z.ZodType<Shape> = z.lazy(() =>
  z.object({
    type: z.string().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    properties: z.record(z.string(), shape).optional(),
    items: shape.optional(),
    anyOf: z.array(shape).optional(),
    additionalProperties: z.union([z.boolean(), shape]).optional(),
  }),
);

const KEYS = 'docs/settings.md lists every key';
const MOST_SHOWN = 60;

/** The first problem in the order of the file, and how many more there are. */
export function settingsProblem(
  issues: readonly Issue[],
  {
    file,
    document,
    lines,
  }: { readonly file: string; readonly document: Document; readonly lines: LineCounter },
): Failure {
  const all = issues.flatMap((issue) => plain(issue));
  const found = all
    .filter((issue) => !isMisspelt(issue, all, document))
    .map((issue) => told(issue, document));
  const [first, ...more] = found.toSorted((a, b) => a.at - b.at);
  const { line, col } = lines.linePos(first?.at ?? 0);
  const others = more.length === 0 ? '' : `; ${more.length} more below it`;
  return failure('config.bad-value', `${first?.message ?? 'it does not fit'}${others}`, {
    span: { file, line, column: col },
    help: first?.help === undefined ? KEYS : `${first.help}; ${KEYS}`,
  });
}

/** A union is told by the branch that fits best. */
function plain(issue: Issue): readonly Issue[] {
  if (issue.code !== 'invalid_union' || issue.message !== 'Invalid input') return [issue];
  const [closest = []] = issue.errors.toSorted((a, b) => weight(a) - weight(b));
  return closest.length === 0
    ? [issue]
    : closest.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}
const weight = (issues: readonly Issue[]): number =>
  issues.reduce((sum, { code }) => sum + (code === 'invalid_type' ? 2 : 1), 0);

/** What is missing stands there under a name that is near to its own: that one is told. */
function isMisspelt({ code, path }: Issue, all: readonly Issue[], document: Document): boolean {
  if (code !== 'invalid_type' || path.length === 0 || at(document, path) !== undefined) return false;
  const beside = all.filter(
    (one) => one.path.length === path.length - 1 && inWords(one.path) === inWords(path.slice(0, -1)),
  );
  return beside.some(
    (one) =>
      one.code === 'unrecognized_keys' &&
      one.keys.some((key) => nearest(key, [String(path.at(-1))]) !== null),
  );
}

function told(issue: Issue, document: Document): Told {
  const { path } = issue;
  const value = at(document, path);
  const key = `\`${inWords(path)}\``;
  const given = `not ${shown(value, shapeAt(path))}`;
  const place = placeOf(document, path);
  switch (issue.code) {
    case 'unrecognized_keys': {
      const [unknown = ''] = issue.keys;
      const known = keysAt(path);
      const inside = path.length === 0 ? '' : ` in ${key}`;
      return {
        message: `there is no setting \`${quoted(unknown)}\`${inside}`,
        help: suggest(unknown, known),
        at: keyPlace(document, path, unknown),
      };
    }
    case 'invalid_value': {
      const members = issue.values.map(String);
      const near = typeof value === 'string' ? nearest(value, members) : null;
      return {
        message: `${key} is one of ${members.join(', ')}, ${given}`,
        ...(near === null ? {} : { help: `did you mean \`${near}\`?` }),
        at: place,
      };
    }
    case 'invalid_type': {
      if (path.length === 0) return { message: `the file is a mapping of settings, ${given}`, at: place };
      if (value === undefined)
        return { message: `\`${inWords(path.slice(0, -1))}\` lacks \`${String(path.at(-1))}\``, at: place };
      const inside = keysAt(path);
      return {
        message: `${key} is ${numberInWords(shapeAt(path)) ?? TYPES[issue.expected] ?? issue.expected}, ${given}`,
        ...(inside.length === 0 ? {} : { help: `it holds ${inside.join(', ')}` }),
        at: place,
      };
    }
    case 'too_big':
    case 'too_small': {
      const wanted = numberInWords(shapeAt(path));
      if (wanted !== null) return { message: `${key} is ${wanted}, ${given}`, at: place };
      const [bound, words] =
        issue.code === 'too_big' ? [issue.maximum, 'at most'] : [issue.minimum, 'at least'];
      const unit = issue.origin === 'string' ? 'characters' : bound === 1 ? 'entry' : 'entries';
      return { message: `${key} has ${words} ${bound} ${unit}`, at: place };
    }
    case 'invalid_format':
      if (issue.format === 'url' && issue.message.startsWith('Invalid'))
        return { message: `${key} is an address such as https://example.com/, ${given}`, at: place };
      return { message: `${key} ${issue.message}, ${given}`, at: place };
    case 'invalid_key': {
      const why = issue.issues[0]?.message ?? issue.message;
      return { message: `${key} ${why}`, at: keyPlace(document, path.slice(0, -1), String(path.at(-1))) };
    }
    case 'invalid_union':
    case 'invalid_element':
    case 'not_multiple_of':
    case 'custom': {
      const isWhole = typeof value === 'object';
      const words = isWhole ? issue.message : `${issue.message}, ${given}`;
      return { message: `${key}${/^[a-z]/u.test(words) ? '' : ':'} ${words}`, at: place };
    }
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping',
  record: 'a mapping of names',
};
/** `null`: it is none. */
function numberInWords({ minimum, maximum, type }: Shape): string | null {
  if (type !== 'integer' && type !== 'number') return null;
  const kind = type === 'integer' ? 'a whole number' : 'a number';
  const low = minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? minimum : undefined;
  const high = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? maximum : undefined;
  if (low === undefined) return high === undefined ? kind : `${kind} up to ${high}`;
  return high === undefined ? `${kind} from ${low} on` : `${kind} from ${low} to ${high}`;
}

/** `sites[2].url`, counted as people do. */
const inWords = (path: Path): string =>
  path
    .map((part, index) =>
      typeof part === 'number' ? `[${part + 1}]` : `${index === 0 ? '' : '.'}${String(part)}`,
    )
    .join('');

/**
 * INVARIANT: of a text no more than its length: it may be a secret that came into the wrong line, and errors go to logs. Its author has the
 * line. A number stands where numbers are wanted.
 */
function shown(value: unknown, { type }: Shape): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number')
    return type === 'integer' || type === 'number' ? `\`${JSON.stringify(value)}\`` : 'a number';
  if (typeof value !== 'string') return 'what stands there';
  const { length } = value;
  return length === 0 ? 'an empty text' : `a text of ${length} character${length === 1 ? '' : 's'}`;
}

/** One line, with nothing in it that a terminal would obey. */
const quoted = (text: string): string => JSON.stringify(text).slice(1, -1).slice(0, MOST_SHOWN);

function shapeAt(path: Path): Shape {
  const whole = shape.parse(z.toJSONSchema(SETTINGS, { io: 'input', unrepresentable: 'any' }));
  return path.reduce<Shape>((now, part) => {
    const branches = [now, ...(now.anyOf ?? [])];
    for (const one of branches) {
      const below = typeof part === 'number' ? one.items : one.properties?.[String(part)];
      const named = typeof one.additionalProperties === 'object' ? one.additionalProperties : undefined;
      if (below !== undefined || named !== undefined) return below ?? named ?? {};
    }
    return {};
  }, whole);
}

function keysAt(path: Path): readonly string[] {
  const found = shapeAt(path);
  const forms = [found, ...(found.anyOf ?? [])];
  return [...new Set(forms.flatMap(({ properties = {} }) => Object.keys(properties)))];
}

function at(document: Document, path: Path): unknown {
  const node = path.length === 0 ? document.contents : document.getIn(path, true);
  return isNode(node) ? node.toJS(document, { maxAliasCount: 0 }) : node;
}

/** Where it stands; of what is missing, where it belongs. */
function placeOf(document: Document, path: Path): number {
  for (let length = path.length; length >= 0; length -= 1) {
    const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}

function keyPlace(document: Document, path: Path, key: string): number {
  const node = path.length === 0 ? document.contents : document.getIn(path, true);
  const pair = isMap(node)
    ? node.items.find((one) => isPair(one) && isScalar(one.key) && String(one.key.value) === key)
    : undefined;
  return isScalar(pair?.key) && pair.key.range ? pair.key.range[0] : placeOf(document, path);
}
