// One call of a model, whoever serves it. INVARIANT: a model is told turns of text and pictures and says text; it has no tool, and no
// handle to anything that acts.
import type { ErrorCode, Failure, Result } from '#policy/language/failure.ts';

export type Turn = {
  readonly role: 'user' | 'model';
  readonly text: string;
  /** Shown beside the text. */
  readonly jpegBase64?: string;
};

/** What a proxy of one's own may know of a call: nothing of it is words of a person or a page. */
export type CallContext = {
  readonly taskId: string;
  /** `foreground`: a person waits for it. */
  readonly priority: 'foreground' | 'background';
};

export type Call = {
  readonly model: string;
  readonly tier: ModelUsage['tier'];
  readonly system: string;
  readonly turns: readonly Turn[];
  /** JSON schema of the answer; without it, plain text. */
  readonly schema?: object;
  readonly maxOutputTokens: number;
  readonly of?: CallContext;
};

/** The calls of one model for one proposal, as the service counted them. */
export type ModelUsage = {
  readonly tier: 1 | 2 | 'summary' | 'plan' | 'make';
  readonly model: string;
  /** HTTP requests, retries included. */
  readonly requests: number;
  readonly inputTokens: number;
  /** Thoughts included. */
  readonly outputTokens: number;
  /** Of the input, what was read from a cache. */
  readonly cachedTokens: number;
  /** US dollars; `null` where the model's price is not known. */
  readonly costUsd: number | null;
  readonly milliseconds: number;
};

export type Said = { readonly text: string; readonly usage: ModelUsage };

/**
 * The ID token for a proxy, asked for before each try. `refused`: the one that the proxy did not take, so that another one is brought.
 * Rejects only with the signal's reason.
 */
export type Bearer = (signal: AbortSignal, refused?: string) => Promise<Result<string>>;

/** The key of a service, asked for before each try: one that was taken out is used no more. */
export type KeyAsked = () => Promise<Result<string>>;

/** Why there is no answer, where that is no fault of the page's or the task's: its service is away, or takes nothing from us. */
export type ModelTrouble = {
  readonly code: ErrorCode;
  readonly message: string;
  readonly help?: string;
  /** Milliseconds that the service asked to be left alone for; 0: none. */
  readonly retryMs: number;
};

export function troubleOf({ code, message, help, details }: Failure): ModelTrouble {
  const asked = details?.['retryMs'];
  return {
    code,
    message,
    ...(help === undefined ? {} : { help }),
    retryMs: typeof asked === 'number' ? asked : 0,
  };
}

/** Who serves a model, by the protocol that it speaks. */
export type ModelService = 'gemini' | 'openai-compatible';

export interface Model {
  /** For plans, results and the log. */
  readonly id: ModelService;
  /**
   * Rejects only with the signal's reason. Errors: `model.refused`, `.unavailable` (it may pass), `.blocked`, `.truncated`, and those of
   * the bearer.
   */
  say(call: Call, signal: AbortSignal): Promise<Result<Said>>;
}
