// What the editor asks of its checker, and the way there and back. INVARIANT: only the answer to the last question is taken;
// a checker that does not answer is ended and replaced.
import type { ListsBeside, PolicyFileView } from '#gateway/protocol/views/policy.ts';
import type { Explanation } from '#policy/tools/explain/explain.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import type { Failure } from '#policy/language/failure.ts';
import type { EmbeddedTests } from '#policy/tools/testing/embedded.ts';
import type { PathRest } from '#policy/tools/logs/logged-path.ts';
import type { ChangeGroup } from '#policy/tools/logs/replay.ts';
import type { Finding } from '#policy/tools/lint/model/finding.ts';
import type { MatrixCell, MatrixSection } from '#policy/tools/explain/matrix.ts';
import type { AddressClass, BrowserDecision, BrowserExecutorType } from '#policy/language/vocabulary.ts';
import { fail, ok, type Result } from '#policy/language/failure.ts';

/** `included`: files of lists that lie beside it. */
export type NamedText = { readonly file: string; readonly text: string; readonly included?: ListsBeside };

/** One that includes nothing has nothing beside it. */
export const namedText = (file: string, text: string, lists: ListsBeside = []): NamedText =>
  lists.length === 0 ? { file, text } : { file, text, included: lists };

/** As they are in force, upper layer first; one of which nothing is in force is left out. */
export const textsInForce = (files: readonly PolicyFileView[]): readonly NamedText[] =>
  files.flatMap(({ name, inForce, listsInForce }) =>
    inForce === null ? [] : [namedText(name, inForce, listsInForce)],
  );

/** As they would be with other texts for some of them. `null`: what its file holds. */
export const textsWith = (
  files: readonly PolicyFileView[],
  textOf: (file: PolicyFileView) => string | null | undefined,
  listsOf: (file: PolicyFileView) => ListsBeside | undefined = ({ lists }) => lists,
): readonly NamedText[] =>
  files.map((one) => namedText(one.name, textOf(one) ?? one.text ?? one.inForce ?? '', listsOf(one)));

export type CheckQuestion = {
  /** In force, upper layer first; none: there is nothing to compare with. */
  readonly active: readonly NamedText[];
  readonly draft: readonly NamedText[];
  /** `key value` pairs of a request to try; empty: none. */
  readonly request: Readonly<Record<string, string>>;
  /** Requests that were really decided. */
  readonly gates: readonly {
    readonly place: string;
    readonly at: string;
    readonly facts: PolicyFacts;
    readonly rest?: PathRest | null;
    readonly decision: BrowserDecision;
    /** It stands for so many; not there: for itself alone. */
    readonly times?: number;
  }[];
};

export type DifferenceRow = {
  readonly direction: 'LOOSENED' | 'TIGHTENED' | 'CHANGED';
  readonly what: string;
  readonly capabilities: readonly string[];
  /** The requests, in words; empty: every one. */
  readonly where: string;
  readonly classes: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly witness: Readonly<Record<string, unknown>>;
};

export type Difference = {
  /** How much differs: rows, and entries that cause them. */
  readonly extent: string;
  /** What loosens first. */
  readonly rows: readonly DifferenceRow[];
  /** Rows that are not among them. */
  readonly more: number;
  readonly loosens: boolean;
};

export type CheckAnswer = {
  readonly findings: readonly Finding[];
  /** Whether it loads, proves and passes its tests. */
  readonly loads: boolean;
  /** `null`: it does not load, or nothing is in force. */
  readonly difference: Result<Difference> | null;
  readonly tried: Explanation | null;
  readonly replayed: {
    readonly gates: number;
    readonly changes: readonly ChangeGroup[];
    /** Requests whose path the log does not say as closely as the draft asks. */
    readonly open: number;
  } | null;
};

/** Requests of the log, decided again by a draft: nothing else is asked of it. */
export type AgainQuestion = {
  readonly draft: readonly NamedText[];
  readonly again: CheckQuestion['gates'];
};

export type AgainAnswer = NonNullable<CheckAnswer['replayed']>;

/** The tests that stand in the documents themselves. */
export type TestsQuestion = { readonly tested: readonly NamedText[] };

export type TestsAnswer = readonly EmbeddedTests[];

/** What the policy in force decides: of sites by capability, in its tables, and of one request. */
export type LookQuestion = {
  readonly inForce: readonly NamedText[];
  /** What is being written beside it; `null`: nothing. */
  readonly draft: readonly NamedText[] | null;
  /** A row each; `''` stands for a site that no entry names. */
  readonly hosts: readonly string[];
  /** The one whose tables are wanted. */
  readonly host: string;
  readonly addressClass: AddressClass;
  readonly executor: BrowserExecutorType;
  /** Facts of a request; empty: none is asked about. */
  readonly request: Readonly<Record<string, string>>;
};

export type SiteRow = {
  readonly host: string;
  /** In the order of `capabilities`. */
  readonly cells: readonly SiteCell[];
};

export type SiteCell = {
  readonly cell: MatrixCell;
  /** The entries that decided, and where each stands. */
  readonly by: readonly { readonly entry: string; readonly at: string }[];
  /** What the draft would decide, where that is something else. */
  readonly drafted: MatrixCell | null;
};

export type LookAnswer = {
  readonly capabilities: readonly string[];
  readonly sites: readonly SiteRow[];
  readonly sections: readonly MatrixSection[];
  /** What else is decided in a cell with its number, in words. */
  readonly notes: Result<readonly string[]>;
  readonly explained: Explanation | null;
  /** The draft does not load: no cell says what it would decide. */
  readonly isDraftBroken: boolean;
};

