// Foresees from a person's own words which acts a task will come to, and where. Pure: no model and no page is asked.
// INVARIANT: it is told, never decided by: each act is put to the policy when it comes, whatever was foreseen.
import { parse } from 'tldts';
import { plainWords } from '#engines/navigator/offline/words/clauses.ts';
import { intentClassOf, planSubtasks } from '#engines/planner/plan.ts';
import type { BrowserCapability, BrowserExecutorType } from '#policy/language/vocabulary.ts';
import { hostOf } from '#policy/requests/host.ts';
import { NamedOrigins } from '#gateway/boundary/grants/named-origins.ts';
import type { HostMap, Secret } from '#gateway/boundary/task/context.ts';
import { expectedClass } from '#gateway/boundary/task/facts.ts';
import { namedInIntent, webUrl, withStart } from '#gateway/boundary/task/starts.ts';
import type { Site } from '#gateway/boundary/task/starts.ts';
import type { ExpectedAct, ExpectedKind, ForecastView } from '#gateway/protocol/views/forecast.ts';

export type ForecastParts = {
  readonly sites: readonly Site[];
  readonly hostMap: HostMap;
  readonly executor: BrowserExecutorType;
  /** Where a log-in is saved, a task may come to use it. */
  readonly secrets: Readonly<Record<string, Pick<Secret, 'origin'>>>;
  /** Names of the sources that cookies may be brought from. */
  readonly sources: readonly string[];
};

type Asked = { readonly intent: string; readonly startUrl: string | null };

const CAPABILITY: Readonly<Record<ExpectedKind, BrowserCapability>> = {
  OPEN: 'NAVIGATE_CROSS_ORIGIN',
  LOG_IN: 'FORM_SUBMIT_CREDENTIALS',
  PAY: 'FORM_SUBMIT_CREDENTIALS',
  SEND: 'FORM_SUBMIT_DATA',
  DOWNLOAD: 'FILE_DOWNLOAD',
  UPLOAD: 'FILE_UPLOAD',
};

/** Words of an order that lead to an act, in the grammar's own language. */
const SAID: Readonly<Record<Exclude<ExpectedKind, 'OPEN'>, RegExp>> = {
  LOG_IN: /\b(?:log|sign)[\s-]*(?:in|on)\b/iu,
  PAY: /\b(?:buy|purchase|pay|check\s*out|donate)\b/iu,
  SEND: /\b(?:send|post|publish|submit|reply|register|sign\s*up|subscribe|change|update|save|add)\b/iu,
  DOWNLOAD: /\bdownload\b/iu,
  UPLOAD: /\b(?:upload|attach)\b/iu,
};
const KINDS = ['LOG_IN', 'PAY', 'SEND', 'DOWNLOAD', 'UPLOAD'] as const satisfies readonly ExpectedKind[];

export function forecastOf({ intent, startUrl }: Asked, parts: ForecastParts): ForecastView {
  const given = startUrl === null ? null : webUrl(startUrl);
  const start = given?.ok === true ? given.value : null;
  const subtasks = planSubtasks(intent, parts.sites, start);
  const begun = withStart(subtasks, start, intent, parts.sites);
  const named = new NamedOrigins(namedInIntent(intent, start, parts.sites));
  const expected: ExpectedAct[] = [];
  const add = (does: ExpectedKind, url: string): void => {
    const act = expectedAt(does, url, named, parts);
    if (expected.every((one) => one.does !== does || one.host !== act.host)) expected.push(act);
  };
  const sites: { host: string; url: string }[] = [];
  let here: string | null = null;
  for (const { intent: words, startUrl: url } of begun.ok ? begun.value : []) {
    here = url ?? here;
    if (here === null) continue;
    const host = hostIn(here);
    if (sites.every((one) => one.host !== host)) sites.push({ host, url: here });
    add('OPEN', here);
    for (const kind of kindsIn(words, here, parts)) add(kind, here);
  }
  return {
    intentClass: intentClassOf(intent, parts.sites, start),
    parts: subtasks.length,
    sites,
    expected,
    signIns: sites.flatMap(({ host }) => signInsAt(host, parts.sources)),
  };
}

function kindsIn(words: string, url: string, { secrets }: ForecastParts): readonly ExpectedKind[] {
  const plain = plainWords(words);
  const origin = URL.parse(url)?.origin;
  const hasLogIn = Object.values(secrets).some((secret) => secret.origin === origin);
  return KINDS.filter((kind) => SAID[kind].test(plain) || (kind === 'LOG_IN' && hasLogIn));
}

function expectedAt(does: ExpectedKind, url: string, named: NamedOrigins, parts: ForecastParts): ExpectedAct {
  const host = hostIn(url);
  return {
    does,
    host,
    request: {
      capability: CAPABILITY[does],
      executor: parts.executor,
      url,
      ...(does === 'OPEN'
        ? {
            namedByUser: String(named.has(url)),
            addressClass: expectedClass(host, parts.hostMap),
          }
        : {}),
    },
  };
}

const hostIn = (url: string): string => hostOf(URL.parse(url));

function signInsAt(host: string, sources: readonly string[]): ForecastView['signIns'] {
  const { domain } = parse(host, { allowPrivateDomains: true });
  return domain === null ? [] : sources.map((source) => ({ domain, source }));
}
