// The answer's headers as a document gets them: sandboxed, without features it was not granted, with nothing that reports.
// INVARIANT: what the page set for itself is only tightened; a header that would loosen, report or load ahead goes.
import { DOCUMENT_ACTS, pageActRow } from '#policy/acts/page-acts.ts';
import type { PageActKind } from '#policy/language/vocabulary.ts';
import type { PageGrants } from '#executors/contract/document.ts';
import { FEATURES, NEVER_POLICY } from './feature-rows.ts';

export type Header = { readonly name: string; readonly value: string };

/** The body is handed over decoded and whole, cookies were kept when they came, the rest has no use but to reach further. */
const ALWAYS_GONE = new Set([
  'accept-ch',
  'activate-storage-access',
  'clear-site-data',
  'content-encoding',
  'content-length',
  'content-security-policy-report-only',
  'critical-ch',
  'cross-origin-embedder-policy-report-only',
  'cross-origin-opener-policy-report-only',
  'document-policy-report-only',
  'origin-trial',
  'permissions-policy-report-only',
  'set-cookie',
  'set-cookie2',
  'transfer-encoding',
  'use-as-dictionary',
]);

/** Gone unless the row is granted. */
const GONE_WITHOUT: Readonly<Record<string, PageActKind>> = {
  'report-to': 'REPORTING',
  'reporting-endpoints': 'REPORTING',
  nel: 'REPORTING',
  'speculation-rules': 'PREFETCH',
  'supports-loading-mode': 'PREFETCH',
  'service-worker-allowed': 'SERVICE_WORKER',
  'attribution-reporting-register-source': 'ADVERTISING',
  'attribution-reporting-register-trigger': 'ADVERTISING',
  'ad-auction-allowed': 'ADVERTISING',
  'observe-browsing-topics': 'ADVERTISING',
  'shared-storage-write': 'ADVERTISING',
  'supports-fenced-frames': 'ADVERTISING',
};

const ORIGIN_STORAGE = DOCUMENT_ACTS.filter((kind) => pageActRow(kind).storage !== undefined);

/** A document without any storage of its origin gets an origin of its own, which has none. */
export const isOpaque = (grants: PageGrants): boolean => !ORIGIN_STORAGE.some((kind) => grants.has(kind));

export function documentHeaders(
  headers: readonly Header[],
  grants: PageGrants,
  documentUrl: string,
): Header[] {
  const kept = headers.flatMap((header): Header[] => {
    const name = header.name.toLowerCase();
    if (ALWAYS_GONE.has(name)) return [];
    const needs = Object.hasOwn(GONE_WITHOUT, name) ? GONE_WITHOUT[name] : undefined;
    if (needs !== undefined && !grants.has(needs)) return [];
    // Several lines become one value, so a malformed one of the page's would void ours.
    if (name === 'permissions-policy') return [];
    if (name === 'content-security-policy') return lines(header, withoutReports(header.value, grants));
    if (name === 'link') return lines(header, withoutLoadingAhead(header.value, grants, documentUrl));
    return [header];
  });
  const own = headers
    .filter(({ name }) => name.toLowerCase() === 'permissions-policy')
    .flatMap(({ value }) => value.split(','));
  return [
    ...kept,
    { name: 'Content-Security-Policy', value: contentPolicy(grants) },
    { name: 'Permissions-Policy', value: permissionsPolicy(grants, own) },
  ];
}

const lines = (header: Header, value: string): Header[] =>
  value === '' ? [] : [{ name: header.name, value }];

/** One more policy beside the page's own: the browser enforces each of them. */
export function contentPolicy(grants: PageGrants): string {
  const tokens = [
    'allow-scripts',
    'allow-forms',
    'allow-modals',
    'allow-popups',
    'allow-downloads',
    'allow-top-navigation-by-user-activation',
    // A window that an opaque document opens stays as confined as it is.
    ...(isOpaque(grants)
      ? []
      : ['allow-same-origin', 'allow-top-navigation', 'allow-popups-to-escape-sandbox']),
    ...(grants.has('INPUT_LOCK') ? ['allow-pointer-lock'] : []),
    ...(grants.has('FULLSCREEN') ? ['allow-orientation-lock'] : []),
    ...(grants.has('DEVICE') ? ['allow-presentation'] : []),
  ];
  const workers = grants.has('WORKER') || grants.has('SHARED_WORKER') || grants.has('SERVICE_WORKER');
  return [`sandbox ${tokens.join(' ')}`, ...(workers ? [] : [`worker-src 'none'`])].join('; ');
}

/** Of the page's own entries those stay that take away, or give to itself: `name=()` and `name=(self)`. */
function permissionsPolicy(grants: PageGrants, own: readonly string[]): string {
  const refused = FEATURES.filter(([kind]) => !grants.has(kind)).flatMap(([, row]) => row.policy ?? []);
  const off = [...new Set([...NEVER_POLICY, ...refused])];
  const tightened = own.flatMap((entry) => {
    const found = /^\s*([a-z][a-z0-9-]*)=(?:\(\s*(?:(self)\s*)?\)|(self))\s*$/.exec(entry);
    const name = found?.[1];
    if (name === undefined || off.includes(name)) return [];
    return [`${name}=${found?.[2] === undefined && found?.[3] === undefined ? '()' : '(self)'}`];
  });
  return [...tightened, ...off.map((name) => `${name}=()`)].join(', ');
}

function withoutReports(policy: string, grants: PageGrants): string {
  if (grants.has('REPORTING')) return policy;
  return policy
    .split(',')
    .map((one) =>
      one
        .split(';')
        .filter((directive) => !/^\s*report-(?:uri|to)(?:\s|$)/i.test(directive))
        .join(';'),
    )
    .join(',');
}

const AHEAD = /^(?:preconnect|dns-prefetch|prefetch|prerender|compression-dictionary)$/;
const LOADS = /^(?:preload|modulepreload)$/;

/** RFC 8288: `<target>; rel="one two", …`. What loads ahead goes, and what is preloaded from elsewhere. */
function withoutLoadingAhead(value: string, grants: PageGrants, documentUrl: string): string {
  if (grants.has('PREFETCH')) return value;
  const links = value.match(/<[^<>]*>(?:[^,"]|"(?:[^"\\]|\\.)*")*/g) ?? [];
  return links
    .filter((link) => {
      const target = URL.parse(/^<([^>]*)>/.exec(link)?.[1] ?? '', documentUrl);
      const rel = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i.exec(link);
      const kinds = (rel?.[1] ?? rel?.[2] ?? '').toLowerCase().split(/\s+/);
      if (kinds.some((kind) => AHEAD.test(kind))) return false;
      const foreign = target === null || target.origin !== URL.parse(documentUrl)?.origin;
      return !(foreign && kinds.some((kind) => LOADS.test(kind)));
    })
    .map((link) => link.trim())
    .join(', ');
}
