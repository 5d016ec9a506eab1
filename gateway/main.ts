// The composition root: the only file that knows every implementation.
// INVARIANT: what goes wrong while opening is in the status and denies; nothing is opened half.
import { permissionTime, systemClock } from '#executors/system/clock.ts';
import type { Clock } from '#executors/system/clock.ts';
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { ownAccount } from './settings/people.ts';
import type { PeopleAndClock } from './boundary/task/setting.ts';
import type { Bearer } from '#engines/model/contract.ts';
import { createOfflinePlanner } from '#engines/planner/plan.ts';
import { createLauncher } from '#executors/launcher.ts';
import type { LaunchPlan } from '#executors/contract/launch-plan.ts';
import type { EffectivePolicy } from '#policy/language/facts.ts';
import { grantBasisOf } from '#policy/requests/grant-basis.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import type { AuditLog, AuditQuery } from './audit/format/contract.ts';
import { DiskWatch } from './settings/disk-watch.ts';
import { noteOf, readLog, verifyLog } from './audit/read/access.ts';
import { Health } from './audit/health.ts';
import { openAuditLog } from './audit/open-audit-log.ts';
import { pathDigestsOf } from './audit/format/path-digests.ts';
import { createAuthority } from './boundary/steps/authorise.ts';
import { planAttached } from './boundary/steps/attaching.ts';
import { Boundary } from './boundary.ts';
import type { BoundaryParts } from './boundary.ts';
import { downloadSettings, planOptions, readConfig } from './settings/config.ts';
import type { Config } from './settings/config.ts';
import { BrowserPlans } from './tabs/browser-plans.ts';
import { Connection } from './tabs/connection.ts';
import { Endings } from './tabs/endings.ts';
import { approversOf, problemsBy } from './boundary/consent/approvers-of.ts';
import { GrantBook } from './boundary/grants/grant-book.ts';
import { ConsentBroker } from './boundary/consent/broker.ts';
import { MisplacedAnswers, noteMisplaced } from './boundary/consent/misplaced-answers.ts';
import { PATIENCE } from './boundary/consent/refusal-memory.ts';
import { Events } from './tasks/events.ts';
import { dutiesOf } from '#gateway/settings/download-settings.ts';
import type { OffPageAct } from './boundary/off-page/decide-off-page.ts';
import { navigatorChosen, proxyBearer } from './tasks/life/model-for.ts';
import { enginesByTask, enginesFor } from './tasks/life/navigators.ts';
import type { Engines, EnginesFor } from './tasks/life/navigators.ts';
import type { DrawnParts } from './extraction/drawn-by-model.ts';
import type { MadeApplet } from './protocol/views/applet.ts';
import type { NavigatorName } from './protocol/views/task.ts';
import { policySettings } from './options.ts';
import { formatsWatch } from './policy/kept/stored-formats.ts';
import type { StoredFormats } from './policy/kept/stored-formats.ts';
import type { GatewayOptions, LocalWorld, OpenTabOptions, RunOptions, Running } from './options.ts';
import { makeDirectories } from './settings/directories/make-directories.ts';
import { pathsFor } from './settings/paths.ts';
import type { Paths } from './settings/paths.ts';
import { lastInForce } from './policy/kept/last-in-force.ts';
import { PolicyLife } from './policy/policy-life.ts';
import type { PolicySettings } from './policy/policy-life.ts';
import { differencesIn } from './policy/state/shadow.ts';
import { provenanceOfAgents } from './boundary/provenance/agents.ts';
import type { Provenance } from './boundary/provenance/provenance.ts';
import { runningBrowser } from './boundary/bringing/running-browser.ts';
import { Foreground } from './boundary/foreground/foreground.ts';
import { openForegroundPolicy } from './boundary/foreground/foreground-policy.ts';
import type { ForegroundPolicy } from './boundary/foreground/foreground-policy.ts';
import type { Consultants } from './boundary/steps/consult.ts';
import type { CookieSources } from './boundary/bringing/source.ts';
import { sourcesOf } from './boundary/bringing/sources.ts';
import type { GatewayEvent } from './protocol/events.ts';
import type { ForecastView } from './protocol/views/forecast.ts';
import type { AuditAnswer, AuditVerification } from './protocol/views/audit.ts';
import type { GatewayStatus } from './protocol/views/status.ts';
import { memoryLimit } from './tabs/queue/memory-limit.ts';
import { createTaskContext } from './boundary/task/context.ts';
import { LIBRARY } from './boundary/task/principal.ts';
import type { Requester } from './boundary/task/principal.ts';
import { openGovernedTab } from './tabs/governed-tab.ts';
import type { GovernedTab } from './tabs/governed-tab.ts';
import { waitForPlace } from './tabs/queue/place.ts';
import { Pool } from './tabs/pool.ts';
import { Scheduler } from './tabs/queue/scheduler.ts';
import { endedUnused, launchOptions } from './tabs/tab-life.ts';
import type { TabParts } from './tabs/tab-life.ts';
import { forecastOf } from './tasks/forecast.ts';
import { HiddenWords, secretsOf } from './tasks/life/hidden-words.ts';
import { Tasks } from './tasks/tasks.ts';
import type { PlanAsked } from './tasks/tasks.ts';
import { reportsBySettings } from './proxy/events/by-settings.ts';
import type { Reports } from './proxy/events/by-settings.ts';
import { identityOf } from './proxy/events/whose.ts';
import { signInBySettings } from './proxy/sign-in/by-settings.ts';
import { identityDesk } from './proxy/sign-in/desk.ts';
import type { IdentityDesk } from './proxy/sign-in/desk.ts';
import type { SignIn } from './proxy/sign-in/sign-in.ts';
import type { KeySource, SessionStore } from './vault/contract.ts';
import { keySources } from './vault/keys.ts';
import { VaultInTurn } from './vault/results/vault-in-turn.ts';
import { modelKeyStore } from './vault/stores/model-key.ts';
import type { ModelKeyStore } from './vault/stores/model-key.ts';
import type { AuditedPictures } from './vault/pictures/audited-pictures.ts';
import type { AuditedResults } from './vault/results/audited-results.ts';
import { Stores } from './vault/stores/stores.ts';
import { AskingProcesses } from './surfaces/terminal/asking.ts';
import { VERSION } from './settings/version.ts';

