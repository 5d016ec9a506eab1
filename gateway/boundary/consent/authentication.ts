// Says how it is known who answered, and who that is. INVARIANT: the list is closed; a way that may only deny is marked here, and
// this is decided nowhere else. An identity holds only what the channel proved, never what the answerer claims.

export const AUTHENTICATIONS = [
  /** The browser that was enrolled: cookie and key of the consent origin, a shown card, patience, retyping where it is asked for. */
  'CONSENT_SECRET',
  /** Typed at a terminal that is not the asker's: the user of the connection, the process, patience, retyping. */
  'TERMINAL_RETYPED',
  /** By the program that opened the gateway in its own process. */
  'LIBRARY_CALLBACK',
  /** In the window of an MCP client, where the policy names it. */
  'MCP_ELICITATION',
  /** The approver's token alone, or a connection of a named approver. Denies, and tightens or reads the policy again; no more. */
  'APPROVER_TOKEN',
  /** The app's token alone. Denies, and no more. */
  'APP_TOKEN',
  /** A bundle that a trusted key signed, published to the nodes of a fleet: of their policy, and of no question. */
  'SIGNED_BUNDLE',
  /** Whoever started the task wants everything denied that would be asked. */
  'TASK_SETTING',
] as const;
export type Authentication = (typeof AUTHENTICATIONS)[number];

const DENIES_ONLY: ReadonlySet<Authentication> = new Set(['APPROVER_TOKEN', 'APP_TOKEN', 'TASK_SETTING']);

export const allows = (authentication: Authentication): boolean => !DENIES_ONLY.has(authentication);

/** A subject whose token was verified against its issuer's keys. The seam for sign-in: no channel makes one yet. */
export type VerifiedSubject = {
  readonly issuer: string;
  readonly subject: string;
  readonly groups: readonly string[];
};

/** Who answered. */
export type Identity = {
  /** By the kernel, of the connection or of this process; `null` where the system does not tell. */
  readonly uid: number | null;
  /** The person who runs the gateway: by the user, or by a secret that was handed to them alone. */
  readonly owner: boolean;
  readonly subject?: VerifiedSubject;
};

/** With what an answer came. */
export type Proof = {
  readonly authentication: Authentication;
  /** Not there: nobody but code of this process. */
  readonly identity?: Identity;
  /** Plain JSON for the log: the terminal and its processes. */
  readonly evidence?: Readonly<Record<string, unknown>>;
};
