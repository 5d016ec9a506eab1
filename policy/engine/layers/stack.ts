// The layers of an effective policy, upper first: what is in force today, and the terms on which each entry escalates.
import { builtInFloors, builtInTables } from '#policy/engine/documents/built-in-addresses.ts';
import { lastsOn } from '#policy/engine/documents/days.ts';
import type { Escalate, Invariant, PolicyDocument, Entry } from '#policy/engine/documents/document.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { err, failure, ok } from '#policy/language/failure.ts';
import { isDate } from '#policy/engine/reading/load.ts';
import { suggest } from '#policy/language/nearest.ts';
import type { Turns } from '#policy/collections/turns.ts';
import { OBLIGATIONS } from '#policy/language/vocabulary.ts';
import type { Obligation } from '#policy/language/vocabulary.ts';

export const DEFAULT_ESCALATION = { approvers: ['user'], timeout: 120 } as const;

/** Entries looked at in one turn. */
const ENTRIES_PER_TURN = 256;

export type Terms = {
  readonly approvers: readonly string[];
  readonly timeout: number;
  /** Not there: whoever asked may answer, too. */
  readonly fourEyes?: true;
  /** Minutes for which a yes for the task holds; 0: it is for one act. Not there: as long as the task. */
  readonly askOnce?: number;
};

/** Of the first layer with what the engine itself says. */
export type Layer = {
  readonly document: PolicyDocument;
  readonly defaults: readonly Entry[];
  /** Without the rules that have ended. */
  readonly rules: readonly Entry[];
  /** Rules that have ended: they decide nothing from this day on. */
  readonly ended: readonly Entry[];
  readonly delegate: readonly Entry[];
  readonly floors: readonly Entry[];
};

export type Stack = {
  /** `YYYY-MM-DD` */
  readonly today: string;
  readonly layers: readonly Layer[];
  /** Those that speak today. */
  readonly entries: readonly Entry[];
  readonly invariants: readonly Invariant[];
  /** Duties that come with every decision. */
  readonly duties: readonly Obligation[];
  readonly termsOf: ReadonlyMap<Entry, Terms>;
};

/** `today`: `YYYY-MM-DD`. A rule holds through its last day. */
export function* stackInTurns(
  documents: readonly PolicyDocument[],
  today: string,
): Turns<Result<Stack, Failure[]>> {
  if (!isDate(today)) throw new RangeError(`not a date: ${today}`);
  const problems: Failure[] = [];
  const layers = documents.map((document, index): Layer => ({
    document,
    defaults: index > 0 ? document.defaults : [...document.defaults, ...builtInTables(document)],
    rules: document.rules.filter((rule) => lastsOn(rule.expires, today)),
    ended: document.rules.filter((rule) => !lastsOn(rule.expires, today)),
    delegate: document.delegate,
    floors: index > 0 ? document.floors : [...document.floors, ...builtInFloors(document)],
  }));
  const termsOf = new Map<Entry, Terms>();
  let timeout = Infinity;
  let fourEyes = false;
  let askOnce = Infinity;
  let known: ReadonlySet<string> = new Set();
  for (const [index, layer] of layers.entries()) {
    yield;
    const { document } = layer;
    // Of all days: a policy that loads today loads when one of its entries has ended.
    const entries = [...entriesOf(layer), ...layer.ended];
    const own = [document.escalation, ...entries.map((entry) => entry.escalate)];
    if (index > 0) problems.push(...unknownApprovers(document, entries, known));
    const settings: Terms = {
      approvers:
        document.escalation.approvers ?? (index === 0 ? DEFAULT_ESCALATION.approvers : [...known].sort()),
      timeout: Math.min(timeout, document.escalation.timeout ?? DEFAULT_ESCALATION.timeout),
      ...eyes(fourEyes, document.escalation),
      ...once(askOnce, document.escalation),
    };
    for (const [number, entry] of entries.entries()) {
      termsOf.set(
        entry,
        entry.escalate === null
          ? settings
          : {
              approvers: entry.escalate.approvers ?? settings.approvers,
              timeout: Math.min(timeout, entry.escalate.timeout ?? settings.timeout),
              ...eyes(settings.fourEyes === true, entry.escalate),
              ...once(settings.askOnce, entry.escalate),
            },
      );
      if (number % ENTRIES_PER_TURN === ENTRIES_PER_TURN - 1) yield;
    }
    yield;
    known = new Set([...known, ...settings.approvers, ...own.flatMap((one) => one?.approvers ?? [])]);
    timeout = settings.timeout;
    fourEyes = settings.fourEyes === true;
    askOnce = settings.askOnce ?? Infinity;
  }
  if (problems.length > 0) return err(problems);
  const duties = new Set(documents.flatMap((document) => [...document.always, ...document.after]));
  return ok({
    today,
    layers,
    entries: layers.flatMap(entriesOf),
    invariants: documents.flatMap((document) => document.invariants),
    duties: OBLIGATIONS.filter((one) => duties.has(one)),
    termsOf,
  });
}

/** The same layers on another day. */
export function stackOn(stack: Stack, today: string): Stack {
  if (today === stack.today) return stack;
  const layers = stack.layers.map((layer) => {
    const all = [...layer.rules, ...layer.ended];
    return {
      ...layer,
      rules: all.filter((rule) => lastsOn(rule.expires, today)),
      ended: all.filter((rule) => !lastsOn(rule.expires, today)),
    };
  });
  return { ...stack, today, layers, entries: layers.flatMap(entriesOf) };
}

/** What is wanted above, or for the whole document, is wanted of every entry. */
const eyes = (above: boolean, own: Escalate): Pick<Terms, 'fourEyes'> =>
  above || own.fourEyes === true ? { fourEyes: true } : {};

/** The least of what is said above, for the whole document and by the entry. */
function once(above: number | undefined, own: Escalate): Pick<Terms, 'askOnce'> {
  const minutes = Math.min(above ?? Infinity, own.askOnce ?? Infinity);
  return minutes === Infinity ? {} : { askOnce: minutes };
}

/** Those that speak today. */
export function entriesOf(layer: Layer): readonly Entry[] {
  return [...layer.floors, ...layer.rules, ...layer.defaults, ...layer.delegate];
}

/** A lower layer may not bring in somebody who approves: that would loosen. */
function unknownApprovers(
  document: PolicyDocument,
  entries: readonly Entry[],
  known: ReadonlySet<string>,
): readonly Failure[] {
  const check = (escalate: Escalate | null, span: Entry['span']): readonly Failure[] =>
    (escalate?.approvers ?? [])
      .filter((approver) => !known.has(approver))
      .map((approver) =>
        failure('policy.unknown-member', `no layer above knows the approver \`${approver}\``, {
          span,
          help: suggest(approver, [...known]),
        }),
      );
  return [
    ...check(document.escalation, document.escalationSpan),
    ...entries.flatMap((entry) => check(entry.escalate, entry.span)),
  ];
}
