// Holds the open questions and their answers. INVARIANT: only an explicit allowing answer, in time, by somebody other than
// the asker, lets anything run; time-out, nobody there, an error or a closed gateway mean DENY. There is an end to questions: of one
// asker, of one kind, and of all together.
import { randomBytes } from 'node:crypto';
import { permissionTime, systemClock } from '#executors/system/clock.ts';
import { fail, ok } from '#policy/language/failure.ts';
import { grantBasisOf } from '#policy/requests/grant-basis.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import type { Principal } from '#gateway/boundary/task/principal.ts';
import type { ConsentAnswer, ConsentCard, ConsentView, LeftOut } from '#gateway/protocol/views/consent.ts';
import { checkLeftOut } from '#gateway/boundary/grants/planned-acts.ts';
import { Approvers } from './approvers.ts';
import type { Wanted } from './approvers.ts';
import { allows } from './authentication.ts';
import type { Proof } from './authentication.ts';
import { ClosedQuestions } from './closed-questions.ts';
import type { BrokerOptions, ConsentOutcome, Question } from './contract.ts';
import { isAllowance, outcomeOf, stateOf } from './outcomes.ts';
import { OpenQuestions, sameKeyOf } from './open-questions.ts';
import type { OpenQuestion } from './open-questions.ts';
import { PATIENCE, RefusalMemory } from './refusal-memory.ts';
import type { Asker, Held, Patience } from './refusal-memory.ts';

/** Whether the policy lets this channel allow it at all, by its own words: before a client is asked. */
export const mayAnswer = (by: Principal, card: Wanted): boolean => {
  const own = new Approvers();
  return own.as(card, by, own.own()) !== null;
};

const rememberedBy = ({ asker, kind, askers, digest }: Question): { asker: Asker; kind: string } => ({
  asker: asker ?? { key: askers.join(' '), page: false },
  kind: kind ?? digest,
});

const TOO_MANY_OPEN: Held = {
  why: 'TOO_MANY',
  consentId: null,
  seconds: null,
  refused: 0,
  unanswered: 0,
};

const NOT_THIS_ONE = { state: 'VOID', by: null, proof: null, stopTask: false } as const;

export class ConsentBroker {
  readonly memory: RefusalMemory;
  readonly approvers: Approvers;
  readonly #open = new OpenQuestions();
  readonly #closed = new ClosedQuestions();
  readonly #channels = new Set<symbol>();
  readonly #options: BrokerOptions;
  readonly #now: () => number;
  readonly #permission: () => number;
  readonly #patience: Patience;

