// What the app knows, and how each event changes it. INVARIANT: the gateway is the source; nothing here is decided, and open
// questions keep the order in which they were asked.
import { create } from 'zustand';
import type { GatewayEvent } from '#gateway/protocol/events.ts';
import type { QuestionView } from '#gateway/protocol/views/question.ts';
import type { ConsentCard, ConsentView } from '#gateway/protocol/views/consent.ts';
import type { IdentityView } from '#gateway/protocol/views/identity.ts';
import type { GatewayStatus } from '#gateway/protocol/views/status.ts';
import type { QueueView, TaskView } from '#gateway/protocol/views/task.ts';
import type { Failure } from '#policy/language/failure.ts';
import { nextQuestion } from './consent-queue.ts';
import { desktop } from './desktop.ts';
import { keepDismissals, keptDismissals } from './kept/dismissals.ts';
import { leaveWords } from './route.ts';
import { belongsTo, onSwept } from './kept/tab-storage.ts';
import { plainWords } from './words/plain-words.ts';
import { endInWords, questionInWords, withSaid, type Said } from './words/said.ts';
import { keepDrafts, keptDrafts, type PolicyDraft, type PolicyDrafts } from './kept/policy-drafts.ts';

export type Connection =
  | { readonly state: 'connecting' }
  | { readonly state: 'live' }
  | { readonly state: 'lost'; readonly retryAt: number }
  | { readonly state: 'unauthorized' }
  | { readonly state: 'closing' };

export type World = {
  readonly connection: Connection;
  readonly status: GatewayStatus | null;
  /** Newest first. */
  readonly tasks: readonly TaskView[];
  /** What waits for a tab; `null` before the gateway told. */
  readonly queue: QueueView | null;
  /** Open questions, oldest first. */
  readonly consents: readonly ConsentView[];
  /** How long a person took for each answer since this page was opened, in milliseconds. */
  readonly answerTimes: readonly number[];
  /** The highest audit entry that was heard of. */
  readonly auditHead: number;
  /** Entries among the last that only say that the log was read: looking at it makes them. */
  readonly auditReads: readonly number[];
  /** For those who hear the page: what has just happened, oldest first. */
  readonly said: readonly Said[];
  /** The question on the screen. It stays until it is closed and its outcome was shown. */
  readonly onScreen: ConsentView | null;
  /** Questions that the person closed while nobody could be told: they do not come again, and are denied as soon as that can be said. */
  readonly aside: readonly string[];
  /** Questions that the person put off: they wait in the inbox, and come to the screen when they are opened there. */
  readonly later: readonly string[];
  /** Words that are put into the field at the top, to be changed and sent by the person; a new object each time. */
  readonly draft: { readonly text: string; readonly opensList: boolean } | null;
  readonly policyDrafts: PolicyDrafts;
  /** How often another person took this tab over: what stands in a field of the one before goes with them. */
  readonly persons: number;
  /** Tasks that the person put out of sight. */
  readonly dismissed: readonly string[];
  /** How often the settings were written since this page was opened, by whichever window. */
  readonly settingsWritten: number;
};

export const INITIAL: World = {
  connection: { state: 'connecting' },
  status: null,
  tasks: [],
  queue: null,
  consents: [],
  answerTimes: [],
  auditHead: 0,
  auditReads: [],
  said: [],
  onScreen: null,
  aside: [],
  later: [],
  draft: null,
  policyDrafts: {},
  persons: 0,
  dismissed: [],
  settingsWritten: 0,
};

export const useWorld = create<World>(() => ({
  ...INITIAL,
  policyDrafts: keptDrafts(),
  dismissed: keptDismissals(),
}));

onSwept(() => {
  useWorld.setState(({ persons }) => ({
    policyDrafts: {},
    dismissed: [],
    draft: null,
    // Heard by the one before.
    said: [],
    answerTimes: [],
    persons: persons + 1,
  }));
  leaveWords();
});
useWorld.subscribe(({ status }) => {
  if (status?.identity.state === 'SIGNED_IN')
    belongsTo(JSON.stringify([status.identity.issuer, status.identity.person.subject]));
});

/** How many questions wait for a person: of the boundary, and of tasks that do not know which element is meant. */
export const waitingFor = ({ consents, tasks }: Pick<World, 'consents' | 'tasks'>): number =>
  consents.length +
  tasks.flatMap(({ questions }) => questions).filter(({ state }) => state === 'OPEN').length;

const MAX_READS_KNOWN = 1_000;

