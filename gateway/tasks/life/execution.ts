// The Phase-38 life of one execution (sections 1, 7.1, 8): eight states, frozen values, and a table of legal steps.
// INVARIANT: an illegal step throws; it is a bug, never an outcome.
import { createHash } from 'node:crypto';
import { severest } from '#policy/engine/deciding/ruling.ts';
import type { ActionResult, BrowserExecutionResult } from '#gateway/protocol/views/task.ts';
import type {
  BrowserActionType,
  BrowserCapability,
  BrowserDecision,
  BrowserExecutionState,
  BrowserExecutorType,
  BrowserViolationType,
} from '#policy/language/vocabulary.ts';

/** Phase-38 section 8.1. Navigator acts are not known beforehand: `actions` holds what a caller listed, if it did. */
export type BrowserExecutionRequest = {
  readonly request_id: string;
  readonly browser_type: BrowserExecutorType;
  readonly target_url: string;
  readonly actions: readonly BoundaryAction[];
  readonly timeout_seconds: number;
  readonly capture_screenshot: boolean;
  readonly capture_dom: boolean;
  readonly context_hash: string;
};

/** Phase-38 section 8.2. */
export type BoundaryAction = {
  readonly action_id: string;
  readonly action_type: BrowserActionType;
  readonly target_selector: string;
  readonly value: string;
  readonly capability_required: BrowserCapability;
};

const NEXT = {
  PENDING: ['VALIDATED', 'COMPLETED'],
  VALIDATED: ['INITIALIZING', 'COMPLETED'],
  INITIALIZING: ['NAVIGATING', 'TERMINATING'],
  NAVIGATING: ['EXECUTING', 'TERMINATING'],
  EXECUTING: ['NAVIGATING', 'CAPTURING', 'TERMINATING'],
  CAPTURING: ['TERMINATING'],
  TERMINATING: ['COMPLETED'],
  COMPLETED: [],
} as const satisfies Record<BrowserExecutionState, readonly BrowserExecutionState[]>;

/** One execution's state, decisions and violations, from request to result. */
export class Execution {
  readonly request: BrowserExecutionRequest;
  readonly #startedAt: number;
  readonly #now: () => number;
  #state: BrowserExecutionState = 'PENDING';
  #decision: BrowserDecision = 'ALLOW';
  #screenshotHash = '';
  #domHash = '';
  readonly #results: ActionResult[] = [];
  readonly #violations: BrowserViolationType[] = [];

  constructor(request: BrowserExecutionRequest, now: () => number) {
    this.request = Object.freeze({ ...request, actions: Object.freeze([...request.actions]) });
    this.#now = now;
    this.#startedAt = now();
  }

  get state(): BrowserExecutionState {
    return this.#state;
  }

  /** Steps on; staying where it is (a second navigation) is no step. */
  enter(state: BrowserExecutionState): void {
    if (state === this.#state) return;
    const legal: readonly BrowserExecutionState[] = NEXT[this.#state];
    if (!legal.includes(state)) throw new Error(`illegal step of an execution: ${this.#state} → ${state}`);
    this.#state = state;
  }

  /** One act's decision and outcome. The execution's own decision is the severest of all. */
  record(result: ActionResult, violation: BrowserViolationType | null): void {
    this.#results.push(Object.freeze(result));
    this.#decision = severest(this.#decision, result.decision);
    if (violation !== null && result.outcome === 'REFUSED') this.#violations.push(violation);
  }

  /** The policy or a person refused it before any browser ran (section 1.2, validation): DENY. */
  deny(violation: BrowserViolationType): void {
    this.#decision = severest(this.#decision, 'DENY');
    this.#violations.push(violation);
  }

  /** Start or navigation failed (section 1.2): ABORT. */
  abort(violation: BrowserViolationType): void {
    this.#decision = 'ABORT';
    this.#violations.push(violation);
  }

  captured(what: { screenshot?: string; dom?: string }): void {
    if (what.screenshot !== undefined) this.#screenshotHash = sha256(what.screenshot);
    if (what.dom !== undefined) this.#domHash = sha256(what.dom);
  }

  result(): BrowserExecutionResult {
    return Object.freeze({
      request_id: this.request.request_id,
      final_state: this.#state,
      decision: this.#decision,
      screenshot_hash: this.#screenshotHash,
      dom_hash: this.#domHash,
      action_results: Object.freeze([...this.#results]),
      violations: Object.freeze([...this.#violations]),
      duration_ms: Math.round(this.#now() - this.#startedAt),
    });
  }
}

/** Of all tabs of one task, as one result: every act, the severest decision, the states of the last one. */
export function merged(results: readonly BrowserExecutionResult[]): BrowserExecutionResult | null {
  const [first, ...rest] = results;
  if (first === undefined) return null;
  if (rest.length === 0) return first;
  const hashed = (hashes: readonly string[]): string =>
    hashes.every((hash) => hash === '') ? '' : sha256(hashes.join('\n'));
  return Object.freeze({
    request_id: first.request_id,
    final_state: results.at(-1)?.final_state ?? first.final_state,
    decision: results.reduce((worst, { decision }) => severest(worst, decision), first.decision),
    screenshot_hash: hashed(results.map(({ screenshot_hash }) => screenshot_hash)),
    dom_hash: hashed(results.map(({ dom_hash }) => dom_hash)),
    action_results: Object.freeze(results.flatMap(({ action_results }) => action_results)),
    violations: Object.freeze(results.flatMap(({ violations }) => violations)),
    duration_ms: Math.max(...results.map(({ duration_ms }) => duration_ms)),
  });
}

const sha256 = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;
