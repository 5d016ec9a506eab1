// The document's own words: answers, outcomes, warnings, places. INVARIANT: none of them comes from a page or a model.
import type { ConsentAnswer, ConsentCard, ConsentView } from '#gateway/protocol/views/consent.ts';
import type { DecisionReason } from '#policy/language/facts.ts';

/** The order on the card is this one and never changes. */
export const ANSWER_ORDER = [
  'DENY',
  'DENY_TASK',
  'ALLOW_TASK_SITE',
  'ALLOW_ONCE',
] as const satisfies readonly ConsentAnswer[];

const ANSWER_LABELS: Readonly<Record<ConsentAnswer, string>> = {
  DENY: 'Deny',
  DENY_TASK: 'Deny and stop task',
  ALLOW_TASK_SITE: 'Allow on this site for this task',
  ALLOW_ONCE: 'Allow once',
};

/** Of a plan: all of it, or nothing. */
const PLAN_LABELS: Readonly<Partial<Record<ConsentAnswer, string>>> = {
  DENY: 'Do not run it',
  ALLOW_TASK_SITE: 'Run this plan',
};

/** What decides stays as it is. */
const SHADOW_LABELS = { BEGINS: 'Put in shadow', ENDS: 'End the shadow' } as const;

/** A change of the policy or of the settings is permanent: nothing about it is “once”. */
export function answerLabel(
  answer: ConsentAnswer,
  { taskId, plan, shadow }: Pick<ConsentCard, 'taskId' | 'plan' | 'shadow'>,
): string {
  if (plan === true) return PLAN_LABELS[answer] ?? ANSWER_LABELS[answer];
  if (answer !== 'ALLOW_ONCE') return ANSWER_LABELS[answer];
  if (shadow !== undefined) return SHADOW_LABELS[shadow];
  if (isPolicyChange({ taskId })) return 'Put in force';
  return isSettingsChange({ taskId }) ? 'Write it' : ANSWER_LABELS[answer];
}
/** Of the gateway itself: no task and no agent asks for it. */
export const isOwnChange = (card: Pick<ConsentCard, 'taskId'>): boolean =>
  isPolicyChange(card) || isSettingsChange(card);
const isPolicyChange = ({ taskId }: Pick<ConsentCard, 'taskId'>): boolean => taskId === 'policy';
const isSettingsChange = ({ taskId }: Pick<ConsentCard, 'taskId'>): boolean => taskId === 'settings';

export const LOOKS: Readonly<Record<ConsentCard['look'], string>> = {
  chip: 'routine',
  dialog: 'important',
  isolated: 'grave',
};

/** Of a question that somebody else has to answer. */
export const NOT_YOURS = 'You cannot allow this: somebody else has to';

export const STARTED_BY: Readonly<Record<ConsentCard['startedBy'], string>> = {
  NAVIGATOR: 'the agent',
  PAGE: 'the page by itself, not the agent',
  CLIENT: 'a connected program',
  USER: 'you',
};

/** "asked 3 times before: 2 refused, 1 without an answer" */
export function askedBefore({ refused, unanswered }: NonNullable<ConsentCard['before']>): string {
  const times = refused + unanswered;
  const parts = [
    ...(refused > 0 ? [`${refused} refused`] : []),
    ...(unanswered > 0 ? [`${unanswered} without an answer`] : []),
  ];
  return `This is asked for the ${ORDINALS[times] ?? `${times + 1}th`} time. Before: ${parts.join(', ')}.`;
}
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'];

const MAX_PLACES_SHOWN = 4;

/** "http://shop.test, http://account.test and 2 more"; "nothing so far" */
export function placesInWords(places: readonly string[]): string {
  if (places.length === 0) return 'nothing so far';
  const more = places.length - MAX_PLACES_SHOWN;
  const shown = places.slice(0, MAX_PLACES_SHOWN).join(', ');
  return more > 0 ? `${shown} and ${more} more` : shown;
}

