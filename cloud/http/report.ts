// What becomes of one request, for the log and the metrics. INVARIANT: one entry a request, however it ends; a call of a model is one that
// named a model and its method, and nothing else is counted as one; what a caller says of itself is
// written only where it has the form of an id or a word, and text only where the settings ask for it, redacted.
import type { Context } from 'hono';
import { HEADERS, type Priority } from '../wire/headers.ts';
import type { Reason } from '../wire/refusal.ts';
import type { Course } from '../gemini/lane.ts';
import type { Usage } from '../gemini/usage.ts';
import { costOf } from '../gemini/usage.ts';
import { hashedUser, traceOf, type Severity } from '../log/log.ts';
import { NO_SPAN } from '../log/trace.ts';
import type { Env, Service } from './service.ts';

const ID = /^[\w.:-]{1,80}$/u;
const WORD = /^[a-z][a-z_-]{0,31}$/u;

export class Report {
  /** It got as far as asking for a model. */
  isCall = false;
  readonly course: Course;
  readonly priority: Priority;
  model: string | null = null;
  method: string | null = null;
  userId: string | null = null;
  usage: Usage | null = null;
  /** Text of pages, and what was answered: only where the settings ask for them, redacted. */
  prompt: string | null = null;
  answer: string | null = null;
  readonly #service: Service;
  readonly #startedMs: number;
  readonly #asked: {
    readonly task: string | null;
    readonly action: string | null;
    readonly tier: number | null;
  };
  readonly #header: (name: string) => string | undefined;
  #isBegun = false;
  #trace: string | null = null;
  #isDone = false;

  constructor({ req }: Context<Env>, service: Service) {
    this.#service = service;
    this.#startedMs = service.time.monotonicMs();
    const header = (name: string): string | undefined => req.header(name);
    this.#header = header;
    this.course = { tries: 0, waitedMs: 0, span: NO_SPAN };
    const of = (name: string, form: RegExp): string | null => {
      const text = header(name) ?? '';
      return form.test(text) ? text : null;
    };
    const tier = of(HEADERS.tier, /^[012]$/u);
    this.priority = header(HEADERS.priority) === 'background' ? 'background' : 'foreground';
    this.#asked = {
      task: of(HEADERS.task, ID),
      action: of(HEADERS.action, WORD),
      tier: tier === null ? null : Number(tier),
    };
  }

  /** Whose request it is, is known: what its headers say of a trace counts. INVARIANT: of a stranger's, nothing does. */
  verified(): void {
    this.#begin(this.#header);
  }

  /** Whose call it is: in the log, a hash, made once. */
  by(subject: string): string {
    const { tokens, userKey } = this.#service.settings;
    return (this.userId ??= hashedUser(tokens.issuer, subject, userKey));
  }

  done(status: number, reason: Reason | null): void {
    if (this.#isDone) return;
    this.#isDone = true;
    if (!this.#isBegun) this.#begin(null);
    const { log, metrics, time } = this.#service;
    const tookMs = time.monotonicMs() - this.#startedMs;
    const model = this.model ?? 'none';
    const { task, action, tier } = this.#asked;
    const { usage, course, priority } = this;
    const kind = this.isCall ? 'call' : 'request';
    if (this.isCall) {
      metrics.count('ghost_calls_total', { model, status: String(status), reason: reason ?? 'none' });
      metrics.observe('ghost_call_seconds', tookMs / 1000, { model });
    } else {
      metrics.count('ghost_requests_total', { status: String(status), reason: reason ?? 'none' });
    }
    if (course.tries > 0) metrics.observe('ghost_wait_seconds', course.waitedMs / 1000, { model, priority });
    if (usage !== null) {
      metrics.count('ghost_tokens_total', { model, way: 'in' }, usage.input);
      metrics.count('ghost_tokens_total', { model, way: 'out' }, usage.output);
    }
    course.span.end(
      {
        model: this.model,
        method: this.method,
        status,
        reason,
        priority,
        task,
        tier,
        tries: course.tries,
        ...(usage === null ? {} : { tokensIn: usage.input, tokensOut: usage.output }),
      },
      status >= 500,
    );
    log({
      severity: severityOf(status),
      message: reason === null ? `${kind} answered` : `${kind} refused: ${reason}`,
      trace: this.#trace,
      labels: { kind, model, priority },
      fields: {
        task_id: task,
        user_id: this.userId,
        model_used: this.model,
        method: this.method,
        action_type: action,
        tier_used: tier,
        // The model's answer holds it; it comes with the task's events.
        confidence: null,
        status: String(status),
        reason,
        tokens_in: usage?.input ?? null,
        tokens_out: usage?.output ?? null,
        cost_usd: usage === null ? null : costOf(model, usage),
        latency_ms: Math.round(tookMs),
        queue_wait_ms: Math.round(course.waitedMs),
        tries: course.tries,
        ...(this.prompt === null ? {} : { prompt_text: this.prompt }),
        ...(this.answer === null ? {} : { answer_text: this.answer }),
      },
    });
  }

  #begin(header: ((name: string) => string | undefined) | null): void {
    this.#isBegun = true;
    const { tracing, settings, time } = this.#service;
    this.course.span = tracing.begin({ agoMs: time.monotonicMs() - this.#startedMs, header });
    this.#trace = traceOf(header ?? (() => undefined), settings.project, this.course.span.traceId);
  }
}

function severityOf(status: number): Severity {
  if (status >= 500) return 'ERROR';
  return status >= 400 ? 'WARNING' : 'INFO';
}
