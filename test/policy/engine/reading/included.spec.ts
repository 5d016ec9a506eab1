// Lists from files beside a document: what is named by its hash is read as if it stood in the document, and nothing else is.
import { describe, expect, test } from 'vitest';
import type { PolicyText } from '#policy/engine/compile/check.ts';
import { listsNamedIn } from '#policy/engine/documents/included.ts';
import type { Included } from '#policy/engine/documents/included.ts';
import { loadPolicy } from '#policy/engine/reading/load.ts';
import { hashOfBytes, textOf } from '#policy/engine/reading/source.ts';
import { renderFindingsText } from '#policy/tools/render/findings-text.ts';
import { formatPolicy } from '#policy/tools/render/format.ts';
import { sealPolicy } from '#policy/tools/render/seal.ts';
import { lintPolicy } from '#policy/tools/lint/lint.ts';
import { TODAY, facts, findings, policyOf, shipped } from '#test/fixtures/policy/policies.ts';

const NAME = 'partners.policy-lists.yaml';
const LISTS =
  'lists:\n  partners: [portal.partner.example, "*.supplier.example"]\nwords: { buying: [pay now] }\n';
const RULE = `floors:
  - id: no-files
    decision: DENY
    when: { capability: FILE_UPLOAD, hostList: partners }
    reason: Files go to partners by the exchange server.
`;

type Named = { readonly name?: string; readonly hash?: string };

const layer = (body: string, included: readonly Included[], named: readonly Named[] = [{}]): PolicyText => ({
  file: 'team/layer.yaml',
  text: `policy: 1
id: layer
revision: 3
extends: { id: phase38-default }
include:
${named.map(({ name = NAME, hash = hashOfBytes(LISTS) }) => `  - { file: ${name}, hash: '${hash}' }\n`).join('')}${body}`,
  included,
});
const beside = (text: string | Uint8Array = LISTS, name = NAME): readonly Included[] => [{ name, text }];
const said = (text: PolicyText) =>
  findings(shipped('default'), text).map(
    ({ code, message, help, span }) =>
      `${span?.file}:${span?.line}:${span?.column} ${code}: ${message}${help === undefined ? '' : ` (${help})`}`,
  );

const upload = (host: string) =>
  facts({ capability: 'FILE_UPLOAD', host, initiator: 'NAVIGATOR', origin: 'CROSS_ORIGIN' });

test('a list of a file is read as if it stood in the document, and decides alike', () => {
  const included = policyOf(shipped('default'), layer(RULE, beside()));
  const written = policyOf(shipped('default'), {
    file: 'team/layer.yaml',
    text: `policy: 1\nid: layer\nrevision: 3\nextends: { id: phase38-default }\n${LISTS}${RULE}`,
  });
  expect(included.semanticHash).toBe(written.semanticHash);
  for (const host of ['portal.partner.example', 'a.supplier.example'])
    expect(included.decide(upload(host)).because.map(({ entry }) => entry)).toContain('floors.no-files');
  expect(included.decide(upload('supplier.example')).because.map(({ entry }) => entry)).not.toContain(
    'floors.no-files',
  );
});

test('the bytes count, as text and as raw bytes', () => {
  const raw = new TextEncoder().encode(LISTS);
  expect(said(layer(RULE, beside(raw)))).toEqual([]);
  expect(said(layer(RULE, beside(new Uint8Array([0xef, 0xbb, 0xbf, ...raw]))))).toHaveLength(1);
});

test('another hash is another source: what is included is under the hash of the whole', () => {
  const longer = `${LISTS}# and no more\n`;
  const [one, two] = [
    policyOf(shipped('default'), layer(RULE, beside())),
    policyOf(shipped('default'), layer(RULE, beside(longer), [{ hash: hashOfBytes(longer) }])),
  ];
  expect(one.semanticHash).toBe(two.semanticHash);
  expect(one.sourceHash).not.toBe(two.sourceHash);
});

