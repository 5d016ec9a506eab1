// A `*.policy-test.yaml` as data: cases, matrices, universals, replay and thresholds, every one with its place.
// INVARIANT: all errors at once, with positions; a file with one error runs nothing.
import type { PolicyText } from '#policy/engine/compile/check.ts';
import type { ValueSet } from '#policy/engine/documents/condition.ts';
import { DENY } from '#policy/engine/documents/document.ts';
import type { Severity } from '#policy/engine/documents/document.ts';
import type { Failure, Result, Span } from '#policy/language/failure.ts';
import { err, ok } from '#policy/language/failure.ts';
import { boxesOfClaim, certainLetters } from '#policy/engine/documents/path-meaning.ts';
import { Problems } from '#policy/engine/values/problems.ts';
import { checkSchema } from '#policy/engine/reading/schema-check.ts';
import { readSource } from '#policy/engine/reading/source.ts';
import type { Path, Source } from '#policy/engine/values/source-places.ts';
import { severityOf } from '#policy/engine/documents/decision-words.ts';
import { EntryReader, obligationsOf } from '#policy/engine/reading/entry-reader.ts';
import { isNode, nodesOf, stringOf, stringsOf } from '#policy/engine/values/document-node.ts';
import type { Node } from '#policy/engine/values/document-node.ts';
import type { BrowserDecision, Obligation } from '#policy/language/vocabulary.ts';
import { readLog } from './decision-log.ts';
import type { LoggedDecision } from './decision-log.ts';
import type { Expectation } from './expectation.ts';
import { readMatrix } from './matrix-cells.ts';
import { TEST_FILE_SCHEMA } from './test-schema.ts';
import { decisionIn, expand, factsFrom, shown } from './test-values.ts';

/** Reads a file that a test file names, by its path from there. */
export type ReadBeside = (path: string) => Result<PolicyText>;

export type Claim = { readonly name: string; readonly span: Span } & (
  | {
      readonly kind: 'at-least';
      readonly over: readonly ValueSet[];
      readonly severity: Severity;
      /** Of every layer that anybody may put below, too. */
      readonly below: boolean;
    }
  | {
      readonly kind: 'never';
      readonly over: readonly ValueSet[];
      readonly decision: BrowserDecision;
    }
  /** Whatever is decided, these duties come with it. */
  | {
      readonly kind: 'requires';
      readonly over: readonly ValueSet[];
      readonly obligations: readonly Obligation[];
    }
  | { readonly kind: 'equal'; readonly other: PolicyText; readonly except: readonly (readonly ValueSet[])[] }
);

export type Threshold = { readonly percent: number; readonly span: Span };
export type TestFile = {
  readonly file: string;
  readonly policies: readonly PolicyText[];
  readonly expectations: readonly Expectation[];
  readonly claims: readonly Claim[];
  readonly replay: {
    readonly decisions: readonly LoggedDecision[];
    readonly allowed: ReadonlySet<string>;
    readonly span: Span;
  } | null;
  readonly coverage: Readonly<Partial<Record<'rules' | 'cells' | 'mutants', Threshold>>>;
};

export const TEST_FILE = { noun: 'a policy test', begins: 'policy: ./the.policy.yaml' };

/** Test files go by their name. */
export const isTestFile = (file: string): boolean => /\.policy-test\.(ya?ml|json)$/u.test(file);

/** What only a policy has at its head. */
const isPolicy = (data: unknown): boolean =>
  isNode(data) && 'id' in data && ('revision' in data || 'extends' in data);

