// DOWNLOAD: asks for an address as a navigation that can only end in a file; the page that is there stays.
import { fail, ok, type Result } from '#policy/language/failure.ts';
import { dialledHost, hostOfAddress } from '#policy/requests/host.ts';
import { checkUrl, type NavigateContext } from './navigate.ts';
import { BEGIN_DEADLINE_MS, VERDICT_DEADLINE_MS } from './settle.ts';

/** Errors: `act.bad-url`, `act.navigation-denied` (the reason in `help`), `act.navigation-failed`. */
export async function download(context: NavigateContext, url: string): Promise<Result<void>> {
  const checked = checkUrl(url);
  if (!checked.ok) return checked;
  const { page, expectation, downloads, refusalOf, signal } = context;
  const asked = page.session.send(
    'Page.navigate',
    { url: checked.value },
    { deadlineMs: VERDICT_DEADLINE_MS },
  );
  const { errorText = '' } = await asked;
  const known = (): boolean => expectation.refused.length > 0 || expectation.downloads > 0;
  await page.waiter.until(() => page.held === 0 && known(), BEGIN_DEADLINE_MS, signal);
  await downloads.settled(expectation, signal);
  const [refused] = expectation.refused;
  if (refused !== undefined) return { ok: false, error: refused };
  if (expectation.files.length > 0) return ok(undefined);
  const denied = refusalOf(dialledHost(hostOfAddress(checked.value)));
  if (denied !== null) return { ok: false, error: denied };
  return fail('act.navigation-failed', `\`${checked.value}\` gave no file`, {
    cause: errorText,
    details: { url: checked.value, errorText },
  });
}
