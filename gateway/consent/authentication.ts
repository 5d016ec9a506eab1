// How it is known who answered. INVARIANT: a closed list; what may only deny is marked so here, and nowhere else is it decided.

export const AUTHENTICATIONS = [
  /** The browser that was enrolled: cookie and key of the consent origin, a shown card, patience, retyping where it is asked for. */
  'CONSENT_SECRET',
  /** Typed at a terminal of this user that is not the asker's: the approver's token, the process, patience, retyping. */
  'TERMINAL_RETYPED',
  /** By the program that opened the gateway in its own process. */
  'LIBRARY_CALLBACK',
  /** In the window of an MCP client, where the policy names it. */
  'MCP_ELICITATION',
  /** The approver's token alone. Denies, and tightens or reads the policy again; no more. */
  'APPROVER_TOKEN',
  /** The app's token alone. Denies, and no more. */
  'APP_TOKEN',
  /** Whoever started the task wants everything denied that would be asked. */
  'TASK_SETTING',
] as const;
export type Authentication = (typeof AUTHENTICATIONS)[number];

const DENIES_ONLY: ReadonlySet<Authentication> = new Set(['APPROVER_TOKEN', 'APP_TOKEN', 'TASK_SETTING']);

export const allows = (authentication: Authentication): boolean => !DENIES_ONLY.has(authentication);

/** With what an answer came. */
export type Proof = {
  readonly authentication: Authentication;
  /** Plain JSON for the log: the terminal and its processes. */
  readonly evidence?: Readonly<Record<string, unknown>>;
};
