// The user's settings: `config.yaml`, checked key by key. A file that does not parse is an error, never "no settings".
import { type Document, LineCounter, isAlias, parseDocument, visit, type YAMLParseError } from 'yaml';
import type { z } from 'zod';
import { readPrivate } from '#executors/system/private-file.ts';
import { SETTINGS } from './schema.ts';
import { settingsProblem } from './settings-problem.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import type { DownloadSettings } from './download-settings.ts';

/** Its keys are compared with each other when it is read. */
export const MOST_CHARACTERS = 128 * 1024;

export type Config = z.infer<typeof SETTINGS>;

export const DEFAULT_CONFIG: Config = SETTINGS.parse({});

/** Reads `config.yaml`; a missing file gives the defaults. Errors: `config.unreadable`, `config.bad-value`, with line and column. */
export function readConfig(file: string): Result<Config> {
  const read = readPrivate(file, { links: true });
  if (!read.ok) return unread(file, read.error);
  const text = read.value;
  if (text === null) return ok(DEFAULT_CONFIG);
  if (text.length > MOST_CHARACTERS)
    return fail('config.unreadable', `\`${file}\` has more than ${MOST_CHARACTERS} characters`);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, prettyErrors: false });
  const broken = document.errors[0];
  if (broken !== undefined) {
    const at = lines.linePos(broken.pos[0]);
    return fail('config.unreadable', `it is not YAML: ${inWords(broken)}`, {
      span: { file, line: at.line, column: at.col },
      help:
        broken.code === 'DUPLICATE_KEY'
          ? 'leave one of them out'
          : 'look at this line, and at the end of the one before',
    });
  }
  const alias = firstAlias(document);
  if (alias !== null) {
    const at = lines.linePos(alias);
    return fail('config.unreadable', 'it refers to another place of the file by a `*`', {
      span: { file, line: at.line, column: at.col },
      help: 'write the value out: aliases are not followed',
    });
  }
  const parsed = SETTINGS.safeParse(document.toJS({ maxAliasCount: 0 }) ?? {});
  return parsed.success
    ? ok(parsed.data)
    : { ok: false, error: settingsProblem(parsed.error.issues, { file, document, lines }) };
}

/** Of these the parser's words hold nothing of the file, which has secrets in it. */
const WITHOUT_TEXT: ReadonlySet<YAMLParseError['code']> = new Set([
  'BAD_INDENT',
  'BLOCK_AS_IMPLICIT_KEY',
  'BLOCK_IN_FLOW',
  'DUPLICATE_KEY',
  'KEY_OVER_1024_CHARS',
  'MISSING_CHAR',
  'MULTILINE_IMPLICIT_KEY',
  'MULTIPLE_DOCS',
  'TAB_AS_INDENT',
]);

const inWords = ({ code, message }: YAMLParseError): string =>
  WITHOUT_TEXT.has(code) ? message : 'what stands there is not understood';

/** Where one stands, or `null`. */
function firstAlias(document: Document): number | null {
  let found: number | null = null;
  visit(document, {
    Node: (_key, node) => {
      if (!isAlias(node)) return undefined;
      found = node.range?.[0] ?? 0;
      return visit.BREAK;
    },
  });
  return found;
}

/** Whoever writes the settings names the policy: one that others may write is none of ours. */
function unread(file: string, { message, help, cause }: Failure): Result<never> {
  return fail('config.unreadable', `cannot read \`${file}\`: ${message}`, {
    ...(help === undefined ? {} : { help }),
    ...(cause === undefined ? {} : { cause }),
  });
}

const NAMESPACE = { auto: 'AUTO', required: 'REQUIRED', off: 'OFF' } as const;

const ISOLATION = { process: 'PROCESS', context: 'CONTEXT' } as const;

/** Whether nobody named a site of their own there. Settings that cannot be read name none: opening says what is wrong with them. */
export function namesNoSite(file: string): boolean {
  const read = readConfig(file);
  return read.ok && read.value.sites.length === 0;
}

/** What a launch is planned with. */
export const planOptions = ({
  headless,
  browser,
  network,
  launchFlags,
  isolation,
  browserUsers,
}: Config) => ({
  headless,
  users: browserUsers,
  isolation: ISOLATION[isolation],
  ...(launchFlags.length === 0 ? {} : { extraFlags: launchFlags }),
  namespace: NAMESPACE[network.namespace],
  ...(browser === undefined ? {} : { executablePath: browser }),
});

/** Where downloads go and how large they may be. `own`: the folder where none is set. */
export function downloadSettings({ downloads }: Config, own: string): DownloadSettings {
  const { folder, scanner, ...limits } = downloads;
  return { ...limits, folder: folder ?? own, ours: folder === undefined, scanner: scanner ?? null };
}
