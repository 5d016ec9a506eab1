// The navigator that needs no network and no key. Deterministic: the same observation and memory give the same proposal.
// INVARIANT: goals come from the person's words alone. Text of a page is matched and quoted, never obeyed.
import type { ExtractedFact, Memory, Navigator, Observation, Proposal } from '../contract.ts';
import { wordsOfRefusal } from '#engines/navigator/boundary-refusal.ts';
import { similarity } from '#engines/language.ts';
import { prohibitionsOf } from './words/clauses.ts';
import { describeGoal, type Goal } from './words/goals.ts';
import { parseClauses, withVerb } from './grammar/grammar.ts';
import { chosenReading, keptOf, markOf, wholeReading, type Reading } from './second.ts';
import { obstacle } from './tactics/obstacles.ts';
import { handleOf, outlineOf, quoteNear, quoteOf, type Outline } from './page/outline.ts';
import { currentGoal, tag, triedSteps } from './page/progress.ts';
import { questionOf } from './tactics/doubt.ts';
import { withAnswers } from './tactics/unclear.ts';
import { pursue } from './pursue/pursue.ts';
import { clip } from './page/facts.ts';
import { Account, isUndone } from './account.ts';
import { wordsOfEvidence, type Evidence } from '#engines/navigator/evidence.ts';
import { mainRecords, type Move, type Situation } from './page/situation.ts';

const WAIT_MS = '1000';
const MAX_REASONING_CHARACTERS = 400;

export function createOfflineNavigator(): Navigator {
  const made: Navigator = {
    id: 'offline',
    async next(observation, memory, signal) {
      signal.throwIfAborted();
      return withKnownSecrets(propose(observation, memory), memory);
    },
  };
  MADE.add(made);
  return made;
}

const MADE = new WeakSet<Navigator>();
/** Whether it is this very navigator and not one that only bears its name: it accounts for each clause by itself. */
export const isOffline = (navigator: Navigator): boolean => MADE.has(navigator);

/** INVARIANT: a secret is asked for by a name that the gateway gave for this page, whatever an intent or a page spells. */
function withKnownSecrets(proposal: Proposal, memory: Memory): Proposal {
  const { text } = proposal;
  const name = /^secret:(.*?)\n?$/su.exec(text ?? '')?.[1];
  if (proposal.action !== 'TYPE' || name === undefined || memory.secrets.includes(name)) return proposal;
  return failed(`there is no saved secret “${clip(name, 80)}” for this site`, 0.9);
}

function propose(observation: Observation, memory: Memory): Proposal {
  if (observation.refusal !== null) return failed(wordsOfRefusal(observation.refusal), 0.95);
  const outline = outlineOf(observation, memory.answered);
  const order = withVerb(memory.intent, memory.subtask);
  const understood = parseClauses(order);
  const reading = chosenReading(understood, order, outline, memory);
  if (reading === null || reading.said.length === 0)
    return {
      ...failed(
        `the intent “${clip(memory.subtask, 120)}” was not understood; say what to open, search, read, fill in or press`,
        0.9,
      ),
      notUnderstood: [clip(memory.subtask, 120)],
    };
  const first = carriedOut(reading, outline, observation, memory);
  // Nothing on the page is what the grammar made of it.
  if (first.action !== 'FAILED' || reading.byPage.includes(true)) return first;
  const second = wholeReading(understood, order, outline, memory);
  if (second === null) return first;
  const other = carriedOut(second, outline, observation, memory);
  return other.action === 'FAILED' ? first : other;
}