  constructor(options: BrokerOptions = {}) {
    this.#options = options;
    this.#now = options.now ?? systemClock.wallMs;
    this.#permission = options.permission ?? permissionTime();
    this.#patience = options.patience ?? PATIENCE;
    this.approvers = options.approvers ?? new Approvers();
    this.memory = new RefusalMemory(this.#patience, options.monotonic);
  }

  /** A person can be reached from now on (a UI is connected, a server takes answers). Returns the way to take it back. */
  addChannel(): () => void {
    const channel = Symbol('channel');
    this.#channels.add(channel);
    return () => {
      this.#channels.delete(channel);
      if (!this.#reachable()) this.#settleAll('NOBODY');
    };
  }

  /** Open questions, oldest first. */
  list(): readonly ConsentView[] {
    return this.#open.all().map((open) => open.view);
  }

  /** Ids of whoever wants what an open question is about. */
  askersOf(id: string): readonly string[] {
    return this.#open.find(id)?.askers ?? [];
  }

  find(id: string): ConsentView | null {
    return this.#open.find(id)?.view ?? this.#closed.find(id);
  }

  /** Asks, and waits for the outcome. Never rejects. An identical open question of the same task is joined, not repeated. */
  ask(question: Question, signal: AbortSignal): Promise<ConsentOutcome> {
    const same = this.#open.sameAs(question);
    if (same !== undefined) {
      if (same.waiters.length >= this.#patience.waitersAtMost) return this.#notAsked(TOO_MANY_OPEN);
      same.view = { ...same.view, card: { ...same.view.card, count: same.view.card.count + 1 } };
      this.#options.onChange?.('opened', same.view);
      return this.#wait(same, signal);
    }
    const id = `c-${randomBytes(8).toString('hex')}`;
    const nobody = this.#nobody(question);
    if (nobody !== null)
      return Promise.resolve({
        state: 'NO_APPROVER',
        consentId: id,
        by: null,
        proof: null,
        stopTask: false,
        error: nobody,
      });
    if (signal.aborted || !this.#reachable()) {
      return Promise.resolve({ state: 'NOBODY', consentId: id, by: null, proof: null, stopTask: false });
    }
    const { asker, kind } = rememberedBy(question);
    const held = this.memory.held(asker, kind) ?? this.#full(asker);
    if (held !== null) return this.#notAsked(held);
    const open = this.#openQuestion(id, question);
    const outcome = this.#wait(open, signal);
    this.#options.onChange?.('opened', open.view);
    this.#callBack(open);
    return outcome;
  }

  /**
   * Takes an answer; without a `proof` it comes from code of this process, and the log says so. `says`: to whoever asked, with a no. Errors: `consent.unknown`,
   * `.already-answered`, `.timed-out`, `.own-request`, `.bad-answer`.
   */
  answer(given: {
    id: string;
    answer: ConsentAnswer;
    by: Principal;
    proof?: Proof;
    says?: string | undefined;
    /** Of a plan: what is left out of it. */
    leftOut?: LeftOut | undefined;
  }): Result<ConsentView> {
    const { proof = { authentication: 'LIBRARY_CALLBACK' } } = given;
    const open = this.#open.find(given.id);
    if (open === undefined) return this.#closed.lateAnswer(given.id);
    if (open.askers.includes(given.by.id)) {
      return fail('consent.own-request', 'whoever asked for this act cannot approve it', {
        help: 'answer it in Ghost Browser’s window',
      });
    }
    if (!open.view.card.answers.includes(given.answer)) {
      return fail('consent.bad-answer', `\`${given.answer}\` is not among the answers of this question`, {
        details: { answers: open.view.card.answers },
      });
    }
    if (isAllowance(given.answer) && !allows(proof.authentication)) {
      return fail('consent.bad-answer', 'nobody is known to have answered this: it can only be denied', {
        help: 'answer it in Ghost Browser’s window',
      });
    }
    // Its timer stood still while the machine slept.
    if (isAllowance(given.answer) && this.#permission() > open.notAfter) {
      this.#settle(open, 'TIMED_OUT');
      return this.#closed.lateAnswer(given.id);
    }
    const { card } = open.view;
    if (isAllowance(given.answer) && given.leftOut !== undefined) {
      const checked = checkLeftOut(card, given.leftOut);
      if (!checked.ok) return checked;
    }
    const error = isAllowance(given.answer) ? this.approvers.objection(card, given.by, proof) : null;
    if (error !== null) {
      this.#options.onMisplaced?.({ card, by: given.by, proof, error });
      return { ok: false, error };
    }
    return ok(this.#close(open, outcomeOf(open.view.card, given, proof, this.approvers), given.answer));
  }

  /**
   * Voids what was asked under another policy, or before one of its entries ended: the boundary decides those acts again. `beside`: of
   * another policy that is in force beside it, for acts of its own.
   */
  voidUnlessPolicy(standing: string, beside: string | null = null): void {
    for (const open of this.#open.all()) {
      const basis = grantBasisOf(open.view.card.policy);
      if (basis !== standing && basis !== beside) this.#settle(open, 'VOID');
    }
  }

  /** Ends every open question of a task, or all of them. */
  cancel(taskId?: string): void {
    for (const open of this.#open.all()) {
      if (taskId === undefined || open.view.card.taskId === taskId) this.#settle(open, 'VOID');
    }
  }

  /** Why nobody who may allow this can answer; `null`: somebody can, or nobody at all is reached. */
  #nobody(question: Question): Failure | null {
    const callback = this.#options.callback !== undefined;
    return this.approvers.nobody(question, { served: this.#channels.size > 0, callback });
  }

  #reachable(): boolean {
    return this.#channels.size > 0 || this.#options.callback !== undefined;
  }

  #full(asker: Asker): Held | null {
    const { openAtMost, openEach } = this.#patience;
    const full = this.#open.count >= openAtMost || this.#open.countOf(asker) >= openEach;
    return full ? TOO_MANY_OPEN : this.memory.take(asker);
  }

  #notAsked(held: Held): Promise<ConsentOutcome> {
    const consentId = held.consentId ?? `c-${randomBytes(8).toString('hex')}`;
    return Promise.resolve({ state: 'NOT_ASKED', consentId, by: null, proof: null, stopTask: false, held });
  }

  #openQuestion(id: string, question: Question): OpenQuestion {
    const { askers, timeoutSeconds, asker: _asker, kind: _kind, ...card } = question;
    const { asker, kind } = rememberedBy(question);
    const before = this.memory.before(asker, kind);
    const created = this.#now();
    const full: ConsentCard = {
      ...card,
      id,
      createdAt: new Date(created).toISOString(),
      expiresAt: new Date(created + timeoutSeconds * 1000).toISOString(),
      count: 1,
      mayAllow: this.approvers.inSentences(question),
      ...(before === undefined ? {} : { before }),
    };
    const open: OpenQuestion = {
      view: { card: full, state: 'OPEN', answer: null, answeredBy: null },
      askers,
      asker,
      kind,
      sameKey: sameKeyOf(question),
      waiters: [],
      notAfter: this.#permission() + timeoutSeconds * 1000,
      timer: setTimeout(() => this.#settle(open, 'TIMED_OUT'), timeoutSeconds * 1000),
      gone: new AbortController(),
    };
    this.#open.add(open);
    return open;
  }

  #wait(open: OpenQuestion, signal: AbortSignal): Promise<ConsentOutcome> {
    return new Promise((resolve) => {
      const onAbort = (): void => {
        // Whoever else asked the same goes on waiting; the question ends with the last of them.
        const at = open.waiters.indexOf(waiter);
        if (open.waiters.length > 1 && at !== -1) {
          open.waiters.splice(at, 1);
          waiter({ state: 'VOID', consentId: open.view.card.id, by: null, proof: null, stopTask: false });
        } else {
          this.memory.withdrawn(open.asker);
          this.#settle(open, 'VOID');
        }
      };
      const waiter = (outcome: ConsentOutcome): void => {
        signal.removeEventListener('abort', onAbort);
        resolve(outcome);
      };
      open.waiters.push(waiter);
      if (signal.aborted) onAbort();
      else signal.addEventListener('abort', onAbort, { once: true });
    });
  }

  #callBack(open: OpenQuestion): void {
    const { callback } = this.#options;
    if (callback === undefined) return;
    const { id } = open.view.card;
    const deny = (): void => void this.answer({ id, answer: 'DENY', by: callback.principal });
    callback.answer(open.view.card, open.gone.signal).then((given) => {
      const said = typeof given === 'string' ? { answer: given } : given;
      const { answer, leftOut } = said;
      if (!this.answer({ id, answer, leftOut, by: callback.principal }).ok) deny();
    }, deny);
  }

