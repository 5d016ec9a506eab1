// Text to document: parse, schema, types, tables, conditions. INVARIANT: all errors of a document at once, and with one
// error there is no document: half a policy does not exist.
import { ALLOW } from '#policy/engine/documents/document.ts';
import type {
  Acceptance,
  Invariant,
  PolicyDocument,
  Severity,
  TestCase,
  Entry,
} from '#policy/engine/documents/document.ts';
import { cutOff, readEndMark } from './end-mark.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { err, failure, ok } from '#policy/language/failure.ts';
import { boxesOfClaim } from '#policy/engine/documents/path-meaning.ts';
import { Problems, andMore } from '#policy/engine/values/problems.ts';
import { suffixIn } from '#policy/engine/documents/public-suffix.ts';
import { parseRequest } from '#policy/requests/request.ts';
import { checkSchema } from './schema-check.ts';
import { readSource, textOf } from './source.ts';
import type { Path, Source } from '#policy/engine/values/source-places.ts';
import { isListsFile } from '#policy/engine/documents/included.ts';
import type { Included } from '#policy/engine/documents/included.ts';
import { readLists } from './included-lists.ts';
import type { ListedAt } from '#policy/engine/values/host-lists.ts';
import { decisionOf, severityOf } from '#policy/engine/documents/decision-words.ts';
import { EntryReader, escalateOf, obligationsOf } from './entry-reader.ts';
import { isNode, nodesOf, stringOf } from '#policy/engine/values/document-node.ts';
import type { Node } from '#policy/engine/values/document-node.ts';
import { BROWSER_DECISIONS } from '#policy/language/vocabulary.ts';

/**
 * Loads one document. `text` may be the raw bytes of the file; `file` is the name that errors show; `included` the files of lists that
 * lie beside it: one that it includes and that is not among them is an error.
 */
export function loadPolicy(
  text: string | Uint8Array,
  options: { readonly file: string; readonly included?: readonly Included[] | undefined },
): Result<PolicyDocument, Failure[]> {
  const { file, included = [] } = options;
  if (isListsFile(file)) return err([noPolicy(file)]);
  const source = readSource(text, file);
  const cut = (data: unknown): readonly Failure[] => cutOff(textOf(text), file, data);
  if (!source.ok) return err([...cut(null), ...source.error]);
  const problems = new Problems(source.value);
  const { data } = source.value;
  checkSchema(data, problems);
  // What the schema found is mended first; of such a document nothing more is read.
  if (problems.isFull) return err([...cut(data), ...inOrder(problems.list), andMore(problems.list)]);
  const document = readDocument(isNode(data) ? data : {}, source.value, problems, {
    file,
    included,
    text: () => textOf(text),
  });
  return problems.list.length === 0
    ? ok(document)
    : err([...cut(data), ...inOrder(problems.list), ...problems.rest()]);
}

const noPolicy = (file: string): Failure =>
  failure('policy.syntax', `\`${file}\` holds lists for policies, and is none itself`, {
    span: { file, line: 1, column: 1 },
    help: 'name the policy that includes it',
  });

