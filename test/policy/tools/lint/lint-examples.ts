// For every lint a document that it speaks of, and one like it that it has nothing to say of.
import type { PolicyText } from '#policy/engine/compile/check.ts';
import type { LintId } from '#policy/tools/lint/model/registry.ts';
import { edited, layer } from '#test/fixtures/policy/policies.ts';

export type Example = {
  readonly id: LintId;
  readonly what: string;
  readonly bad: PolicyText;
  readonly good: PolicyText;
  readonly cellBudget?: number;
};

/** Rules of the first layer itself: the default policy with more of them. */
export const withRules = (...rules: readonly string[]): PolicyText =>
  edited(['\nrules:\n', `\nrules:\n${rules.map((rule) => `  - ${rule}\n`).join('')}`]);

const rules = (...list: readonly string[]): PolicyText =>
  layer(`owner: web\nrules:\n${list.map((rule) => `  - ${rule}`).join('\n')}`);
const download = (host: string, more = ''): string =>
  `{ id: d, decision: ALLOW, when: { capability: FILE_DOWNLOAD, host: ${host} }, reason: r${more} }`;
const upload = (more: string): string =>
  `{ id: u, decision: DENY, when: { capability: FILE_UPLOAD }, reason: r${more} }`;
const tested = (cases: string): PolicyText =>
  layer(
    `owner: web\nrules:\n  - ${upload('')}\ntests:\n  given: { executor: HEADED_CHROMIUM }\n  cases:\n    - ${cases}`,
  );