  #settle(open: OpenQuestion, state: 'TIMED_OUT' | 'NOBODY' | 'VOID'): void {
    this.#close(open, { state, consentId: open.view.card.id, by: null, proof: null, stopTask: false }, null);
  }

  #settleAll(state: 'NOBODY'): void {
    for (const open of this.#open.all()) this.#settle(open, state);
  }

  #close(open: OpenQuestion, outcome: ConsentOutcome, answer: ConsentAnswer | null): ConsentView {
    clearTimeout(open.timer);
    const { id } = open.view.card;
    this.#forget(open, outcome);
    const state = stateOf(outcome);
    const leftOut = outcome.state === 'GRANTED' ? outcome.leftOut : undefined;
    open.view = {
      ...open.view,
      state,
      answer,
      answeredBy: outcome.by,
      ...(leftOut === undefined ? {} : { leftOut }),
    };
    this.#closed.keep(open.view);
    open.gone.abort();
    // Once is once, however many of the very same came to wait while somebody read: those behind the first ask again.
    const once = outcome.state === 'GRANTED' && outcome.scope === 'ONCE';
    for (const [at, waiter] of open.waiters.entries())
      waiter(once && at > 0 ? { ...NOT_THIS_ONE, consentId: id } : outcome);
    this.#options.onChange?.('closed', open.view);
    return open.view;
  }

  /** Off the lists, and into the memory. */
  #forget(open: OpenQuestion, { state }: ConsentOutcome): void {
    const { view, asker, kind } = open;
    const { id } = view.card;
    this.#open.remove(open);
    switch (state) {
      case 'GRANTED':
        return this.memory.granted(asker, kind);
      case 'REFUSED':
        return this.memory.refused(asker, kind, id);
      case 'TIMED_OUT':
        return this.memory.unanswered(asker, kind, id);
      case 'NOBODY':
      case 'NOT_ASKED':
      case 'NO_APPROVER':
      case 'VOID':
        return;
    }
  }
}