function readDocument(
  data: Node,
  source: Source,
  problems: Problems,
  beside: Parameters<typeof readLists>[2],
): PolicyDocument {
  const id = stringOf(data['id'], '');
  const isFirstLayer = data['extends'] === undefined;
  const { include, ...lists } = readLists(data, problems, beside);
  const reader = new EntryReader(source, problems, id, lists);
  const boxes = (key: 'rules' | 'delegate'): readonly Entry[] =>
    nodesOf(data[key]).map((node, index) => reader.box(node, key, [key, index]));
  const tables = nodesOf(data['defaults']).map((node, index) =>
    reader.table(node, 'defaults', ['defaults', index], isFirstLayer),
  );
  const floors = nodesOf(data['floors']).flatMap((node, index) =>
    node['by'] === undefined
      ? [reader.box(node, 'floors', ['floors', index])]
      : reader.table(node, 'floors', ['floors', index], isFirstLayer),
  );
  const rules = boxes('rules');
  const delegate = boxes('delegate');
  const duties = isNode(data['obligations']) ? data['obligations'] : {};
  const extended = isNode(data['extends']) ? data['extends'] : null;
  const defaults = tables.map(([entry]) => entry);
  const revision = typeof data['revision'] === 'number' ? data['revision'] : 1;

  checkHead(data, problems);
  checkIds(data, problems);
  for (const [index, rule] of rules.entries()) checkExpiry(rule, ['rules', index], problems);
  for (const [section, entries] of Object.entries({ rules, delegate }))
    for (const [index, entry] of entries.entries())
      checkSuffix(entry, [section, index], problems, lists.places);
  const whole = defaults.some((entry) => entry.listed.length === 0);
  if (extended === null && !whole)
    problems.add('policy.incomplete-table', [], 'no default table holds for every request', {
      help: 'the first layer has at least one table in `defaults` without `when`',
    });

  return {
    file: source.file,
    id,
    revision,
    owner: typeof data['owner'] === 'string' ? data['owner'] : null,
    description: typeof data['description'] === 'string' ? data['description'] : null,
    extends:
      extended === null
        ? null
        : {
            id: stringOf(extended['id'], ''),
            hash: typeof extended['hash'] === 'string' ? extended['hash'] : null,
            span: source.span(['extends']),
          },
    span: source.span(['id']),
    defaults,
    floors: [
      ...tables.flatMap(([, floor]) => (floor === null ? [] : [floor])),
      ...floors.filter((entry) => entry !== null),
    ],
    rules,
    delegate,
    escalation: escalateOf(data['escalation']) ?? {},
    escalationSpan: source.span(['escalation']),
    always: obligationsOf(duties['always']),
    after: obligationsOf(duties['after']),
    invariants: nodesOf(data['invariants']).flatMap((node, index) =>
      readInvariant(node, reader, source, problems, ['invariants', index]),
    ),
    tests: readTests(data['tests'], source, problems),
    accepted: readAccepted(data, source, problems),
    ...(include.length === 0 ? {} : { include }),
    ...readEndMark(data, { id, revision }, source),
    sourceHash: source.hash,
  };
}

function checkHead(data: Node, problems: Problems): void {
  if (data['extends'] !== undefined) return;
  for (const key of ['vocabulary', 'revision', 'defaults'])
    if (data[key] === undefined)
      problems.add('policy.missing-key', [], `\`${key}\` is missing`, {
        help: `a first layer has \`${key}\`; a lower one names its parent by \`extends\``,
      });
}

function checkIds(data: Node, problems: Problems): void {
  for (const section of ['defaults', 'floors', 'rules', 'delegate', 'invariants']) {
    const seen = new Set<string>();
    for (const [index, node] of nodesOf(data[section]).entries()) {
      const id = stringOf(node['id'], '');
      if (seen.has(id))
        problems.add(
          'policy.duplicate-id',
          [section, index, 'id'],
          `\`${id}\` stands twice in \`${section}\``,
          {
            help: 'give every entry an id of its own',
          },
        );
      seen.add(id);
    }
  }
  // A NEVER cell makes the floor `never.<table>`: tables of both sections share that name space.
  const tables = new Set(nodesOf(data['defaults']).map((node) => stringOf(node['id'], '')));
  for (const [index, node] of nodesOf(data['floors']).entries())
    if (node['by'] !== undefined && tables.has(stringOf(node['id'], '')))
      problems.add(
        'policy.duplicate-id',
        ['floors', index, 'id'],
        `\`${stringOf(node['id'], '')}\` names a default table too`,
        {
          help: 'give every table an id of its own',
        },
      );
}

function checkExpiry(rule: Entry, path: Path, problems: Problems): void {
  if (rule.expires === null) return;
  const place = [...path, 'expires'];
  if (rule.cells[0]?.severity !== 0)
    problems.add('policy.expiring-restriction', place, 'only an ALLOW rule may expire', {
      help: 'time must never loosen a policy: remove `expires`',
    });
  if (!isDate(rule.expires))
    problems.add('policy.type-mismatch', place, `\`${rule.expires}\` is not a date`, {
      help: 'write YYYY-MM-DD',
    });
}

/** What is allowed on a public suffix is allowed to whoever registers there. */
function checkSuffix(entry: Entry, path: Path, problems: Problems, places: ListedAt): void {
  if (entry.publicSuffix || entry.cells[0]?.severity !== ALLOW || problems.isFull) return;
  const found = suffixIn(entry.scope);
  if (found === null) return;
  const { pattern, what } = found;
  const listed = places.get(pattern);
  problems.add(
    'policy.public-suffix',
    [...path, 'when', 'host'],
    `\`${pattern.text}\` is granted on ${what}${listed === undefined ? '' : `, by the list \`${listed.list}\``}`,
    {
      span: listed?.span(),
      help: `name the site, as in \`*.example.${pattern.host}\`; or say \`publicSuffix: true\` in the entry, if it is meant`,
      details: { entry: entry.ref },
    },
  );
}