export function loadTestFile(text: PolicyText, read: ReadBeside): Result<TestFile, Failure[]> {
  const source = readSource(text.text, text.file, TEST_FILE);
  if (!source.ok) return source;
  const problems = new Problems(source.value);
  const { data } = source.value;
  if (isPolicy(data)) {
    const help = `its own tests are run by \`ghost policy check\`; a file of tests ends with \`.policy-test.yaml\` and begins \`${TEST_FILE.begins}\``;
    problems.add('policy.unknown-key', ['id'], `\`${text.file}\` is a policy, and no file of its tests`, {
      help,
      key: true,
    });
    return err(problems.list);
  }
  if (!checkSchema(data, problems, TEST_FILE_SCHEMA) || !isNode(data)) return err(problems.list);
  const reader = new FileReader(source.value, problems, read);
  const file = reader.file(data);
  return problems.list.length === 0 ? ok(file) : err(problems.list);
}

class FileReader {
  readonly #source: Source;
  readonly #problems: Problems;
  readonly #read: ReadBeside;
  readonly #entries: EntryReader;

  constructor(source: Source, problems: Problems, read: ReadBeside) {
    this.#source = source;
    this.#problems = problems;
    this.#read = read;
    this.#entries = new EntryReader(source, problems, '', { words: new Map(), hosts: new Map() });
  }

