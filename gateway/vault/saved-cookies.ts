// Reads cookies in the shape that saved sessions and the DevTools protocol share. INVARIANT: what does not fit is an error; no
// cookie of it is guessed at.
import { z } from 'zod';
import type { PassedCookie } from '#executors/contract/cookie.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';

const cookie = z.object({
  name: z.string(),
  value: z.string(),
  /** A dot in front: for subdomains, too. */
  domain: z.string().min(1),
  path: z.string().startsWith('/').default('/'),
  /** Seconds since the epoch; -1 ends with the browser. */
  expires: z.number().default(-1),
  httpOnly: z.boolean().default(false),
  secure: z.boolean().default(false),
  sameSite: z.enum(['Strict', 'Lax', 'None']).optional(),
  priority: z.enum(['Low', 'Medium', 'High']).default('Medium'),
  partitionKey: z
    .object({ topLevelSite: z.string(), hasCrossSiteAncestor: z.boolean().default(false) })
    .optional(),
});

const session = z.object({ cookies: z.array(cookie).max(50_000) });

/** From the shape that files and the DevTools protocol share. */
export function parseSavedCookies(value: unknown): Result<readonly PassedCookie[]> {
  const parsed = session.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    // The path alone: the message may hold a value.
    return fail(
      'act.no-source',
      `the saved session does not fit at \`${issue?.path.join('.') ?? ''}\`: ${issue?.code ?? ''}`,
    );
  }
  return ok(
    parsed.data.cookies.map(({ domain, expires, sameSite, partitionKey, ...rest }) => ({
      ...rest,
      host: domain.replace(/^\./u, ''),
      hostOnly: !domain.startsWith('.'),
      sameSite: sameSite ?? null,
      expires: expires < 0 ? null : expires,
      partitionKey: partitionKey ?? null,
    })),
  );
}