/** `rules.credentials-ask` at `policy/defaults/default.yaml:31:5` → its name and "default.yaml line 31". */
export function ruleOf(reason: DecisionReason): { readonly name: string; readonly place: string } {
  const match = /(?<![^/\\])([^/\\]+?):(\d+)(?::\d+)?$/u.exec(reason.at);
  return {
    name: reason.entry,
    place: match === null ? reason.at : `${match[1] ?? ''} line ${match[2] ?? ''}`,
  };
}

/** "2:00" */
export function countdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

export type ShownOutcome = { readonly title: string; readonly text: string; readonly allowed: boolean };

/** What became of a question that is no longer open. */
export function outcomeOf(view: ConsentView): ShownOutcome {
  if (isPolicyChange(view.card) && view.state !== 'OPEN')
    return view.state === 'GRANTED' && view.card.shadow !== undefined
      ? SHADOW_OUTCOMES[view.card.shadow]
      : outcomeOfChange(view.state);
  if (isSettingsChange(view.card) && view.state !== 'OPEN')
    return view.state === 'GRANTED'
      ? {
          title: 'Allowed: the setting is written',
          text: 'It holds from the next start of the gateway on.',
          allowed: true,
        }
      : { title: 'The settings stay as they are', text: 'Nothing was written.', allowed: false };
  if (view.card.plan === true && (view.state === 'GRANTED' || view.state === 'REFUSED'))
    return view.state === 'GRANTED'
      ? {
          title: 'Allowed: the plan runs',
          text:
            view.leftOut === undefined
              ? 'It goes to the sites that were shown. What leaves the plan is asked for. It ends with the task.'
              : 'It does what was left in it. What you left out is asked for. It ends with the task.',
          allowed: true,
        }
      : { title: 'Denied: the plan does not run', text: 'Nothing of it ran.', allowed: false };
  const site = view.card.site?.registrableDomain ?? 'this site';
  switch (view.state) {
    case 'GRANTED':
      return view.answer === 'ALLOW_TASK_SITE'
        ? { title: `Allowed on ${site} for this task`, text: 'It ends with the task.', allowed: true }
        : {
            title: 'Allowed once',
            text: 'Exactly what was shown may run, one time. If it changes, you are asked again.',
            allowed: true,
          };
    case 'REFUSED':
      return view.answer === 'DENY_TASK'
        ? { title: 'Denied, and the task is stopped', text: 'Nothing of this ran.', allowed: false }
        : { title: 'Denied', text: 'Nothing of this ran. The agent is told so.', allowed: false };
    case 'TIMED_OUT':
      return { title: 'Time is over: denied', text: 'Nobody answered, so nothing ran.', allowed: false };
    case 'VOID':
      return {
        title: 'No longer asked',
        text: 'The act changed or its task ended since you were asked. Nothing ran.',
        allowed: false,
      };
    case 'OPEN':
      return { title: 'Still open', text: 'This question waits for an answer.', allowed: false };
  }
}

const SHADOW_OUTCOMES = {
  BEGINS: {
    title: 'Allowed: it is put in shadow',
    text: 'What it would decide otherwise is written into the log; the policy decides as before.',
    allowed: true,
  },
  ENDS: {
    title: 'Allowed: the shadow ends',
    text: 'Nothing is decided beside the policy any more.',
    allowed: true,
  },
} as const satisfies Record<NonNullable<ConsentCard['shadow']>, ShownOutcome>;

/** A policy that was asked for: it stays until the next change, and nothing else is told of a refusal. */
function outcomeOfChange(state: Exclude<ConsentView['state'], 'OPEN'>): ShownOutcome {
  const isUnchanged = 'The policy is as it was.';
  switch (state) {
    case 'GRANTED':
      return {
        title: 'Allowed: the policy changes',
        text: 'What was shown comes into force, and stays until the next change.',
        allowed: true,
      };
    case 'REFUSED':
      return { title: 'Denied', text: isUnchanged, allowed: false };
    case 'TIMED_OUT':
      return { title: 'Time is over: denied', text: `Nobody answered. ${isUnchanged}`, allowed: false };
    case 'VOID':
      return { title: 'No longer asked', text: isUnchanged, allowed: false };
  }
}
