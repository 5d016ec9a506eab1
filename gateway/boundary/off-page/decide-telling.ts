// Decides what a task tells whoever asked: its answer, what it quotes, the rows that it read. The act is ANSWER; its target is each place
// that something was read at, its value the words. INVARIANT: nothing is told before it is decided, and what is refused is told to nobody.
import { randomUUID } from 'node:crypto';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { answerGate } from '#policy/acts/reading-acts.ts';
import { rule, type Ruling } from '#policy/engine/deciding/ruling.ts';
import { digestOf } from '#executors/contract/authorization.ts';
import { factsFor } from '#gateway/boundary/task/facts.ts';
import type { Principal } from '#gateway/boundary/task/principal.ts';
import type { TaskContext } from '#gateway/boundary/task/context.ts';
import { hidden, ours, theirs } from '#gateway/boundary/words/rows.ts';
import { hostOf } from '#policy/requests/host.ts';
import { consult, eventFor } from '#gateway/boundary/steps/consult.ts';
import type { Consultants, Consultation } from '#gateway/boundary/steps/consult.ts';

export type Telling = {
  readonly texts: readonly string[];
  /** Addresses that it was read at; the first is the page that is there. */
  readonly sources: readonly string[];
};

/** For the entry of the task's end: what was told without a question, and what let it. */
export type ToldUnder = {
  readonly sources: readonly string[];
  readonly characters: number;
  readonly cells: readonly string[];
  readonly policy: string;
};

/** A list of words is looked for in so much at once; a word that is longer is none. */
const PIECE_CHARACTERS = 20_000;
const OVERLAP_CHARACTERS = 500;

/** Errors: those of `consult`, and the refusal itself. `null`: it was asked about, and has entries of its own. */
export async function decideTelling(
  parts: Consultants,
  task: TaskContext,
  by: Principal,
  { texts, sources }: Telling,
  signal: AbortSignal,
): Promise<Result<ToldUnder | null>> {
  const about = consultationOf(task, by, texts, sources);
  const policy = parts.policy();
  const ruling = policy.ok ? rule(policy.value, about.asked, parts.duties) : null;
  if (policy.ok && ruling?.decision === 'ALLOW') {
    // A candidate that would not let it is told of it, too.
    parts.candidate?.()?.(eventFor(parts, policy.value, about, ruling), ruling);
    const cells = ruling.gates.flatMap(({ because }) =>
      because.map(({ entry, at }) => (at === '' ? entry : `${entry}@${at}`)),
    );
    return ok({
      sources: hostsOf(sources),
      characters: lengthOf(texts),
      cells: [...new Set(cells)],
      policy: ruling.semanticHash,
    });
  }
  const verdict = await consult(parts, { ...about, asked: whatDecides(about, ruling) }, signal);
  if (!verdict.ok) return verdict;
  const { error, recorded, ruling: under } = verdict.value;
  // The question was about what mattered under the policy that it was asked under.
  if (error === null && under.semanticHash !== ruling?.semanticHash)
    return fail('consent.void', 'the policy changed while this was waiting to be told', {
      help: 'run the task again',
    });
  const written = await recorded;
  if (!written.ok) return written;
  return error === null ? ok(null) : { ok: false, error };
}

/** Of all that need the most, one for each reason, site and circle of approvers: a card and an entry are no longer than that. */
function whatDecides({ asked }: Consultation, ruling: Ruling | null): Consultation['asked'] {
  if (ruling === null) return asked.slice(0, 1);
  const kept = new Map<string, Consultation['asked'][number]>();
  for (const [at, { gate, decision, because, approvers }] of ruling.gates.entries()) {
    const one = asked[at];
    if (decision !== ruling.decision || one === undefined) continue;
    const key = JSON.stringify([hostOf(URL.parse(gate.url ?? '')), because, approvers]);
    if (!kept.has(key)) kept.set(key, one);
  }
  return [...kept.values()];
}

function consultationOf(
  task: TaskContext,
  by: Principal,
  texts: readonly string[],
  sources: readonly string[],
): Consultation {
  const whole = texts.join('\n');
  const valueHoldsSecret = task.state.provenance.holdsSecret(whole);
  // Each text by itself, so that a permitted value may be one of them, and all together for words that stand apart.
  const values = valueHoldsSecret ? [''] : [...new Set([...texts, ...piecesOf(whole)])];
  const places = [...new Set(sources)];
  const asked = places.flatMap((url) => {
    const gate = answerGate(url);
    return values.map((value) => ({
      gate,
      facts: factsFor(gate, {
        task,
        action: 'ANSWER',
        initiator: 'NAVIGATOR',
        documentUrl: url,
        value,
        valueHoldsSecret,
      }),
    }));
  });
  return {
    task,
    requestId: randomUUID(),
    by,
    initiator: task.initiator,
    asked,
    what: 'tell what it read',
    title: 'Tell what it read',
    documentUrl: places[0] ?? 'about:blank',
    documentId: '',
    digest: digestOf({ kind: 'ANSWER', taskId: task.id, texts, places }),
    content: digestOf({ texts }),
    details: [
      ours('VALUE', 'act', 'tell whoever asked for the task'),
      ...texts.map((text) =>
        valueHoldsSecret ? hidden('PAGE', 'VALUE', 'tells', text) : theirs('PAGE', 'VALUE', 'tells', text),
      ),
    ],
    agentSays: null,
    askPerson: true,
    coveredByDocument: false,
    auditType: 'decision',
    evidence: { action: 'ANSWER', sources: hostsOf(places), characters: lengthOf(texts) },
  };
}

function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  for (let from = 0; from === 0 || from < text.length; from += PIECE_CHARACTERS)
    pieces.push(text.slice(from, from + PIECE_CHARACTERS + OVERLAP_CHARACTERS));
  return pieces;
}

const hostsOf = (urls: readonly string[]): readonly string[] => [
  ...new Set(urls.map((url) => hostOf(URL.parse(url)))),
];
const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length, 0);
