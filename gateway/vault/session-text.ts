// A saved session as text: what an export writes and an import reads, and what the vault keeps.
// INVARIANT: what does not belong to the one origin, or does not fit, is refused whole; an error names a place, never a value.
import { parse } from 'tldts';
import { z } from 'zod';
import type { PassedCookie } from '#executors/contract/cookie.ts';
import { parseSavedCookies } from './saved-cookies.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { SavedSession, SessionState } from './contract.ts';

export const MAX_SESSION_CHARACTERS = 8 * 1024 * 1024;
export const REDACTED = '[redacted]';
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/u;

/** By hand: zod's record drops a key named `__proto__`, which a site may well have. */
const items = z.unknown().transform((value, context): Readonly<Record<string, string>> => {
  const entries: [string, string][] = [];
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    context.addIssue({ code: 'custom', message: 'is no object' });
  else
    for (const [key, text] of Object.entries(value)) {
      if (typeof text === 'string') entries.push([key, text]);
      else context.addIssue({ code: 'custom', message: 'is no text' });
    }
  return Object.fromEntries(entries);
});
const file = z.strictObject({
  version: z.literal(1),
  name: z.string(),
  saved_at: z.iso.datetime(),
  /** Read over: the time to live counts again from `saved_at`. */
  expires_at: z.iso.datetime().optional(),
  origin: z.string(),
  redacted: z.literal(true).optional(),
  cookies: z.array(z.unknown()),
  localStorage: items,
  sessionStorage: items,
});

/** Errors: `session.bad-name`. */
export function checkName(name: string): Result<string> {
  if (NAME.test(name)) return ok(name);
  return fail('session.bad-name', `\`${name.slice(0, 80)}\` is no name for a session`, {
    help: 'a letter or digit, then up to 63 letters, digits, `.`, `_` or `-`',
  });
}

/** One origin, and nothing of another in it. Errors: `session.bad-state`. */
export function checkState<T extends SessionState>(state: T): Result<T> {
  const url = URL.parse(state.origin);
  if (url === null || url.origin !== state.origin || !/^https?:$/u.test(url.protocol)) {
    return fail('session.bad-state', `\`${state.origin.slice(0, 200)}\` is no origin of a site`, {
      help: 'an origin is `https://host`, with a port where it has one, and nothing after it',
    });
  }
  const foreign = state.cookies.find((cookie) => !isCookieOf(cookie, url.hostname));
  if (foreign === undefined) return ok(state);
  return fail('session.bad-state', `the cookie \`${foreign.name}\` does not belong to \`${state.origin}\``, {
    help: 'a session holds the cookies of one origin: save one session for each',
  });
}

/** By RFC 6265 5.1.3, and never one that a whole public suffix would get. */
function isCookieOf({ host, hostOnly }: PassedCookie, hostname: string): boolean {
  if (host === hostname) return true;
  return (
    !hostOnly && hostname.endsWith(`.${host}`) && parse(host, { allowPrivateDomains: true }).domain !== null
  );
}

/** Those that live as long as the session at least in part, in the shape that browsers' drivers save. */
const cookieOut = ({ host, hostOnly, expires, sameSite, partitionKey, ...rest }: PassedCookie) => ({
  ...rest,
  domain: hostOnly ? host : `.${host}`,
  expires: expires ?? -1,
  ...(sameSite === null ? {} : { sameSite }),
  ...(partitionKey === null ? {} : { partitionKey }),
});

export function sessionText(session: SavedSession, { secrets }: { readonly secrets: boolean }): string {
  const shown = (values: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
    secrets ? values : Object.fromEntries(Object.keys(values).map((key) => [key, REDACTED]));
  return `${JSON.stringify(
    {
      version: session.version,
      name: session.name,
      saved_at: session.savedAt,
      expires_at: session.expiresAt,
      origin: session.origin,
      ...(secrets ? {} : { redacted: true }),
      cookies: session.cookies.map((cookie) => cookieOut(secrets ? cookie : { ...cookie, value: REDACTED })),
      localStorage: shown(session.localStorage),
      sessionStorage: shown(session.sessionStorage),
    },
    null,
    2,
  )}\n`;
}

export type ReadSession = SessionState & { readonly name: string; readonly savedAt: string };

/** Errors: `session.too-large`, `session.bad-state`. */
export function readSessionText(text: string): Result<ReadSession> {
  if (text.length > MAX_SESSION_CHARACTERS)
    return fail('session.too-large', `the session has more than ${MAX_SESSION_CHARACTERS} characters`, {
      help: 'save it again without what the site merely caches in its storage',
    });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return fail('session.bad-state', 'the session is not JSON', { help: FORMAT_HELP });
  }
  const parsed = file.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const keys = issue?.code === 'unrecognized_keys' ? issue.keys : [];
    const place = [...(issue?.path ?? []), ...keys.slice(0, 1)].join('.').slice(0, 200);
    return fail('session.bad-state', `the session does not fit at \`${place}\`: ${issue?.code ?? ''}`, {
      help: FORMAT_HELP,
    });
  }
  const { name, saved_at: savedAt, origin, redacted, localStorage, sessionStorage } = parsed.data;
  if (redacted === true)
    return fail('session.bad-state', 'the values of this session were left out when it was exported', {
      help: 'export it with `--include-secrets`',
    });
  const cookies = parseSavedCookies({ cookies: parsed.data.cookies });
  if (!cookies.ok) return fail('session.bad-state', cookies.error.message, { help: FORMAT_HELP });
  return checkState({ name, savedAt, origin, cookies: cookies.value, localStorage, sessionStorage });
}

const FORMAT_HELP =
  'it is what `session export --include-secrets` writes: version, name, saved_at, origin, cookies, localStorage, sessionStorage';
