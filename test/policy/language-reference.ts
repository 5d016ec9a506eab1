// `docs/policy/language.md`, from the rows of the facts and the meanings of the keys. A test writes it (UPDATE_GOLDEN=1), and fails while it is stale.
import {
  DERIVED_FACTS,
  DOCUMENT_FACTS,
  FACT_NAMES,
  factSpec,
  isFactName,
} from '#policy/language/fact-table.ts';
import type { FactName } from '#policy/language/fact-table.ts';
import { pageActRow } from '#policy/acts/page-acts.ts';
import { PAGE_ACTS } from '#policy/language/vocabulary.ts';
import type { PageActKind } from '#policy/language/vocabulary.ts';
import { KEY_MEANINGS, factMeaning } from '#policy/language/meanings.ts';

type Told = { readonly by: string; readonly example: string };

const address = (example: string): Told => ({ by: 'whatever goes to an address', example });
const element = (example: string): Told => ({ by: 'acts on an element', example });
const every = (example: string): Told => ({ by: 'every request', example });
const file = (example: string): Told => ({ by: 'uploads and downloads', example });
const sent = (example: string): Told => ({
  by: 'forms, links, navigations, and what pages request: fetch, sendBeacon, documents, plain connections',
  example,
});

/** Which acts supply it, and how it is written: a fact without a row does not compile. */
const TOLD = {
  host: address("host: [crm.example, '*.apps.example']"),
  capability: every('capability: [FORM_SUBMIT_DATA, FILE_UPLOAD]'),
  pathAmbiguous: address('pathAmbiguous: true'),
  path: address('path: [/admin, /orgs/*/settings]'),
  query: address('query: { module: [Accounts], export: true }'),
  fragmentAmbiguous: address('fragmentAmbiguous: true'),
  fragment: address('fragment: /admin'),
  folder: file('folder: /srv/outbox'),
  endpoint: { by: 'ATTACH', example: "endpoint: 'http://127.0.0.1:9222'" },
  elementName: element('elementName: [Priority, Status]'),
  elementId: element('elementId: release'),
  elementTestId: element('elementTestId: wire-transfer'),
  value: {
    by: 'TYPE, FILL, SELECT, PRESS, answers to dialogs, forms that are sent',
    example: 'value: [Low, Medium]',
  },
  address: {
    by: 'literal addresses, and every connection once its name is resolved',
    example: 'address: 10.20.0.0/16',
  },
  addressClass: { by: 'navigations and connections', example: 'addressClass: [PUBLIC, PRIVATE]' },
  namedByUser: address('namedByUser: true'),
  origin: every('origin: CROSS_ORIGIN'),
  storage: {
    by: 'acts on storage and cookies, and pages that keep something',
    example: 'storage: [COOKIES, LOCAL_STORAGE]',
  },
  executor: every('executor: HEADED_CHROMIUM'),
  tabAction: { by: 'acts that open tabs or reach other ones', example: 'tabAction: OPEN_NEW_TAB' },
  tabPolicy: every('tabPolicy: SINGLE_TAB'),
  launchFlags: { by: 'LAUNCH and ATTACH', example: 'launchFlags: CLEAN' },
  sandbox: { by: 'LAUNCH and ATTACH', example: 'sandbox: false' },
  scheme: address('scheme: [HTTP, WS]'),
  initiator: every('initiator: [NAVIGATOR, CLIENT]'),
  provenance: every('provenance: PAGE'),
  contentOrigin: every('contentOrigin: CROSS_ORIGIN'),
  contentPlace: every('contentPlace: USERS'),
  contentHost: every('contentHost: [crm.example, wiki.example]'),
  method: sent('method: [POST, PUT, PATCH, DELETE, OTHER]'),
  contentType: sent('contentType: MULTIPART'),
  sentSize: sent('sentSize: [UP_TO_10_MB, UP_TO_100_MB, LARGER]'),
  fileType: file('fileType: PDF'),
  fileSize: file('fileSize: [UP_TO_100_MB, LARGER, UNKNOWN]'),
  formPurpose: {
    by: 'acts that submit a form, or enter something into one; forms that a page sends by itself',
    example: 'formPurpose: [PAYMENT, DELETION]',
  },
  action: every('action: [CLICK, FILL]'),
  purpose: address('purpose: SUBRESOURCE'),
  portClass: address('portClass: DEFAULT'),
  port: address('port: [443, 8443]'),
  pageAct: { by: 'what a page starts by itself', example: 'pageAct: [CAMERA, MICROPHONE]' },
  elementRole: element('elementRole: [button, link]'),
  targetReadable: every('targetReadable: false'),
  targetWritable: every('targetWritable: false'),
  valueHoldsSecret: { by: 'whatever sends something', example: 'valueHoldsSecret: true' },
  valueFromAnotherSite: { by: 'whatever sends something', example: 'valueFromAnotherSite: true' },
  valueNotFromTask: { by: 'whatever sends something', example: 'valueNotFromTask: true' },
  principal: every('principal: alice'),
  channel: every('channel: MCP'),
  team: every('team: treasury'),
  groups: every('groups: [contractors, visitors]'),
  weekday: every('weekday: [SATURDAY, SUNDAY]'),
  hour: every('hour: 8-17'),
  allActs: every('allActs: 500-1000'),
  changes: every('changes: 20-1000'),
  siteActs: every('siteActs: 100-1000'),
  minuteActs: every('minuteActs: 30-1000'),
  elementActs: element('elementActs: 3-1000'),
  downloads: every('downloads: 3-1000'),
  acts: { by: 'every act of an agent or a person', example: 'acts: 50-1000' },
} as const satisfies Record<FactName, Told>;

