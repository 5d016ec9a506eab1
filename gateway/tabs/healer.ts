// Mends acts on one tab: a lost element is found again, a covered one is scrolled free, a dialog is dismissed.
// INVARIANT: every attempt is a request of its own, decided and logged by the boundary like any other; a refused act is never tried
// again, nor is one that may have happened, and if two elements could be meant, nothing is done.
import { setTimeout as sleep } from 'node:timers/promises';
import { mayHaveHappened } from '#executors/contract/outcome.ts';
import { newActTime } from '#executors/cdp/budget.ts';
import type { ActTime, GhostTab } from '#executors/contract/tab.ts';
import type { PageSnapshot } from '#executors/contract/snapshot.ts';
import type { BrowserAction } from '#policy/acts/actions.ts';
import { failure, type Failure, type Result } from '#policy/language/failure.ts';
import type { Boundary } from '#gateway/boundary.ts';
import type { ActionRequest, Performed } from '#gateway/boundary/attempt/contract.ts';
import { rematch } from './rematch.ts';
import { READ_CONSOLE, consoleErrorsIn, explainFailedAct } from './failed-act.ts';
import { suggestedAct } from './suggest.ts';

export type Retry = {
  readonly attempt: number;
  readonly strategy: 'REMATCH' | 'SCROLL' | 'DISMISS';
  /** What came of it: `EXACT`, `FUZZY`, `ROLE`, or an error's code. */
  readonly result: string;
};

/** How often it is tried after the first time, and how long after one another. */
export type Tries = { readonly most?: number | undefined; readonly delayMs?: number | undefined };

/** Attempts after the first. */
const MAX_RETRIES = 2;
/** By so much a covered element is moved: past a bar at the edge of the view. */
const SCROLL_STEP_PX = 160;
const MAX_SNAPSHOTS_KEPT = 3;
/** With less than this nothing is tried: the page would be blamed for it. */
const LEAST_MS = 500;
/** Of a line of the page's console, with an act that could not be mended. */
const MAX_CONSOLE_CHARACTERS = 300;

/** What is known of an act that is being mended. */
type Course = {
  readonly log: Retry[];
  /** The look that gave the ref. */
  readonly first: PageSnapshot | null;
  /** The latest look. */
  after: PageSnapshot | null;
  /** Two elements could be meant. */
  ambiguous: Failure | null;
  /** What all looks and attempts of the mending have together: as much as the act had. */
  readonly time: ActTime;
};

export class Healer {
  readonly #boundary: Pick<Boundary, 'perform'>;
  readonly #tab: GhostTab;
  /** What the caller was shown, the latest first: its refs come from there. */
  #shown: readonly PageSnapshot[] = [];

  constructor(boundary: Pick<Boundary, 'perform'>, tab: GhostTab) {
    this.#boundary = boundary;
    this.#tab = tab;
  }