function carriedOut(reading: Reading, outline: Outline, observation: Observation, memory: Memory): Proposal {
  const goals = withAnswers(
    reading.said.map(({ goal }) => goal),
    outline,
  );
  const said = reading.said.map((one, at) => ({ ...one, goal: goals[at] ?? one.goal }));
  const forbidden = prohibitionsOf(memory.intent);
  const error = observation.structuredError;
  const steps = triedSteps(memory, goals.map(describeGoal), isUndone(goals));
  const last = memory.entries.at(-1);
  // It was asked for and does not come: pressed once more, it would be asked for twice.
  const isOnItsWay = error?.type === 'TIMEOUT' && last?.outcome === 'done';
  if (error !== null && (isOnItsWay || observation.nodes.length === 0 || (error.status ?? 0) >= 400)) {
    const waited = last?.proposal.action === 'WAIT';
    return (error.retryable || isOnItsWay) && !waited
      ? {
          ...bare(
            'WAIT',
            `${tag(currentGoal(steps), goals.length, true)}${clip(error.message, 200)}; it may work in a moment`,
            0.7,
          ),
          text: WAIT_MS,
        }
      : failed(
          `${error.url} answered with an error${error.status === null ? '' : ` ${error.status}`}: ${error.message}`,
          0.9,
        );
  }
  const account = new Account(said, memory, observation, steps);
  const undone = account.undone();
  if (undone !== null) return failed(undone, 0.9);
  let sure = 1;
  for (let index = currentGoal(steps); index < goals.length; index++) {
    const goal = goals[index];
    if (goal === undefined) break;
    const situation: Situation = {
      observation,
      outline,
      memory,
      goals,
      index,
      tried: steps.filter((step) => step.goal === index),
    };
    const move = obstacle(situation) ?? pursue(situation, goal);
    if (move.kind === 'REACHED') {
      sure = Math.min(sure, move.confidence);
      account.reached(index, move.seen ?? null);
      continue;
    }
    const question = questionOf(situation, goal, move, said[index]?.clause ?? memory.subtask);
    const asking = question === null ? {} : { question };
    if (move.kind === 'STUCK')
      return {
        ...failed(`${describeGoal(goal)}: ${move.need}`, 0.8),
        ...(goal.kind === 'NOT_UNDERSTOOD' ? { notUnderstood: wordsUnknown(goals) } : {}),
        ...asking,
      };
    if (move.kind === 'ANSWER' && index === goals.length - 1)
      return {
        ...done(memory, move.answer, move.facts, Math.min(sure, move.confidence), move.why),
        evidence: account.answered(index, move.facts),
        ...keptOf(reading),
      };
    if (move.kind === 'ACT' && isForbidden(move, forbidden))
      return failed(
        `${describeGoal(goal)}: the intent forbids “${move.item?.node.name ?? ''}”, which this would need; say which of the two holds`,
        0.9,
      );
    return {
      ...proposalOf(move, goals, index, `${describeGoal(goal)}${markOf(reading, index)}`),
      ...account.soFar(),
      ...asking,
      ...keptOf(reading),
    };
  }
  const evidence = [...account.all(), ...(reading.isGist === true ? [unsure(reading, observation)] : [])];
  return {
    ...finished(observation, memory, goals, Math.min(sure, 0.9), evidence),
    evidence,
    ...keptOf(reading),
  };
}

/** That the gist was carried out shows nothing of whether it was meant. */
const unsure = ({ clauses, said }: Reading, { url }: Observation): Evidence => ({
  clause: clauses[0] ?? said[0]?.clause ?? '',
  effect: 'NONE',
  entry: null,
  ref: null,
  role: '',
  name: '',
  url,
  quote: '',
});

/** Of all clauses: whoever says one of them another way learns of the others too. */
const wordsUnknown = (goals: readonly Goal[]): readonly string[] =>
  goals
    .flatMap((goal) => (goal.kind === 'NOT_UNDERSTOOD' ? [clip(goal.words, 120)] : []))
    .slice(0, MAX_UNKNOWN);
const MAX_UNKNOWN = 20;

const isForbidden = (move: Extract<Move, { kind: 'ACT' }>, forbidden: readonly string[]): boolean =>
  move.action === 'CLICK' &&
  move.item !== null &&
  forbidden.some((name) => similarity(name, move.item?.node.name ?? '') >= 0.85);

const bare = (action: Proposal['action'], reasoning: string, confidence: number): Proposal => ({
  action,
  ref: null,
  target: null,
  text: null,
  confidence: Math.round(confidence * 100) / 100,
  reasoning: clip(reasoning, MAX_REASONING_CHARACTERS),
});

