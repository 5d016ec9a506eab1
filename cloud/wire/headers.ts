// What a caller says of a call beside its body. All of it is optional, and none of it is trusted: it orders the caller's own calls
// and is written into the log within limits.
export const HEADERS = {
  /** Opaque id of the task that the call is part of. */
  task: 'x-ghost-task',
  /** `foreground` (a person waits; default) or `background`. */
  priority: 'x-ghost-priority',
  /** What the call is for: `navigate`, `plan`, `make`. */
  action: 'x-ghost-action',
  /** Tier of perception, 1 or 2. */
  tier: 'x-ghost-tier',
  /** Seconds that the caller waits: the SDK sends it by itself where it has a timeout. */
  timeout: 'x-server-timeout',
} as const;

export const PRIORITIES = ['foreground', 'background'] as const;
export type Priority = (typeof PRIORITIES)[number];
