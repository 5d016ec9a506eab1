// Decides what a task tells whoever asked: its answer, what it quotes, the rows that it read. The act is ANSWER; its target is each place
// that something was read at, its value the words. INVARIANT: nothing is told before its decision is
// in the log, and what is refused is told to nobody.
import { randomUUID } from 'node:crypto';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { answerGate } from '#policy/acts/reading-acts.ts';
import { rule, severest, type Ruling } from '#policy/engine/deciding/ruling.ts';
import { digestOf } from '#executors/contract/authorization.ts';
import { factsFor } from '#gateway/boundary/task/facts.ts';
import type { Principal } from '#gateway/boundary/task/principal.ts';
import type { TaskContext } from '#gateway/boundary/task/context.ts';
import { hidden, ours, script } from '#gateway/boundary/words/rows.ts';
import type { EffectivePolicy } from '#policy/language/facts.ts';
import { hostOf } from '#policy/requests/host.ts';
import { contentHostOf } from '#gateway/boundary/provenance/content.ts';
import { canonicalName } from '#policy/requests/names.ts';
import type { CardRow } from '#gateway/protocol/views/consent.ts';
import { consult, eventFor } from '#gateway/boundary/steps/consult.ts';
import type { Asked, CandidateBeside, Consultants, Consultation } from '#gateway/boundary/steps/consult.ts';
import { namedBy } from '#gateway/boundary/weighing/by-host.ts';
import type { Judge } from '#gateway/boundary/weighing/by-host.ts';
import { hostsOf, toldApart, toldEntry } from './told-entry.ts';

export type Telling = {
  /** In the navigator's own words. */
  readonly said: readonly string[];
  /** As pages say it. */
  readonly read: readonly string[];
  /** Every address that was looked at on the way. */
  readonly sources: readonly string[];
};

/** A list of words is looked for in so much at once; a word that is longer is none. */
const PIECE_CHARACTERS = 20_000;
const OVERLAP_CHARACTERS = 500;
/** A permitted value is a text by itself, and no longer than this; of so many. */
const VALUE_CHARACTERS = 500;
const MOST_VALUES = 100;
/** Of more than these nobody waits for a decision: it is refused. */
const MOST_DECISIONS = 20_000;
/** Between two turns of everything else. */
const DECISIONS_A_TURN = 100;

/**
 * Errors: those of `consult` and of the log, the refusal itself, `consent.too-long`.
 * Whoever is told nothing in any other case takes what it throws for a refusal.
 */
export async function decideTelling(
  parts: Consultants,
  task: TaskContext,
  by: Principal,
  telling: Telling,
  signal: AbortSignal,
): Promise<Result<void>> {
  const whole = [...telling.said, ...telling.read].join('\n').toWellFormed();
  const places = telling.sources.length === 0 ? ['about:blank'] : [...new Set(telling.sources)];
  const policy = parts.policy();
  const beside = parts.candidate?.() ?? null;
  const judges = [...(policy.ok ? [policy.value] : []), ...(beside === null ? [] : [beside.policy])];
  const asked = await askedOf(task, telling, whole, places, judges);
  if (asked === null)
    return fail('consent.too-long', 'there is more to be told than can be decided about', {
      help: 'ask for less at once',
    });
  const ruling = policy.ok ? await ruledOn(policy.value, asked, parts.duties, beside) : null;
  // Its digests and its card are made of all the words: what is simply let through needs none of them.
  const consultation = (): Consultation =>
    consultationOf(task, by, telling, { whole, places, asked: whatDecides(asked, ruling, beside) });
  if (policy.ok && ruling?.decision === 'ALLOW') {
    // A candidate that would not let it is told of it, too.
    beside?.note(eventFor(parts, policy.value, consultation(), ruling), ruling);
    const { duties, digests = null } = parts;
    const under = { policy: policy.value, duties, digests };
    const written = await parts.audit.append(toldEntry(task, by, under, { whole, places, asked, ruling }));
    if (!written.ok) return written;
    // Deciding takes turns, and so does the log: another policy may hold by now.
    const now = parts.policy();
    return now.ok && now.value.semanticHash === ruling.semanticHash ? ok(undefined) : changed();
  }
  const about = consultation();
  const more = policy.ok && asked.length > about.asked.length ? toldApart(policy.value, asked).length : 0;
  const missing = more - about.asked.length;
  // Its entry holds what decides; whoever decides it again has to know that there was more.
  const evidence = { ...about.evidence, ...(missing > 0 ? { moreGates: missing } : {}) };
  const verdict = await consult(parts, { ...about, evidence }, signal);
  if (!verdict.ok) return verdict;
  const { error, recorded, ruling: under } = verdict.value;
  // The question was about what mattered under the policy that it was asked under.
  if (error === null && under.semanticHash !== ruling?.semanticHash) return changed();
  const written = await recorded;
  if (!written.ok) return written;
  return error === null ? ok(undefined) : { ok: false, error };
}

const changed = (): Result<never> =>
  fail('consent.void', 'the policy changed while this was waiting to be told', {
    help: 'run the task again',
  });

