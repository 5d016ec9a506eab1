// Starts a browser for the pool: decided, recorded and authorised like any launch, but for no task. INVARIANT: nobody is asked; a
// launch that escalates is not started ahead, and a task's own launch is decided again when it takes the browser.
import { fail } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import type { BrowserLauncher, LaunchOptions, WarmTab } from '#executors/contract/launcher.ts';
import { consult } from './consult.ts';
import type { Consultants } from './consult.ts';
import { issue } from './issue.ts';
import type { Issuers } from './issue.ts';
import { launching } from './launching.ts';
import type { Requester } from '#gateway/boundary/task/principal.ts';
import { createTaskContext } from '#gateway/boundary/task/context.ts';

/** As the log names what belongs to no task yet. */
export const POOL = { kind: 'client', id: 'pool', channel: 'LIBRARY' } as const satisfies Requester;

type WarmUp = Issuers & { readonly parts: Consultants & { readonly launcher: BrowserLauncher } };

export async function warmUp(
  { parts, ...issuers }: WarmUp,
  options: LaunchOptions,
  signal: AbortSignal,
): Promise<Result<WarmTab>> {
  if (signal.aborted) return fail('task.cancelled', 'the launch was cancelled');
  const nobody = createTaskContext({
    id: POOL.id,
    intent: 'a browser that stands ready',
    requestedBy: POOL,
    initiator: 'CLIENT',
    executor: options.plan.executor,
    tabPolicy: 'SINGLE_TAB',
    namedHosts: new Set(),
    hostMap: options.hostMap,
    peopleAndClock: parts.peopleAndClock,
    secrets: {},
    approve: 'deny',
    signal,
  });
  const { act, bound, about } = launching(nobody, POOL, options);
  const verdict = await consult(parts, { ...about, askPerson: false }, signal);
  const authorization = await issue(issuers, act, verdict, bound);
  if (!authorization.ok) return authorization;
  const started = await parts.launcher.warm(authorization.value, bound, options, signal);
  issuers.journal.note(act, 'tab.launched', started.ok ? 'DONE' : 'FAILED', {
    warm: true,
    ...(started.ok ? { pid: started.value.pid } : { error: started.error satisfies Failure }),
  });
  return started;
}
