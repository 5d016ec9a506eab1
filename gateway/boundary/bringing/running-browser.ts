// Reads cookies from a browser that the person has open. INVARIANT: reading them is an attach, which is decided, logged and
// authorised as one; a person who approved the cookies saw this browser named on the card, and is not asked twice.
import type { BrowserLauncher } from '#executors/contract/launcher.ts';
import { cookiesOf } from '#executors/browsers/attach/cookies.ts';
import { planAttached } from '#gateway/boundary/steps/attaching.ts';
import { consult } from '#gateway/boundary/steps/consult.ts';
import type { Consultants } from '#gateway/boundary/steps/consult.ts';
import type { Authority } from '#gateway/boundary/steps/authorise.ts';
import { issue } from '#gateway/boundary/steps/issue.ts';
import { Journal } from '#gateway/boundary/steps/journal.ts';
import { launching } from '#gateway/boundary/steps/launching.ts';
import type { CookieSource } from './source.ts';

type Parts = Consultants & {
  readonly authority: Authority;
  readonly launcher: Pick<BrowserLauncher, 'planAttach' | 'readCookies'>;
};

const DEADLINE_MS = 15_000;

export function runningBrowser(name: string, endpoint: string, parts: () => Parts): CookieSource {
  return {
    name,
    about: `the browser that is open at ${endpoint}`,
    async cookies(domain, signal, task) {
      const given = parts();
      const by = task.requestedBy;
      const plan = await planAttached(given, endpoint, { taskId: task.id, by, signal });
      if (!plan.ok) return plan;
      const guest = { ...task, executor: plan.value.executor };
      const { act, bound, about } = launching(guest, by, { plan: plan.value, tabId: cookiesOf(domain) });
      const asked = { ...about, askPerson: false, coveredByDocument: true, eachTime: false };
      const verdict = await consult(given, asked, signal);
      const issuers = { authority: given.authority, journal: new Journal(given.audit) };
      const authorization = await issue(issuers, act, verdict, bound);
      if (!authorization.ok) return authorization;
      const options = { plan: plan.value, domain, deadlineMs: DEADLINE_MS };
      return given.launcher.readCookies(authorization.value, bound, options, signal);
    },
  };
}
