// Words for every state, verdict and outcome, exhaustive over the protocol's unions, and times, counts and addresses as text.
import { BOUNDARY_TEXT, type BoundaryWord } from '#gateway/protocol/boundary-word.ts';
import type {
  ClauseView,
  Counts,
  QueueView,
  ReplayView,
  StepTier,
  StepView,
  StoppedView,
  SubtaskStatus,
  SubtaskView,
  TaskResult,
  TaskStatus,
  TokensView,
  UsageView,
} from '#gateway/protocol/views/task.ts';
import type { BrowserDecision, GhostTabState, IntentClass } from '#policy/language/vocabulary.ts';

export type Tone = 'plain' | 'busy' | 'good' | 'warn' | 'bad';
export type Word = { readonly text: string; readonly tone: Tone };

export const TASK_STATUS: Readonly<Record<TaskStatus, Word>> = {
  QUEUED: { text: 'queued', tone: 'plain' },
  RUNNING: { text: 'running', tone: 'busy' },
  WAITING: { text: 'waiting for you', tone: 'warn' },
  DONE: { text: 'done', tone: 'good' },
  UNCONFIRMED: { text: 'done as far as can be seen', tone: 'warn' },
  FAILED: { text: 'failed', tone: 'bad' },
  DENIED: { text: BOUNDARY_TEXT.stopped, tone: 'bad' },
  CONSENT_REFUSED: { text: 'you refused', tone: 'bad' },
  CANCELLED: { text: 'cancelled', tone: 'plain' },
};

/** What stands where there is no answer. */
export const NO_ANSWER: Readonly<
  Record<TaskResult['status'], { readonly title: string; readonly text: string }>
> = {
  DONE: { title: 'No answer', text: 'The task ended without an answer.' },
  UNCONFIRMED: { title: 'No answer', text: 'The task ended without an answer.' },
  FAILED: { title: 'No answer', text: 'The task ended without an answer.' },
  DENIED: { title: 'Not allowed', text: 'It needed what the policy does not allow: there is no answer.' },
  CONSENT_REFUSED: { title: 'Not allowed', text: 'It needed what nobody allowed: there is no answer.' },
  CANCELLED: { title: 'Cancelled', text: 'It was stopped before it had an answer.' },
};

/** What a clause of the intent came to. */
export const CLAUSE_OUTCOME: Readonly<Record<ClauseView['outcome'], Word>> = {
  SEEN: { text: 'seen', tone: 'good' },
  UNSEEN: { text: 'not seen', tone: 'warn' },
  UNCHECKED: { text: 'not checked', tone: 'warn' },
  NOT_DONE: { text: 'not done', tone: 'bad' },
};

export const TAB_STATE: Readonly<Record<GhostTabState, string>> = {
  IDLE: 'idle',
  LOADING: 'loading the page',
  PERCEIVING: 'looking at the page',
  INFERRING: 'thinking',
  ACTING: 'acting',
  COMPLETE: 'complete',
  FAILED: 'failed',
};

export const INTENT_CLASS: Readonly<Record<IntentClass, string>> = {
  NAVIGATE: 'go to',
  RESEARCH: 'research',
  TRANSACT: 'transact',
  GENERATE: 'generate',
};

export const VERDICT: Readonly<Record<BrowserDecision, Word>> = {
  ALLOW: { text: 'allowed', tone: 'good' },
  ESCALATE: { text: 'asked', tone: 'warn' },
  DENY: { text: 'denied', tone: 'bad' },
  ABORT: { text: 'aborted', tone: 'bad' },
};

/** What became of an act: the same words on cards, in the footer, in the log and in its query. */
export const BOUNDARY: Readonly<Record<BoundaryWord | 'asked', Word>> = {
  allowed: { text: BOUNDARY_TEXT.allowed, tone: 'good' },
  'you-allowed': { text: BOUNDARY_TEXT['you-allowed'], tone: 'good' },
  'you-refused': { text: BOUNDARY_TEXT['you-refused'], tone: 'bad' },
  stopped: { text: BOUNDARY_TEXT.stopped, tone: 'bad' },
  failed: { text: BOUNDARY_TEXT.failed, tone: 'bad' },
  asked: { text: BOUNDARY_TEXT.asked, tone: 'warn' },
};

