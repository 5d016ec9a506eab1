// Keeps the log-ins that a person let the task enter: the credential fields of one form of one document, and one sending of that form.
// INVARIANT: a log-in belongs to the form as it was when it was asked for: its address, its method, and only the fields that it had
// then. Another form, another address or one more field is a question of its own.
import type { ElementEffect } from '#policy/acts/element-effect.ts';
import { covers } from './site-grant.ts';
import type { SiteGrant } from './site-grant.ts';

/** A form as a log-in is bound to it. */
export type FormSeen = NonNullable<ElementEffect['form']>;

type LogIn = SiteGrant & {
  readonly documentId: string;
  readonly form: FormSeen | null;
  readonly notAfter: number;
};
type Asked = SiteGrant & {
  readonly documentId: string;
  readonly form: FormSeen | null;
  readonly now: number;
};

/** How long an allowed log-in may take. */
const LOG_IN_MS = 120_000;

export class LogIns {
  #held: LogIn[] = [];

  allow({ now, ...grant }: Asked): void {
    this.#held.push({ ...grant, notAfter: now + LOG_IN_MS });
  }

  /** Whether an allowed log-in covers this; `submits` ends it. */
  covers(asked: Asked & { readonly submits: boolean }): boolean {
    const found = this.#held.find(
      (held) =>
        covers(held, asked) &&
        held.documentId === asked.documentId &&
        asked.now <= held.notAfter &&
        isSameForm(held.form, asked.form, asked.submits),
    );
    if (asked.submits) this.#held = this.#held.filter((held) => held !== found);
    return found !== undefined;
  }
}

/** What a form that is submitted, or entered into, is known by; credentials are what the log-in is about. */
export function formSeen({ submits, form }: ElementEffect): FormSeen | null {
  if (submits === null) return form ?? null;
  if (submits.sends === undefined) return null;
  const others = submits.sends.fields.filter(({ value }) => value !== null).map(({ name }) => name);
  return { url: submits.url, method: submits.method, otherNames: others };
}

function isSameForm(held: FormSeen | null, asked: FormSeen | null, submits: boolean): boolean {
  // Fields of no form send nothing by themselves.
  if (held === null || asked === null) return !submits && held === asked;
  if (held.url !== asked.url || held.method !== asked.method) return false;
  return !submits || asked.otherNames.every((name) => held.otherNames.includes(name.replace(/\.[xy]$/u, '')));
}
