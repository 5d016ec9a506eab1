// Spans of a request, as the service sees them: the whole, its wait for a turn, each try at the model's service. INVARIANT: a span holds the
// facts below and nothing else: no intent, no page, no token, no key, no person.

/** `request`: from its headers to its end. `wait`: in the queue. `try`: until the model's service began to answer. */
export type SpanName = 'request' | 'wait' | 'try';

/** What is known of it. Each is a number, a word of the service's own, or has the form of an id. */
export type SpanFacts = {
  readonly model?: string | null;
  readonly method?: string | null;
  readonly status?: number;
  /** Why it was refused, or failed. */
  readonly reason?: string | null;
  readonly priority?: string;
  readonly task?: string | null;
  readonly tier?: number | null;
  readonly tokensIn?: number;
  readonly tokensOut?: number;
  readonly tries?: number;
};

export type Span = {
  /** 32 digits; `null`: nothing is traced. */
  readonly traceId: string | null;
  readonly child: (name: Exclude<SpanName, 'request'>) => Span;
  /** Once. */
  readonly end: (facts: SpanFacts, isFault?: boolean) => void;
};

/** Of a request whose caller is known: `header` says whose trace it is part of. */
export type Begun = {
  /** Milliseconds since it began. */
  readonly agoMs: number;
  /** `null`: nobody that is known says so. */
  readonly header: ((name: string) => string | undefined) | null;
};

export type Tracing = {
  readonly begin: (of: Begun) => Span;
  /** Sends what is left, as long as that takes no longer than so. */
  readonly close: (graceMs: number) => Promise<void>;
};

export const NO_SPAN: Span = { traceId: null, child: () => NO_SPAN, end: () => undefined };
export const NO_TRACING: Tracing = { begin: () => NO_SPAN, close: () => Promise.resolve() };