/** `null`: more than can be decided about. */
async function askedOf(
  task: TaskContext,
  { said, read }: Telling,
  whole: string,
  places: readonly string[],
  judges: readonly Judge[],
): Promise<Asked | null> {
  const valueHoldsSecret = task.state.provenance.holdsSecret(whole);
  const values = valueHoldsSecret ? [''] : [...shortOnes([...said, ...read]), ...piecesOf(whole)];
  // Of a place without a host nobody knows whose words it has: every host that a policy names counts, and none.
  const named = (): readonly string[] => [...new Set(['', ...judges.flatMap(namedBy)])];
  const standAt = places
    .map((url) => [url, contentHostOf(url)] as const)
    .map(([url, host]) => ({
      url,
      hosts: host === '' ? named() : [host],
    }));
  const count = standAt.reduce((sum, { hosts }) => sum + hosts.length, 0);
  if (values.length * count > MOST_DECISIONS) return null;
  const canonical: string[] = [];
  for (const value of values) {
    canonical.push(canonicalName(value.toWellFormed()));
    // oxlint-disable-next-line no-await-in-loop -- others have their turn
    await aTurn();
  }
  const distinct = [...new Set(canonical)];
  return standAt.flatMap(({ url, hosts }) => {
    const gate = answerGate(url);
    const at = {
      task,
      action: 'ANSWER',
      initiator: 'NAVIGATOR',
      documentUrl: url,
      valueHoldsSecret,
    } as const;
    // What is told of a place stands there.
    const facts = factsFor(gate, at);
    return hosts.flatMap((contentHost) =>
      distinct.map((value) => ({ gate, facts: { ...facts, contentHost, value } })),
    );
  });
}

/**
 * As `rule`, with turns for everything else between: of all that need the most, and of what a candidate decides otherwise one for each
 * place and pair of decisions.
 */
async function ruledOn(
  policy: EffectivePolicy,
  asked: Asked,
  duties: Consultants['duties'],
  beside: CandidateBeside | null,
): Promise<Ruling> {
  let severe: Asked = [];
  let worst: Ruling['decision'] = 'ALLOW';
  const otherwise = new Map<string, Asked[number]>();
  for (let from = 0; from < asked.length; from += DECISIONS_A_TURN) {
    const some = asked.slice(from, from + DECISIONS_A_TURN);
    const { decision, gates } = rule(policy, some, duties);
    for (const one of gates) {
      const apart = apartOf(one, beside);
      if (apart !== null && !otherwise.has(apart)) otherwise.set(apart, one);
    }
    if (decision !== worst && severest(worst, decision) === decision) [worst, severe] = [decision, []];
    // Of those that are let through one a place is enough for the log.
    severe = [
      ...severe,
      ...some.filter(
        ({ gate }, at) =>
          gates[at]?.decision === worst &&
          (worst !== 'ALLOW' || !severe.some((one) => one.gate.url === gate.url)),
      ),
    ];
    // oxlint-disable-next-line no-await-in-loop -- others have their turn
    await aTurn();
  }
  const known = new Set(severe.map(({ facts }) => facts));
  const more = [...otherwise.values()].filter(({ facts }) => !known.has(facts));
  return rule(policy, [...severe, ...more], duties);
}

/** What a candidate decides otherwise, as one text for each place and pair of decisions; `null`: nothing. */
function apartOf(
  { gate, facts, decision }: Ruling['gates'][number],
  beside: CandidateBeside | null,
): string | null {
  const would = beside?.policy.decide(facts).decision ?? decision;
  return would === decision ? null : JSON.stringify([gate.url ?? '', decision, would]);
}

const aTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/**
 * Of all that need the most, one for each reason, site and circle of approvers: a card and an entry are no longer than that. And what
 * a candidate decides otherwise, whatever it needs.
 */
function whatDecides(asked: Asked, ruling: Ruling | null, beside: CandidateBeside | null): Asked {
  if (ruling === null) return asked.slice(0, 1);
  const kept = new Map<string, Asked[number]>();
  for (const one of ruling.gates) {
    const { gate, facts, decision, because, approvers } = one;
    const apart = apartOf(one, beside);
    if (decision !== ruling.decision && apart === null) continue;
    const key = JSON.stringify([hostOf(URL.parse(gate.url ?? '')), because, approvers, apart]);
    if (!kept.has(key)) kept.set(key, { gate, facts });
  }
  return [...kept.values()];
}

function consultationOf(
  task: TaskContext,
  by: Principal,
  { said, read }: Telling,
  {
    whole,
    places,
    asked,
  }: { readonly whole: string; readonly places: readonly string[]; readonly asked: Asked },
): Consultation {
  const isSecret = asked.some(({ facts }) => facts.valueHoldsSecret);
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
    digest: digestOf({
      kind: 'ANSWER',
      taskId: task.id,
      whole,
      places: places.map((url) => url.toWellFormed()),
    }),
    content: digestOf({ whole }),
    details: [
      ours('VALUE', 'act', 'tell whoever asked for the task'),
      ...rowsOf('AGENT', 'tells', said, isSecret),
      ...rowsOf('PAGE', 'tells, as pages say it', read, isSecret),
    ],
    agentSays: null,
    askPerson: true,
    coveredByDocument: false,
    auditType: 'decision',
    evidence: { action: 'ANSWER', sources: hostsOf(places), characters: whole.length },
  };
}

/** All of it: what is too long to be read is refused as a script that is too long is, and never shown in part. */
function rowsOf(
  by: 'AGENT' | 'PAGE',
  label: string,
  texts: readonly string[],
  isSecret: boolean,
): readonly CardRow[] {
  const text = [...new Set(texts)].join('\n').toWellFormed();
  if (text === '') return [];
  if (isSecret) return [hidden(by, 'VALUE', label, text)];
  return [script(by, label, text)];
}

const shortOnes = (texts: readonly string[]): readonly string[] =>
  texts.filter((text) => text.length <= VALUE_CHARACTERS).slice(0, MOST_VALUES);

function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  for (let from = 0; from === 0 || from < text.length; from += PIECE_CHARACTERS)
    pieces.push(text.slice(from, from + PIECE_CHARACTERS + OVERLAP_CHARACTERS));
  return pieces;
}
