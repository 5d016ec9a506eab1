// The service's settings, from its environment. INVARIANT: what is missing or malformed stops the start with every fault named, and no
// value of a secret in any of them.
import { z } from 'zod';
import { Secret } from '../system/secret.ts';
import type { Time } from '../system/time.ts';
import { ALGORITHMS, type TokenRules } from '../auth/verify.ts';
import type { TraceSettings } from '../log/otlp.ts';
import type { QueueLimits } from '../queue/rate-queue.ts';

export type Settings = {
  readonly host: string;
  readonly port: number;
  /** Where Prometheus reads, on this machine alone; `null` for nowhere. */
  readonly metricsPort: number | null;
  readonly upstream: string;
  readonly key: Secret;
  /** For the keyed hash of a user's id in the log. */
  readonly userKey: Secret;
  readonly tokens: TokenRules;
  readonly models: ReadonlyMap<string, QueueLimits>;
  /** Which text is written into the log, redacted; by default none. */
  readonly texts: ReadonlySet<LoggedText>;
  /** Days that the log keeps an entry: it refuses one whose time is longer ago. */
  readonly retentionDays: number;
  /** Where spans go; `null` for nowhere. */
  readonly traces: TraceSettings | null;
  /** Google Cloud's project, for the trace of an entry. */
  readonly project: string | null;
};

/** `intents`: what persons asked of a task. `pages`, only beside it: prompts, which hold both, and answers. */
const LOGGED_TEXTS = ['intents', 'pages'] as const;
export type LoggedText = (typeof LOGGED_TEXTS)[number];

const MOST_TOKENS = 1_000_000_000;
const list = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
  .pipe(z.array(z.string().min(1).max(256)).min(1));
const isLocal = ({ hostname }: URL): boolean => /^(?:127\.0\.0\.1|\[::1\]|localhost)$/u.test(hostname);
const endpoint = z
  .url({ abort: true })
  .refine(
    (text) => new URL(text).protocol === 'https:' || isLocal(new URL(text)),
    'is https, or this machine',
  )
  .refine((text) => {
    const { username, password } = new URL(text);
    // An empty query, fragment or name is none for `URL`, and a path that is put behind it becomes a part of it.
    return `${username}${password}` === '' && !/[\s?#@]/u.test(text);
  }, 'is an address alone: no name, query, fragment or space');
const port = z.coerce.number().int().min(0).max(65_535);
const count = (text: string | undefined): number => Number(text ?? Number.NaN);

/** `gemini-2.5-flash=1000/1000000`: requests and tokens a minute. */
const models = list.transform((entries, context) => {
  const found = new Map<string, { requestsPerMinute: number; tokensPerMinute: number }>();
  for (const entry of entries) {
    const [, name = '', requests, tokens] =
      /^([a-z0-9][a-z0-9.-]{0,80})=(\d{1,9})\/(\d{1,10})$/u.exec(entry) ?? [];
    const limits = { requestsPerMinute: count(requests), tokensPerMinute: count(tokens) };
    if (
      !(limits.requestsPerMinute > 0 && limits.tokensPerMinute > 0 && limits.tokensPerMinute <= MOST_TOKENS)
    )
      context.addIssue(`\`${entry}\` is not like gemini-2.5-flash=1000/1000000`);
    found.set(name, limits);
  }
  return found;
});

const schema = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(8080),
  METRICS_PORT: port.optional(),
  GEMINI_BASE_URL: endpoint.default('https://generativelanguage.googleapis.com'),
  USER_HASH_KEY: z.string().min(16).optional(),
  OIDC_ISSUER: endpoint,
  OIDC_AUDIENCES: list,
  OIDC_AUTHORIZED_PARTIES: list.optional(),
  OIDC_ALGORITHMS: list.pipe(z.array(z.enum(ALGORITHMS))).default(['RS256']),
  ALLOWED_DOMAINS: list.optional(),
  ALLOWED_SUBJECTS: list.optional(),
  MODELS: models,
  QUEUE_DEPTH: z.coerce.number().int().min(1).max(10_000).default(600),
  QUEUE_DEPTH_PER_USER: z.coerce.number().int().min(1).max(10_000).default(60),
  LOG_TEXTS: list
    .pipe(z.array(z.enum(LOGGED_TEXTS)))
    .refine(
      (texts) => !texts.includes('pages') || texts.includes('intents'),
      '`pages` needs `intents` beside it: a prompt holds what the person asked',
    )
    .default([]),
  LOG_RETENTION_DAYS: z.coerce.number().int().min(1).max(3_650).default(30),
  // As OpenTelemetry names them; its library reads OTEL_EXPORTER_OTLP_HEADERS by itself.
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint.optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  GOOGLE_CLOUD_PROJECT: z.string().min(1).optional(),
});

export type Parsed =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly faults: readonly string[] };

export function settingsOf(env: NodeJS.ProcessEnv, time: Time): Parsed {
  const { data, error } = schema.safeParse(env);
  const key = secretOf('GEMINI_API_KEY', env, time);
  const userKey = secretOf('USER_HASH_KEY', env, time);
  const isAnybody = (env['ALLOWED_DOMAINS'] ?? env['ALLOWED_SUBJECTS']) !== undefined;
  if (data === undefined || key === null || userKey === null || !isAnybody) {
    const none = (name: string): string =>
      env[`${name}_FILE`] === undefined
        ? `${name}: set it to one word, or ${name}_FILE to a file of one line`
        : `${name}_FILE: \`${env[`${name}_FILE`]}\` cannot be read, or is no file of one line: check its path and the rights of this user`;
    const faults = [
      ...(error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`),
      ...(key === null ? [none('GEMINI_API_KEY')] : []),
      ...(userKey === null ? [none('USER_HASH_KEY')] : []),
      ...(isAnybody ? [] : ['ALLOWED_DOMAINS: somebody must be allowed: set it, or ALLOWED_SUBJECTS']),
    ];
    return { ok: false, faults };
  }
  const depth = { depth: data.QUEUE_DEPTH, depthPerUser: data.QUEUE_DEPTH_PER_USER };
  return {
    ok: true,
    settings: {
      host: data.HOST,
      port: data.PORT,
      metricsPort: data.METRICS_PORT ?? null,
      upstream: data.GEMINI_BASE_URL.replace(/\/$/u, ''),
      key,
      userKey,
      tokens: {
        issuer: data.OIDC_ISSUER,
        audiences: data.OIDC_AUDIENCES,
        authorizedParties: data.OIDC_AUTHORIZED_PARTIES ?? data.OIDC_AUDIENCES,
        algorithms: data.OIDC_ALGORITHMS,
        domains: data.ALLOWED_DOMAINS ?? [],
        subjects: data.ALLOWED_SUBJECTS ?? [],
      },
      models: new Map([...data.MODELS].map(([name, limits]) => [name, { ...limits, ...depth }])),
      texts: new Set(data.LOG_TEXTS),
      retentionDays: data.LOG_RETENTION_DAYS,
      traces:
        data.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
          ? null
          : { endpoint: data.OTEL_EXPORTER_OTLP_ENDPOINT, ratio: data.OTEL_TRACES_SAMPLER_ARG },
      project: data.GOOGLE_CLOUD_PROJECT ?? null,
    },
  };
}

function secretOf(name: string, env: NodeJS.ProcessEnv, time: Time): Secret | null {
  const file = env[`${name}_FILE`];
  if (file !== undefined) return Secret.fromFile(file, time);
  const value = env[name] ?? '';
  return /^[\x21-\x7e]+$/u.test(value) ? Secret.of(value, time) : null;
}