export type { ConsentCallback } from './boundary/consent/contract.ts';
export type { GatewayEvent, TaskEvent } from './protocol/events.ts';
export type * from './options.ts';
export type * from './protocol/views/question.ts';
export type * from './protocol/views/audit.ts';
export type * from './protocol/views/consent.ts';
export type * from './protocol/views/health.ts';
export type * from './protocol/views/identity.ts';
export type * from './protocol/views/policy.ts';
export type * from './protocol/views/status.ts';
export type * from './protocol/views/task.ts';

/** Opens a gateway. Errors: `config.*`, `directory.*`, `audit.*`. A policy that does not load opens a gateway that denies. */
export async function tryOpenGateway(options: GatewayOptions = {}): Promise<Result<Gateway>> {
  const paths = pathsFor(options.dataDir);
  const made = makeDirectories(paths);
  if (!made.ok) return made;
  const read = readConfig(paths.config);
  if (!read.ok) return read;
  const config: Config = { ...read.value, ...options.config };
  // Which browser there is, and what keeps it in, is looked up beside the rest; whoever plans finds it known, or asks again.
  void lookAhead({ ...config, headless: options.headless ?? config.headless });
  const clock = options.clock ?? systemClock;
  const signIn = signInBySettings(config, join(paths.data, 'vault'), clock);
  const modelKey = modelKeyBySettings(options, config, paths, clock);
  const engines = await enginesOf(options, config, { signIn, modelKey });
  if (!engines.ok) {
    await modelKey[Symbol.asyncDispose]();
    return engines;
  }
  const audit = await openAuditLog({
    directory: join(paths.data, 'audit'),
    clock: () => new Date(clock.wallMs()),
  });
  if (!audit.ok) {
    await modelKey[Symbol.asyncDispose]();
    return audit;
  }
  const gateway = new Gateway(
    { ...options, engines: engines.value, signIn, modelKey },
    config,
    paths,
    audit.value,
  );
  const begun = await gateway.begin();
  if (begun.ok) return ok(gateway);
  await gateway.close();
  return begun;
}

/** Places of the vault's key: those of whoever opens the gateway, where the settings name none. */
const ownKeysOf = (options: GatewayOptions, config: Config, directory: string): readonly KeySource[] =>
  config.vault.key === 'auto' ? (options.vaultKeys?.(directory) ?? []) : [];

