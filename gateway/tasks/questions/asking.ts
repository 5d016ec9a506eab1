// Asks what a navigator does not know, and says what becomes of its step without an answer.
// INVARIANT: where nobody answers, nothing that sends, pays or takes away is guessed, and a guess is never called done.
import type { Observation, Proposal } from '#engines/navigator/contract.ts';
import {
  choicesOf,
  commits,
  standsAsAsked,
  type Choice,
  type Question,
} from '#engines/navigator/question.ts';
import type { ClauseView } from '#gateway/protocol/views/task.ts';
import { maskedValue, quoted, visible } from '#gateway/protocol/visible.ts';
import { failure } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import type { PageSnapshot } from '#executors/contract/snapshot.ts';
import type { Questions } from './questions.ts';

/** `AGAIN`: with what was answered. `GO_ON`: with the step as it is, of which `guess` says what is not known. `NOT_DONE`: it is no step to guess. */
export type Asked =
  | { readonly kind: 'AGAIN' }
  | { readonly kind: 'GO_ON'; readonly guess: ClauseView | null }
  | { readonly kind: 'NOT_DONE'; readonly failure: Failure };

type AskingParts = {
  readonly task: { readonly questions: Questions };
  readonly sight: { readonly look: () => Promise<Result<PageSnapshot>> };
  readonly interruption: { readonly signal: AbortSignal };
};

const MAX_WORDS = 300;
const HELP = 'say which one is meant, or run it where a question can be answered: at a terminal or in the UI';

export async function askFirst(
  { task, sight, interruption }: AskingParts,
  proposal: Proposal,
  observation: Observation,
): Promise<Asked> {
  const { question } = proposal;
  if (question === undefined) return { kind: 'GO_ON', guess: null };
  const choices = choicesOf(observation.nodes, question.refs);
  // Of a question about elements that are not there nothing is left.
  const least = question.wants === 'VALUE' ? 1 : 2;
  if (choices.length >= least && !(question.wants === 'VALUE' && isCredential(observation, choices))) {
    const answer = await task.questions.ask(question, choices, observation.url, interruption.signal);
    if (answer.kind === 'ELEMENT') {
      const looked = await sight.look();
      if (!looked.ok || !standsAsAsked(looked.value.nodes, answer.choice)) task.questions.gone(answer);
    }
    if (answer.kind !== 'UNANSWERED') return { kind: 'AGAIN' };
  }
  return without(proposal, question, choices, observation);
}

/** A password is no answer: it would stand in a task's memory. It is kept as a saved log-in. */
const isCredential = ({ nodes }: Observation, [choice]: readonly Choice[]): boolean =>
  nodes.some(({ ref, states }) => ref === choice?.ref && states.includes('password'));

function without(
  proposal: Proposal,
  { clause, words }: Question,
  choices: readonly Choice[],
  { nodes, url }: Observation,
): Asked {
  const named = choices.map(inWords).join('; ');
  const candidates = choices.map(({ role, name, near }) => ({
    role: visible(role, 40),
    name: visible(name, 80),
    near: visible(near, 160),
  }));
  if (proposal.action === 'FAILED') {
    const said = visible(proposal.text ?? proposal.reasoning, 500);
    const unknown = (proposal.notUnderstood ?? []).map((one) => visible(one, MAX_WORDS));
    const code = unknown.length === 0 ? 'navigator.needs-help' : 'navigator.not-understood';
    return {
      kind: 'NOT_DONE',
      failure: failure(code, named === '' ? said : `${said}; it may be ${named}`, {
        help: HELP,
        details: { ...(unknown.length === 0 ? {} : { words: unknown }), candidates },
      }),
    };
  }
  const node = nodes.find(({ ref }) => ref !== null && ref === proposal.ref);
  if (node !== undefined && proposal.action === 'CLICK' && commits(node))
    return {
      kind: 'NOT_DONE',
      failure: failure(
        'task.not-done',
        `not done: ${quoted(clause, MAX_WORDS)}: nobody said which is meant by ${quoted(words, MAX_WORDS)}: ${named}`,
        { help: HELP, details: { candidates } },
      ),
    };
  const taken =
    node === undefined ? maskedValue(proposal.text ?? '') : `${visible(node.role, 40)} ${quoted(node.name)}`;
  return {
    kind: 'GO_ON',
    guess: Object.freeze({
      clause: visible(clause, MAX_WORDS),
      outcome: 'UNSEEN',
      effect: 'NONE',
      element: node === undefined ? null : { role: visible(node.role, 40), name: visible(node.name, 80) },
      url: visible(url, 2_000),
      quote: '',
      said: visible(
        `nobody said which is meant by ${quoted(words)}; ${taken} was taken${choices.length < 2 ? '' : ` of ${named}`}`,
        600,
      ),
    }),
  };
}

const inWords = ({ role, name, near, nth, of }: Choice): string =>
  `${visible(role, 40)} ${quoted(name, 60)}${near === '' ? '' : ` near ${quoted(near, 60)}`}${of > 1 ? ` (${nth} of ${of})` : ''}`;
