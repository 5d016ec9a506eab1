// Whose events are told: the person that an ID token is of. INVARIANT: nobody outside this machine is asked; a token is read for its person
// alone, and trusted for nothing: the proxy verifies it.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Bearer } from '#engines/model/contract.ts';

export type Identity = {
  readonly bearer: Bearer;
  /** Who is signed in now, as the issuer names them; `null`: nobody. */
  readonly subject: () => Promise<string | null>;
};

const LOOK_MS = 5_000;
const claims = z.object({ sub: z.string().min(1) });

/** Of a sign-in, or of a token that something else renews. */
export function identityOf(bearer: Bearer | null, signIn: Pick<Identity, 'subject'> | null): Identity | null {
  if (bearer === null) return null;
  const byFile = async (): Promise<string | null> => {
    const token = await bearer(AbortSignal.timeout(LOOK_MS));
    return token.ok ? subjectIn(token.value) : null;
  };
  return { bearer, subject: signIn?.subject ?? byFile };
}

/** `null`: it is no token. */
export function subjectIn(token: string): string | null {
  try {
    const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
    return claims.parse(payload).sub;
  } catch {
    return null;
  }
}

/** A person as the disk may name them: the same for the same one, and not their name. */
export const personKey = (subject: string): string =>
  createHash('sha256').update(subject).digest('hex').slice(0, 16);
