// Mends, each proved before it is shown: applied to the text in memory, loaded, compiled with its tests and invariants, and
// compared with what was there. What does not hold is not offered.
import { compilePolicy } from '#policy/engine/compile/compile.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import { holds } from '#policy/engine/documents/condition.ts';
import type { PolicyDocument, Entry } from '#policy/engine/documents/document.ts';
import { leaf } from '#policy/engine/space/node.ts';
import { loadPolicy } from '#policy/engine/reading/load.ts';
import { refine } from '#policy/tools/compare/refinement.ts';
import { pairing } from '#policy/engine/compile/product-walk.ts';
import { ScopeDiagrams } from '#policy/engine/space/scope-diagram.ts';
import { MAX_CELLS } from '#policy/engine/compile/layout.ts';
import type { Context } from './context.ts';
import type { Edit, Fix } from './finding.ts';
import { applyEdits } from './text-edits.ts';

type MaybeFix = { readonly fix?: Fix };
type Compiled = { readonly document: PolicyDocument; readonly policy: CompiledPolicy };

/** The text with the edits, as the lowest layer of the same stack; `null` where it does not load, prove and pass. */
function compiledWith(edits: readonly Edit[], context: Context): Compiled | null {
  // The lints themselves come first.
  if (context.attempts.left <= 0 || !context.work.isPlenty) return null;
  context.attempts.left -= 1;
  const text = applyEdits(context.text, edits);
  // Reading it again: what compiling takes is counted there.
  context.work.step(text.length);
  const loaded = loadPolicy(text, { file: context.document.file, included: context.included });
  if (!loaded.ok) return null;
  const documents = [...context.documents.slice(0, -1), loaded.value];
  const options = { today: context.today, cellBudget: MAX_CELLS, work: context.work };
  const compiled = compilePolicy(documents, options, context.upper);
  return compiled.ok ? { document: loaded.value, policy: compiled.value } : null;
}

const sectionOf = (entry: Entry): string => (entry.section === 'never' ? 'defaults' : entry.section);

/** Without the entry, where nothing that is decided changes. */
export function removing(entry: Entry, context: Context): MaybeFix {
  const edit = context.edits.remove(sectionOf(entry), entry.id);
  if (edit === null) return {};
  const after = compiledWith([edit], context);
  if (after === null || after.policy.hashFromToday !== context.policy.hashFromToday) return {};
  const same = after.policy.semanticHash === context.semanticHash;
  return {
    fix: {
      description: `remove \`${entry.ref}\``,
      edits: [edit],
      proof: `${same ? 'the semantic hash stays the same' : 'nothing from today on is decided otherwise'}, tests and invariants hold`,
      harmless: true,
    },
  };
}

/** What a masked rule speaks of, excepted from the rules of its own layer that mask it. */
export function excepting(entry: Entry, masks: readonly Entry[], context: Context): MaybeFix {
  const box = boxText(entry);
  if (masks.length === 0 || box === null) return {};
  const edits = masks.flatMap((mask) => context.edits.except(mask.section, mask.id, box) ?? []);
  if (edits.length < masks.length) return {};
  const after = compiledWith(edits, context);
  if (after === null || !onlyThere(entry, after.policy, context)) return {};
  return {
    fix: {
      description: `except it from ${masks.map((mask) => `\`${mask.ref}\``).join(' and ')}`,
      edits,
      proof: `\`${entry.ref}\` decides there then, and no request outside its conditions is decided differently`,
      harmless: false,
    },
  };
}

/** Whether the answers differ somewhere, and nowhere outside the entry's conditions. */
function onlyThere(entry: Entry, after: CompiledPolicy, { policy, cellBudget }: Context): boolean {
  const { space, diagram, budget, old, new: renewed } = refine(policy, after, cellBudget);
  const told = (one: CompiledPolicy, answer: number): string => one.outcomes.text(answer);
  const pair = pairing({ diagram, budget }, old, renewed, (a, b) =>
    told(policy, a) === told(after, b) ? 0 : 1,
  )(policy.decisionNode, after.decisionNode);
  const scope = new ScopeDiagrams(space, diagram).of(space.test(entry.scope));
  const outside = diagram.combine((differs, own) => (differs === 1 && own === 0 ? 1 : 0))(pair, scope);
  return outside === leaf(0) && pair !== leaf(0);
}

