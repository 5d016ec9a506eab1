// Every message of the loader and the compiler, word for word, in one golden file: `UPDATE_GOLDEN=1` writes it for review.
// Each case is a test of its own, so that a mutant of the loader meets the cases that it can change and no others.
import { readFileSync, globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkPolicy, checkWithParents } from '#policy/engine/compile/check.ts';
import { formatFailures } from '#test/fixtures/policy/failures.ts';
import type { PolicyText } from '#policy/engine/compile/check.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { compilePolicy } from '#policy/engine/compile/compile.ts';
import { urlFacts } from '#policy/requests/host.ts';
import { loadPolicy } from '#policy/engine/reading/load.ts';
import { parseRequest, parseRequestLine } from '#policy/requests/request.ts';
import { golden } from '#test/golden/golden.ts';
import { BAD_DOCUMENTS } from '#test/fixtures/policy/bad-documents.ts';
import { TODAY, edited, layer, shipped } from '#test/fixtures/policy/policies.ts';

type Case = () => readonly Failure[];

const CASES: Readonly<Record<string, Case>> = {
  ...Object.fromEntries(BAD_DOCUMENTS.map(({ what, text }): [string, Case] => [what, () => loading(text)])),
  ...effective(),
  ...requests(),
  ...urls(),
};

function loading(text: string | Uint8Array): readonly Failure[] {
  const loaded = loadPolicy(text, { file: 'p.yaml' });
  return loaded.ok ? [] : loaded.error;
}

function errorsOf(result: Result<unknown>): readonly Failure[] {
  return result.ok ? [] : [result.error];
}

/** What only shows when layers come together. */
function effective(): Record<string, Case> {
  const check = (...texts: readonly PolicyText[]): readonly Failure[] =>
    checkPolicy(texts, { today: TODAY }).findings;
  const below = (body: string): readonly Failure[] => check(shipped('default'), layer(body));
  const named = (id: string, body: string): PolicyText => ({
    file: `${id}.yaml`,
    text: `policy: 1\nid: ${id}\n${body}\n`,
  });
  const including = (hash: string, lists: string): PolicyText => ({
    ...named(
      'child',
      `extends: { id: phase38-default }\ninclude: [{ file: a.policy-lists.yaml, hash: 'sha256:${hash}' }]`,
    ),
    included: [{ name: 'a.policy-lists.yaml', text: lists }],
  });
  const child = named('child', 'extends: { id: phase38-default }');
  const withParents = (target: PolicyText, known: readonly PolicyText[]): readonly Failure[] =>
    checkWithParents(target, known, { today: TODAY }).findings;
  const none = (): readonly Failure[] => {
    const compiled = compilePolicy([], { today: TODAY });
    return compiled.ok ? [] : compiled.error;
  };
  return {
    'layers: none': none,
    'layers: a child alone': () => check(child),
    'include: another file': () => check(including('0'.repeat(64), 'lists: { a: [a.example] }\n')),
    'include: no lists': () =>
      check(including('e0dfa70eb69d47fe9cb2be8a4fcd53e74cf7fe26fcbb1f06912b57a9c028e4e0', 'rules: []\n')),
    'layers: the parent of another': () =>
      check(shipped('default'), named('child', 'extends: { id: other }')),
    'layers: two beside each other': () =>
      check(shipped('default'), named('other', 'extends: { id: phase38-default }'), child),
    'layers: a second first layer': () =>
      check(shipped('default'), {
        file: 'second.yaml',
        text: String(edited(['id: phase38-default', 'id: second']).text),
      }),
    'layers: another hash': () =>
      check(
        shipped('default'),
        named('child', `extends: { id: phase38-default, hash: "sha256:${'0'.repeat(64)}" }`),
      ).map((one) => ({ ...one, help: (one.help ?? '').replace(/[0-9a-f]{64}/, '<hash>') })),
    'layers: nine of them': () =>
      check(
        shipped('default'),
        ...Array.from({ length: 8 }, (_, index) =>
          named(`l${index}`, `extends: { id: ${index === 0 ? 'phase38-default' : `l${index - 1}`} }`),
        ),
      ),
    'layers: a circle': () =>
      withParents(named('a', 'extends: { id: b }'), [
        named('b', 'extends: { id: c }'),
        named('c', 'extends: { id: a }'),
      ]),
    'layers: a parent that is itself': () => withParents(named('a', 'extends: { id: a }'), []),
    'layers: a parent nobody has': () => withParents(child, []),
    'layers: a parent in a file that was not named': () =>
      withParents(named('sales', 'extends: { id: acme }'), [shipped('default'), shipped('demo')]),
    'layers: a parent of another name': () =>
      withParents(named('a', 'extends: { id: phase38-defualt }'), [shipped('default')]),
    'layers: an approver from below': () => below('escalation: { approvers: [agent] }'),
    'layers: an approver of a rule from below': () =>
      below('rules: [{ id: r, decision: ESCALATE, when: { host: a.test }, escalate: { approvers: [usr] } }]'),
    'invariants: a NEVER cell allowed': () =>
      check(edited(['ACCESS_PASSWORDS: [NEVER, NEVER]', 'ACCESS_PASSWORDS: [ALLOW, NEVER]'])),
    'invariants: a floor removed': () =>
      check(edited(['sandbox: false }\n    violation', 'sandbox: true }\n    violation'])),
    'invariants: no duty to audit': () => check(edited(['always: [AUDIT]', 'always: [MASK_VALUE]'])),
    'invariants: a delegation that reaches too far': () =>
      check(
        edited([
          'delegate:\n',
          'delegate:\n  - { id: wide, to: ALLOW, when: { capability: FORM_SUBMIT_CREDENTIALS } }\n',
        ]),
      ),
    'escalation: nobody may answer': () =>
      check(
        edited([
          'rules:\n',
          'rules:\n  - { id: a, decision: ESCALATE, when: { capability: SCREENSHOT }, escalate: { approvers: [ana] } }\n  - { id: b, decision: ESCALATE, when: { capability: SCREENSHOT }, escalate: { approvers: [bob] } }\n',
        ]),
      ),
    'floors: a rule inside a floor of its layer': () =>
      check(
        edited([
          'rules:\n',
          'rules:\n  - { id: inside, decision: ALLOW, when: { launchFlags: FORBIDDEN_FLAG } }\n',
        ]),
      ),
    'floors: a delegation inside a floor of its layer': () =>
      check(
        edited([
          'delegate:\n',
          'delegate:\n  - { id: inside, to: ALLOW, when: { capability: ACCESS_HISTORY } }\n',
        ]),
      ),
    'tests: another decision': () =>
      check(
        edited(
          ['SCREENSHOT: [ALLOW, ALLOW]', 'SCREENSHOT: [ESCALATE, ESCALATE]'],
          ['expect: ALLOW', 'expect: DENY'],
        ),
      ),
    'tests: another entry': () => check(edited(['by: popups', 'by: tabs-apart'])),
    'budget: too many cells': () =>
      checkPolicy([shipped('default')], { today: TODAY, cellBudget: 50 }).findings,
  };
}