const DERIVED: Readonly<Record<string, string>> = {
  display: 'display: HEADED',
  elementWords: 'elementWords: deleting',
  valueWords: 'valueWords: confidential',
  hostList: 'hostList: partners',
};

function valuesOf(name: FactName): string {
  const spec = factSpec(name);
  if (spec.kind === 'enum') return spec.members.map((member) => `\`${member}\``).join(', ');
  if (spec.kind === 'integer') return `${spec.min} to ${spec.max}, or a range as \`3-9\``;
  if (spec.kind === 'boolean') return '`true`, `false`';
  return { host: 'hosts: `h`, `*.h`', path: 'paths', keyed: 'names', text: 'text' }[spec.kind];
}

const neutralOf = (name: FactName): string => {
  const { neutral } = factSpec(name);
  return neutral === null ? 'has to be said' : neutral === '' ? 'none' : `\`${String(neutral)}\``;
};

const section = (name: FactName): readonly string[] => [
  `### \`${name}\``,
  '',
  factMeaning(name) ?? '',
  '',
  `- May be: ${valuesOf(name)}. Left out: ${neutralOf(name)}.`,
  `- Supplied by: ${TOLD[name].by}.`,
  `- As in \`${TOLD[name].example}\``,
  '',
];

/** Sent along, it is a form as well. */
const SENDS: readonly PageActKind[] = ['NAVIGATE', 'CONNECT'];

function pageActLine(kind: PageActKind): string {
  const { moment, capability, storage, tabAction, ask, refused } = pageActRow(kind);
  const needs = [
    `\`${capability}\``,
    ...(SENDS.includes(kind) ? ['`FORM_SUBMIT_*` where it sends something'] : []),
    ...(kind === 'OPEN_WINDOW' ? ['`NAVIGATE`'] : []),
    ...(storage === undefined ? [] : [`\`storage: ${storage}\``]),
    ...(tabAction === undefined ? [] : [`\`tabAction: ${tabAction}\``]),
  ].join(', ');
  const decided = moment === 'HELD' ? 'as it happens' : 'once for a document';
  return `| \`${kind}\` | ${needs} | ${decided} | ${ask ? 'a person' : 'nobody: an ESCALATE refuses, unless an answer covers it'} | ${refused} |`;
}

export const EXAMPLES: readonly (readonly [name: string, example: string])[] = [
  ...FACT_NAMES.map((name) => [name, TOLD[name].example] as const),
  ...Object.entries(DERIVED),
];

export const languageReference = (): string =>
  [
    '# The language of policies',
    '',
    'Made from the table of facts (`policy/language/fact-table.ts`); a test fails while it is stale. How conditions combine is in',
    '[semantics.md](semantics.md), whole policies are in [cookbook.md](cookbook.md).',
    '',
    '## Facts',
    '',
    ...FACT_NAMES.flatMap(section),
    '## What follows from a fact',
    '',
    ...DOCUMENT_FACTS.filter((name) => !isFactName(name)).map(
      (name) =>
        `- \`${name}\` (from \`${DERIVED_FACTS[name] ?? ''}\`): ${factMeaning(name) ?? ''} As in \`${DERIVED[name] ?? ''}\``,
    ),
    '',
    '## What a page starts by itself',
    '',
    'A row for every `pageAct`, from `policy/acts/page-acts.ts`. `NAVIGATE` stands for `NAVIGATE_SAME_ORIGIN` or',
    '`NAVIGATE_CROSS_ORIGIN`, by where it goes. What is decided as it happens has the facts of the address that it goes to:',
    '`host`, `scheme`, `port`, `path` and the rest, for `fetch`, `WebSocket`, frames, redirects and the connection that is made',
    'for them as for a navigation. What is decided once for a document, before its first script, has those of the document.',
    '`port: [443, 8443]` and `portClass` therefore speak of pages as of agents; `port` is none where an address has none',
    '(`about:`, `data:`, `blob:`).',
    '',
    '| `pageAct` | needs | decided | who may be asked | where it is refused |',
    '| --- | --- | --- | --- | --- |',
    ...PAGE_ACTS.map(pageActLine),
    '',
    '## Keys of a document',
    '',
    ...Object.entries(KEY_MEANINGS).map(([key, meaning]) => `- \`${key}\`: ${meaning}`),
    '',
  ].join('\n');
