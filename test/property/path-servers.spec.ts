// Paths as three kinds of server read them, written here from what is known of each: what a policy allows under one path is never
// served from another, and what it denies is reached by no spelling.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { compilePolicy } from '#policy/engine/compile/compile.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import { loadPolicy } from '#policy/engine/reading/load.ts';
import { parseRequest } from '#policy/requests/request.ts';
import { drawn } from '#test/fixtures/how-much.ts';

/** Decodes escapes byte by byte as Latin-1 where it is no UTF-8; overlong forms of ASCII become ASCII. */
function decode(path: string): string {
  const bytes: number[] = [];
  for (let at = 0; at < path.length; at++) {
    const hex = /^%([0-9A-Fa-f]{2})/.exec(path.slice(at, at + 3))?.[1];
    if (hex === undefined) bytes.push(...new TextEncoder().encode(path[at] ?? ''));
    else {
      bytes.push(Number.parseInt(hex, 16));
      at += 2;
    }
  }
  const plain: number[] = [];
  for (let at = 0; at < bytes.length; at++) {
    const [one = 0, two = 0] = [bytes[at], bytes[at + 1]];
    if ((one === 0xc0 || one === 0xc1) && (two & 0xc0) === 0x80) {
      plain.push(((one & 0x1f) << 6) | (two & 0x3f));
      at += 1;
    } else plain.push(one);
  }
  return new TextDecoder().decode(Uint8Array.from(plain));
}

/** Without dot segments and empty ones. */
function resolve(path: string): string {
  const kept: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') kept.pop();
    else if (segment !== '' && segment !== '.') kept.push(segment);
  }
  return `/${kept.join('/')}`;
}

/** Ends at a NUL, as whatever is written in C does. */
const cut = (path: string): string => path.split('\0', 1)[0] ?? '';

type Server = { readonly name: string; readonly serves: (sent: string) => readonly string[] };
const SERVERS: readonly Server[] = [
  {
    // Decodes, merges slashes; what stands behind it may decode once more, and read the address as one of its own.
    name: 'nginx',
    serves: (sent) => {
      const own = resolve(cut(decode(sent)));
      const behind = cut(decode(own).split(/[?#]/u, 1)[0] ?? '');
      return [own, resolve(behind)];
    },
  },
  {
    // Takes parameters out of every segment, then decodes; a backslash is a slash.
    name: 'Tomcat',
    serves: (sent) => {
      const bare = (path: string): string => path.replaceAll(/;[^/]*/gu, '');
      const own = resolve(decode(bare(sent)).replaceAll('\\', '/'));
      return [own, resolve(bare(own))];
    },
  },
  {
    // Decodes twice, `%u` too, by code page; drops what NTFS drops.
    name: 'IIS',
    serves: (sent) => {
      const wide = (path: string): string =>
        path.replaceAll(/%u([0-9A-Fa-f]{4})/gu, (_, hex: string) =>
          String.fromCharCode(Number.parseInt(hex, 16)),
        );
      const page = (path: string): string =>
        path
          .normalize('NFKC')
          .replaceAll(/[\u2215\u2044]/gu, '/')
          .replaceAll(/[\u2216\u00A5]/gu, '\\');
      const file = (path: string): string =>
        resolve(
          cut(page(path))
            .replaceAll('\\', '/')
            .replaceAll(/\([A-Za-z]\([^)]*\)\)\/?/gu, ''),
        )
          .split('/')
          .map((segment) => segment.replace(/:.*$/su, '').replace(/[. ]+$/u, ''))
          .join('/');
      const once = wide(decode(sent));
      return [file(once), file(wide(decode(once)))];
    },
  },
];
/** For whoever stands behind such a server `/ADMIN` is `/admin`, by capitals or by small letters. */
const FOLDING: readonly Server[] = SERVERS.flatMap(({ name, serves }) => [
  { name: `${name}, in small letters`, serves: (sent) => serves(sent).map((one) => one.toLowerCase()) },
  {
    name: `${name}, in capitals`,
    serves: (sent) =>
      serves(sent).map((one) => one.toUpperCase().replaceAll(/ADMIN|PUBLIC/gu, (word) => word.toLowerCase())),
  },
]);

const TOKENS = [
  '/',
  '/',
  '/',
  '/',
  'public',
  'admin',
  'admin',
  'a',
  'x.html',
  'caf%C3%A9',
  'a%20b',
  '%61dmin',
  'adm%69n',
  '@me',
  '.',
  '..',
  '..',
  '%2e',
  '%2E%2e',
  '.%2e',
  ';',
  ';x',
  '%3b',
  '%2f',
  '%2F',
  '%5c',
  '%252f',
  '%255c',
  '%252e%252e',
  '%2561dmin',
  '%%32%66',
  '%25',
  '%00',
  '%20',
  '%3f',
  '%23',
  '%c0%af',
  '%c0%ae',
  '%ef%bc%8f',
  '%u002f',
  '%u2215',
  '．',
  '／',
  'ａ',
  '℀',
  '(S(x))',
  '::$DATA',
  ':$i30:$INDEX_ALLOCATION',
  '%C2%A5',
  '%E2%80%A5',
  '…',
  '//',
  'ADMIN',
  'Admin',
  'adm%49n',
  'PUBLIC',
  'adm%C4%B1n',
] as const;
const path = fc
  .tuple(
    fc.constantFrom('/', '/public/', '/public', '/admin', '/Admin', '/public/a/', '/x/'),
    fc.array(fc.constantFrom(...TOKENS), { maxLength: 7 }),
  )
  .map(([start, tokens]) => `${start}${tokens.join('')}`);

function policyOf(table: 'ALLOW' | 'DENY', rules: readonly object[]): CompiledPolicy {
  const document = {
    policy: 1,
    id: 'p',
    revision: 1,
    vocabulary: 'phase38/1',
    defaults: [{ id: 'all', by: ['namedByUser'], rows: { false: table, true: table } }],
    floors: [
      {
        id: 'closed',
        decision: 'DENY',
        when: { capability: ['ACCESS_PASSWORDS', 'ACCESS_HISTORY', 'INSTALL_EXTENSION'] },
      },
      { id: 'apart', decision: 'DENY', when: { origin: 'CROSS_ORIGIN' }, except: [{ storage: 'NONE' }] },
      { id: 'single', decision: 'DENY', when: { tabAction: 'OPEN_NEW_TAB', tabPolicy: 'SINGLE_TAB' } },
      { id: 'sandbox', decision: 'ABORT', when: { sandbox: false } },
      { id: 'flags', decision: 'DENY', when: { launchFlags: ['FORBIDDEN_FLAG', 'REQUIRED_FLAG_MISSING'] } },
    ],
    rules,
    obligations: { always: ['AUDIT'] },
  };
  const loaded = loadPolicy(stringify(document), { file: 'p.yaml' });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.error));
  const compiled = compilePolicy([loaded.value], { today: '2026-11-22' });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.error));
  return compiled.value;
}