function requests(): Record<string, Case> {
  const base = { capability: 'SCREENSHOT', executor: 'HEADED_CHROMIUM' };
  const bad: Readonly<Record<string, unknown>> = {
    'no object': 5,
    'a list': [],
    'no capability': { executor: 'HEADED_CHROMIUM' },
    'an instance': new Map(),
    'a symbol': { ...base, [Symbol('x')]: 1 },
    'a getter': Object.defineProperty({ ...base }, 'host', { get: () => 'a.test', enumerable: true }),
    'display supplied': { ...base, display: 'HEADED' },
    'an unknown key': { ...base, sandbx: true },
    'an unknown member': { ...base, executor: 'HEADED_CHROMUM' },
    'a list for a member': { ...base, executor: ['HEADED_CHROMIUM'] },
    'null for a member': { ...base, origin: null },
    'text for a boolean': { ...base, sandbox: 'true' },
    'null for a boolean': { ...base, sandbox: null },
    'a number too large': { ...base, downloads: 1001 },
    'a number too small': { ...base, downloads: -1 },
    'a fraction': { ...base, downloads: 0.5 },
    'text for a number': { ...base, downloads: '5' },
    'a host that is none': { ...base, host: 'a b' },
    'a URL for a host': { ...base, host: 'https://a.test/' },
    'a host that is not the URL’s': { ...base, host: 'b.test', url: 'https://a.test/' },
    'a scheme that is not the URL’s': { ...base, scheme: 'HTTP', url: 'https://a.test/' },
    'an address that is not the host’s': { ...base, host: '127.0.0.1', addressClass: 'PUBLIC' },
    'a flag that is no text': { ...base, launchFlags: [5] },
    'an unknown class of flags': { ...base, launchFlags: 'DIRTY' },
    'a bad URL': { ...base, url: 'nonsense' },
    'a port that is not the URL’s': { ...base, portClass: 'DEFAULT', url: 'https://a.test:8443/' },
    'a path that is not the URL’s': { ...base, path: '/b', url: 'https://a.test/a' },
    'a path that is none': { ...base, path: 'a\\b' },
    'a folder that is relative': { ...base, folder: '../x' },
    'an endpoint that is none': { ...base, endpoint: '9222' },
    'words supplied': { ...base, elementWords: 'buying' },
    'a list for a name': { ...base, elementName: ['buy'] },
  };
  const lines = { 'not JSON': '{', 'a key twice': '{"capability":"SCREENSHOT","capability":"OPEN_TAB"}' };
  return {
    ...Object.fromEntries(
      Object.entries(bad).map(([what, value]) => [`request: ${what}`, () => errorsOf(parseRequest(value))]),
    ),
    ...Object.fromEntries(
      Object.entries(lines).map(([what, line]) => [
        `request line: ${what}`,
        () => errorsOf(parseRequestLine(line)),
      ]),
    ),
  };
}

