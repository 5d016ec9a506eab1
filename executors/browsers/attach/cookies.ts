// The cookies of one domain that a person's running browser has. INVARIANT: read only; nothing of any other domain leaves here.
import { CdpClosed } from '#executors/cdp/connection.ts';
import { fail, failure, ok, type Result } from '#policy/language/failure.ts';
import { belongsTo } from '#policy/acts/storage-acts.ts';
import type { CdpResult } from '#executors/cdp/types.ts';
import type { PassedCookie } from '#executors/contract/cookie.ts';
import type { LaunchPlan } from '#executors/contract/launch-plan.ts';
import { connectTo } from './attached-browser.ts';

type Stored = CdpResult<'Storage.getCookies'>['cookies'][number];

/** What an authorisation for it is bound to, in the place of a tab. */
export const cookiesOf = (domain: string): string => `cookies of ${domain}`;

/** Errors: `attach.*`, `browser.other-build`, `act.no-source`. The plan was authorised. */
export async function readCookies(
  plan: LaunchPlan,
  domain: string,
  deadlineMs: number,
  signal: AbortSignal,
): Promise<Result<readonly PassedCookie[]>> {
  const { attach } = plan;
  if (attach === undefined) return fail('act.no-source', 'no running browser was named');
  const connected = await connectTo(plan, attach, deadlineMs, signal);
  if (!connected.ok) return connected;
  const { connection } = connected.value;
  try {
    // The browser itself has no narrower question; what is not of the domain ends with this call.
    const { cookies } = await connection.browser.send('Storage.getCookies', {}, { deadlineMs });
    return ok(cookies.filter((cookie) => belongsTo(hostOf(cookie), domain)).map(passedOf));
  } catch (thrown) {
    const gone = thrown instanceof CdpClosed;
    return {
      ok: false,
      error: failure(gone ? 'attach.unreachable' : 'act.no-source', 'its cookies cannot be read', {
        cause: thrown,
      }),
    };
  } finally {
    connection.close();
  }
}

const hostOf = ({ domain }: Stored): string => domain.replace(/^\./, '');

const passedOf = (cookie: Stored): PassedCookie => ({
  name: cookie.name,
  value: cookie.value,
  host: hostOf(cookie),
  hostOnly: !cookie.domain.startsWith('.'),
  path: cookie.path,
  secure: cookie.secure,
  httpOnly: cookie.httpOnly,
  sameSite: cookie.sameSite ?? null,
  expires: cookie.session ? null : cookie.expires,
  priority: cookie.priority,
  partitionKey: cookie.partitionKey ?? null,
});