const failed = (need: string, confidence: number): Proposal => ({
  ...bare('FAILED', need, confidence),
  text: need,
});

function proposalOf(
  move: Extract<Move, { kind: 'ACT' | 'ANSWER' }>,
  goals: readonly Goal[],
  index: number,
  goal: string,
): Proposal {
  if (move.kind === 'ANSWER') {
    const why = `${tag(index, goals.length, false)}${goal}: ${move.why}`;
    return { ...bare('EXTRACT', why, move.confidence), text: goal, facts: move.facts };
  }
  const why = `${tag(index, goals.length, move.onTheWay)}${goal}: ${move.why}`;
  const item = move.item !== null && takesHandle(move) ? handleOf(move.item) : move.item;
  const box = item?.node.box ?? null;
  return {
    ...bare(move.action, why, move.confidence),
    ref: item?.node.ref ?? null,
    target:
      box === null ? null : { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) },
    text: move.text,
    ...(move.facts === undefined ? {} : { facts: move.facts }),
  };
}

/** What is dragged is dragged itself. */
const takesHandle = ({ action, text }: Extract<Move, { kind: 'ACT' }>): boolean =>
  action === 'CLICK' && text?.startsWith('drag:') !== true;

function done(
  memory: Memory,
  answer: string | null,
  facts: readonly ExtractedFact[],
  confidence: number,
  why: string,
): Proposal {
  return { ...bare('DONE', why, confidence), text: answer, facts: [...facts] };
}

/** All goals are reached and none of the last ones asked for an answer: says what is there now. */
function finished(
  observation: Observation,
  memory: Memory,
  goals: readonly Goal[],
  confidence: number,
  evidence: readonly Evidence[],
): Proposal {
  const outline = outlineOf(observation);
  const url = observation.url;
  const last = goals.at(-1);
  const here: ExtractedFact = { label: 'Page', value: outline.subject, quote: outline.subject, url };
  if (last?.kind === 'READ' && memory.facts.length > 0)
    return done(
      memory,
      memory.facts.map((fact) => `${fact.label}: ${fact.value}`).join('; '),
      [],
      confidence,
      'all was read',
    );
  if (last?.kind === 'SEARCH' || (last?.kind === 'CHOOSE' && last.apply)) {
    const records = mainRecords(outline).slice(0, 5);
    const facts = records.map((record) => ({
      label: record.name,
      value: record.price?.text ?? clip(record.text, 200),
      quote: quoteNear(record.item, record.price?.text ?? record.name),
      url,
    }));
    const answer =
      records.length === 0
        ? `“${outline.subject}” lists nothing`
        : `${outline.subject}: ${facts.map((fact) => (fact.value === fact.label ? fact.label : `${fact.label}, ${fact.value}`)).join('; ')}`;
    return done(
      memory,
      answer,
      facts,
      records.length === 0 ? 0.6 : confidence,
      'this is what the site lists',
    );
  }
  const said = outline.items.find((item) => ['status', 'alert'].includes(item.node.role));
  const message =
    said === undefined
      ? ''
      : [said.node.name, ...said.children.map((child) => child.node.name)]
          .filter((text) => text !== '')
          .join(' ');
  if (message !== '')
    return done(
      memory,
      message,
      [{ label: outline.subject, value: message, quote: quoteOf(message), url }],
      confidence,
      'the page says so',
    );
  // Never after an act that led nowhere.
  const end = evidence.at(-1);
  const arrived =
    end !== undefined &&
    evidence.every(({ effect }) => effect !== 'NONE') &&
    (last?.kind === 'OPEN' || (end.effect === 'CHANGE' && URL.canParse(end.quote)));
  return done(
    memory,
    // One step of several: what is asked for comes later, and the arrival is in the facts.
    memory.subtask !== memory.intent
      ? null
      : arrived
        ? `“${outline.subject}” is open: ${url}`
        : evidence.map(wordsOfEvidence).join('; '),
    [here],
    confidence,
    'everything that was asked for is done',
  );
}
