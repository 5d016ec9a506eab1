// One key of `config.yaml` changed, with every comment and every other line as it was. INVARIANT: what is written is a settings file that
// this program reads; only keys that are listed here are changed from the app, and each by a person's answer.
import { hash } from 'node:crypto';
import { LineCounter, isMap, isNode, isScalar, isSeq, parseDocument, type Document } from 'yaml';
import { z } from 'zod';
import { readPrivate, writePrivate } from '#executors/system/private-file.ts';
import type {
  SettingChange,
  SettingKind,
  SettingsView,
  SettingView,
} from '#gateway/protocol/views/settings.ts';
import { EDITABLE, SHOWN, type EditableKey } from '#gateway/protocol/views/settings-keys.ts';
import { fail, ok, type Result } from '#policy/language/failure.ts';
import { MOST_CHARACTERS } from '#gateway/settings/config.ts';
import { SETTINGS } from '#gateway/settings/schema.ts';

/** Whatever else a key becomes, less is held back; `NOTHING`: none of its values holds anything back. INVARIANT: every key says which. */
const HOLDS = {
  'navigator.use': ['offline'],
  'navigator.flash': 'NOTHING',
  'navigator.pro': 'NOTHING',
  sites: 'NOTHING',
  stepLimit: 'NOTHING',
  timeoutSeconds: 'NOTHING',
  maxTabs: 'NOTHING',
  warmTabs: 'NOTHING',
  tabPolicy: ['SINGLE_TAB', 'FORBIDDEN'],
  'budget.cpuPercent': 'NOTHING',
  'budget.memoryMb': 'NOTHING',
  'budget.seconds': 'NOTHING',
  'budget.over': ['kill'],
  'results.keep': 'NOTHING',
  'results.keepDays': 'NOTHING',
  'pictures.keep': 'NOTHING',
  'pictures.keepDays': 'NOTHING',
  sessionTtlDays: 'NOTHING',
  'downloads.maxBytes': 'NOTHING',
  'downloads.maxTaskBytes': 'NOTHING',
  isolation: ['process'],
  'network.namespace': ['required'],
  headless: 'NOTHING',
} as const satisfies Record<EditableKey, 'NOTHING' | readonly unknown[]>;

function isLooser(key: EditableKey, value: unknown): boolean {
  const holds: 'NOTHING' | readonly unknown[] = HOLDS[key];
  return holds !== 'NOTHING' && !holds.includes(value);
}
const isEditable = (key: string): key is EditableKey => EDITABLE.some((known) => known === key);

const field = z.object({
  type: z.string().optional(),
  enum: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  description: z.string().default(''),
  default: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
});
/** Made when somebody looks first: no start waits for it. */
let whole: unknown = null;
const wholeSchema = (): unknown =>
  (whole ??= z.toJSONSchema(SETTINGS, { io: 'input', unrepresentable: 'any' }));

const baseOf = (text: string | null): string => `sha256:${hash('sha256', text ?? '')}`;

/** Errors: `config.unreadable`. */
export function settingsView(file: string): Result<SettingsView> {
  const read = readText(file);
  if (!read.ok) return read;
  const lines = new LineCounter();
  const document = parseDocument(read.value ?? '', { lineCounter: lines });
  const all = { document, lines, presets: SETTINGS.parse({}) };
  return ok({
    file,
    base: baseOf(read.value),
    settings: [...EDITABLE, ...SHOWN].map((key) => viewOf(key, all)),
  });
}

function viewOf(
  key: string,
  {
    document,
    lines,
    presets,
  }: { readonly document: Document; readonly lines: LineCounter; readonly presets: unknown },
): SettingView {
  const path = key.split('.');
  const known = schemaOf(path);
  const node = nodeAt(document, path);
  const line = isNode(node) && Array.isArray(node.range) ? lines.linePos(node.range[0]).line : null;
  const preset: unknown = path.reduce(
    (value: unknown, part) =>
      typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined,
    presets,
  );
  return {
    ...(isEditable(key) ? kindOf(key, known) : { kind: 'SHOWN' as const }),
    key,
    about: known.description,
    value: valueOf(node, document),
    preset: preset ?? null,
    line,
    loosens: isEditable(key) ? (known.enum ?? []).filter((choice) => isLooser(key, choice)) : [],
  };
}

const nodeAt = (document: Document, path: readonly string[]): unknown =>
  isMap(document.contents) ? document.getIn(path, true) : undefined;
const valueOf = (node: unknown, document: Document): unknown => (isNode(node) ? node.toJS(document) : null);

function schemaOf(path: readonly string[]): z.infer<typeof field> {
  let at: unknown = wholeSchema();
  for (const part of path) at = field.parse(at).properties?.[part];
  return field.parse(at ?? {});
}

function kindOf(key: string, { type, enum: choices, minimum, maximum }: z.infer<typeof field>): SettingKind {
  if (key === 'sites') return { kind: 'SITES' };
  if (choices !== undefined) return { kind: 'CHOICE', choices };
  if (type === 'boolean') return { kind: 'FLAG' };
  if (type === 'integer' || type === 'number') {
    const most = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? null : maximum;
    return { kind: 'WHOLE', least: minimum ?? 0, most };
  }
  return { kind: 'WORDS' };
}