/** "13 allowed · 1 you allowed · 4 stopped": what is not there is not said. */
export function boundaryInWords(
  { allowed, youAllowed, youRefused, stopped }: Omit<Counts, 'asked' | 'denied'>,
  failed: number,
): string {
  const others = [
    [youAllowed, 'you-allowed'],
    [youRefused, 'you-refused'],
    [stopped, 'stopped'],
    [failed, 'failed'],
  ] as const;
  return [
    `${number(Math.max(0, allowed - youAllowed))} ${BOUNDARY.allowed.text}`,
    ...others.flatMap(([count, word]) => (count === 0 ? [] : [`${number(count)} ${BOUNDARY[word].text}`])),
  ].join(' · ');
}

/** Its host and port are all that shows of it. */
export const isBareConnection = (what: string): boolean => /^(?:\d+ more times?: )?connect to /u.test(what);

/** What shows only as a connection may be the browser's own: a page's requests are seen before they become one. */
export function whoInWords({ who, type, what }: Pick<StoppedView, 'who' | 'type' | 'what'>): string {
  if (who !== 'page') return who.startsWith('navigator') ? 'The agent' : who;
  return type === 'connection' && isBareConnection(what) ? 'The page, or the browser itself,' : 'The page';
}

export const OUTCOME: Readonly<Record<StepView['outcome'], Word>> = {
  DONE: { text: 'done', tone: 'good' },
  FAILED: { text: 'failed', tone: 'bad' },
  REFUSED: { text: 'not run', tone: 'bad' },
  RUNNING: { text: 'running', tone: 'busy' },
};

export const SUBTASK_STATUS: Readonly<Record<SubtaskStatus, Word>> = {
  PENDING: { text: 'to do', tone: 'plain' },
  IN_PROGRESS: { text: 'under way', tone: 'busy' },
  COMPLETE: { text: 'done', tone: 'good' },
  FAILED: { text: 'failed', tone: 'bad' },
};

/** What a step was proposed on. */
const TIER: Readonly<Record<StepTier, string>> = {
  1: 'tier 1, the page as text',
  DOM: 'tier 1, and only this element has your words',
  2: 'tier 2, with a picture',
  3: 'tier 3, one screen further',
};

/** "tier 2, with a picture · 91 % sure · 1,204 tokens · 0.8 s"; `null` for what no navigator proposed. */
export function thoughtInWords({
  tier,
  confidence,
  tokens,
  thinkingMs,
}: Pick<StepView, 'tier' | 'confidence' | 'tokens' | 'thinkingMs'>): string | null {
  if (tier === null) return null;
  const parts = [TIER[tier]];
  if (confidence !== null) parts.push(`${Math.round(confidence * 100)} % sure`);
  if (tokens !== null) parts.push(counted(tokens.input + tokens.output, 'token'));
  if (thinkingMs !== null) parts.push(`${(thinkingMs / 1000).toFixed(1)} s`);
  return parts.join(' · ');
}

/** Whether what a part came to was seen; `null` where it has not ended, or there was nothing to see. */
export function verifiedInWords({ status, verified, verification }: SubtaskView): string | null {
  if (status !== 'COMPLETE' || verified === null) return null;
  if (!verified) return 'not confirmed by a page';
  return verification.type === 'FACT' ? 'with its source' : 'seen on the page';
}

export const sideBySide = ({ group }: SubtaskView, all: readonly SubtaskView[]): boolean =>
  group !== null && all.filter((other) => other.group === group).length > 1;

/** "2 of 6 in use, 3 waiting, the longest for 0:12" */
export function queueInWords({ running, limit, waiting, oldestWaitMs }: QueueView): string {
  const queued =
    waiting === 0 ? '' : `, ${number(waiting)} waiting, the longest for ${duration(oldestWaitMs)}`;
  return `${number(running)} of ${number(limit)} in use${queued}`;
}

/** "replayed; at 2 steps a page said something else" */
export function replayInWords({ drifted, departed }: ReplayView): string {
  if (departed !== null) return `replayed as far as step ${departed.step}`;
  return drifted.length === 0
    ? 'replayed, on the same pages'
    : `replayed; at ${counted(drifted.length, 'step')} a page said something else`;
}

/** "largest call 3,204 of 16,000 tokens, 1 call over" */
export function tokensInWords({ most, bound, over }: TokensView): string {
  const above = over === 0 ? '' : `, ${counted(over, 'call')} over`;
  return `largest call ${number(most)} of ${number(bound)} tokens${above}`;
}

export const capitalised = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

export const isActive = (status: TaskStatus): boolean =>
  status === 'QUEUED' || status === 'RUNNING' || status === 'WAITING';

const two = (value: number): string => String(value).padStart(2, '0');