  /** One act, and what it takes to get it done. The caller's words go along with every attempt. */
  async perform(
    request: ActionRequest,
    signal: AbortSignal,
    { most = MAX_RETRIES, delayMs = 0 }: Tries = {},
  ): Promise<Performed> {
    let performed = await this.#once(request, signal);
    const { action } = request;
    if (performed.result.ok && performed.result.value.kind === 'SNAPSHOT')
      this.#shown = [performed.result.value.snapshot, ...this.#shown].slice(0, MAX_SNAPSHOTS_KEPT);
    if (performed.result.ok || !('ref' in action) || action.ref === undefined) return performed;
    // INVARIANT: what is to be done at a place is done there: nothing is scrolled, and no other element is taken for it.
    if ('at' in action && action.at !== undefined) return performed;
    const { ref } = action;
    const first = this.#shown.find(({ nodes }) => nodes.some((node) => node.ref === ref)) ?? null;
    const course: Course = { log: [], first, after: null, ambiguous: null, time: newActTime() };
    const { time } = course;
    let current: BrowserAction = action;
    for (let attempt = 1; attempt <= most && !performed.result.ok && !signal.aborted; attempt += 1) {
      if (time.leftMs < LEAST_MS) break;
      const { error } = performed.result;
      const next = await this.#mend(error, { ...request, action: current, time }, course, attempt, signal);
      if (next === null) break;
      current = next;
      if (delayMs > 0) await sleep(delayMs, undefined, { signal }).catch(() => undefined); // an abort ends the loop
      performed = await this.#once({ ...request, action: current, time }, signal);
    }
    if (performed.result.ok || course.log.length === 0) return performed;
    const error = await this.#explained(
      course.ambiguous ?? performed.result.error,
      { ...request, time },
      ref,
      course,
      signal,
    );
    return { ...performed, result: { ok: false, error } };
  }

  /** The act to try next, or `null` where nothing is left to try. */
  async #mend(
    error: Failure,
    request: ActionRequest,
    course: Course,
    attempt: number,
    signal: AbortSignal,
  ): Promise<BrowserAction | null> {
    const { action } = request;
    const { first, log } = course;
    const ref = 'ref' in action ? action.ref : undefined;
    if (ref === undefined || mayHaveHappened(error)) return null;
    if (error.code === 'act.stale-ref' && first !== null) {
      const after = await this.#look(request, signal);
      if (!after.ok) return note(log, attempt, 'REMATCH', after.error.code);
      course.after = after.value;
      const found = rematch(ref, first, after.value);
      if (!found.ok && found.error.code === 'act.ambiguous') course.ambiguous = found.error;
      if (!found.ok) return note(log, attempt, 'REMATCH', found.error.code);
      log.push({ attempt, strategy: 'REMATCH', result: found.value.by });
      return withRef(action, found.value.ref);
    }
    if (error.code !== 'act.covered') return null;
    const after = await this.#look(request, signal);
    if (!after.ok) return note(log, attempt, 'SCROLL', after.error.code);
    course.after = after.value;
    const dialog = after.value.nodes.some(
      ({ role, box }) => box !== null && ['dialog', 'alertdialog'].includes(role),
    );
    const node = after.value.nodes.find((one) => one.ref === ref);
    if (dialog && attempt > 1) {
      const put = await this.#once({ ...request, action: { type: 'PRESS', key: 'Escape' } }, signal);
      log.push({ attempt, strategy: 'DISMISS', result: put.result.ok ? 'DONE' : put.result.error.code });
      return put.result.ok ? action : null;
    }
    // Away from the edge that it is nearer to.
    const below = (node?.box?.y ?? 0) > after.value.scroll.viewportHeight / 2;
    const scroll: BrowserAction = { type: 'SCROLL', dx: 0, dy: below ? SCROLL_STEP_PX : -SCROLL_STEP_PX };
    const scrolled = await this.#once({ ...request, action: scroll }, signal);
    log.push({
      attempt,
      strategy: 'SCROLL',
      result: scrolled.result.ok ? 'DONE' : scrolled.result.error.code,
    });
    return scrolled.result.ok ? action : null;
  }

  async #look(request: ActionRequest, signal: AbortSignal): Promise<Result<PageSnapshot>> {
    const { result } = await this.#once({ ...request, action: { type: 'SNAPSHOT' }, says: null }, signal);
    if (!result.ok) return result;
    return result.value.kind === 'SNAPSHOT'
      ? { ok: true, value: result.value.snapshot }
      : { ok: false, error: failure('boundary.internal', 'a snapshot gave something else') };
  }

  #once(request: ActionRequest, signal: AbortSignal): Promise<Performed> {
    return this.#boundary.perform(request, this.#tab, signal);
  }

  async #explained(
    error: Failure,
    request: ActionRequest,
    ref: string,
    { first, after, log }: Course,
    signal: AbortSignal,
  ): Promise<Failure> {
    const node = first?.nodes.find((one) => one.ref === ref);
    const suggestion = suggestedAct(error, after);
    const act = await explainFailedAct(error, {
      attemptedRef: ref,
      element: node === undefined ? null : { role: node.role, name: node.name },
      url: this.#tab.document().url,
      consoleErrors: () => this.#consoleErrors(request, signal),
      retryLog: log,
      suggestion,
    });
    return { ...error, help: suggestion, details: { ...error.details, ...act } };
  }

  /** The page's own words. An act like any other, but that nobody is asked for it. */
  async #consoleErrors(request: ActionRequest, signal: AbortSignal): Promise<readonly string[]> {
    if ((request.time?.leftMs ?? 0) < LEAST_MS) return [];
    const { result } = await this.#once(
      { ...request, action: READ_CONSOLE, says: null, asks: false },
      signal,
    );
    return consoleErrorsIn(result).map((text) => text.slice(0, MAX_CONSOLE_CHARACTERS));
  }
}

/** The same act on another element. */
function withRef(action: BrowserAction, ref: string): BrowserAction {
  // Tables and lists are read of no element.
  if ('as' in action && action.as !== undefined) return action;
  return 'ref' in action ? { ...action, ref } : action;
}

function note(log: Retry[], attempt: number, strategy: Retry['strategy'], result: string): null {
  log.push({ attempt, strategy, result });
  return null;
}