describe('what is wrong with it is told at its place, and there is no policy', () => {
  test('a file that was changed', () => {
    const more = LISTS.replace('portal.', 'portal.evil.example, portal.');
    expect(said(layer(RULE, beside(more)))).toEqual([
      expect.stringMatching(
        new RegExp(
          `^team/layer.yaml:6:\\d+ policy.include-altered: .*team/partners.policy-lists.yaml.* is not the file .*${hashOfBytes(more)}`,
          'u',
        ),
      ),
    ]);
  });

  test('one of which only its hash is known', () => {
    const [told, ...more] = said(layer(RULE, [{ name: NAME, hash: 'sha256:0f' }]));
    expect(told).toMatch(/policy\.include-altered: .*write `hash: sha256:0f`/u);
    expect(more).toEqual([]);
  });

  test.each([
    ['a file that is not there', [], 'it is not there'],
    ['one that cannot be read', [{ name: NAME, problem: 'it is a pipe' }], 'it is a pipe'],
    ['another name', beside(LISTS, 'other.policy-lists.yaml'), 'it is not there'],
  ] as const)('%s', (_, included, why) => {
    expect(said(layer('', included))).toEqual([
      expect.stringMatching(/^team\/layer\.yaml:6:\d+ policy\.include-missing/u),
    ]);
    expect(said(layer('', included))[0]).toContain(`\`team/${NAME}\` cannot be read: ${why}`);
  });

  test('why it cannot be read, each with its own mend', () => {
    const included = [{ name: NAME, problem: 'it is far too large', help: 'split it' }];
    expect(said(layer('', included))).toEqual([expect.stringMatching(/it is far too large \(split it\)$/u)]);
  });

  test('alone: no rule is told of a list that the file would have brought', () => {
    const rules = `${RULE}rules:
  - id: buying
    decision: ESCALATE
    when: { elementWords: buying }
    logic: { '!': { in: [{ var: hostList }, [partners]] } }
    reason: It costs.
`;
    expect(said(layer(rules, [])).map((one) => /policy\.[a-z-]+/u.exec(one)?.[0])).toEqual([
      'policy.include-missing',
    ]);
    expect(said(layer(rules.replaceAll('partners', 'friends'), beside()))).toHaveLength(2);
  });

  // What looks for files finds names and hashes as they stand, and has no parser.
  test.each([
    ['its name', 'file: partners.', String.raw`file: "p\x61rtners.policy-lists.yaml" # `],
    ['its hash', `'${hashOfBytes(LISTS)}'`, `"${hashOfBytes(LISTS).replace('sha', String.raw`\x73ha`)}"`],
  ])('%s in other letters than it is looked for', (_, plain, escaped) => {
    const block = `  - file: ${NAME}\n    hash: '${hashOfBytes(LISTS)}'\n`;
    const text = `policy: 1\nid: layer\nrevision: 3\nextends: { id: phase38-default }\ninclude:\n${block.replace(plain, escaped)}`;
    expect(said({ file: 'team/layer.yaml', text, included: beside() })).toEqual([
      expect.stringMatching(/:[67]:\d+ policy\.type-mismatch: .* does not stand here as it is read/u),
    ]);
  });

  test.each([
    '../partners.policy-lists.yaml',
    '/etc/partners.policy-lists.yaml',
    'a/partners.policy-lists.yaml',
    'partners.yaml',
    '.policy-lists.yaml',
    'partners.policy-lists.yaml/..',
    'p\u200bartners.policy-lists.yaml',
  ])('a name that is none of a file of lists beside it: %s', (name) => {
    const told = said(layer('', beside(LISTS, name), [{ name: JSON.stringify(name) }]));
    expect(told).toEqual([
      expect.stringMatching(/:6:\d+ policy\.type-mismatch: .*is not the name of a file of lists/u),
    ]);
  });

  test('what stands before the host of an address is in no message', () => {
    const name = JSON.stringify('https://ana:s3cret@lists.example/partners.policy-lists.yaml');
    const told = said(layer('', beside(LISTS), [{ name }]));
    expect(told).toEqual([
      expect.stringContaining('`https://lists.example/partners.policy-lists.yaml` is not'),
    ]);
  });

  test('a file that lies elsewhere is told to be copied, as nothing is fetched', () => {
    const name = JSON.stringify('https://lists.example/partners.policy-lists.yaml');
    expect(said(layer('', beside(LISTS), [{ name }]))).toEqual([
      expect.stringContaining('nothing is fetched: put a copy'),
    ]);
  });

  test.each([
    ['rules', 'rules: []\n', 'policy.unknown-key'],
    ['a policy', 'policy: 1\nid: x\n', 'policy.unknown-key'],
    [
      'files of its own, as in a circle',
      `include: [{ file: ${NAME}, hash: 'sha256:0' }]\n`,
      'policy.unknown-key',
    ],
    ['nothing', '{}\n', 'policy.type-mismatch'],
    ['no mapping', '- a\n', 'policy.syntax'],
    ['an alias', 'lists: { a: &x [a.example], b: *x }\n', 'policy.syntax'],
    ['no host', 'lists: { a: ["http://a.example/x"] }\n', 'policy.bad-host'],
    ['no word', 'words: { a: ["!!"] }\n', 'policy.bad-text'],
    [
      'more than a document may hold',
      `# ${'x'.repeat(1024 * 1024)}\nlists: { a: [a.example] }\n`,
      'policy.too-large',
    ],
  ])('a file that holds %s', (_, text, code) => {
    const told = said(layer('', beside(text), [{ hash: hashOfBytes(text) }]));
    expect(told).not.toEqual([]);
    for (const one of told)
      expect(one).toMatch(new RegExp(`^team/partners\\.policy-lists\\.yaml:\\d+:\\d+ ${code}`, 'u'));
  });

  test('nothing of a file is read before its hash holds', () => {
    expect(said(layer('', beside('rules: ['))).map((one) => /policy\.[a-z-]+/u.exec(one)?.[0])).toEqual([
      'policy.include-altered',
    ]);
  });

  test('one name for two lists, and one file twice', () => {
    const own = 'lists: { partners: [a.example] }\n';
    expect(said(layer(own, beside()))).toEqual([
      expect.stringMatching(/policy\.duplicate-id.*brings a list `partners`/u),
    ]);
    expect(said(layer('', beside(), [{}, {}]))).toEqual([
      expect.stringMatching(/:7:\d+ policy\.duplicate-id.*included twice/u),
    ]);
  });

  test('more lists of words with what is included than a document may have', () => {
    const words = (prefix: string, count: number): string =>
      `words: { ${Array.from({ length: count }, (_, at) => `${prefix}${at}: [w${prefix}${at}]`).join(', ')} }\n`;
    const text = words('b', 5);
    const told = said(layer(words('a', 4), beside(text), [{ hash: hashOfBytes(text) }]));
    expect(told).toEqual([
      expect.stringMatching(/policy\.too-large: with what is included there are 9 lists/u),
    ]);
  });

  test('a file of lists is no policy', () => {
    expect(said({ file: NAME, text: LISTS })).toEqual([
      expect.stringMatching(/policy\.syntax.*is none itself/u),
    ]);
  });
});