function urls(): Record<string, Case> {
  const bad = [
    'example.com',
    '//example.com/',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https:/example.com/',
    'https:example.com',
    'https://user@example.com/',
    'https://user:secret@example.com/',
    'https://@example.com/',
    'https:\\\\example.com/',
    'https://example.com\\.evil.test/',
    'https://exa mple.com/',
    'https://example.com/\u0000',
    'https://a..b/',
    'about:config',
    `https://${'a'.repeat(300)}.test/`,
    `x${'y'.repeat(300)}`,
  ];
  return Object.fromEntries(bad.map((url) => [`url: ${JSON.stringify(url)}`, () => errorsOf(urlFacts(url))]));
}

/** A golden file is text: what an editor would not show is escaped. */
const printable = (text: string): string =>
  text.replaceAll(/[^\n\u0020-\u007e…’]/g, (one) => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`);

/** What a case says. Engines word JSON's errors in their own ways, and five thousand like lines say nothing more. */
function said(what: string, found: readonly Failure[]): string {
  const shown = found
    .slice(0, 12)
    .map((one) => (what === 'request line: not JSON' ? { ...one, cause: '…' } : one));
  const more = found.length > 12 ? `\n… ${found.length - 12} more` : '';
  return printable(`# ${what}\n${formatFailures(shown)}${more}`);
}

const NAMES = Object.keys(CASES);
const FILE = new URL('../../../golden/policy-messages.txt', import.meta.url);

test('the golden file has the cases, each once, in their order', () => {
  if (process.env['UPDATE_GOLDEN'] === '1') {
    const text = Object.entries(CASES).map(([what, found]) => said(what, found()));
    golden('policy-messages.txt', `${text.join('\n\n')}\n`);
  }
  expect(sections().map((one) => one.split('\n')[0])).toEqual(NAMES.map((what) => printable(`# ${what}`)));
});

test.each(NAMES)('%s: a failure that reads as the golden file says', (what) => {
  const found = CASES[what]?.() ?? [];
  expect(found.length).toBeGreaterThan(0);
  expect(said(what, found)).toBe(sections()[NAMES.indexOf(what)]);
});

function sections(): readonly string[] {
  return readFileSync(FILE, 'utf8')
    .trimEnd()
    .split(/\n\n(?=# )/);
}

test('every error of a document has its place', () => {
  for (const { what, text } of BAD_DOCUMENTS)
    for (const { span, message } of loading(text)) {
      expect(span?.file, `${what}: ${message}`).toBe('p.yaml');
      expect(span?.line, `${what}: ${message}`).toBeGreaterThan(0);
      expect(span?.column, `${what}: ${message}`).toBeGreaterThan(0);
    }
});

test('every error code that the loader and the compiler know is shown', () => {
  const folder = new URL('../../../../policy/', import.meta.url);
  const sources = globSync('{language,requests,acts,engine}/**/*.ts', { cwd: folder }).filter(
    (name) => !name.endsWith('/failure.ts'),
  );
  const known = new Set(
    sources.flatMap(
      (name) => readFileSync(new URL(name, folder), 'utf8').match(/(?<=')policy\.[a-z-]+(?=')/g) ?? [],
    ),
  );
  const text = sections().join('\n');
  expect([...known].filter((code) => !text.includes(`: ${code}: `) && !text.includes(`\n${code}: `))).toEqual(
    [],
  );
  expect(known.size).toBeGreaterThan(15);
});