export const EXAMPLES: readonly Example[] = [
  {
    id: 'no-end-mark',
    what: 'a document that would load in half',
    bad: layer('owner: web'),
    good: edited(['owner:', 'owner:']),
  },
  {
    id: 'truncated',
    what: 'a document without the end that it promises',
    bad: edited(['\nend: phase38-default@1\n', '\n']),
    good: edited(['owner:', 'owner:']),
  },
  {
    id: 'end-mark',
    what: 'the end of another revision',
    bad: edited(['end: phase38-default@1', 'end: phase38-default@2']),
    good: edited(['revision: 1', 'revision: 2'], ['end: phase38-default@1', 'end: phase38-default@2']),
  },
  {
    id: 'end-mark',
    what: 'something behind the end',
    bad: edited(
      ['owner: browser-security\n', ''],
      ['end: phase38-default@1', 'end: phase38-default@1\nowner: browser-security'],
    ),
    good: edited(['owner:', 'owner:']),
  },
  {
    id: 'end-mark',
    what: 'a head that promises no end, or promises it too late',
    bad: layer('owner: web\nend: layer@1'),
    good: edited(['owner:', 'owner:']),
  },
  {
    id: 'unreachable',
    what: 'conditions that exclude each other',
    bad: rules(upload(', logic: { "==": [{ var: capability }, SCREENSHOT] }')),
    good: rules(upload(', logic: { "==": [{ var: display }, HEADED] }')),
  },
  {
    id: 'unreachable',
    what: 'an address in a class that it is not in',
    bad: rules('{ id: a, decision: DENY, when: { host: 10.0.0.1, addressClass: PUBLIC }, reason: r }'),
    good: rules('{ id: a, decision: DENY, when: { host: 10.0.0.1, addressClass: PRIVATE }, reason: r }'),
  },
  {
    id: 'unreachable',
    what: 'a rule that has ended',
    bad: withRules(download('a.example', ', expires: 2026-11-20')),
    good: withRules(download('a.example', ', expires: 2026-11-21')),
  },
  {
    id: 'powerless',
    what: 'a rule under a severer one',
    bad: withRules(
      download('docs.example.com'),
      "{ id: none, decision: DENY, when: { capability: FILE_DOWNLOAD, host: '*.example.com' }, reason: r }",
    ),
    good: withRules(
      download('docs.example.com'),
      "{ id: none, decision: DENY, when: { capability: FILE_DOWNLOAD, host: '*.example.com' }, except: [{ host: docs.example.com }], reason: r }",
    ),
  },
  {
    id: 'powerless',
    what: 'a grant that nobody above delegates',
    bad: rules(
      '{ id: d, decision: ALLOW, when: { capability: INJECT_JAVASCRIPT, host: docs.example.com }, reason: r }',
    ),
    good: rules(
      '{ id: l, decision: ESCALATE, when: { capability: FORM_SUBMIT_CREDENTIALS, executor: HEADLESS_CHROMIUM }, reason: r }',
    ),
  },
  {
    id: 'redundant',
    what: 'a rule that says what holds anyway',
    bad: rules('{ id: p, decision: ESCALATE, when: { capability: INJECT_JAVASCRIPT }, reason: r }'),
    good: rules('{ id: p, decision: DENY, when: { capability: INJECT_JAVASCRIPT }, reason: r }'),
  },
  {
    id: 'loosens-default',
    what: 'a rule that allows what asks by default',
    bad: withRules(download('docs.example.com')),
    good: edited(
      [
        '    when: { capability: NAVIGATE_CROSS_ORIGIN, namedByUser: true',
        '    when: { capability: NAVIGATE_SAME_ORIGIN, namedByUser: true',
      ],
      ['      by: named-by-user\n', ''],
      ['expect: ALLOW', 'expect: ESCALATE'],
    ),
  },
  {
    id: 'sensitive-allow-unscoped',
    what: 'a grant for any host',
    bad: withRules('{ id: d, decision: ALLOW, when: { capability: FILE_DOWNLOAD }, reason: r }'),
    good: withRules(
      '{ id: d, decision: ALLOW, when: { capability: FILE_DOWNLOAD, namedByUser: true }, reason: r }',
    ),
  },
  {
    id: 'sensitive-allow-unscoped',
    what: 'a grant of what a page asks for',
    bad: withRules(
      '{ id: d, decision: ALLOW, when: { capability: FILE_DOWNLOAD, host: a.example, provenance: [USER, PAGE] }, reason: r }',
    ),
    good: withRules(
      '{ id: d, decision: ALLOW, when: { capability: FILE_DOWNLOAD, host: a.example, provenance: USER }, reason: r }',
    ),
  },
  {
    id: 'allow-by-exception',
    what: 'every host but one',
    bad: withRules(
      '{ id: d, decision: ALLOW, when: { capability: FILE_DOWNLOAD }, except: [{ host: bad.example }], reason: r }',
    ),
    good: withRules(
      "{ id: d, decision: ALLOW, when: { capability: FILE_DOWNLOAD, host: '*.b.example' }, except: [{ host: bad.b.example }], reason: r }",
    ),
  },
  {
    id: 'broad-wildcard',
    what: 'suffixes of everybody',
    // An ALLOW of these does not load; that a person is asked at each of them is a warning.
    bad: withRules(
      "{ id: d, decision: ESCALATE, when: { capability: FILE_DOWNLOAD, host: ['*.com', '*.co.uk', '*.github.io', '*.intranet'] }, reason: r }",
    ),
    good: withRules(
      download("['*.a.com', '*.a.co.uk', '*.a.github.io', '*.a.intranet']"),
      "{ id: no, decision: DENY, when: { capability: FILE_DOWNLOAD, host: '*.zip' }, reason: r }",
    ),
  },
  {
    id: 'broad-wildcard',
    what: 'an exception from a restriction',
    bad: rules(
      "{ id: u, decision: DENY, when: { capability: FILE_UPLOAD }, except: [{ host: '*.com' }], reason: r }",
    ),
    good: rules(
      "{ id: u, decision: DENY, when: { capability: FILE_UPLOAD }, except: [{ host: '*.a.com' }], reason: r }",
    ),
  },
  {
    id: 'public-suffix',
    what: 'an ALLOW for whoever registers a name',
    bad: withRules(download("'*.co.uk'")),
    good: withRules(
      download("'*.a.co.uk'"),
      `{ id: e${download("'*.com'", ', publicSuffix: true').slice(7)}`,
    ),
  },
  {
    id: 'any-port',
    what: 'a grant on a host, whatever listens there',
    bad: withRules(download('a.example')),
    good: withRules(
      '{ id: d, decision: ALLOW, when: { capability: FILE_DOWNLOAD, host: a.example, port: [443, 8443] }, reason: r }',
      '{ id: e, decision: ALLOW, when: { capability: FILE_DOWNLOAD, host: b.example, portClass: DEFAULT }, reason: r }',
    ),
  },
  {
    id: 'path-case',
    what: 'a restriction by path, letter by letter',
    bad: withRules('{ id: d, decision: DENY, when: { host: a.example, path: /admin }, reason: r }'),
    good: withRules(
      '{ id: d, decision: DENY, when: { host: a.example, path: /admin, pathCase: INSENSITIVE }, reason: r }',
      '{ id: e, decision: DENY, when: { host: b.example, path: /2026 }, reason: r }',
      '{ id: f, decision: ALLOW, when: { host: c.example, capability: FILE_DOWNLOAD, path: /public }, reason: r }',
    ),
  },
  {
    id: 'path-case',
    what: 'a path that a grant leaves out, letter by letter',
    bad: withRules(
      '{ id: d, decision: ALLOW, when: { capability: FILE_DOWNLOAD, host: a.example }, except: [{ path: /ADMIN }], reason: r }',
    ),
    good: withRules(
      '{ id: d, decision: ALLOW, when: { capability: FILE_DOWNLOAD, host: a.example }, except: [{ path: /ADMIN, pathCase: INSENSITIVE }], reason: r }',
      '{ id: e, decision: DENY, when: { capability: FILE_DOWNLOAD, host: b.example }, except: [{ path: /public }], reason: r }',
    ),
  },
  {
    id: 'apex-missing',
    what: 'subdomains without the host',
    bad: withRules(download("'*.example.com'")),
    good: withRules(download("['*.example.com', example.com]")),
  },
  {
    id: 'apex-only',
    what: 'a host without its subdomains',
    bad: withRules(download('example.com')),
    good: withRules(download('shop.test')),
  },
  {
    id: 'lookalike-host',
    what: 'Cyrillic letters in a Latin name',
    bad: withRules(download('[xn--exmple-4nf.com, example.com]')),
    good: withRules(download('[xn--bcher-kva.example, example.com]')),
  },
  ...[
    ['a digit for a letter', '[paypa1.com, paypal.com]', '[paypal.com, amazon.com]'],
    ['two letters for one', '[rnicrosoft.com, microsoft.com]', '[microsoft.com, micro-blogs.com]'],
    ['two v for a w', '[tvvitter.com, twitter.com]', '[twitter.com, vvv.example]'],
    ['a hyphen put in', '[pay-pal.com, paypal.com]', '[paypal.com, pay-later.com]'],
    ['a letter left out', '[papal.com, paypal.com]', '[a.example, b.example]'],
    ['a letter added', '[paypall.com, paypal.com]', '[paypal.com, www.paypal.com, paypal.org]'],
    ['two letters that have changed places', '[payapl.com, paypal.com]', '[cdn1.example, cdn2.example]'],
    ['another letter', '[paypol.com, paypal.com]', '[shop.example, shoe.example]'],
    ['the end of the name mistyped', '[paypal.co, paypal.com]', '[amazon.de, amazon.com, amazon.co.uk]'],
  ].map(([what = '', bad = '', good = '']): Example => ({
    id: 'lookalike-host',
    what,
    bad: withRules(download(bad)),
    good: withRules(download(good)),
  })),
  {
    id: 'lookalike-host',
    what: 'an imitation that is let in; one that is refused is no mistake',
    bad: withRules(
      download('paypa1.com'),
      '{ id: e, decision: DENY, when: { capability: FILE_UPLOAD, host: paypal.com }, reason: r }',
    ),
    good: withRules(
      download('paypal.com'),
      '{ id: e, decision: DENY, when: { capability: FILE_DOWNLOAD, host: paypa1.com }, reason: r }',
    ),
  },
  {
    id: 'class-missing',
    what: 'a host of this machine without its class',
    bad: rules(
      '{ id: d, decision: ALLOW, when: { capability: NAVIGATE_CROSS_ORIGIN, host: localhost }, reason: r }',
    ),
    good: rules(
      '{ id: d, decision: ALLOW, when: { capability: NAVIGATE_CROSS_ORIGIN, host: localhost, addressClass: LOOPBACK }, reason: r }',
    ),
  },
  {
    id: 'class-missing',
    what: 'one name among others that only one’s own network answers',
    bad: rules(
      "{ id: d, decision: ALLOW, when: { capability: NAVIGATE_CROSS_ORIGIN, host: [example.org, '*.corp.internal'] }, reason: r }",
    ),
    good: rules(
      '{ id: d, decision: ALLOW, when: { capability: FILE_DOWNLOAD, host: localhost }, reason: r }',
    ),
  },
  {
    id: 'broad-addresses',
    what: 'private addresses for every name',
    bad: rules(
      '{ id: d, decision: ALLOW, when: { capability: NAVIGATE_CROSS_ORIGIN, addressClass: [PUBLIC, PRIVATE], namedByUser: true }, reason: r }',
    ),
    good: rules(
      '{ id: d, decision: ALLOW, when: { capability: NAVIGATE_CROSS_ORIGIN, addressClass: PRIVATE, host: wiki.example.org }, reason: r }',
    ),
  },
  {
    id: 'broad-addresses',
    what: 'a table that opens this machine',
    bad: edited(['PRIVATE: DENY', 'PRIVATE: ALLOW']),
    good: edited(['PRIVATE: DENY', 'PRIVATE: ESCALATE']),
  },
  {
    id: 'lookalike-host',
    what: 'addresses and this machine',
    bad: withRules(download("[localhost, 203.0.113.7, '[2001:db8::1]']")),
    good: withRules(
      '{ id: d, decision: DENY, when: { capability: FILE_DOWNLOAD, host: localhost }, reason: r }',
    ),
  },
  {
    id: 'vacuous-invariant',
    what: 'an invariant whose facts exclude each other',
    bad: layer(
      'owner: web\ninvariants:\n  - { id: own, at_least: DENY, over: { display: HEADLESS, executor: HEADED_CHROMIUM } }',
    ),
    good: layer(
      'owner: web\ninvariants:\n  - { id: own, at_least: DENY, over: { display: HEADLESS, capability: ACCESS_PASSWORDS } }',
    ),
  },
  {
    id: 'vacuous-invariant',
    what: 'an invariant over an address in a class that it is not in',
    bad: layer(
      'owner: web\ninvariants:\n  - { id: own, at_least: DENY, over: { host: 10.0.0.1, addressClass: PUBLIC, capability: ACCESS_PASSWORDS } }',
    ),
    good: layer(
      'owner: web\ninvariants:\n  - { id: own, at_least: DENY, over: { host: 10.0.0.1, addressClass: PRIVATE, capability: ACCESS_PASSWORDS } }',
    ),
  },
  {
    id: 'accepts-nothing',
    what: 'an acceptance of what nothing reports',
    bad: rules(upload(', accept: [{ lint: long-lived-grant, reason: it was a grant once }]')),
    good: withRules(
      download(
        'a.example',
        ', accept: [{ lint: long-lived-grant, reason: for as long as the shop is ours }]',
      ),
    ),
  },
  {
    id: 'escalate-nobody',
    what: 'entries with no approver in common',
    bad: withRules(
      '{ id: a, decision: ESCALATE, when: { capability: SCREENSHOT }, escalate: { approvers: [ana] }, reason: r }',
      '{ id: b, decision: ESCALATE, when: { capability: SCREENSHOT }, escalate: { approvers: [bob] }, reason: r }',
    ),
    good: withRules(
      '{ id: a, decision: ESCALATE, when: { capability: CLOSE_TAB }, escalate: { approvers: [ana, user] }, reason: r }',
      '{ id: b, decision: ESCALATE, when: { capability: CLOSE_TAB }, escalate: { approvers: [bob, user] }, reason: r }',
    ),
  },
  {
    id: 'unknown-approver',
    what: 'a document whose approvers are nobody',
    bad: edited(['approvers: [user]', 'approvers: [payments-team]']),
    good: edited(['approvers: [user]', 'approvers: [ana]']),
  },
  {
    id: 'unknown-approver',
    what: 'an entry of whose approvers one is nobody',
    bad: withRules(
      '{ id: b, decision: ESCALATE, when: { capability: CLOSE_TAB }, escalate: { approvers: [payments-team, user] }, reason: r }',
    ),
    good: withRules(
      '{ id: b, decision: ESCALATE, when: { capability: CLOSE_TAB }, escalate: { approvers: [bob, user] }, reason: r }',
    ),
  },
  {
    id: 'grant-in-floor',
    what: 'a grant under a floor of the layer above',
    bad: rules('{ id: p, decision: ALLOW, when: { capability: [SCREENSHOT, ACCESS_PASSWORDS] }, reason: r }'),
    good: rules('{ id: p, decision: ALLOW, when: { capability: SCREENSHOT }, reason: r }'),
  },
  {
    id: 'longer-timeout',
    what: 'a time-out that the layer above cuts short',
    bad: layer(
      'owner: web\nescalation: { timeout: 600 }\nrules:\n  - { id: u, decision: ESCALATE, when: { capability: FILE_UPLOAD }, reason: r, escalate: { timeout: 900 } }',
    ),
    good: layer(
      'owner: web\nescalation: { timeout: 60 }\nrules:\n  - { id: u, decision: ESCALATE, when: { capability: FILE_UPLOAD }, reason: r, escalate: { timeout: 120 } }',
    ),
  },
  {
    id: 'longer-ask-once',
    what: 'an answer that holds for longer than the document lets any',
    bad: layer(
      'owner: web\nescalation: { askOnce: 10 }\nrules:\n  - { id: u, decision: ESCALATE, when: { capability: FILE_UPLOAD }, reason: r, escalate: { askOnce: 30 } }',
    ),
    good: layer(
      'owner: web\nescalation: { askOnce: 10 }\nrules:\n  - { id: u, decision: ESCALATE, when: { capability: FILE_UPLOAD }, reason: r, escalate: { askOnce: 5 } }',
    ),
  },
  {
    id: 'idle-ask-once',
    what: 'an end of answers that nobody gives',
    bad: rules(
      '{ id: u, decision: DENY, when: { capability: FILE_UPLOAD }, reason: r, escalate: { askOnce: 5 } }',
    ),
    good: rules(
      '{ id: u, decision: ESCALATE, when: { capability: FILE_UPLOAD }, reason: r, escalate: { askOnce: 5 } }',
    ),
  },
  {
    id: 'no-reason',
    what: 'an entry without a reason',
    bad: rules('{ id: u, decision: DENY, when: { capability: FILE_UPLOAD } }'),
    good: rules(upload('')),
  },
  {
    id: 'no-owner',
    what: 'a document of nobody',
    bad: layer(`rules:\n  - ${upload('')}`),
    good: rules(upload('')),
  },
  {
    id: 'long-lived-grant',
    what: 'a grant without an end',
    bad: withRules(download('a.example')),
    good: withRules(download('a.example', ', expires: 2027-06-30')),
  },
  {
    id: 'long-lived-grant',
    what: 'a grant that ends too late',
    bad: withRules(download('a.example', ', expires: 2036-01-01')),
    good: withRules(download('a.example', ', expires: 2027-11-21')),
  },
  {
    id: 'untested-rule',
    what: 'a rule that no test is decided by',
    bad: tested('{ name: n, with: { capability: SCREENSHOT }, expect: ALLOW }'),
    good: tested('{ name: n, with: { capability: FILE_UPLOAD }, expect: DENY }'),
  },
  {
    id: 'untested-rule',
    what: 'no tests at all',
    bad: rules(upload('')),
    good: tested('{ name: n, with: { capability: FILE_UPLOAD }, expect: DENY }'),
  },
  {
    id: 'weak-tests',
    what: 'a test that does not notice',
    bad: tested('{ name: n, with: { capability: SCREENSHOT }, expect: ALLOW }'),
    good: tested('{ name: n, with: { capability: FILE_UPLOAD }, expect: DENY, by: u }'),
  },
  {
    id: 'space-growth',
    what: 'a policy near the budget',
    bad: rules(upload('')),
    good: rules(upload('')),
    cellBudget: 7000,
  },
  // Of the loader and the compiler.
  {
    id: 'incomplete-table',
    what: 'a row that is missing',
    bad: edited(['      CLOSE_TAB: [ALLOW, ALLOW]\n', '']),
    good: edited(),
  },
  {
    id: 'unknown-member',
    what: 'a word that is none',
    bad: rules(upload('').replace('FILE_UPLOAD', 'FILE_UPLAOD')),
    good: edited(),
  },
  {
    id: 'unknown-fact',
    what: 'a fact that is none',
    bad: rules(upload('').replace('capability', 'capabilty')),
    good: edited(),
  },
  { id: 'unknown-key', what: 'a key that is none', bad: rules(upload(', wen: 1')), good: edited() },
  {
    id: 'type-mismatch',
    what: 'a value of another type',
    bad: rules(upload('').replace('FILE_UPLOAD', '7')),
    good: edited(),
  },
  { id: 'duplicate-id', what: 'an id twice', bad: rules(upload(''), upload('')), good: edited() },
  {
    id: 'expiring-restriction',
    what: 'a DENY that ends',
    bad: rules(upload(', expires: 2027-01-01')),
    good: edited(),
  },
  {
    id: 'invariant-violated',
    what: 'a claim that does not hold',
    bad: layer('owner: web\ninvariants:\n  - { id: I, at_least: DENY, over: { capability: SCREENSHOT } }'),
    good: layer(
      'owner: web\ninvariants:\n  - { id: I, at_least: DENY, over: { capability: ACCESS_HISTORY } }',
    ),
  },
  {
    id: 'test-failed',
    what: 'a test of something else',
    bad: tested('{ name: n, with: { capability: FILE_UPLOAD }, expect: ALLOW }'),
    good: tested('{ name: n, with: { capability: FILE_UPLOAD }, expect: DENY }'),
  },
];