export type SettingEdit = {
  readonly text: string;
  readonly before: unknown;
  readonly loosens: boolean;
};

/** What the file would be. Errors: `config.unreadable`, `config.bad-value`. */
export function editedSettings(file: string, { key, value, base }: SettingChange): Result<SettingEdit> {
  const read = readText(file);
  if (!read.ok) return read;
  if (!isEditable(key))
    return fail('config.bad-value', `\`${key.slice(0, 80)}\` is not changed from the app`, {
      help: `write it into \`${file}\``,
    });
  if (baseOf(read.value) !== base)
    return fail('config.bad-value', 'the settings were changed meanwhile', { help: 'look at them again' });
  const document = parseDocument(read.value ?? '');
  if (document.errors.length > 0)
    return fail('config.unreadable', `\`${file}\` is not YAML`, { help: 'mend it by hand first' });
  const path = key.split('.');
  const before = valueOf(nodeAt(document, path), document);
  const isSame = value === null && !document.hasIn(path);
  if (!isSame && !changed(document, path, value))
    return fail('config.bad-value', `\`${key}\` cannot be changed where it stands`, {
      help: `its place in \`${file}\` is no list of keys: mend it by hand`,
    });
  const made = document.contents === null ? '' : document.toString({ lineWidth: 0 });
  const text = isSame ? (read.value ?? '') : made;
  const checked = SETTINGS.safeParse(parseDocument(text).toJS({ maxAliasCount: 0 }) ?? {});
  const issue = checked.error?.issues[0];
  if (issue !== undefined || text.length > MOST_CHARACTERS)
    return fail('config.bad-value', `${key}: ${issue?.message ?? 'the file would be too long'}`, {
      help: 'docs/settings.md lists every key',
    });
  return ok({ text, before, loosens: isLooser(key, value ?? schemaOf(path).default) });
}

/** The file with these documents as its policy; `before`: its text now. Errors: `config.unreadable`, `config.bad-value`. */
export function settingsWithPolicy(
  file: string,
  policy: readonly string[],
): Result<{ readonly text: string; readonly before: string | null }> {
  const read = readText(file);
  if (!read.ok) return read;
  const document = parseDocument(read.value ?? '');
  if (document.errors.length > 0)
    return fail('config.unreadable', `\`${file}\` is not YAML`, { help: 'mend it by hand first' });
  if (!changed(document, ['policy'], [...policy]))
    return fail('config.bad-value', '`policy` cannot be changed where it stands', {
      help: `its place in \`${file}\` is no list of keys: mend it by hand`,
    });
  const text = document.toString({ lineWidth: 0 });
  const issue = SETTINGS.safeParse(parseDocument(text).toJS({ maxAliasCount: 0 }) ?? {}).error?.issues[0];
  return issue === undefined
    ? ok({ text, before: read.value })
    : fail('config.bad-value', `policy: ${issue.message}`, { help: 'mend the file by hand' });
}

/** False where a text, an alias or a list stands in the way. */
function changed(document: Document, path: readonly string[], value: unknown): boolean {
  if (value === null) {
    document.deleteIn(path);
    return true;
  }
  for (let depth = 0; depth < path.length; depth += 1) {
    const above = path.slice(0, depth);
    const around: unknown = depth === 0 ? document.contents : document.getIn(above, true);
    if (around === null || around === undefined) break;
    if (isScalar(around) && around.value === null) {
      // A section that nothing is in yet.
      if (depth === 0) document.contents = null;
      else document.deleteIn(above);
      break;
    }
    if (!isMap(around)) return false;
  }
  put(document, path, value);
  return true;
}

/** What stays of a list keeps its comments: it is not written anew. */
function put(document: Document, path: readonly string[], value: unknown): void {
  const held: unknown = document.hasIn(path) ? document.getIn(path, true) : undefined;
  if (!Array.isArray(value) || !isSeq(held)) {
    document.setIn(path, typeof value === 'object' ? document.createNode(value) : value);
    return;
  }
  const texts = value.map((one) => JSON.stringify(one));
  const textOf = (item: unknown): string => JSON.stringify(isNode(item) ? item.toJS(document) : item);
  held.items = held.items.filter((item) => texts.includes(textOf(item)));
  const known = held.items.map(textOf);
  for (const one of value) if (!known.includes(JSON.stringify(one))) held.add(document.createNode(one));
}

/** Errors: `config.unwritable`. */
export function writeSettings(file: string, text: string): Result<void> {
  const written = writePrivate(file, text);
  return written.ok
    ? written
    : fail('config.unwritable', `cannot write \`${file}\`: ${written.error.message}`, {
        help: written.error.help ?? 'look at the rights of its directory; nothing was changed',
      });
}

function readText(file: string): Result<string | null> {
  const read = readPrivate(file, { links: true });
  return read.ok
    ? read
    : fail('config.unreadable', `cannot read \`${file}\`: ${read.error.message}`, {
        help: read.error.help ?? 'look at its rights and its owner',
      });
}
