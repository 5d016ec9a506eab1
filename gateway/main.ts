// The composition root: the only file that knows every implementation, and the library's entry.
// INVARIANT: what goes wrong while opening is in the status and denies; nothing is opened half.
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Navigator } from '#engines/navigator/contract.ts';
import { createOfflineNavigator } from '#engines/navigator/offline/navigator.ts';
import { createLauncher } from '#executors/launcher.ts';
import type { LaunchPlan } from '#executors/contract.ts';
import type { EffectivePolicy } from '#policy/facts.ts';
import { fail, ok } from '#policy/failure.ts';
import type { TabPolicy } from '#policy/vocabulary.ts';
import type { Result } from '#policy/failure.ts';
import type { AuditEntry, AuditLog, AuditQuery } from './audit/contract.ts';
import { openAuditLog } from './audit/open-audit-log.ts';
import { pathDigestsOf } from './audit/path-digests.ts';
import { createAuthority } from './authorise.ts';
import { Boundary } from './boundary.ts';
import { planOptions, readConfig } from './config.ts';
import type { Config } from './config.ts';
import { ConsentBroker } from './consent/broker.ts';
import type { ConsentCallback } from './consent/broker.ts';
import { Events } from './events.ts';
import { makeDirectories, pathsFor } from './paths.ts';
import type { Paths } from './paths.ts';
import { SHIPPED } from './policy-source.ts';
import { PolicyLife } from './policy/policy-life.ts';
import type { CookieSource } from './passthrough/source.ts';
import { sourcesOf } from './passthrough/sources.ts';
import type { PolicySettings } from './policy/policy-life.ts';
import type { GatewayEvent } from './protocol/events.ts';
import type { AuditRow, AuditVerification, GatewayStatus, TaskResult } from './protocol/views.ts';
import type { TaskEvent } from './protocol/events.ts';
import type { HostMap, Secret } from './tasks/context.ts';
import { openGovernedTab } from './tasks/governed-tab.ts';
import type { GovernedTab } from './tasks/governed-tab.ts';
import { Tasks } from './tasks/tasks.ts';
import type { Site } from './tasks/tasks.ts';
import { VERSION } from './version.ts';

export type { ConsentCallback } from './consent/broker.ts';
export type { GatewayEvent, TaskEvent } from './protocol/events.ts';
export type * from './protocol/views.ts';

/** A world of local sites that a gateway may be opened with: names, bookmarks, saved log-ins. */
export type LocalWorld = {
  readonly hostMap: HostMap;
  readonly sites: readonly Site[];
  readonly secrets: Readonly<Record<string, Secret>>;
};

export type GatewayOptions = {
  /** Everything below one directory; default: the XDG directories. */
  readonly dataDir?: string;
  /** Policy files, upper layer first; default: `policy/defaults/default.yaml` (and `demo.yaml` with a demo world). */
  readonly policy?: readonly string[];
  /** Answers escalations; without it (and without a UI) they are denied at once. */
  readonly consent?: ConsentCallback;
  readonly headless?: boolean;
  readonly navigator?: Navigator;
  readonly world?: LocalWorld;
  readonly config?: Partial<Config>;
  /** Beside the saved sessions of the settings: where cookies may be brought from, e.g. the window of a desktop application. */
  readonly cookieSources?: readonly CookieSource[];
};

export type RunOptions = {
  readonly startUrl?: string;
  readonly approve?: 'ask' | 'deny';
  readonly signal?: AbortSignal;
  /** Cookies to bring in before the first page: a registrable domain, and a source by its name. Asked for each time. */
  readonly cookies?: readonly { readonly domain: string; readonly source: string }[];
  /** Phase-38 5.1 for this task; default: the settings'. */
  readonly tabPolicy?: TabPolicy;
};

/** An iterable of a task's events that also has its result. */
export type Running = AsyncIterable<TaskEvent> & {
  readonly taskId: string;
  readonly result: Promise<TaskResult>;
};

/** Opens a gateway. Errors: `config.*`, `audit.*`. A policy that does not load opens a gateway that denies. */
export async function tryOpenGateway(options: GatewayOptions = {}): Promise<Result<Gateway>> {
  const paths = pathsFor(options.dataDir);
  const read = readConfig(paths.config);
  if (!read.ok) return read;
  const config: Config = { ...read.value, ...options.config };
  try {
    makeDirectories(paths);
  } catch (thrown) {
    return fail('config.unreadable', `cannot make the directory \`${paths.data}\``, {
      cause: thrown,
      help: 'give another one with GHOST_DATA_DIR',
    });
  }
  const audit = await openAuditLog({ directory: join(paths.data, 'audit') });
  if (!audit.ok) return audit;
  const gateway = new Gateway(options, config, paths, audit.value);
  const begun = await gateway.begin();
  return begun.ok ? ok(gateway) : begun;
}

