// The user's settings: `config.yaml`, checked key by key. A file that does not parse is an error, never "no settings".
import { LineCounter, isMap, parseDocument } from 'yaml';
import { z } from 'zod';
import { DEFAULT_USERS } from '#executors/browsers/processes/users.ts';
import { readPrivate } from '#executors/system/private-file.ts';
import { rolesSchema } from './roles.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import type { DownloadSettings } from './download-settings.ts';
import { ASSET_CLASSES, TAB_POLICIES } from '#policy/language/vocabulary.ts';

const MEBIBYTE_BYTES = 1024 * 1024;
/** Its keys are compared with each other when it is read. */
const MOST_CHARACTERS = 128 * 1024;

/** The key goes along: in the clear only to this machine. */
const isSafeBase = (url: string): boolean =>
  url.startsWith('https:') || /^http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)(?:[:/]|$)/u.test(url);

const schema = z.strictObject({
  /** Policy files, upper layer first. Default: the Phase-38 policy that comes with the project. */
  policy: z.array(z.string()).min(1).optional(),
  /** A candidate policy that is decided beside the one in force, and logged where it differs. */
  shadow: z.array(z.string()).min(1).optional(),
  /** The semantic hash of a policy whose loosening the operator takes upon themselves. */
  acknowledged: z
    .string()
    .regex(/^sha256:[0-9a-f]{64}$/u, 'is `sha256:` and 64 hexadecimal digits')
    .optional(),
  /** Whether a question may be allowed with `ghost consent` from a terminal, beside the window. Denying is always possible. */
  consent: z
    .strictObject({
      terminal: z.enum(['on', 'off']).default('on'),
      /** As root: whose browser a link of `ghost ui` is for. Without it, whoever comes with the link first. */
      browserUser: z.union([z.string().min(1).max(64), z.number().int().min(0)]).optional(),
    })
    .prefault({}),
  /** Who stands behind the roles that a policy names in `approvers`: accounts and groups of this machine. */
  approvers: rolesSchema,
  /** A browser binary; default: found. */
  browser: z.string().optional(),
  headless: z.boolean().default(true),
  /** More words for the browser's command line. The policy decides on each: unknown ones are asked about, forbidden ones denied. */
  launchFlags: z.array(z.string().startsWith('--', 'starts with `--`')).default([]),
  /** `auto`: a network namespace for each browser where the machine can; `required`: no launch without. */
  network: z
    .strictObject({ namespace: z.enum(['auto', 'required', 'off']).default('auto') })
    .default({ namespace: 'auto' }),
  /** Where cookies may be brought from, each by the name that a caller gives: a saved session's file, or a running browser. */
  cookieSources: z
    .array(
      z.union([
        z.strictObject({ name: z.string().min(1), file: z.string().min(1) }),
        z.strictObject({ name: z.string().min(1), endpoint: z.string().min(1) }),
      ]),
    )
    .default([]),
  /** What is downloaded goes to one folder; each file is scanned by `scanner` (its path is the last argument, exit code 0 passes). */
  downloads: z
    .strictObject({
      /** Absolute; default: `downloads` beside the audit log. */
      folder: z.string().startsWith('/', 'is an absolute path').optional(),
      maxBytes: z
        .number()
        .int()
        .min(1)
        .default(256 * MEBIBYTE_BYTES),
      /** Of all downloads of one task. */
      maxTaskBytes: z
        .number()
        .int()
        .min(1)
        .default(1024 * MEBIBYTE_BYTES),
      timeoutSeconds: z.number().int().min(1).max(3600).default(300),
      scanner: z
        .strictObject({
          command: z.array(z.string()).min(1),
          timeoutSeconds: z.number().int().min(1).max(600).default(60),
        })
        .optional(),
    })
    .prefault({}),
  /** Where the key of what is saved encrypted lies: the user's keyring, a 0600 file, or `auto`: the first that takes one. */
  vault: z.strictObject({ key: z.enum(['auto', 'keyring', 'file']).default('auto') }).prefault({}),
  /** So long a saved session is kept. */
  sessionTtlDays: z.number().int().min(1).max(365).default(7),
  tabPolicy: z.enum(TAB_POLICIES).default('SINGLE_TAB'),
  /** Tabs at once; fewer where memory is short. What comes on top waits. */
  maxTabs: z.number().int().min(1).max(6).default(6),
  /** `process`: a browser for each tab. `context`: one for all of them, each tab in a context of its own: lighter, and less apart. */
  isolation: z.enum(['process', 'context']).default('process'),
  /** As root on Linux each browser runs as a user of its own: so many numbers from the first, which nobody else may have. */
  browserUsers: z
    .strictObject({
      first: z.number().int().min(1000).max(4_294_000_000).default(DEFAULT_USERS.first),
      count: z.number().int().min(16).max(65_536).default(DEFAULT_USERS.count),
    })
    .prefault({}),
  /** As root: the users beside root whose browsers may be attached to, by number. Anybody else attaches to their own alone. */
  attach: z.strictObject({ users: z.array(z.number().int().min(0)).default([]) }).prefault({}),
  /** Browsers that stand ready for the next task while the gateway serves. */
  warmTabs: z.number().int().min(0).max(6).default(2),
  /** What tabs do not fetch until somebody wants a picture of the page. */
  withhold: z.array(z.enum(ASSET_CLASSES)).default([...ASSET_CLASSES]),
  /** What one tab may take: of one core, of memory; over for so long, it is flagged in the log, or ended. */
  budget: z
    .strictObject({
      cpuPercent: z.number().min(1).default(25),
      memoryMb: z.number().int().min(64).default(512),
      seconds: z.number().min(1).default(10),
      over: z.enum(['flag', 'kill']).default('flag'),
    })
    .default({ cpuPercent: 25, memoryMb: 512, seconds: 10, over: 'flag' }),
  /** What proposes the steps. `gemini` sends the text of pages, and pictures where text does not do, to Google or to `baseUrl`. */
  navigator: z
    .strictObject({
      use: z.enum(['offline', 'gemini']).default('offline'),
      /** Model ids of tier 1 and tier 2. */
      flash: z.string().min(1).default('gemini-2.5-flash'),
      pro: z.string().min(1).default('gemini-2.5-pro'),
      /** A proxy in place of Google's endpoint. */
      baseUrl: z
        .url({ protocol: /^https?$/u })
        .refine(isSafeBase, 'is https, or http on this machine')
        .optional(),
    })
    .prefault({}),
  /** Room that the audit log's disk must have, in MiB: below it nothing starts, and what runs ends. Default: 512, or a twentieth. */
  leastFreeMb: z.number().int().min(0).optional(),
  stepLimit: z.number().int().min(1).max(20).default(20),
  timeoutSeconds: z.number().int().min(5).max(3600).default(300),
  port: z.number().int().min(0).max(65_535).default(7717),
  /** Bookmarks: sites that a word in an intent stands for. */
  sites: z
    .array(
      z.strictObject({
        name: z.string().min(1),
        url: z.url({ protocol: /^https?$/u }),
        about: z.array(z.string()).default([]),
      }),
    )
    .default([]),
});