/** Whether the text is a day of the calendar, `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
  return days !== undefined && day >= 1 && day <= days;
}

function readInvariant(
  node: Node,
  reader: EntryReader,
  source: Source,
  problems: Problems,
  path: Path,
): readonly Invariant[] {
  const id = stringOf(node['id'], '');
  const span = source.span([...path, 'id']);
  const atLeast = node['at_least'];
  if ((atLeast === undefined) === (node['requires'] === undefined)) {
    problems.add(
      'policy.missing-key',
      path,
      `\`${id}\` says neither or both of \`at_least\` and \`requires\``,
      {
        help: 'an invariant has one of the two',
      },
    );
    return [];
  }
  if (atLeast === undefined) {
    if (node['over'] !== undefined)
      problems.add('policy.type-mismatch', [...path, 'over'], '`requires` holds for every request', {
        help: 'remove `over`',
      });
    return [{ kind: 'requires', id, obligations: obligationsOf(node['requires']), span }];
  }
  if (node['over'] === undefined)
    problems.add('policy.missing-key', path, '`over` is missing', {
      help: 'say for which requests it holds',
    });
  const severity: Severity = severityOf(stringOf(atLeast, 'DENY'));
  const over = reader.sets(node['over'], [...path, 'over']);
  const decision = decisionOf(severity);
  return boxesOfClaim(over).map((box) => ({ kind: 'at-least', id, severity, decision, over: box, span }));
}

function readTests(value: unknown, source: Source, problems: Problems): readonly TestCase[] {
  if (!isNode(value)) return [];
  const given = isNode(value['given']) ? value['given'] : {};
  return nodesOf(value['cases']).flatMap((node, index): readonly TestCase[] => {
    const own = isNode(node['with']) ? node['with'] : {};
    const request = parseRequest({ ...given, ...own });
    if (!request.ok) {
      const fact = request.error.details?.['fact'];
      const inCase = ['tests', 'cases', index];
      const path =
        typeof fact !== 'string'
          ? inCase
          : Object.hasOwn(own, fact)
            ? [...inCase, 'with', fact]
            : ['tests', 'given', fact];
      problems.add('policy.bad-request', path, request.error.message, { help: request.error.help });
      return [];
    }
    const expect = BROWSER_DECISIONS.find((one) => one === node['expect']);
    if (expect === undefined) return [];
    return [
      {
        name: stringOf(node['name'], ''),
        facts: request.value,
        expect,
        by: typeof node['by'] === 'string' ? node['by'] : null,
        span: source.span(['tests', 'cases', index]),
      },
    ];
  });
}

const ACCEPTING = ['defaults', 'floors', 'rules', 'delegate', 'invariants'];

function readAccepted(data: Node, source: Source, problems: Problems): readonly Acceptance[] {
  return ACCEPTING.flatMap((section) =>
    nodesOf(data[section]).flatMap((node, index) => {
      const entry = `${section}.${stringOf(node['id'], '')}`;
      const lints = new Set<string>();
      return nodesOf(node['accept']).map((one, position): Acceptance => {
        const lint = stringOf(one['lint'], '');
        const path = [section, index, 'accept', position, 'lint'];
        if (lints.has(lint))
          problems.add('policy.duplicate-id', path, `\`${lint}\` is accepted twice`, {
            help: 'say it once, with one reason',
          });
        lints.add(lint);
        return { entry, lint, reason: stringOf(one['reason'], ''), span: source.span(path) };
      });
    }),
  );
}

/** By place. The first failure at a place stands for those that follow from it. */
function inOrder(list: readonly Failure[]): Failure[] {
  const unique = new Map(
    list.map((one) => [
      `${one.code} ${one.message} ${one.span?.file}:${one.span?.line}:${one.span?.column}`,
      one,
    ]),
  );
  return [...unique.values()].sort(
    (a, b) =>
      (a.span?.file ?? '').localeCompare(b.span?.file ?? '', 'en') ||
      (a.span?.line ?? 0) - (b.span?.line ?? 0) ||
      (a.span?.column ?? 0) - (b.span?.column ?? 0) ||
      a.message.localeCompare(b.message, 'en'),
  );
}