test('a document says which files are a part of it, and nothing of others that lie there', () => {
  const more = { name: 'other.policy-lists.yaml', text: LISTS };
  const loaded = loadPolicy(
    `${textOf(layer(RULE, []).text)}# other.policy-lists.yaml ${hashOfBytes(LISTS)}\n`,
    {
      file: 'layer.yaml',
      included: [...beside(), more],
    },
  );
  expect(loaded).toMatchObject({ ok: true });
  expect(loaded.ok && loaded.value.include).toEqual([{ name: NAME, hash: hashOfBytes(LISTS) }]);
});

test('lints, layout and end mark know what is included', () => {
  const text = layer(RULE, beside());
  const report = lintPolicy([shipped('default'), text], { today: TODAY }, new Set([shipped('default').file]));
  expect(report.policy).not.toBeNull();
  expect(formatPolicy(text)).toMatchObject({ ok: true });
  expect(sealPolicy(text)).toMatchObject({ ok: true, value: { end: 'layer@3' } });
  expect(formatPolicy({ file: NAME, text: LISTS })).toMatchObject({ ok: true });
});

test('files of lists are found in a text without parsing it, each once, and no path among them', () => {
  const text = `include: [{ "file": "a.policy-lists.yaml" }, { file: ../b_1.policy-lists.json }]
# a.policy-lists.yaml .policy-lists.yaml c.policy-lists.txt ${'d'.repeat(65)}.policy-lists.yml`;
  expect(listsNamedIn(text)).toEqual([
    'a.policy-lists.yaml',
    'b_1.policy-lists.json',
    `${'d'.repeat(64)}.policy-lists.yml`,
  ]);
  expect(listsNamedIn('.policy-lists.yaml '.repeat(50_000))).toEqual([]);
});

const LOOKS_FOREIGN = 'lists:\n  partners:\n    - xn--pple-43d.com\n    - "*.github.io"\n';
const naming = (rule: string): PolicyText =>
  layer(rule, beside(LOOKS_FOREIGN), [{ hash: hashOfBytes(LOOKS_FOREIGN) }]);
const GRANT = `rules:
  - id: partners
    decision: ALLOW
    when: { capability: NAVIGATE_CROSS_ORIGIN, hostList: partners, port: 443 }
    reason: Partners open without a question.
`;

test('what a lint finds in a list is told where it stands, in the file that is included', () => {
  const text = naming(GRANT.replace('reason:', 'publicSuffix: true\n    reason:'));
  const { findings: found } = lintPolicy([shipped('default'), text], { today: TODAY });
  const foreign = found.filter(({ id }) => id === 'lookalike-host');
  expect(foreign).toMatchObject([
    {
      entry: 'rules.partners',
      message: expect.stringContaining('(`rules.partners` by the list `partners`)') as string,
      span: { file: `team/${NAME}`, line: 3, column: 7, endColumn: 23 },
    },
  ]);
  expect(renderFindingsText(foreign, [text])).toContain(
    '  3 |     - xn--pple-43d.com\n    |       ^^^^^^^^^^^^^^^^',
  );
  const own = { ...text, text: `${textOf(text.text).replace(/include:\n.*\n/u, '')}${LOOKS_FOREIGN}` };
  const [inDocument] = lintPolicy([shipped('default'), own], { today: TODAY }).findings.filter(
    ({ id }) => id === 'lookalike-host',
  );
  expect(inDocument?.span).toMatchObject({ file: 'team/layer.yaml', line: 13, column: 7 });
});

test('a public suffix in a list is refused where it stands, and the list is named', () => {
  expect(said(naming(GRANT))).toEqual([
    expect.stringMatching(
      /^team\/partners\.policy-lists\.yaml:4:7 policy\.public-suffix: .*, by the list `partners` /u,
    ),
  ]);
});