export type Config = z.infer<typeof schema>;

export const DEFAULT_CONFIG: Config = schema.parse({});

/** Reads `config.yaml`; a missing file gives the defaults. Errors: `config.unreadable`, `config.bad-value`, with line and column. */
export function readConfig(file: string): Result<Config> {
  const read = readPrivate(file, { links: true });
  if (!read.ok) return unread(file, read.error);
  const text = read.value;
  if (text === null) return ok(DEFAULT_CONFIG);
  if (text.length > MOST_CHARACTERS)
    return fail('config.unreadable', `\`${file}\` has more than ${MOST_CHARACTERS} characters`);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true });
  const broken = document.errors[0];
  if (broken !== undefined) {
    const at = lines.linePos(broken.pos[0]);
    return fail('config.unreadable', broken.message.split('\n')[0] ?? 'not YAML', {
      span: { file, line: at.line, column: at.col },
    });
  }
  const parsed = schema.safeParse(document.toJS({ maxAliasCount: 0 }) ?? {});
  if (parsed.success) return ok(parsed.data);
  const issue = parsed.error.issues[0];
  const path = issue?.path ?? [];
  const node = isMap(document.contents) && path.length > 0 ? document.getIn(path, true) : document.contents;
  const offset =
    typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)
      ? Number(node.range[0])
      : 0;
  const at = lines.linePos(offset);
  return fail('config.bad-value', `${path.join('.')}: ${issue?.message ?? 'does not fit'}`, {
    span: { file, line: at.line, column: at.col },
    help: 'see the README’s list of settings',
  });
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
