// What the thread of applets gives away: a document that passed the check, and what a model wrote of one.
import type { Credit } from '#engines/maker/credited.ts';
import type { DrawnForm } from '#gateway/protocol/views/applet.ts';

/** What a model wrote, to be put together with rows again. */
export type ModelAnswer = Credit & { readonly answer: string };

/** `hashes`: of its scripts, for the policy of its document. */
export type CheckedApplet = {
  readonly html: string;
  readonly form: DrawnForm;
  readonly hashes: readonly string[];
  /** The model that drew it; `null`: our own runtime. */
  readonly credit: Credit | null;
};

/** What was kept, as it is shown. */
export type Rechecked = Pick<CheckedApplet, 'html' | 'hashes'>;