/** What the policy in force says to acts that are foreseen. */
export type ForeseeQuestion = {
  readonly inForce: readonly NamedText[];
  /** Facts of a request each, as text. */
  readonly foreseen: readonly Readonly<Record<string, string>>[];
};

/** In the order of the question; `null`: not a request. */
export type ForeseeAnswer = readonly (BrowserDecision | null)[];

/** A change of the lowest document that stops requests like this one: by capability, host, initiator and executor, whatever else they are. */
export type RuleQuestion = {
  readonly inForce: readonly NamedText[];
  readonly gate: CheckQuestion['gates'][number];
};

export type RuleAnswer =
  /** The whole text of the lowest document with it, and the id of the new rule. */
  | { readonly text: string; readonly rule: string }
  /** What stands against it, in words. */
  | { readonly text: null; readonly against: readonly string[] };

export type Questions =
  | CheckQuestion
  | LookQuestion
  | ForeseeQuestion
  | RuleQuestion
  | AgainQuestion
  | TestsQuestion;
export type Asked = { readonly id: number; readonly question: Questions };
export type Answered<Answer> = { readonly id: number; readonly answer: Result<Answer> };

const DEADLINE_MS = 30_000;
/** So long a question that nobody waits for any more may run on. */
const PATIENCE_MS = 3_000;

/** What answers a question of this kind. */
export type AnswerTo<Question> = Question extends LookQuestion
  ? LookAnswer
  : Question extends ForeseeQuestion
    ? ForeseeAnswer
    : Question extends RuleQuestion
      ? RuleAnswer
      : Question extends AgainQuestion
        ? AgainAnswer
        : Question extends TestsQuestion
          ? TestsAnswer
          : CheckAnswer;

type Waiting<Question extends Questions> = {
  readonly question: Question;
  readonly resolve: (answer: Result<AnswerTo<Question>> | null) => void;
};

/**
 * One question at a time, and the newest of those that wait: each has the whole of its time. One that nobody waits for any more is let
 * run to its end for a moment, since the worker keeps what it has compiled, and is ended then.
 */
export class PolicyChecker<Question extends Questions> {
  #worker: Worker | null = null;
  #last = 0;
  #running: { readonly sinceMs: number; readonly leave: () => void } | null = null;
  #next: Waiting<Question> | null = null;

  /** `null`: another question came after this one. */
  ask(question: Question): Promise<Result<AnswerTo<Question>> | null> {
    return new Promise((resolve) => {
      this.#next?.resolve(null);
      this.#next = { question, resolve };
      if (this.#running !== null && performance.now() - this.#running.sinceMs > PATIENCE_MS) this.#restart();
      else this.#begin();
    });
  }

  #begin(): void {
    if (this.#running !== null || this.#next === null) return;
    const { question, resolve } = this.#next;
    this.#next = null;
    this.#last += 1;
    const id = this.#last;
    const worker = (this.#worker ??= new Worker(new URL('./policy-worker.ts', import.meta.url), {
      type: 'module',
      name: 'policy-check',
    }));
    const settle = (answer: Result<AnswerTo<Question>> | null): void => {
      window.clearTimeout(deadline);
      window.clearTimeout(patience);
      worker.removeEventListener('message', onMessage);
      worker.removeEventListener('error', onError);
      this.#running = null;
      resolve(this.#next === null ? answer : null);
      this.#begin();
    };
    const broken = (failure: Failure): void => {
      this.#end();
      settle({ ok: false, error: failure });
    };
    const onMessage = ({ data }: MessageEvent<Answered<AnswerTo<Question>>>): void => {
      if (data.id === id) settle(data.answer);
    };
    const onError = (event: ErrorEvent): void => broken(failed('the check ended by itself', event.message));
    const deadline = window.setTimeout(
      () => broken(failed('the check took too long', `more than ${DEADLINE_MS} ms`)),
      DEADLINE_MS,
    );
    const patience = window.setTimeout(() => {
      if (this.#next !== null) this.#restart();
    }, PATIENCE_MS);
    this.#running = { sinceMs: performance.now(), leave: () => settle(null) };
    worker.addEventListener('message', onMessage);
    worker.addEventListener('error', onError);
    worker.postMessage({ id, question } satisfies Asked);
  }

  /** Nobody waits for what is running. */
  #restart(): void {
    this.#end();
    this.#running?.leave();
  }

  #end(): void {
    this.#worker?.terminate();
    this.#worker = null;
  }

  close(): void {
    this.#next?.resolve(null);
    this.#next = null;
    this.#restart();
  }
}

function failed(message: string, cause: string): Failure {
  const made = fail('policy.unproven', message, {
    cause,
    help: 'change the text; the gateway checks it again before anything is written',
  });
  return made.error;
}

/** `capability=NAVIGATE_CROSS_ORIGIN url=https://a.example/` as pairs. Errors: `policy.bad-request`. */
export function requestPairs(text: string): Result<Readonly<Record<string, string>>> {
  const pairs: Record<string, string> = {};
  for (const word of text.split(/\s+/u).filter((one) => one !== '')) {
    const at = word.indexOf('=');
    if (at < 1)
      return fail('policy.bad-request', `\`${word}\` is not \`fact=value\``, {
        help: 'as in `capability=SCREENSHOT url=https://a.example/`',
      });
    pairs[word.slice(0, at)] = word.slice(at + 1);
  }
  return ok(pairs);
}