/** Every change goes through here, so that a free screen gets the oldest waiting question. */
export function change(how: (world: World) => Partial<World>): void {
  useWorld.setState((world) => {
    const next = { ...world, ...how(world) };
    const aside = next.aside.filter((id) => next.consents.some(({ card }) => card.id === id));
    const later = next.later.filter((id) => next.consents.some(({ card }) => card.id === id));
    const waiting = next.consents.filter(({ card }) => ![...aside, ...later].includes(card.id));
    // A desktop's questions have a window of their own: in the app none comes to the screen.
    const onScreen = desktop() === null ? (next.onScreen ?? nextQuestion(waiting)) : null;
    return { ...next, aside, later, onScreen };
  });
}

/** Brings a routine question to the screen, unless another one is there. */
export function answerNow(consent: ConsentView): void {
  const bridge = desktop();
  if (bridge !== null) void bridge.openQuestion(consent.card.id);
  else
    change((world) => ({
      onScreen: world.onScreen ?? consent,
      aside: world.aside.filter((id) => id !== consent.card.id),
      later: world.later.filter((id) => id !== consent.card.id),
    }));
}

/** A rule is drafted from this question, which goes on waiting in the inbox. INVARIANT: nothing is answered by it. */
export const draftRuleFrom = (card: Pick<ConsentCard, 'id'>): void =>
  change(({ later }) => ({ onScreen: null, later: [...later, card.id] }));

/** Puts words into the field at the top; `opensList`: with what they could become. INVARIANT: nothing is started by it. */
export const draft = (text: string, opensList = false): void =>
  change(() => ({ draft: { text, opensList } }));

/** What stands in the editor of this document; `null`: what is on the disk. */
export function draftPolicy(name: string, draft: PolicyDraft | null): void {
  change(({ policyDrafts: { [name]: _held, ...others } }) => ({
    policyDrafts: draft === null ? others : { ...others, [name]: draft },
  }));
  keepDrafts(useWorld.getState().policyDrafts);
}

/** These tasks and no others are out of sight in this tab. */
export function setDismissed(ids: readonly string[]): void {
  change(() => ({ dismissed: ids }));
  keepDismissals(ids);
}

/**
 * The question on the screen is over for the person: the next one may come. INVARIANT: it leaves in every state of the gateway; one that
 * is not known to be closed is put aside.
 */
export const clearScreen = (): void =>
  change(({ onScreen, aside }) => ({
    onScreen: null,
    aside: onScreen === null ? aside : [...aside, onScreen.card.id],
  }));

/** The gateway is another start than the one that all this was heard of: what ran and what was asked ended with that one. */
export const startedAnew = (): void =>
  change(({ tasks }) => ({
    connection: { state: 'unauthorized' },
    tasks: tasks.filter(({ endedAt }) => endedAt !== null),
    queue: null,
    consents: [],
    onScreen: null,
  }));

const IDENTITY_WORDS = {
  NONE: '',
  SIGNED_OUT: 'Nobody is signed in with the model proxy',
  OPEN: 'A sign-in waits for you',
  SIGNED_IN: 'You are signed in with the model proxy',
} as const;

/** What a call of this page answered: the event that says the same may come later. */
export const identityIs = (identity: IdentityView): void =>
  change(({ status }) => (status === null ? {} : { status: { ...status, identity } }));