/** Whether some answer is severer and none milder. */
function isTighter({ policy, cellBudget }: Context, after: CompiledPolicy): boolean {
  const { diagram, budget, old, new: renewed } = refine(policy, after, cellBudget);
  const milder = pairing({ diagram, budget }, old, renewed, (a, b) =>
    after.outcomes.severity(b) < policy.outcomes.severity(a) ? 1 : 0,
  )(policy.decisionNode, after.decisionNode);
  return milder === leaf(0) && after.hashFromToday !== policy.hashFromToday;
}

/** One more host in an entry's `when`. */
export function adding(entry: Entry, host: string, added: string, context: Context): MaybeFix {
  const text = added.startsWith('*') ? `'${added}'` : added;
  const quoted = context.text.trimStart().startsWith('{') ? JSON.stringify(added) : text;
  const edit = context.edits.beside(entry.section, entry.id, host, quoted);
  if (edit === null) return {};
  const after = compiledWith([edit], context);
  const section = entry.section === 'rules' ? after?.document.rules : after?.document.floors;
  const next = section?.find((one) => one.id === entry.id);
  const names = next?.listed.some(
    (set) => set.kind === 'hosts' && set.patterns.some((pattern) => pattern.text === added),
  );
  if (next === undefined || names !== true) return {};
  const kept = context.document.tests.every(
    (test) => !holds(entry.scope, test.facts) || holds(next.scope, test.facts),
  );
  if (!kept) return {};
  return {
    fix: {
      description: `add \`${added}\``,
      edits: [edit],
      proof: `it loads, \`${entry.ref}\` covers \`${added}\` too, tests and invariants hold`,
      harmless: false,
    },
  };
}

/** A word on address classes in an entry's `when`: `addressClass: LOOPBACK`. */
export function namingClasses(entry: Entry, word: string, context: Context): MaybeFix {
  const edit = context.edits.saying(entry.section, entry.id, word);
  if (edit === null) return {};
  const after = compiledWith([edit], context);
  const section = entry.section === 'rules' ? after?.document.rules : after?.document.delegate;
  const next = section?.find((one) => one.id === entry.id);
  if (after === null || next === undefined || next.publicAlone === true) return {};
  if (after.policy.semanticHash === context.semanticHash) return {};
  return {
    fix: {
      description: `add \`${word}\``,
      edits: [edit],
      proof: `it loads, \`${entry.ref}\` has an effect there then, tests and invariants hold`,
      harmless: false,
    },
  };
}

/** `pathCase` in an entry's `when`: offered where it only tightens. */
export function inAnyCase(entry: Entry, context: Context): MaybeFix {
  const edit = context.edits.saying(entry.section, entry.id, 'pathCase: INSENSITIVE');
  if (edit === null) return {};
  const after = compiledWith([edit], context);
  if (after === null || !isTighter(context, after.policy)) return {};
  return {
    fix: {
      description: 'add `pathCase: INSENSITIVE`',
      edits: [edit],
      proof: 'it loads, no request is decided less severely, tests and invariants hold',
      harmless: false,
    },
  };
}

/** A `when` of memberships as a mapping on one line; `null` for an entry that says more. */
function boxText(entry: Entry): string | null {
  if (entry.scope.op !== 'and' || entry.scope.parts.length !== entry.listed.length) return null;
  const parts = entry.listed.map((set) => {
    // The list has a name in the document, which is not kept.
    if (set.kind === 'words' || set.kind === 'keyed') return null;
    const values =
      set.kind === 'hosts'
        ? set.patterns.map((one) => one.text)
        : set.kind === 'members'
          ? set.members
          : set.kind === 'paths'
            ? set.patterns
            : set.kind === 'networks'
              ? set.networks
              : set.ranges.map(([low, high]) => (low === high ? low : `${low}-${high}`));
    const words = values.map((value) => (typeof value === 'string' ? JSON.stringify(value) : String(value)));
    const plain = words.map((word) => (/^"[A-Za-z][\w.-]*"$/.test(word) ? word.slice(1, -1) : word));
    const folded = set.kind === 'paths' && set.folding !== undefined ? ', pathCase: INSENSITIVE' : '';
    return `${set.fact}: ${plain.length === 1 ? (plain[0] ?? '') : `[${plain.join(', ')}]`}${folded}`;
  });
  return parts.includes(null) ? null : `{ ${parts.join(', ')} }`;
}