/** "0:07", "1:02:09" */
export function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const SHORT_CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const NUMBER = new Intl.NumberFormat('en-GB');

export const clock = (at: string): string => format(CLOCK, at);
export const shortClock = (at: string): string => format(SHORT_CLOCK, at);
export const day = (at: string): string => format(DAY, at);
export const number = (value: number): string => NUMBER.format(value);

function format(how: Intl.DateTimeFormat, at: string): string {
  const time = Date.parse(at);
  return Number.isNaN(time) ? at : how.format(time);
}

/** `rules.x (policy/defaults/default.yaml:31:5)` → `rules.x:31`; the whole is in the entry. */
export const shortReason = (why: string): string => why.replaceAll(/ \([^()]*?:(\d+):\d+\)/gu, ':$1');

/** "1 step", "3 steps", "3 entries" */
export const counted = (count: number, noun: string, many = `${noun}s`): string =>
  `${number(count)} ${count === 1 ? noun : many}`;

/** `shop.test` and `http://shop.test` are one site: each by its host, unless the same host is there by two schemes. */
export function sites(origins: readonly string[]): readonly string[] {
  const hostOf = (origin: string): string => webAddress(origin)?.host ?? origin;
  const schemes = (host: string): number =>
    new Set(origins.filter((one) => hostOf(one) === host && one !== host)).size;
  return [...new Set(origins.map((one) => (schemes(hostOf(one)) > 1 ? one : hostOf(one))))];
}

const MAX_LISTED = 4;

/** "http://shop.test, http://account.test and 2 more"; "nothing so far" */
export function listed(items: readonly string[]): string {
  if (items.length === 0) return 'nothing so far';
  const shown = items.slice(0, MAX_LISTED).join(', ');
  return items.length > MAX_LISTED ? `${shown} and ${items.length - MAX_LISTED} more` : shown;
}

/** Only these are ever made into links: a `javascript:` source stays text. */
export function webAddress(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : null;
}

/** Does this read as an address rather than a sentence? The gateway decides; this is for the hint beside the field. */
export function looksLikeAddress(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed === '' || /\s/u.test(trimmed)) return false;
  if (/^https?:\/\//iu.test(trimmed)) return URL.canParse(trimmed);
  return (
    /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d+)?([/?#].*)?$/u.test(trimmed) ||
    /^localhost(:\d+)?(\/.*)?$/u.test(trimmed)
  );
}

/** The navigator's own estimate, in words first. */
export function confidenceWord(confidence: number): string {
  if (confidence >= 0.8) return 'high';
  return confidence >= 0.5 ? 'medium' : 'low';
}

/** `CHROMIUM` → `Chromium` */
export const productName = (product: string): string => product.charAt(0) + product.slice(1).toLowerCase();

export function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

/** What an answer rests on, told apart: UX-RULES 10. */
export function claimKind(result: TaskResult): 'claim' | 'not-found' {
  return result.answer === null || result.answer.trim() === '' ? 'not-found' : 'claim';
}

/** What models were asked: `4 calls of a model, 12,345 tokens, $0.0040`; without a price where one is not known. */
export function usageInWords(usage: readonly UsageView[]): string {
  const sum = (of: (one: UsageView) => number): number => usage.reduce((all, one) => all + of(one), 0);
  const tokens = sum(({ inputTokens, outputTokens }) => inputTokens + outputTokens);
  const known = usage.every(({ costUsd }) => costUsd !== null);
  const cost = known ? `, $${sum(({ costUsd }) => costUsd ?? 0).toFixed(4)}` : ', price not known';
  return `${counted(
    sum(({ requests }) => requests),
    'call',
  )} of a model, ${tokens.toLocaleString('en')} tokens${cost}`;
}

/** As many requests as text; `null`: it was not proved. */
type Count = string | null;

/** "something is loosened, nothing is tightened": the numbers are exact and larger than anything that people do, and in no headline. */
export function differenceInWords(loosened: Count, tightened: Count): string {
  const of = (count: Count, what: string): string =>
    count === null
      ? `whether something is ${what} was not proved`
      : `${BigInt(count) === 0n ? 'nothing' : 'something'} is ${what}`;
  return `${of(loosened, 'loosened')}, ${of(tightened, 'tightened')}`;
}

/** "of all possible requests 5,184 are loosened, 0 tightened" */
export const countsInWords = (loosened: string, tightened: string): string =>
  `of all possible requests ${BigInt(loosened).toLocaleString('en')} are loosened, ${BigInt(tightened).toLocaleString('en')} tightened`;