  file(data: Node): TestFile {
    const given = isNode(data['given']) ? data['given'] : {};
    const names = stringsOf(data['policy']);
    const policies = names.flatMap(
      (name, index) =>
        this.#beside(name, Array.isArray(data['policy']) ? ['policy', index] : ['policy']) ?? [],
    );
    const matrices = nodesOf(data['matrix']).flatMap((node, index) => {
      const path = ['matrix', index];
      const parts = { source: this.#source, problems: this.#problems, given };
      return readMatrix(node, path, parts, (name) => this.#beside(name, [...path, 'expect']));
    });
    const cases = nodesOf(data['cases']).flatMap((node, index) => this.#case(node, given, ['cases', index]));
    if (data['cases'] === undefined && data['matrix'] === undefined && data['prove'] === undefined)
      if (data['replay'] === undefined)
        this.#problems.add('policy.missing-key', [], 'nothing is tested', {
          help: 'add `cases`, `matrix`, `prove` or `replay`',
        });
    return {
      file: this.#source.file,
      policies,
      expectations: [...cases, ...matrices],
      claims: nodesOf(data['prove']).flatMap((node, index) => this.#claims(node, ['prove', index])),
      replay: this.#replay(data['replay']),
      coverage: this.#coverage(data['coverage']),
    };
  }

  #beside(name: string, path: Path): PolicyText | null {
    const found = this.#read(name);
    if (found.ok) return found.value;
    const help = 'its path is taken from where this file is';
    return this.#problems.add('policy.unreadable', path, `cannot read \`${name}\``, { help });
  }

  #case(node: Node, given: Node, path: Path): readonly Expectation[] {
    const own = isNode(node['with']) ? node['with'] : {};
    const facts = factsFrom(given, own, [...path, 'with'], this.#problems);
    const expect = decisionIn(node['expect']);
    if (facts === null || expect === null) return [];
    const by = node['by'];
    return [
      {
        group: 'case',
        name: stringOf(node['name'], ''),
        facts,
        expect,
        by: typeof by === 'string' ? { name: by, span: this.#source.span([...path, 'by']) } : null,
        below: decisionIn(node['below']),
        span: this.#source.span(path),
      },
    ];
  }

  #claims(node: Node, path: Path): readonly Claim[] {
    const kinds = ['at_least', 'never', 'requires', 'equal_to'].filter((key) => node[key] !== undefined);
    const [kind] = kinds;
    if (kind === undefined || kinds.length > 1) {
      const said = kinds.length === 0 ? 'says nothing' : `says ${kinds.join(' and ')}`;
      this.#problems.add('policy.missing-key', path, `the universal ${said}`, {
        help: 'it has one of `at_least`, `never`, `requires` and `equal_to`',
      });
      return [];
    }
    const wrong = (
      kind === 'equal_to'
        ? ['over', 'below']
        : kind === 'at_least'
          ? ['except_over']
          : ['below', 'except_over']
    ).find((key) => node[key] !== undefined);
    if (wrong !== undefined) {
      const help = wrong === 'over' ? 'say `except_over`' : `remove \`${wrong}\``;
      this.#problems.add(
        'policy.unknown-key',
        [...path, wrong],
        `\`${wrong}\` does not go with \`${kind}\``,
        {
          help,
          key: true,
        },
      );
      return [];
    }
    const span = this.#source.span(path);
    const over = this.#box(node['over'], [...path, 'over']);
    if (kind === 'equal_to') {
      const other = this.#beside(stringOf(node['equal_to'], ''), [...path, 'equal_to']);
      const boxes = node['except_over'];
      const outside = Array.isArray(boxes)
        ? boxes.map((box: unknown, index) => this.#box(box, [...path, 'except_over', index]))
        : boxes === undefined
          ? []
          : [this.#box(boxes, [...path, 'except_over'])];
      // What is left out is out only where it certainly is.
      const except = outside.map(certainLetters);
      const words = Array.isArray(boxes) ? boxes.map(shown).join('; ') : shown(boxes);
      const name = `equal to ${other?.file ?? ''}${words === '' ? '' : `, except over ${words}`}`;
      return other === null ? [] : [{ kind: 'equal', name, span, other, except }];
    }
    const where = node['over'] === undefined ? 'every request' : shown(node['over']);
    if (kind === 'at_least') {
      const least = stringOf(node['at_least'], 'DENY');
      const below = node['below'] === true;
      const name = `${where} is at least ${least}${below ? ', below too' : ''}`;
      const severity = severityOf(least);
      return boxesOfClaim(over).map((one) => ({ kind: 'at-least', name, span, over: one, severity, below }));
    }
    if (kind === 'requires') {
      const obligations = obligationsOf(node['requires']);
      return [{ kind, name: `${where} carries ${obligations.join(', ')}`, span, over, obligations }];
    }
    return nodesOf(node['never']).flatMap((item, index): readonly Claim[] => {
      const { decision: word, ...facts } = item;
      const decision = decisionIn(word);
      if (decision === null) return [];
      const place = [...path, 'never', index];
      const box = Object.keys(facts).length === 0 ? [] : this.#box(facts, place);
      const name = `${where}${box.length === 0 ? '' : `, ${shown(facts)}`} is never ${decision}`;
      // That something is never denied is no restriction, and is read as it stands.
      const whole = [...over, ...box];
      const boxes = severityOf(decision) < DENY ? boxesOfClaim(whole) : [whole];
      return boxes.map((one) => ({
        kind: 'never',
        name,
        span: this.#source.span(place),
        over: one,
        decision,
      }));
    });
  }

  #replay(value: unknown): TestFile['replay'] {
    if (!isNode(value)) return null;
    const log = this.#beside(stringOf(value['log'], ''), ['replay', 'log']);
    if (log === null) return null;
    const read = readLog(log);
    if (!read.ok) this.#problems.list.push(...read.error);
    return {
      decisions: read.ok ? read.value : [],
      allowed: new Set(stringsOf(value['allow_changes'])),
      span: this.#source.span(['replay']),
    };
  }

  #coverage(value: unknown): TestFile['coverage'] {
    if (!isNode(value)) return {};
    const threshold = (key: string): Threshold | undefined => {
      const percent = value[key];
      return typeof percent === 'number'
        ? { percent, span: this.#source.span(['coverage', key]) }
        : undefined;
    };
    const [rules, cells, mutants] = [threshold('rules'), threshold('cells'), threshold('mutants')];
    return {
      ...(rules === undefined ? {} : { rules }),
      ...(cells === undefined ? {} : { cells }),
      ...(mutants === undefined ? {} : { mutants }),
    };
  }

  /** A box in which `HEADLESS_*` stands for its members. */
  #box(value: unknown, path: Path): readonly ValueSet[] {
    if (!isNode(value)) return [];
    const plain = Object.entries(value).map(([fact, given]) => [fact, expand(fact, given)]);
    return this.#entries.sets(Object.fromEntries(plain), path);
  }
}
