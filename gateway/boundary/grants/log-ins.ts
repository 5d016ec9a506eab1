// Keeps the log-ins that a person let the task enter: the credential fields of one form of one document, and one sending of that form.
// INVARIANT: a log-in belongs to the form as it was when it was asked for: its address, its method, and only the fields that it had
// then. Another form, another address or one more field is a question of its own.
import type { ElementEffect } from '#policy/acts/element-effect.ts';
import { KeptGrant } from './kept-grant.ts';
import { covers } from './site-grant.ts';
import type { SiteGrant } from './site-grant.ts';

/** A form as a log-in is bound to it. */
export type FormSeen = NonNullable<ElementEffect['form']>;

type LogIn = SiteGrant & {
  readonly documentId: string;
  readonly form: FormSeen | null;
  readonly notAfter: number;
  readonly kept: KeptGrant;
};
type Asked = SiteGrant & {
  readonly documentId: string;
  readonly form: FormSeen | null;
  readonly now: number;
};

/** How long an allowed log-in may take. */
export const LOG_IN_MS = 120_000;

export class LogIns {
  #held: LogIn[] = [];

  /** `ends`: when the answer does, where the policy says so; `null`: a log-in has its own time. */
  allow({ now, ...grant }: Asked, ends: number | null = null): KeptGrant {
    const notAfter = Math.min(now + LOG_IN_MS, ends ?? Infinity);
    const { site, policyHash } = grant;
    const says = 'entering the rest of this log-in into its form, and sending that once';
    const kept = new KeptGrant({ kind: 'LOG_IN', where: site, says, policyHash, notAfter });
    this.#held.push({ ...grant, notAfter, kept });
    return kept;
  }

  end(): void {
    for (const { kept } of this.#held) kept.end();
  }

  /** The allowed log-in that covers this; `submits` ends it. */
  covering(asked: Asked & { readonly submits: boolean }): KeptGrant | null {
    const found = this.#held.find(
      (held) =>
        !held.kept.isOver &&
        covers(held, asked) &&
        held.documentId === asked.documentId &&
        asked.now < held.notAfter &&
        isSameForm(held.form, asked.form, asked.submits),
    );
    if (asked.submits && found !== undefined) found.kept.end();
    this.#held = this.#held.filter(({ kept }) => !kept.isOver);
    return found?.kept ?? null;
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
