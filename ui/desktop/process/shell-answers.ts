// What the shell answers the gateway's process: cookies of one site of the person's own page, and the system's safe storage.
// INVARIANT: cookies leave for one registrable domain and what is below it, whatever Electron's filter gives; a storage that would only
// scramble the key (`basic_text` on Linux) is none.
import { parse } from 'tldts';
import type { Handlers } from '#gateway/protocol/desktop/channel.ts';
import type { SHELL_SIDE } from '#gateway/protocol/desktop/shell-side.ts';
import { belongsTo } from '#policy/acts/storage-acts.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { PageSession } from '../ports/contents.ts';
import type { ElectronPort } from '../ports/electron.ts';

type Parts = {
  readonly cookies: PageSession['cookies'];
  readonly safeStorage: ElectronPort['safeStorage'];
};

const MOST_COOKIES = 500;

export function shellAnswers({ cookies, safeStorage }: Parts): Handlers<typeof SHELL_SIDE> {
  const isSafe = (): boolean =>
    safeStorage.isEncryptionAvailable() && safeStorage.getSelectedStorageBackend?.() !== 'basic_text';
  return {
    readCookies: async ({ domain }) => {
      if (parse(domain, { allowPrivateDomains: true }).domain !== domain)
        return fail('act.bad-domain', `\`${domain}\` is not a registrable domain`);
      const found = await cookies.get({ domain });
      const own = found.filter((one) => belongsTo((one.domain ?? '').replace(/^\./u, ''), domain));
      return ok(own.slice(0, MOST_COOKIES));
    },
    seal: async ({ text }) =>
      ok({ sealed: isSafe() ? safeStorage.encryptString(text).toString('base64') : null }),
    unseal: async ({ sealed }) => {
      if (!isSafe()) return ok({ text: null });
      try {
        return ok({ text: safeStorage.decryptString(Buffer.from(sealed, 'base64')) });
      } catch {
        // Sealed by another user, or on another machine: the gateway says what to do.
        return ok({ text: null });
      }
    },
  };
}
