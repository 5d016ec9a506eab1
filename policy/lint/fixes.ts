// Mends, each proved before it is shown: applied to the text in memory, loaded, compiled with its tests and invariants, and
// compared with what was there. What does not hold is not offered.
import { compilePolicy } from '../compile.ts';
import type { CompiledPolicy } from '../compile.ts';
import { holds } from '../condition.ts';
import type { PolicyDocument, Unit } from '../document.ts';
import { leaf } from '../diagram.ts';
import { loadPolicy } from '../load.ts';
import { CELL_BUDGET } from '../compile.ts';
import { witnessIn } from './context.ts';
import type { Context } from './context.ts';
import type { Edit, Fix } from './finding.ts';
import { Model } from './model.ts';
import { TextEdits, applyEdits } from './text-edits.ts';

type MaybeFix = { readonly fix?: Fix };
type Compiled = { readonly document: PolicyDocument; readonly policy: CompiledPolicy };

/** The text with the edits, as the lowest layer of the same stack; `null` where it does not load, prove and pass. */
function compiledWith(edits: readonly Edit[], context: Context): Compiled | null {
  // The lints themselves come first.
  if (context.attempts.left <= 0 || !context.work.isPlenty) return null;
  context.attempts.left -= 1;
  const text = applyEdits(context.text, edits);
  const loaded = loadPolicy(text, { file: context.document.file });
  if (!loaded.ok) return null;
  const documents = [...context.documents.slice(0, -1), loaded.value];
  const compiled = compilePolicy(documents, {
    today: context.today,
    cellBudget: CELL_BUDGET,
    work: context.work,
  });
  return compiled.ok ? { document: loaded.value, policy: compiled.value } : null;
}

const editsOf = (context: Context): TextEdits => new TextEdits(context.text, context.document.file);
const sectionOf = (unit: Unit): string => (unit.section === 'never' ? 'defaults' : unit.section);

/** Without the entry, where nothing that is decided changes. */
export function removing(unit: Unit, context: Context): MaybeFix {
  const edit = editsOf(context).remove(sectionOf(unit), unit.id);
  if (edit === null) return {};
  const after = compiledWith([edit], context);
  if (after === null || after.policy.semanticHash !== context.semanticHash) return {};
  return {
    fix: {
      description: `remove \`${unit.ref}\``,
      edits: [edit],
      proof: 'the semantic hash stays the same, tests and invariants hold',
      harmless: true,
    },
  };
}

/** What a masked rule speaks of, excepted from the rules of its own layer that mask it. */
export function excepting(unit: Unit, masks: readonly Unit[], context: Context): MaybeFix {
  const box = boxText(unit);
  if (masks.length === 0 || box === null) return {};
  const edits = masks.flatMap((mask) => editsOf(context).except(mask.section, mask.id, box) ?? []);
  if (edits.length < masks.length) return {};
  const after = compiledWith(edits, context);
  if (after === null || !onlyThere(unit, masks, after.document, context)) return {};
  return {
    fix: {
      description: `except it from ${masks.map((mask) => `\`${mask.ref}\``).join(' and ')}`,
      edits,
      proof: `\`${unit.ref}\` decides there then, and no request outside its conditions is decided differently`,
      harmless: false,
    },
  };
}

/** Both policies in one model: the masks as they are, and as they would be. */
function onlyThere(unit: Unit, masks: readonly Unit[], document: PolicyDocument, context: Context): boolean {
  const { stack } = context.model;
  const next = masks.flatMap((mask) => document.rules.find((rule) => rule.id === mask.id) ?? []);
  const terms = new Map(stack.termsOf);
  for (const [index, mask] of masks.entries()) {
    const [own, one] = [stack.termsOf.get(mask), next[index]];
    if (own !== undefined && one !== undefined) terms.set(one, own);
  }
  const layers = stack.layers.map((layer) =>
    layer === context.layer ? { ...layer, rules: [...layer.rules, ...next] } : layer,
  );
  const both = { ...stack, layers, units: [...stack.units, ...next], termsOf: terms };
  const model = new Model(both, stack.invariants, context.cellBudget, context.work);
  let changed = false;
  for (const mask of masks)
    for (const slice of model.slicesOf(mask)) {
      const [before, after] = [model.answer(slice, next), model.answer(slice, masks)];
      if (before === after) continue;
      const outside = model.diagram.combine((a, b) => (a === b ? 0 : 1))(before, after);
      const wrong = model.diagram.combine((differs, voice) => (differs === 1 && voice === 0 ? 1 : 0))(
        outside,
        model.voice(unit, slice),
      );
      if (wrong !== leaf(0)) return false;
      changed ||= witnessIn(model, slice, outside, (value) => value === 1) !== null;
    }
  return changed;
}

/** One more host in an entry's `when`. */
export function adding(unit: Unit, host: string, added: string, context: Context): MaybeFix {
  const text = added.startsWith('*') ? `'${added}'` : added;
  const quoted = context.text.trimStart().startsWith('{') ? JSON.stringify(added) : text;
  const edit = editsOf(context).beside(unit.section, unit.id, host, quoted);
  if (edit === null) return {};
  const after = compiledWith([edit], context);
  const section = unit.section === 'rules' ? after?.document.rules : after?.document.floors;
  const next = section?.find((one) => one.id === unit.id);
  const names = next?.listed.some(
    (set) => set.kind === 'hosts' && set.patterns.some((pattern) => pattern.text === added),
  );
  if (next === undefined || names !== true) return {};
  const kept = context.document.tests.every(
    (test) => !holds(unit.scope, test.facts) || holds(next.scope, test.facts),
  );
  if (!kept) return {};
  return {
    fix: {
      description: `add \`${added}\``,
      edits: [edit],
      proof: `it loads, \`${unit.ref}\` covers \`${added}\` too, tests and invariants hold`,
      harmless: false,
    },
  };
}

/** A `when` of memberships as a mapping on one line; `null` for an entry that says more. */
function boxText(unit: Unit): string | null {
  if (unit.scope.op !== 'and' || unit.scope.parts.length !== unit.listed.length) return null;
  const parts = unit.listed.map((set) => {
    // The list has a name in the document, which is not kept.
    if (set.kind === 'words') return null;
    const values =
      set.kind === 'hosts'
        ? set.patterns.map((one) => one.text)
        : set.kind === 'members'
          ? set.members
          : set.kind === 'paths'
            ? set.patterns
            : set.ranges.map(([low]) => low);
    const words = values.map((value) => (typeof value === 'string' ? JSON.stringify(value) : String(value)));
    const plain = words.map((word) => (/^"[A-Za-z][\w.-]*"$/.test(word) ? word.slice(1, -1) : word));
    return `${set.fact}: ${plain.length === 1 ? (plain[0] ?? '') : `[${plain.join(', ')}]`}`;
  });
  return parts.includes(null) ? null : `{ ${parts.join(', ')} }`;
}
