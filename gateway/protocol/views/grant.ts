// What a person's answers still allow beyond the acts that were asked for. Plain JSON.

export type GrantView = {
  readonly id: string;
  readonly taskId: string;
  /** What the task is for: a person's words, or an agent's. */
  readonly intent: string;
  /** `SITE`: this task on this site; `LOG_IN`: the rest of one log-in; `STORAGE`: what pages of the site may keep. */
  readonly kind: 'SITE' | 'LOG_IN' | 'STORAGE';
  /** An origin; of cookies that were brought in, a domain. */
  readonly where: string;
  /** The gateway's own words. */
  readonly says: string;
  /** Who answered: `person:ui`. */
  readonly by: string;
  /** The question, by whose id the log finds it. */
  readonly consentId: string;
  readonly grantedAt: string;
  readonly uses: number;
  readonly usedAt: string | null;
  /** `null`: with its task, or when another policy is in force. */
  readonly endsAt: string | null;
};