/** DENY for what is no request. */
function decide(policy: CompiledPolicy, url: string): string {
  const request = parseRequest({ capability: 'NAVIGATE_SAME_ORIGIN', executor: 'HEADED_CHROMIUM', url });
  return request.ok ? policy.decide(request.value).decision : 'DENY';
}

const below = (top: string, one: string): boolean => one === top || one.startsWith(`${top}/`);
const served = (
  url: string,
  servers = SERVERS,
): readonly { readonly server: string; readonly path: string }[] =>
  servers.flatMap(({ name, serves }) =>
    serves(new URL(url).pathname).map((one) => ({ server: name, path: one })),
  );
const RUNS = { numRuns: drawn({ quick: 1_000, long: 4_000, fuzz: 100_000 }), endOnFailure: true };

test('what is allowed under a path is served from below it, by every server', () => {
  const policy = policyOf('DENY', [
    { id: 'r', decision: 'ALLOW', when: { host: 'h.test', path: '/public' } },
  ]);
  const met = { allowed: 0, elsewhere: 0 };
  fc.assert(
    fc.property(path, (one) => {
      const url = `https://h.test${one}`;
      const others = served(url).filter((answer) => !below('/public', answer.path));
      if (others.length > 0) met.elsewhere += 1;
      if (decide(policy, url) !== 'ALLOW') return;
      met.allowed += 1;
      expect({ url, others }).toEqual({ url, others: [] });
    }),
    RUNS,
  );
  expect(met.allowed).toBeGreaterThan(RUNS.numRuns / 100);
  expect(met.elsewhere).toBeGreaterThan(RUNS.numRuns / 100);
});

test('what is denied below a path is served under no spelling, by no server', () => {
  const policy = policyOf('ALLOW', [{ id: 'r', decision: 'DENY', when: { host: 'h.test', path: '/admin' } }]);
  const met = { allowed: 0, shut: 0 };
  fc.assert(
    fc.property(path, (one) => {
      const url = `https://h.test${one}`;
      const reached = served(url).filter((answer) => below('/admin', answer.path));
      if (reached.length > 0) met.shut += 1;
      if (decide(policy, url) !== 'ALLOW') return;
      met.allowed += 1;
      expect({ url, reached }).toEqual({ url, reached: [] });
    }),
    RUNS,
  );
  expect(met.allowed).toBeGreaterThan(RUNS.numRuns / 100);
  expect(met.shut).toBeGreaterThan(RUNS.numRuns / 100);
});

test('what is denied in any case is served under no spelling, by no server that folds case', () => {
  const policy = policyOf('ALLOW', [
    { id: 'r', decision: 'DENY', when: { host: 'h.test', path: '/admin', pathCase: 'INSENSITIVE' } },
  ]);
  const exact = policyOf('ALLOW', [{ id: 'r', decision: 'DENY', when: { host: 'h.test', path: '/admin' } }]);
  const met = { allowed: 0, shut: 0, missed: 0 };
  fc.assert(
    fc.property(path, (one) => {
      const url = `https://h.test${one}`;
      const reached = served(url, FOLDING).filter((answer) => below('/admin', answer.path));
      if (reached.length > 0) met.shut += 1;
      // Without the word it is gone round.
      if (reached.length > 0 && decide(exact, url) === 'ALLOW') met.missed += 1;
      if (decide(policy, url) !== 'ALLOW') return;
      met.allowed += 1;
      expect({ url, reached }).toEqual({ url, reached: [] });
    }),
    RUNS,
  );
  expect(met.allowed).toBeGreaterThan(RUNS.numRuns / 100);
  expect(met.shut).toBeGreaterThan(RUNS.numRuns / 100);
  expect(met.missed).toBeGreaterThan(RUNS.numRuns / 100);
});
