// What every lint looks at: one document as the lowest layer of its stack, and the exact model of that stack.
import type { PolicyText } from '#policy/engine/compile/check.ts';
import type { Work } from '#policy/collections/budget.ts';
import type { PolicyDocument, TestCase, Entry } from '#policy/engine/documents/document.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import type { Layer } from '#policy/engine/layers/stack.ts';
import type { ProblemOf } from '#policy/engine/compile/unknown-approvers.ts';
import { Effects } from './effects.ts';
import { ListPlaces } from './list-places.ts';
import { Model } from './model.ts';
import { TextEdits } from './text-edits.ts';

export type Context = {
  readonly document: PolicyDocument;
  /** Its text. */
  readonly text: string;
  /** The files of lists beside it. */
  readonly included: PolicyText['included'];
  /** Its embedded tests, and those that were given beside it. */
  readonly tests: readonly TestCase[];
  readonly documents: readonly PolicyDocument[];
  readonly layer: Layer;
  readonly policy: CompiledPolicy;
  /** The layers above, compiled; `null`: there are none. A mend of the lowest one leaves them as they are. */
  readonly upper: CompiledPolicy | null;
  readonly model: Model;
  readonly effects: Effects;
  /** Every entry of the stack by its layer and its ref. */
  readonly entryOf: ReadonlyMap<string, Entry>;
  readonly edits: TextEdits;
  readonly lists: ListPlaces;
  readonly semanticHash: string;
  readonly today: string;
  readonly cellBudget: number;
  readonly work: Work;
  /** Why nobody answers to an approver's name; `null`: no settings are at hand. */
  readonly approverProblem: ProblemOf | null;
  /** Mends that may still be tried: each compiles the policy. */
  readonly attempts: { left: number };
};

const MAX_ATTEMPTS = 40;
/** Of all attempts together: each reads and compiles the text again. */
const MAX_ATTEMPTED_CHARACTERS = 400_000;

/** `policy`: the compiled `documents`, upper first; the last one is looked at. */
export function contextOf(
  documents: readonly PolicyDocument[],
  policy: CompiledPolicy,
  options: {
    readonly upper: CompiledPolicy | null;
    readonly text: string;
    readonly included?: PolicyText['included'];
    readonly today: string;
    readonly cellBudget: number;
    readonly work: Work;
    readonly beside: readonly TestCase[];
    readonly approverProblem?: ProblemOf | undefined;
    /** `false`: nobody reads the mends. */
    readonly mends: boolean;
  },
): Context | null {
  const document = documents.at(-1);
  const layer = policy.stack.layers.at(-1);
  if (document === undefined || layer === undefined) return null;
  const edits = new TextEdits(options.text, document.file);
  const model = new Model(policy.stack, policy.stack.invariants, options.cellBudget, options.work);
  return {
    document,
    documents,
    layer,
    policy,
    upper: options.upper,
    model,
    effects: new Effects(model),
    entryOf: new Map(policy.stack.entries.map((entry) => [`${entry.layer} ${entry.ref}`, entry])),
    edits,
    lists: new ListPlaces(edits, document, options.included),
    semanticHash: policy.semanticHash,
    attempts: {
      left: options.mends
        ? Math.min(MAX_ATTEMPTS, Math.floor(MAX_ATTEMPTED_CHARACTERS / Math.max(1, options.text.length)))
        : 0,
    },
    tests: [...document.tests, ...options.beside],
    text: options.text,
    included: options.included,
    today: options.today,
    cellBudget: options.cellBudget,
    work: options.work,
    approverProblem: options.approverProblem ?? null,
  };
}