function modelKeyBySettings(
  options: GatewayOptions,
  config: Config,
  { data }: Paths,
  clock: Clock,
): ModelKeyStore {
  const directory = join(data, 'vault');
  const keys = [...ownKeysOf(options, config, directory), ...keySources(config.vault.key, directory)];
  return modelKeyStore(new VaultInTurn(directory, keys), clock.wallMs);
}

/** INVARIANT: nothing is decided by it: what it comes to is asked for again by the plan. */
async function lookAhead(config: Config): Promise<void> {
  const launcher = createLauncher(() => fail('authorization.forged', 'nothing is launched by a look'));
  try {
    await launcher.plan(planOptions(config));
  } catch {
    // The plan meets it too, where somebody waits for its answer.
  }
}

async function enginesOf(
  options: GatewayOptions,
  config: Config,
  { signIn, modelKey }: { readonly signIn: SignIn | null; readonly modelKey: ModelKeyStore },
): Promise<Result<Engines>> {
  const { navigator, planner = createOfflinePlanner(), engine } = options;
  if (navigator !== undefined) return ok({ navigator, planner, access: { by: 'LIBRARY' } });
  const bearer = signIn?.bearer ?? null;
  const kept = () => modelKey.load();
  if (engine === undefined) return enginesFor(config, bearer, process.env, kept);
  const chosen = navigatorChosen(config.navigator, engine);
  return chosen.ok ? enginesFor({ navigator: chosen.value }, bearer, process.env, kept) : chosen;
}

/** A gateway that is to have the policy of all, and is no node of theirs, has nobody to confirm it by. */
function confirmationOf({ confirmed }: GatewayOptions, { fleet }: Config): Pick<GatewayOptions, 'confirmed'> {
  return fleet.policy === undefined ? {} : { confirmed: confirmed ?? (() => NO_NODE) };
}

const NO_NODE = fail('fleet.unconfirmed', 'the settings want the policy of all nodes, and this is no node', {
  help: 'run it as one with `ghost serve --node`, or leave `fleet.policy` out',
});

/** As `tryOpenGateway`, for library callers: throws a `GhostError`. */
export async function openGateway(options: GatewayOptions = {}): Promise<Gateway> {
  const { GhostError } = await import('#policy/language/failure.ts');
  const opened = await tryOpenGateway(options);
  if (!opened.ok) throw new GhostError(opened.error);
  return opened.value;
}

export class Gateway implements AsyncDisposable {
  readonly config: Config;
  readonly paths: Paths;
  readonly audit: AuditLog;
  readonly consents: ConsentBroker;
  /** What answers still allow. */
  readonly grants: GrantBook;
  /** Answers of those who may not give them. */
  readonly misplaced: MisplacedAnswers;
  /** Which processes wait for an answer, so that none of them gives it. */
  readonly askers = new AskingProcesses();
  readonly sessions: SessionStore;
  /** Who is signed in with the proxy of the settings. */
  readonly identity: IdentityDesk;
  readonly #signIn: SignIn | null;
  /** The key of Gemini that was given to the app. */
  readonly modelKey: ModelKeyStore;
  /** What the proxy is told of tasks. */
  readonly #reports: Reports | null;
  /** What tasks came to: each is kept when it ends. */
  readonly results: AuditedResults;
  readonly pictures: AuditedPictures;
  readonly #stores: Stores;
  readonly #formats: () => StoredFormats;
  readonly tasks: Tasks;
  readonly connection: Connection;
  readonly #boundary: Boundary;
  readonly #launcher: ReturnType<typeof createLauncher>;
  readonly #scheduler: Scheduler;
  readonly #pool: Pool;
  readonly #tabParts: TabParts;
  readonly #tabs = new Set<GovernedTab>();
  readonly #engines: Engines;
  readonly #enginesFor: EnginesFor;
  readonly #world: LocalWorld;
  /** Where cookies may be brought from. */
  readonly #sources: CookieSources;
  #foreground: ForegroundPolicy | null = null;
  /** For whoever decides by another policy than that of Ghost Tabs. */
  readonly #consultants: Omit<Consultants, 'policy' | 'candidate'>;
  /** What agents with tabs of their own read, and what of it went where. */
  readonly #agents: Provenance;
  readonly #events = new Events();
  readonly #disk: DiskWatch;
  readonly #health: Health;
  readonly clock: Clock;
  readonly #startedAtMs: number;
  readonly isDemo: boolean;
  readonly policyLife: PolicyLife;
  /** Which documents are the policy, and who said so. */
  readonly policySettings: () => Result<PolicySettings>;
  readonly #plans: BrowserPlans;
  #closed: Promise<void> | null = null;
  #isClosing = false;
  /** Tabs that are opening, each by what gives it up. */
  readonly #opening = new Map<AbortController, Promise<Result<GovernedTab>>>();
  readonly #endings = new Endings();
  /** What serves this gateway to others, by its words: it ends before what it serves. */
  readonly #servers = new Map<() => Promise<void>, string>();
  readonly #whenClosed: () => Promise<void>;

