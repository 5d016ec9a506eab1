// A gateway in this process: for `ghost run` where none is running, and for `ghost serve`. Loads the heavy parts only when asked.
import { join } from 'node:path';
import type { NavigatorName } from '#gateway/protocol/views/task.ts';
import type { ConsentCallback, Gateway, GatewayOptions, LocalWorld } from '#gateway/main.ts';
import { noteBackup } from '#gateway/audit/read/access.ts';
import { wrongVariables } from '#gateway/client/doctor/environment.ts';
import { shadowComparison } from '#gateway/policy/logged-decisions.ts';
import { err, fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { GatewayClient } from '#gateway/client/contract.ts';
import { resultsFor } from '#gateway/client/results.ts';

const BY = 'person:terminal';
/** Never who answers. */
const CLIENT = { kind: 'client', id: 'cli', channel: 'CLI' } as const;

export type LocalOptions = {
  readonly dataDir?: string;
  readonly policy?: readonly string[];
  readonly consent?: ConsentCallback;
  /** Whether the demo world's sites are there. */
  readonly demo: boolean;
  readonly latencyMs?: number;
  /** In place of the settings'. */
  readonly navigator?: NavigatorName;
  /** A tab of its own is opened at once. */
  readonly opensTab?: boolean;
  /** Local sites of the caller's own, in place of the demo world's. */
  readonly world?: LocalWorld;
} & Pick<GatewayOptions, 'cookieSources' | 'vaultKeys' | 'config' | 'lease' | 'confirmed'>;

export type Local = {
  readonly gateway: Gateway;
  readonly client: GatewayClient;
  readonly close: () => Promise<void>;
};

/** What opening needs is half of its time: loaded ahead by whoever waits for something else. */
export const loadGateway = () => import('#gateway/main.ts');

/** Opens a gateway, with the demo world beside it where that is wanted. Errors: `config.bad-value` of the environment, those of opening. */
export async function openLocal(options: LocalOptions): Promise<Result<Local>> {
  const [wrong] = wrongVariables(process.env);
  if (wrong !== undefined) return err(wrong);
  // The demo world's own modules come beside it.
  const beginning = options.demo ? startWorld(options.latencyMs) : null;
  const leave = async (thrown: unknown): Promise<never> => {
    const begun = await beginning;
    if (begun?.ok === true) await begun.value.close();
    throw thrown;
  };
  const { tryOpenGateway } = await loadGateway().catch(leave);
  const world = await beginning;
  if (world !== null && !world.ok) return world;
  const opened = await tryOpenGateway({
    ...(options.dataDir === undefined ? {} : { dataDir: options.dataDir }),
    ...(options.policy === undefined ? {} : { policy: options.policy }),
    ...(options.consent === undefined ? {} : { consent: options.consent }),
    ...(world === null ? {} : { world: world.value }),
    ...(options.world === undefined ? {} : { world: options.world }),
    ...(options.config === undefined ? {} : { config: options.config }),
    ...(options.navigator === undefined ? {} : { engine: options.navigator }),
    ...(options.cookieSources === undefined ? {} : { cookieSources: options.cookieSources }),
    ...(options.vaultKeys === undefined ? {} : { vaultKeys: options.vaultKeys }),
    ...(options.lease === undefined ? {} : { lease: options.lease }),
    ...(options.confirmed === undefined ? {} : { confirmed: options.confirmed }),
  }).catch(leave);
  if (!opened.ok) {
    await world?.value.close();
    return opened;
  }
  const gateway = opened.value;
  // Reading what is asked for takes this thread a tenth of a second: it is done while the browser starts, and not before.
  if (options.opensTab === true) await gateway.expectTab();
  for (const line of upgradesIn(gateway)) process.stderr.write(`${line}\n`);
  const close = async (): Promise<void> => {
    await gateway.close();
    await world?.value.close();
  };
  return ok({ gateway, client: localClient(gateway, close), close });
}

const LAST_ENTRIES = 50;

/** What of the data directory was brought forward by this start, and where the copy of it is. */
function upgradesIn({ audit, paths }: Gateway): readonly string[] {
  const entries = audit.since(Math.max(0, audit.count() - LAST_ENTRIES), LAST_ENTRIES);
  const start = entries.findLastIndex(({ type }) => type === 'gateway.started');
  const before = entries.slice(0, Math.max(0, start));
  const ours = before.slice(before.findLastIndex(({ type }) => type !== 'audit.upgraded') + 1);
  return ours.map(({ what, details }) => {
    const copy = join(paths.data, 'audit', String(details['copy']));
    return `done once: ${what}; as it was before it is kept in ${copy}`;
  });
}

async function startWorld(latencyMs: number | undefined) {
  const { startDemoWorld } = await import('#gateway/client/demo/demo-world.ts');
  return startDemoWorld(latencyMs === undefined ? {} : { latencyMs });
}

function localClient(gateway: Gateway, close: () => Promise<void>): GatewayClient {
  return {
    kind: 'local',
    async run(
      { intent, startUrl, cookies, approve, tabPolicy, connect, navigator, replay, questions },
      onEvent,
      signal,
    ) {
      const started = gateway.tasks.start(intent, {
        ...(navigator === undefined ? {} : { navigator }),
        ...(replay === undefined ? {} : { replay }),
        ...(questions === undefined ? {} : { questions }),
        approve,
        signal,
        by: CLIENT,
        ...(startUrl === undefined ? {} : { startUrl }),
        ...(cookies === undefined ? {} : { cookies }),
        ...(tabPolicy === undefined ? {} : { tabPolicy }),
        ...(connect === undefined ? {} : { connect }),
      });
      if (!started.ok) return started;
      started.value.subscribe(onEvent);
      return ok(await started.value.done);
    },
    answerQuestion: async (taskId, question, answer) =>
      gateway.tasks.find(taskId)?.questions.answer(question, answer, BY) ??
      fail('task.unknown', `there is no task \`${taskId}\``, {
        help: 'what it came to may be kept: look with `ghost results list`',
      }),
    recording: async (taskId) => {
      const recording = gateway.tasks.find(taskId)?.recording() ?? null;
      return recording === null
        ? fail('task.unknown', `there is no ended task \`${taskId}\``, {
            help: 'ask again once it has ended; what it came to may be kept: `ghost results list`',
          })
        : ok(recording);
    },
    drawApplet: (taskId, navigator, signal) =>
      gateway.drawApplet(taskId, {
        who: BY,
        signal,
        ...(navigator === undefined ? {} : { navigator }),
      }),
    status: async () => ok(gateway.status()),
    connect: (endpoint) => gateway.connection.connect(endpoint, CLIENT, new AbortController().signal),
    disconnect: async () => {
      const ended = await gateway.connection.disconnect(CLIENT);
      return ended.ok ? ok({ changed: ended.value }) : ended;
    },
    handOver: async () =>
      fail('gateway.unreachable', 'a gateway of this command alone has no UI', {
        help: 'start one with `npm start`',
      }),
    consents: async () => ok(gateway.consents.list()),
    openQuestion: async (id) => {
      const consent = gateway.consents.find(id);
      return consent === null
        ? fail('consent.unknown', `there is no question \`${id}\``)
        : ok({ consent, nonce: '' });
    },
    answer: async (id, answer) =>
      gateway.consents.answer({ id, answer, by: { kind: 'person', channel: 'terminal', id: 'terminal' } }),
    audit: async (text, limit) => gateway.readAudit({ text, limit }, 'person:terminal'),
    grants: async () => ok(gateway.grants.list()),
    revokeGrant: (id) => gateway.grants.revoke(id, 'person:terminal'),
    noteBackup: (file) => noteBackup(gateway.audit, file, 'person:terminal'),
    verifyAudit: async () => ok(await gateway.verifyAudit('person:terminal')),
    policy: async () => ok(gateway.policyLife.view()),
    showWidening: async (asked) => {
      const shown = await gateway.policyLife.wouldWiden(asked);
      return shown.ok ? ok({ ...shown.value, nonce: '' }) : shown;
    },
    reloadPolicy: (acknowledge) => gateway.policyLife.reload({ by: BY, trigger: 'asked', acknowledge }),
    revertPolicy: (file, reason) => gateway.policyLife.revert({ file, reason, by: BY }),
    shadowPolicy: (files) => gateway.policyLife.shadowWith(files, BY),
    shadowComparison: async () => ok(shadowComparison(gateway.policyLife, gateway.audit)),
    promotePolicy: (acknowledge) => gateway.policyLife.promote({ by: BY, acknowledge }),
    trustKey: (key, trusted) =>
      trusted ? gateway.policyLife.trust(key, BY) : gateway.policyLife.untrust(key, BY),
    identity: {
      look: async () => ok(await gateway.identity.look()),
      check: () => gateway.identity.check(new AbortController().signal),
      begin: (way) => gateway.identity.begin(way),
      cancel: () => gateway.identity.cancel(),
      end: () => gateway.identity.end(BY, new AbortController().signal),
    },
    results: resultsFor(gateway.results, BY),
    [Symbol.asyncDispose]: close,
  };
}