/** As `tryOpenGateway`, for library callers: throws a `GhostError`. */
export async function openGateway(options: GatewayOptions = {}): Promise<Gateway> {
  const { GhostError } = await import('#policy/failure.ts');
  const opened = await tryOpenGateway(options);
  if (!opened.ok) throw new GhostError(opened.error);
  return opened.value;
}

export class Gateway implements AsyncDisposable {
  readonly config: Config;
  readonly paths: Paths;
  readonly audit: AuditLog;
  readonly consents: ConsentBroker;
  readonly tasks: Tasks;
  readonly #boundary: Boundary;
  readonly #launcher: ReturnType<typeof createLauncher>;
  readonly #navigator: Navigator;
  readonly #world: LocalWorld;
  readonly #events = new Events();
  readonly #startedAt = new Date();
  readonly #demo: boolean;
  readonly policyLife: PolicyLife;
  #plan: Result<LaunchPlan> = fail('browser.not-found', 'no browser was looked for yet');
  #closed: Promise<void> | null = null;

  constructor(options: GatewayOptions, config: Config, paths: Paths, audit: AuditLog) {
    this.config = options.headless === undefined ? config : { ...config, headless: options.headless };
    this.paths = paths;
    this.audit = audit;
    this.#demo = options.world !== undefined;
    this.#world = options.world ?? { hostMap: {}, sites: config.sites, secrets: {} };
    this.policyLife = new PolicyLife({
      settings: () => policySettings(options, paths),
      directory: join(paths.data, 'policy'),
      configFile: paths.config,
      audit,
      now: Date.now,
      onChange: (semanticHash) => {
        this.consents.voidUnlessPolicy(semanticHash);
        this.#events.emit({ type: 'policy.changed', policy: this.policyLife.view().policy });
      },
      onRefused: (refused) => this.#events.emit({ type: 'policy.refused', refused }),
    });
    this.#navigator = options.navigator ?? createOfflineNavigator();
    this.consents = new ConsentBroker({
      ...(options.consent === undefined
        ? {}
        : {
            callback: {
              answer: options.consent,
              principal: { kind: 'person', channel: 'library', id: `library-${randomUUID()}` },
            },
          }),
      onChange: (what, consent) => {
        this.#events.emit({ type: what === 'opened' ? 'consent.opened' : 'consent.closed', consent });
        this.tasks.find(consent.card.taskId)?.setWaiting(what === 'opened');
      },
    });
    const authority = createAuthority();
    this.#launcher = createLauncher(authority.verify);
    this.#boundary = new Boundary({
      policy: () => this.policyLife.inForce(),
      shadow: () => this.policyLife.shadow(),
      audit,
      consent: this.consents,
      authority,
      launcher: this.#launcher,
      sources: sourcesOf(this.config.cookieSources, options.cookieSources ?? []),
      now: Date.now,
    });
    this.tasks = new Tasks({
      boundary: this.#boundary,
      launcher: this.#launcher,
      audit,
      navigator: this.#navigator,
      profileRoot: paths.profiles,
      hostMap: this.#world.hostMap,
      digests: pathDigestsOf(join(paths.data, 'audit')),
      sites: this.#world.sites,
      secrets: this.#world.secrets,
      config: this.config,
      plan: () => this.#browserPlan(),
      onEvent: (event) => this.#events.emit(event),
      now: Date.now,
    });
    audit.subscribe((seq) => this.#events.emit({ type: 'audit.appended', seq }));
  }

  /** Sweeps what a crash left, looks for a browser, and writes the first entries. */
  async begin(): Promise<Result<void>> {
    const swept = await this.#launcher.sweep(this.paths.profiles);
    await this.#browserPlan();
    const common = { taskId: null, requestId: null, who: 'gateway', where: '', verdict: null, why: '' };
    const written = await Promise.all([
      this.audit.append({
        ...common,
        type: 'gateway.started',
        what: 'start the gateway',
        outcome: 'DONE',
        details: { version: VERSION, pid: process.pid, swept },
      }),
      this.policyLife.begin(),
    ]);
    const failed = written.find((one) => !one.ok);
    return failed !== undefined && !failed.ok ? failed : ok(undefined);
  }

  /** Runs an intent. The iterable ends with `task.ended`; `result` never rejects. Throws a `GhostError` for an empty intent. */
  run(intent: string, options: RunOptions = {}): Running {
    const started = this.tasks.start(intent, options);
    if (!started.ok) throw new TypeError(`${started.error.code}: ${started.error.message}`);
    const task = started.value;
    return { taskId: task.id, result: task.done, [Symbol.asyncIterator]: () => Events.ofTask(task) };
  }

  /** A Ghost Tab for a caller with an agent of its own: every `act` goes through the boundary. */
  async openTab(
    options: {
      url?: string;
      workerId?: string;
      namedHosts?: readonly string[];
      tabPolicy?: TabPolicy;
      signal?: AbortSignal;
    } = {},
  ): Promise<Result<GovernedTab>> {
    const plan = await this.#browserPlan();
    if (!plan.ok) return plan;
    return openGovernedTab(
      {
        boundary: this.#boundary,
        plan: plan.value,
        profileRoot: this.paths.profiles,
        hostMap: this.#world.hostMap,
        secrets: this.#world.secrets,
        tabPolicy: options.tabPolicy ?? this.config.tabPolicy,
        audit: this.audit,
      },
      options,
    );
  }

  get policy(): Result<EffectivePolicy> {
    return this.policyLife.inForce();
  }

  status(): GatewayStatus {
    return {
      version: VERSION,
      pid: process.pid,
      startedAt: this.#startedAt.toISOString(),
      policy: this.policyLife.view().policy,
      policyRefused: this.policyLife.refused,
      browser: this.#plan.ok
        ? { ...this.#plan.value.build, network: this.#plan.value.network }
        : { error: this.#plan.error },
      audit: { path: this.audit.path, entries: this.audit.count() },
      navigator: this.#navigator.id,
      sites: this.#world.sites,
      demo: this.#demo,
      consentOrigin: null,
    };
  }

  subscribe(listener: (event: GatewayEvent, id: number) => void): () => void {
    return this.#events.subscribe(listener);
  }

  /** Reading the log is an event of its own. */
  async readAudit(
    query: AuditQuery,
    who: string,
  ): Promise<Result<{ rows: readonly AuditRow[]; total: number }>> {
    const found = this.audit.query(query);
    if (!found.ok) return found;
    const noted = await this.#note(
      'audit.read',
      who,
      `read the audit log${query.text === '' ? '' : `: ${query.text}`}`,
      'DONE',
      { rows: found.value.rows.length },
    );
    return noted.ok ? found : noted;
  }

  async verifyAudit(who: string): Promise<AuditVerification> {
    const report = await this.audit.verify();
    if (report.ok)
      await this.#note('audit.verified', who, 'verify the audit log', 'DONE', { entries: report.entries });
    return report;
  }

  /** Ends every task, and with it every browser; the last entry says so. Idempotent. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #close(): Promise<void> {
    this.#events.emit({ type: 'gateway.closing' });
    this.consents.cancel();
    await this.tasks.close();
    await this.policyLife.close();
    await this.#note('gateway.stopped', 'gateway', 'stop the gateway', 'DONE', {});
    await this.audit.close();
  }

  #note(
    type: AuditEntry['type'],
    who: string,
    what: string,
    outcome: string,
    details: Record<string, unknown>,
  ): Promise<Result<AuditEntry>> {
    return this.audit.append({
      type,
      taskId: null,
      requestId: null,
      who,
      what,
      where: '',
      verdict: null,
      why: '',
      outcome,
      details,
    });
  }

  async #browserPlan(): Promise<Result<LaunchPlan>> {
    if (this.#plan.ok) return this.#plan;
    this.#plan = await this.#launcher.plan(planOptions(this.config));
    return this.#plan;
  }
}

/** Read anew at every reload. Files that the caller named go before those of the settings. */
function policySettings(options: GatewayOptions, paths: Paths): Result<PolicySettings> {
  const read = readConfig(paths.config);
  if (!read.ok) return read;
  const config: Config = { ...read.value, ...options.config };
  const shipped = options.world === undefined ? [SHIPPED.default] : [SHIPPED.default, SHIPPED.demo];
  return ok({
    files: options.policy ?? config.policy ?? shipped,
    shadow: config.shadow ?? [],
    acknowledged: config.acknowledged ?? null,
  });
}

/** Where `npm run build` puts the UI. */
export const UI_DIRECTORY = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist', 'ui');
