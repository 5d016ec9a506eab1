// Plans and starts Ghost Tabs. INVARIANT: nothing starts without an authorisation for exactly this path and these flags,
// and nothing is handed out whose processes do not show a sandbox.
import { classifyFlags } from '#policy/requests/launch-flags.ts';
import { failure, ok, type Failure, type Result } from '#policy/language/failure.ts';
import { DOCUMENT_ACTS } from '#policy/acts/page-acts.ts';
import type { Authorization, BoundLaunch, VerifyAuthorization } from './contract/authorization.ts';
import { boundAttach, digestOf } from './contract/authorization.ts';
import { planAttach } from './browsers/attach/survey.ts';
import { cookiesOf, readCookies } from './browsers/attach/cookies.ts';
import { classifyAttached } from './browsers/attach/flags.ts';
import type { BrowserLauncher, CreateLauncher, LaunchOptions, WarmTab } from './contract/launcher.ts';
import type { GhostTab } from './contract/tab.ts';
import type { TabHooks } from './contract/hooks.ts';
import type { LaunchPlan, NamespaceSetting } from './contract/launch-plan.ts';
import type { PageGrants } from './contract/document.ts';
import { discoverBrowser } from './browsers/launch/discover.ts';
import { executorType } from './browsers/launch/executor-type.ts';
import { commandFlags } from './browsers/launch/flags.ts';
import { networkFor } from './browsers/processes/namespace.ts';
import { sweep } from './browsers/processes/sweep.ts';
import { SharedBrowsers } from './pool/shared-browsers.ts';
import { Tenant } from './pool/tenant.ts';
import { startWarm, WarmBrowser } from './pool/warm-browser.ts';

type Held = { readonly verify: VerifyAuthorization; readonly shared: SharedBrowsers };

export const createLauncher: CreateLauncher = (verify, attachUsers = []) => {
  const shared = new SharedBrowsers();
  const launcher: BrowserLauncher = {
    plan,
    planAttach: (endpoint) => planAttach(endpoint, attachUsers),
    warm: (...given) => warm({ verify, shared }, ...given),
    launch: (...given) => launch({ verify, shared }, ...given),
    readCookies: async (authorization, bound, { plan: planned, domain, deadlineMs }, signal) => {
      const refused = refusal(verify, authorization, bound, { plan: planned, tabId: cookiesOf(domain) });
      return refused === null
        ? readCookies(planned, domain, deadlineMs, signal)
        : { ok: false, error: refused };
    },
    sweep,
  };
  return launcher;
};

async function plan(options: {
  headless: boolean;
  executablePath?: string;
  extraFlags?: readonly string[];
  features?: PageGrants;
  namespace?: NamespaceSetting;
  isolation?: LaunchPlan['isolation'];
  users?: LaunchPlan['users'];
}): Promise<Result<LaunchPlan>> {
  const build = await discoverBrowser(options.executablePath);
  if (!build.ok) return build;
  const network = await networkFor(options.namespace ?? 'AUTO');
  if (!network.ok) return network;
  const { features } = options;
  const never =
    features === undefined ? undefined : new Set(DOCUMENT_ACTS.filter((kind) => !features.has(kind)));
  const flags = commandFlags(options.headless, options.extraFlags, never);
  const classified = classifyFlags(flags);
  return ok(
    Object.freeze({
      build: build.value,
      executor: executorType(build.value.product, options.headless),
      headless: options.headless,
      flags: Object.freeze(flags),
      flagClass: classified.class,
      flagFindings: Object.freeze(classified.findings.map(({ message }) => message)),
      network: network.value,
      isolation: options.isolation ?? 'PROCESS',
      ...(options.users === undefined ? {} : { users: options.users }),
    }),
  );
}

/** Starts a browser for whoever will take it. Decided and authorised like a launch, since it is one. */
async function warm(
  { verify, shared }: Held,
  authorization: Authorization,
  bound: BoundLaunch,
  options: LaunchOptions,
  signal: AbortSignal,
): Promise<Result<WarmTab>> {
  const refused = refusal(verify, authorization, bound, options);
  if (refused !== null) return { ok: false, error: refused };
  return startWarm(options, new Tenant(null), shared, signal);
}

async function launch(
  { verify, shared }: Held,
  authorization: Authorization,
  bound: BoundLaunch,
  options: LaunchOptions,
  hooks: TabHooks,
  signal: AbortSignal,
): Promise<Result<GhostTab>> {
  const refused = refusal(verify, authorization, bound, options);
  if (refused !== null) return { ok: false, error: refused };
  const ready = options.warm;
  if (ready instanceof WarmBrowser && ready.fits(options)) return ok(ready.take(hooks, signal, verify));
  const started = await startWarm(options, new Tenant({ hooks, signal }), shared, signal);
  return started.ok ? ok(started.value.asTab(verify)) : started;
}

/** Why nothing is started, or `null`. Takes the authorisation: it is spent. */
function refusal(
  verify: VerifyAuthorization,
  authorization: Authorization,
  bound: BoundLaunch,
  { plan: planned, tabId }: Pick<LaunchOptions, 'plan' | 'tabId'>,
): Failure | null {
  const verified = verify(authorization, bound);
  if (!verified.ok) return verified.error;
  const asBound =
    bound.tabId === tabId &&
    bound.executor === planned.executor &&
    bound.path === planned.build.path &&
    (bound.isolation ?? 'PROCESS') === planned.isolation &&
    digestOf(bound.flags) === digestOf(planned.flags) &&
    digestOf(bound.attach ?? null) ===
      digestOf(planned.attach === undefined ? null : boundAttach(planned.attach));
  if (!asBound) return failure('authorization.altered', 'the launch is not the one that was authorised');
  return planned.attach === undefined ? refusedFlags(planned.flags) : refusedAttached(planned.flags);
}

/** What the policy would never let through is refused here once more, whatever was authorised. */
function refusedFlags(flags: readonly string[]): Failure | null {
  const { class: found, findings } = classifyFlags(flags);
  if (found === 'CLEAN' || found === 'UNKNOWN_FLAG') return null;
  return failure('browser.flags-differ', 'the command line has a forbidden flag or lacks a required one', {
    help: findings.map(({ message }) => message).join('; '),
    details: { class: found },
  });
}

function refusedAttached(flags: readonly string[]): Failure | null {
  const { class: found, findings } = classifyAttached(flags);
  if (found !== 'FORBIDDEN_FLAG') return null;
  return failure('browser.flags-differ', 'the running browser has a forbidden flag', {
    help: findings.join('; '),
    details: { class: found },
  });
}
