// The approvers of a gateway with these settings.
import { readAccounts } from '#executors/system/accounts.ts';
import { ownUid } from '#executors/system/ownership.ts';
import { DEFAULT_CONFIG, readConfig } from '#gateway/settings/config.ts';
import type { Config } from '#gateway/settings/config.ts';
import type { ProblemOf } from '#policy/engine/compile/unknown-approvers.ts';
import { Approvers } from './approvers.ts';
import type { ApproverParts } from './approvers.ts';

/** Settings that change while it runs (`consent.terminal`) are read when it comes to it. */
export function approversOf(config: Config, more: Partial<ApproverParts> = {}): Approvers {
  const { browserUsers: range } = config;
  return new Approvers({
    roles: config.approvers,
    isBrowser: (uid) => ownUid() === 0 && uid >= range.first && uid < range.first + range.count,
    terminal: () => config.consent.terminal !== 'off',
    ...more,
  });
}

/** For checks of a policy: why nobody answers to a name. */
export const problemsBy =
  (approvers: Approvers): ProblemOf =>
  (name, fourEyes) =>
    approvers.problemOf(name, { fourEyes });

/** By a settings file. One that cannot be read names nobody: a gateway does not start with it either. */
export function problemsBySettings(file: string): ProblemOf {
  const config = readConfig(file);
  return problemsBy(approversOf(config.ok ? config.value : DEFAULT_CONFIG));
}

/** Whose browser a link that was made for the owner is for, beside themselves: as root another user's. */
export function isOwnersBrowser(config: Config, approvers: Approvers, uid: number | null): boolean {
  const own = ownUid();
  // Where the system does not tell whose a connection is, the link is all there is.
  if (process.platform !== 'linux' || own === null) return true;
  if (uid === null) return false;
  if (uid === own) return true;
  // Nobody but root has to run a browser as somebody else.
  if (own !== 0 || approvers.isBrowser(uid)) return false;
  const { browserUser } = config.consent;
  if (browserUser === undefined) return !approvers.isNamed(uid);
  return uid === (typeof browserUser === 'number' ? browserUser : readAccounts().byName(browserUser)?.uid);
}