/** The next world after one event. Pure but for `now`, which is given. */
export function applyEvent(world: World, event: GatewayEvent, now: number): Partial<World> {
  switch (event.type) {
    case 'task.started':
    case 'task.progress':
      return { tasks: withTask(world.tasks, event.task) };
    case 'task.step':
      return { tasks: world.tasks.map((task) => (task.id === event.taskId ? withStep(task, event) : task)) };
    case 'task.queued':
      return {
        tasks: world.tasks.map((held) =>
          held.id === event.taskId && held.queued !== null
            ? { ...held, queued: { ...held.queued, position: event.place } }
            : held,
        ),
      };
    case 'task.subtask':
      return {
        tasks: world.tasks.map((task) => (task.id === event.taskId ? withSubtask(task, event) : task)),
      };
    case 'task.tokens':
      return { said: withSaid(world.said, `A model was told ${event.inputTokens} tokens at once`) };
    case 'task.trouble':
      return {
        tasks: world.tasks.map((task) =>
          task.id === event.taskId ? withTrouble(task, event.trouble) : task,
        ),
        said: withSaid(
          world.said,
          event.trouble === null
            ? 'The model answers again: the task goes on'
            : `The task waits: ${plainWords(event.trouble.message)}`,
        ),
      };
    case 'task.asked':
    case 'task.answered':
      return {
        tasks: world.tasks.map((task) =>
          task.id === event.taskId ? withTaskQuestion(task, event.question) : task,
        ),
        said: withSaid(
          world.said,
          event.type === 'task.asked'
            ? `The task asks you: ${event.question.title}`
            : event.question.state === 'ANSWERED'
              ? 'The question is answered'
              : 'The question was closed without an answer',
        ),
      };
    case 'task.ended':
      return {
        tasks: withTask(world.tasks, { ...event.task, result: event.result }),
        // Where it was read from the gateway meanwhile, that was said then.
        said: world.tasks.some(({ id, result }) => id === event.task.id && result !== null)
          ? world.said
          : withSaid(world.said, endInWords(event.task, event.result)),
      };
    case 'queue.changed':
      return { queue: event.queue };
    case 'consent.opened':
      return {
        consents: withQuestion(world.consents, event.consent),
        said: isHeld(world, event.consent)
          ? world.said
          : withSaid(world.said, questionInWords(event.consent)),
      };
    case 'consent.closed':
      return {
        consents: world.consents.filter((held) => held.card.id !== event.consent.card.id),
        answerTimes:
          event.consent.answer === null
            ? world.answerTimes
            : [...world.answerTimes, now - Date.parse(event.consent.card.createdAt)],
        said: isHeld(world, event.consent)
          ? withSaid(
              world.said,
              `Question closed: ${event.consent.state === 'GRANTED' ? 'allowed' : 'denied'}`,
            )
          : world.said,
      };
    case 'audit.appended':
      return {
        auditHead: Math.max(world.auditHead, event.seq),
        auditReads: [...world.auditReads, ...event.reads].slice(-MAX_READS_KNOWN),
      };
    case 'policy.changed':
      return world.status === null
        ? {}
        : {
            status: {
              ...world.status,
              policy: event.policy,
              policyRefused: event.of === 'CANDIDATE' ? world.status.policyRefused : null,
            },
            said: withSaid(
              world.said,
              event.of === 'CANDIDATE' ? 'What is in shadow beside the policy changed' : 'The policy changed',
            ),
          };
    case 'policy.refused':
      return world.status === null
        ? {}
        : {
            status: { ...world.status, policyRefused: event.refused },
            said: withSaid(
              world.said,
              `A changed policy was refused: ${event.refused.failures[0]?.message ?? ''}`,
            ),
          };
    case 'settings.changed':
      return { settingsWritten: world.settingsWritten + 1 };
    case 'health.changed':
      return world.status === null
        ? {}
        : {
            status: { ...world.status, health: event.health },
            said: withSaid(world.said, event.health.causes[0]?.message ?? 'The gateway is well again'),
          };
    case 'identity.changed':
      return world.status === null
        ? {}
        : {
            status: { ...world.status, identity: event.identity },
            said: withSaid(world.said, IDENTITY_WORDS[event.identity.state]),
          };
    case 'gateway.closing':
      return { connection: { state: 'closing' } };
  }
}

const isHeld = ({ consents }: World, { card }: ConsentView): boolean =>
  consents.some((held) => held.card.id === card.id);

function withTrouble({ trouble: _before, ...task }: TaskView, trouble: Failure | null): TaskView {
  return trouble === null ? task : { ...task, trouble };
}

function withTask(tasks: readonly TaskView[], task: TaskView): readonly TaskView[] {
  const known = tasks.some((held) => held.id === task.id);
  return known ? tasks.map((held) => (held.id === task.id ? task : held)) : [task, ...tasks];
}

/** The task with this question, in its newest form. */
function withTaskQuestion(task: TaskView, question: QuestionView): TaskView {
  const known = task.questions.some(({ id }) => id === question.id);
  return {
    ...task,
    questions: known
      ? task.questions.map((held) => (held.id === question.id ? question : held))
      : [...task.questions, question],
  };
}

function withStep(task: TaskView, event: Extract<GatewayEvent, { type: 'task.step' }>): TaskView {
  const { step } = event;
  // One step may hold several acts; the same act comes again when its outcome is known.
  const same = (held: TaskView['steps'][number]): boolean =>
    held.step === step.step && held.action === step.action && held.at === step.at;
  const steps = task.steps.some(same)
    ? task.steps.map((held) => (same(held) ? step : held))
    : [...task.steps, step];
  return { ...task, steps, step: Math.max(task.step, step.step) };
}

/** The plan comes with the next progress, where it is not there yet. */
function withSubtask(task: TaskView, { subtask }: Extract<GatewayEvent, { type: 'task.subtask' }>): TaskView {
  if (task.plan === null) return task;
  const subtasks = task.plan.subtasks.map((held) => (held.id === subtask.id ? subtask : held));
  return { ...task, plan: { ...task.plan, subtasks } };
}

function withQuestion(held: readonly ConsentView[], consent: ConsentView): readonly ConsentView[] {
  const known = held.some((other) => other.card.id === consent.card.id);
  if (known) return held.map((other) => (other.card.id === consent.card.id ? consent : other));
  return [...held, consent];
}