  constructor(
    options: GatewayOptions & {
      readonly engines: Engines;
      readonly signIn: SignIn | null;
      readonly modelKey: ModelKeyStore;
    },
    config: Config,
    paths: Paths,
    audit: AuditLog,
  ) {
    this.config = options.headless === undefined ? config : { ...config, headless: options.headless };
    this.paths = paths;
    this.audit = audit;
    this.#whenClosed = options.whenClosed ?? (() => Promise.resolve());
    this.clock = options.clock ?? systemClock;
    this.#startedAtMs = this.clock.wallMs();
    this.#formats = formatsWatch(paths.data, this.clock.monotonicMs);
    const permissionMs = permissionTime(this.clock);
    this.isDemo = options.world !== undefined;
    this.#world = options.world ?? { hostMap: {}, sites: config.sites, secrets: {} };
    this.#agents = provenanceOfAgents(this.#world.secrets);
    const approvers = approversOf(this.config, { mcp: () => this.askers.agents().length > 0 });
    this.policySettings = () => policySettings(options, paths, config.fleet.policy);
    this.policyLife = new PolicyLife({
      approverProblem: problemsBy(approvers),
      settings: this.policySettings,
      directory: join(paths.data, 'policy'),
      configFile: paths.config,
      audit,
      last: lastInForce(join(paths.data, 'policy'), join(paths.data, 'audit'), audit),
      ...confirmationOf(options, config),
      now: this.clock.wallMs,
      onChange: (standing) => {
        const ownPage = this.#foreground?.();
        this.consents.voidUnlessPolicy(standing, ownPage?.ok === true ? grantBasisOf(ownPage.value) : null);
        this.#pool.renew();
        this.#events.emit({ type: 'policy.changed', policy: this.policyLife.view().policy });
      },
      onCandidate: () =>
        this.#events.emit({
          type: 'policy.changed',
          policy: this.policyLife.view().policy,
          of: 'CANDIDATE',
        }),
      onRefused: (refused) => this.#events.emit({ type: 'policy.refused', refused }),
    });
    const directory = join(paths.data, 'vault');
    this.#stores = new Stores({
      directory,
      config,
      ownKeys: ownKeysOf(options, config, directory),
      audit,
      clock: this.clock,
      onTrouble: () => this.#tellHealth(),
    });
    this.sessions = this.#stores.sessions;
    this.results = this.#stores.results;
    this.pictures = this.#stores.pictures;
    this.#engines = options.engines;
    this.#signIn = options.signIn;
    this.modelKey = options.modelKey;
    this.identity = identityDesk(options.signIn);
    this.#signIn?.tell({
      note: (event) => audit.append(event),
      onChange: () => this.#events.emit({ type: 'identity.changed', identity: this.identity.view() }),
    });
    this.misplaced = new MisplacedAnswers(audit);
    this.consents = new ConsentBroker({
      now: this.clock.wallMs,
      monotonic: this.clock.monotonicMs,
      permission: permissionMs,
      approvers,
      onMisplaced: (misplaced) => noteMisplaced(this.misplaced, misplaced),
      patience: { ...PATIENCE, ...options.patience },
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
    this.grants = new GrantBook({
      audit,
      now: permissionMs,
      wallMs: this.clock.wallMs,
      stands: (policyHash) => this.#stands(policyHash),
    });
    const authority = createAuthority(permissionMs, () => {
      const policy = this.policyLife.inForce();
      return policy.ok ? grantBasisOf(policy.value) : null;
    });
    this.#launcher = createLauncher(authority.verify, this.config.attach.users);
    this.#plans = new BrowserPlans({
      launcher: this.#launcher,
      config: this.config,
      policy: () => this.policyLife.inForce(),
    });
    const downloads = downloadSettings(this.config, join(paths.data, 'downloads'));
    const digests = pathDigestsOf(join(paths.data, 'audit'));
    const peopleAndClock: PeopleAndClock = {
      account: ownAccount(),
      people: this.config.people,
      timeZone: this.config.timeZone,
    };
    this.#sources = sourcesOf(this.config.cookieSources, options.cookieSources ?? [], (name, endpoint) =>
      runningBrowser(name, endpoint, () => parts),
    );
    const parts: BoundaryParts = {
      peopleAndClock,
      downloads,
      duties: dutiesOf(downloads),
      policy: () => this.policyLife.inForce(),
      candidate: differencesIn({ audit, digests }, () => this.policyLife.shadow()),
      audit,
      digests,
      consent: this.consents,
      grants: this.grants,
      authority,
      launcher: this.#launcher,
      sessions: this.sessions,
      sources: this.#sources,
      now: permissionMs,
      wallMs: this.clock.wallMs,
    };
    const { candidate: _ofGhostTabs, ...consultants } = parts;
    this.#consultants = consultants;
    let lowSince = new Date();
    this.#disk = new DiskWatch(dirname(audit.path), this.config.leastFreeMb ?? null, (low) => {
      if (low === null) void audit.append(this.#health.hasRoom(lowSince));
      else this.#halt(low).catch(() => this.close()); // a tab that does not close
      lowSince = this.#disk.since;
      this.#tellHealth();
    });
    this.#health = new Health(
      audit,
      () => this.#disk,
      () => this.#stores.resultKeeper.trouble,
    );
    this.#boundary = new Boundary({
      ...parts,
      halted: () => this.#health.refuseAct(),
      ...(options.lease === undefined ? {} : { lease: options.lease }),
    });
    this.connection = new Connection({
      tab: () => this.#tabParts,
      tabPolicy: () => this.config.tabPolicy,
      users: this.config.attach.users,
      plan: (endpoint, asked) => planAttached(parts, endpoint, asked),
    });
    this.#scheduler = new Scheduler({
      limit: (running) => memoryLimit(this.config.maxTabs, running + this.#pool.ready),
      now: this.clock.monotonicMs,
      onChange: (queue) => {
        this.#pool.refill();
        this.#events.emit({ type: 'queue.changed', queue });
      },
    });
    this.#pool = new Pool({
      size: () => Math.min(this.config.warmTabs, this.#scheduler.free),
      start: async (signal, onSpawned) => {
        const plan = await this.#plans.ours();
        if (!plan.ok) return plan;
        return this.#boundary.warm({ ...launchOptions(this.#tabParts, plan.value), onSpawned }, signal);
      },
      onEnded: (_tab, report) => endedUnused(audit, report),
    });
    this.#tabParts = {
      boundary: this.#boundary,
      pool: this.#pool,
      audit,
      profileRoot: paths.profiles,
      hostMap: this.#world.hostMap,
      peopleAndClock,
      budget: this.config.budget,
      withhold: this.config.withhold,
      clock: this.clock,
    };
    this.#reports = reportsBySettings(
      this.config,
      identityOf(proxyBearer(this.config.navigator, options.signIn?.bearer ?? null), options.signIn ?? null),
      { data: paths.data, clock: this.clock },
    );
    this.#enginesFor = enginesByTask(this.#engines, this.config, this.bearer, () => this.modelKey.load());
    this.tasks = new Tasks({
      ...this.#tabParts,
      engines: this.#enginesFor,
      scheduler: this.#scheduler,
      sites: this.#world.sites,
      secrets: this.#world.secrets,
      provenance: this.#agents,
      config: this.config,
      plan: (asked) => this.#planFor(asked),
      pictures: this.#stores.pictureKeeper,
      onEvent: (event, isLocal) => {
        this.#events.emit(event);
        if (!isLocal) this.#reports?.heard(event);
        if (event.type !== 'task.ended') return;
        const { result, task } = event;
        const hidden = new HiddenWords(secretsOf({ secrets: this.#world.secrets, words: result.intent }));
        this.#stores.resultKeeper.keep(result, task.agent ?? null, hidden.withoutValues);
      },
    });
    audit.subscribe((seq, reads) => this.#events.emit({ type: 'audit.appended', seq, reads }));
    audit.onTrouble(() => this.#tellHealth());
  }

  /** What an app shows of the settings is to be read again. */
  tellSettingsChanged(): void {
    this.#events.emit({ type: 'settings.changed' });
  }

  #tellHealth(): void {
    this.#events.emit({ type: 'health.changed', health: this.#health.view() });
  }

  /** The log is about to have no room: every task ends while that can still be written down. */
  async #halt(error: Failure): Promise<void> {
    void noteOf(this.audit, { type: 'gateway.halted', who: 'gateway', what: error.message });
    await Promise.all([...this.#tabs].map((tab) => tab.close()));
  }

  /** Sweeps what a crash left, looks for a browser, and writes the first entries. */
  async begin(): Promise<Result<void>> {
    await this.#disk.look();
    this.#stores.begin();
    const swept = await this.#launcher.sweep(this.paths.profiles);
    const common = { taskId: null, requestId: null, who: 'gateway', where: '', verdict: null, why: '' };
    const written = await Promise.all([
      this.audit.append({
        ...common,
        type: 'gateway.started',
        what: 'start the gateway',
        outcome: 'DONE',
        details: { version: VERSION, pid: process.pid, swept, approvers: this.config.approvers },
      }),
      this.policyLife.begin(),
    ]);
    await this.#plans.ours();
    // Whoever looks first sees who is signed in; nothing waits for the vault.
    void this.#signIn?.look();
    this.#reports?.begin();
    const failed = written.find((one) => !one.ok);
    return failed !== undefined && !failed.ok ? failed : ok(undefined);
  }

  /** Runs an intent. The iterable ends with `task.ended`; `result` never rejects. Throws a `TypeError` for an intent that cannot start. */
  run(intent: string, options: RunOptions = {}): Running {
    const started = this.tasks.start(intent, options);
    if (!started.ok) throw new TypeError(`${started.error.code}: ${started.error.message}`);
    const task = started.value;
    return { taskId: task.id, result: task.done, [Symbol.asyncIterator]: () => Events.ofTask(task) };
  }

  /** What a task of these words would come to, before anybody starts it. */
  forecast(intent: string, startUrl: string | null): ForecastView {
    const { sites, hostMap, secrets } = this.#world;
    const executor = this.#plans.last.ok ? this.#plans.last.value.executor : 'HEADLESS_CHROMIUM';
    const sources = [...this.#sources.keys()];
    return forecastOf({ intent, startUrl }, { sites, hostMap, secrets, executor, sources });
  }

  /** Addresses of the sites that somebody who has named none of their own tries things on: for agents of theirs as if they had. */
  get demoSites(): readonly string[] {
    return this.isDemo && this.config.sites.length === 0 ? this.#world.sites.map(({ url }) => url) : [];
  }

  /** A Ghost Tab for a caller with an agent of its own: every `act` goes through the boundary. Where it is closing: `gateway.closed`. */
  async openTab(options: OpenTabOptions = {}): Promise<Result<GovernedTab>> {
    if (this.#isClosing) return fail('gateway.closed', 'the gateway is closing');
    const giveUp = new AbortController();
    const signals = [giveUp.signal, ...(options.signal === undefined ? [] : [options.signal])];
    const opening = this.#openTab({ ...options, signal: AbortSignal.any(signals) });
    this.#opening.set(giveUp, opening);
    return opening.finally(() => this.#opening.delete(giveUp));
  }

  async #openTab(options: OpenTabOptions & { readonly signal: AbortSignal }): Promise<Result<GovernedTab>> {
    const taskId = options.taskId ?? `w-${randomUUID()}`;
    const by = options.by ?? { ...LIBRARY, id: options.workerId ?? LIBRARY.id };
    const plan =
      options.browser === undefined
        ? await this.#planFor({
            taskId,
            by,
            signal: options.signal,
            ...(options.connect === undefined ? {} : { connect: options.connect }),
          })
        : await this.#plans.with(options.browser);
    if (!plan.ok) return plan;
    const opened = await openGovernedTab(
      {
        ...this.#tabParts,
        plan: plan.value,
        ...(options.cache === undefined ? {} : { cache: options.cache }),
        secrets: this.#world.secrets,
        provenance: this.#agents,
        tabPolicy: options.tabPolicy ?? this.config.tabPolicy,
        place: (signal) =>
          waitForPlace(
            this.#scheduler,
            {
              priority: options.priority ?? 'BACKGROUND',
              taskId,
              seconds: options.waitSeconds,
              onPlace: options.onPlace,
            },
            signal,
          ),
        onClosed: (tab) => this.#tabs.delete(tab),
      },
      { ...options, taskId, by },
    );
    if (!opened.ok) return opened;
    if (this.#isClosing) {
      await opened.value.close();
      return fail('gateway.closed', 'the gateway is closing');
    }
    this.#tabs.add(opened.value);
    return opened;
  }

  /** Whether something of a client's may happen that touches no page: another tab, one that is closed. */
  leave(
    asked: OffPageAct & { readonly taskId: string; readonly by: Requester; readonly signal: AbortSignal },
  ): Promise<Result<void>> {
    const { by } = asked;
    const task = createTaskContext({
      id: asked.taskId,
      intent: `an agent’s tab (${by.id})`,
      requestedBy: by,
      initiator: 'CLIENT',
      executor: this.#plans.last.ok ? this.#plans.last.value.executor : 'FORBIDDEN',
      tabPolicy: this.config.tabPolicy,
      namedHosts: new Set(),
      hostMap: this.#world.hostMap,
      peopleAndClock: this.#tabParts.peopleAndClock,
      secrets: {},
      provenance: this.#agents,
      approve: 'ask',
      signal: asked.signal,
    });
    return this.#boundary.leave(task, by, asked, asked.signal);
  }

  /** Whether this is the basis of a policy that decides now: of Ghost Tabs, or of the person's own page. */
  #stands(policyHash: string): boolean {
    return [this.policyLife.inForce(), this.#foreground?.()].some(
      (policy) => policy?.ok === true && grantBasisOf(policy.value) === policyHash,
    );
  }

  /** What a desktop's window asks about the person's own page. Errors: `audit.*`. */
  async openForeground(): Promise<Result<Foreground>> {
    const policy = await openForegroundPolicy(this.config.foreground.policy, {
      audit: this.audit,
      wallMs: this.clock.wallMs,
    });
    if (!policy.ok) return policy;
    this.#foreground = policy.value;
    return ok(new Foreground({ ...this.#consultants, policy: policy.value }));
  }

  /** Those that are open. */
  tabs(): readonly GovernedTab[] {
    return [...this.#tabs];
  }

  /** From now on browsers stand ready for the next tasks. Resolves when the first do; called by what serves for long. */
  warmUp(): Promise<void> {
    return this.#pool.warmUp();
  }

  /**
   * Somebody is about to open one tab: its browser starts beside what comes before it. Decided and logged like each that stands ready.
   * Resolves as soon as it is under way, or will not be.
   */
  expectTab(): Promise<void> {
    return new Promise((resolve) => this.#pool.expect(resolve));
  }

  get policy(): Result<EffectivePolicy> {
    return this.policyLife.inForce();
  }

  status(): GatewayStatus {
    const { tables: vaultTables, ...vault } = this.sessions.status();
    const plan = this.#plans.last;
    return {
      version: VERSION,
      pid: process.pid,
      startedAt: new Date(this.#startedAtMs).toISOString(),
      health: this.#health.view(),
      policy: this.policyLife.view().policy,
      policyRefused: this.policyLife.refused,
      browser: plan.ok
        ? { ...plan.value.build, network: plan.value.network, isolation: plan.value.isolation }
        : { error: plan.error },
      attached: this.connection.view,
      audit: { path: this.audit.path, entries: this.audit.count(), disk: this.#disk.view },
      vault,
      formats: { ...this.#formats(), vaultTables },
      cookieSources: [...this.#sources.values()].map(({ name, about }) => ({ name, about })),
      navigator: this.#engines.navigator.id,
      access: this.#engines.access,
      identity: this.identity.view(),
      sites: this.#world.sites,
      demo: this.isDemo,
      consentOrigin: null,
      queue: this.#scheduler.view(),
      warm: this.#pool.ready,
    };
  }

  /** Of whoever signed in with the proxy of the settings. */
  get bearer(): Bearer | null {
    return this.#signIn?.bearer ?? null;
  }

  subscribe(listener: (event: GatewayEvent, id: number) => void): () => void {
    return this.#events.subscribe(listener);
  }

  /**
   * The rows of a task that has ended as one document, and who drew it. `navigator`: whose model may draw what the catalogue cannot.
   * Errors: `task.unknown`, `act.no-table`, `navigator.no-key`, `maker.*`, `audit.*`.
   */
  async drawApplet(
    taskId: string,
    { navigator, who, signal }: { navigator?: NavigatorName; who: string; signal: AbortSignal },
  ): Promise<Result<MadeApplet>> {
    const task = this.tasks.find(taskId);
    const result = task?.view().result ?? null;
    if (task === null || result === null)
      return fail('task.unknown', `there is no ended task \`${taskId.slice(0, 100)}\``, {
        help: 'ask again once it has ended',
      });
    const engines = await this.#enginesFor(navigator === undefined ? {} : { navigator });
    if (!engines.ok) return engines;
    const { drawnApplet } = await import('./extraction/drawn-by-model.ts');
    const keep: DrawnParts['keep'] = async (id, applet) => {
      await this.#stores.resultKeeper.settled();
      return this.results.keepApplet(id, applet);
    };
    const maker = engines.value.maker ?? null;
    return drawnApplet(result, { maker, of: task.calls, audit: this.audit, who, keep }, signal);
  }

  readAudit(query: AuditQuery, who: string, signal?: AbortSignal): Promise<Result<AuditAnswer>> {
    return readLog(this.audit, query, who, signal);
  }

  verifyAudit(who: string): Promise<AuditVerification> {
    return verifyLog(this.audit, who);
  }

  /** `close` runs as this gateway begins to close, at once where it has begun. `what`: in words, as `unfinished` tells it. */
  async closesFirst(what: string, close: () => Promise<void>): Promise<void> {
    if (this.#isClosing) await close();
    else this.#servers.set(close, what);
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
    const ending = (what: string, work: PromiseLike<unknown>): Promise<void> => this.#endings.of(what, work);
    this.#isClosing = true;
    this.#events.emit({ type: 'gateway.closing' });
    this.#disk.end();
    this.#stores.end();
    this.consents.cancel();
    for (const giveUp of this.#opening.keys()) giveUp.abort();
    // Browsers end first, and at the same time: what is written down of them may take long.
    await Promise.all([
      ...[...this.#servers].map(([close, what]) => ending(what, close())),
      ending('tasks', this.tasks.close()),
      ...[...this.#tabs].map((tab) => ending(`the tab ${tab.id}`, tab.close())),
      ending('tabs that are opening', Promise.allSettled(this.#opening.values())),
      ending('browsers that stand ready', this.#pool.close()),
    ]);
    this.#scheduler.end();
    await ending('the policy', this.policyLife.close());
    for (const [what, end] of this.#stores.closing()) await ending(what, end());
    if (this.#reports !== null)
      await ending('what the proxy is told of tasks', this.#reports[Symbol.asyncDispose]());
    await ending('the key of a model', this.modelKey[Symbol.asyncDispose]());
    if (this.#signIn !== null) await ending('the sign-in', this.#signIn[Symbol.asyncDispose]());
    await ending('the audit log', this.#closeLog());
    await ending('what was opened with it', this.#whenClosed());
  }

  async #closeLog(): Promise<void> {
    await noteOf(this.audit, { type: 'gateway.stopped', who: 'gateway', what: 'stop the gateway' });
    await this.audit.close();
  }

  /** While it closes: what has not ended yet, in words, for whoever waits no longer. */
  unfinished(): readonly string[] {
    const entries = this.audit.unwritten();
    return [
      ...this.#endings.unfinished(),
      ...(entries === 0 ? [] : [`${entries} entries of the audit log, which are not on disk`]),
    ];
  }

  /** A running browser where one was named, for this task or for all; else one of our own. */
  #planFor(asked: PlanAsked): Promise<Result<LaunchPlan>> {
    const endpoint = asked.connect ?? this.connection.view?.endpoint;
    return endpoint === undefined ? this.#plans.ours() : this.connection.plan(endpoint, asked);
  }
}
