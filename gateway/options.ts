// What a gateway, a task and a tab may be opened with, and what of it the policy's life reads again at every reload.
import type { Navigator } from '#engines/navigator/contract.ts';
import type { Planner } from '#engines/planner/contract.ts';
import type { CachePolicy } from '#executors/contract/launcher.ts';
import type { Clock } from '#executors/system/clock.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { TabPolicy } from '#policy/language/vocabulary.ts';
import { readConfig } from './settings/config.ts';
import type { Config } from './settings/config.ts';
import type { ConsentCallback } from './boundary/consent/contract.ts';
import type { Patience } from './boundary/consent/refusal-memory.ts';
import type { NavigatorName } from './protocol/views/task.ts';
import type { Paths } from './settings/paths.ts';
import type { CookieSource } from './boundary/bringing/source.ts';
import { fleetPolicyIn, shippedFiles } from './settings/policy-source.ts';
import type { PolicySettings } from './policy/policy-life.ts';
import type { TaskEvent } from './protocol/events.ts';
import type { QuestionCallback } from './protocol/views/question.ts';
import type { Recording } from './protocol/recording.ts';
import type { TaskResult } from './protocol/views/task.ts';
import type { HostMap, Secret } from './boundary/task/context.ts';
import type { Place } from './protocol/place.ts';
import type { Lease } from './boundary/task/lease.ts';
import type { Priority } from './tabs/queue/scheduler.ts';
import type { Requester } from './boundary/task/principal.ts';
import type { Site } from './boundary/task/starts.ts';
import type { KeySource } from './vault/contract.ts';

/** A world of local sites that a gateway may be opened with: names, bookmarks, saved log-ins. */
export type LocalWorld = {
  readonly hostMap: HostMap;
  readonly sites: readonly Site[];
  readonly secrets: Readonly<Record<string, Secret>>;
};

export type GatewayOptions = {
  /** Default: the machine's. */
  readonly clock?: Clock;
  /** Everything below one directory; default: the XDG directories. */
  readonly dataDir?: string;
  /** Policy files, upper layer first; default: `policy/defaults/default.yaml` (and `demo.yaml` with a demo world). */
  readonly policy?: readonly string[];
  /** Answers escalations; without it (and without a UI) they are denied at once. */
  readonly consent?: ConsentCallback;
  /** For a program that answers in a person's place and does not tire: how long refusals are remembered, how many questions there are. */
  readonly patience?: Partial<Patience>;
  readonly headless?: boolean;
  readonly navigator?: Navigator;
  /** One of those that are there, in place of the settings'. */
  readonly engine?: NavigatorName;
  /** Beside a navigator of one's own; default: the offline one. */
  readonly planner?: Planner;
  readonly world?: LocalWorld;
  readonly config?: Partial<Config>;
  /** Beside the saved sessions of the settings: where cookies may be brought from, e.g. the window of a desktop application. */
  readonly cookieSources?: readonly CookieSource[];
  /** Asked before those of the settings, where these say `auto`: a desktop application's safe storage. `directory`: the vault's. */
  readonly vaultKeys?: (directory: string) => readonly KeySource[];
  /** Where several gateways share their tasks: whether one is still this gateway's to act for. */
  readonly lease?: Lease;
  /** Where they share their policy: whether it was confirmed lately. A failure denies every act. */
  readonly confirmed?: () => Result<void>;
  /** What ends with it: called once, when everything of it has ended. */
  readonly whenClosed?: () => Promise<void>;
};

export type RunOptions = {
  readonly startUrl?: string;
  readonly approve?: 'ask' | 'deny';
  readonly signal?: AbortSignal;
  /** Cookies to bring in before the first page: a registrable domain, and a source by its name. Asked for each time. */
  readonly cookies?: readonly { readonly domain: string; readonly source: string }[];
  /** Phase-38 5.1 for this task; default: the settings'. */
  readonly tabPolicy?: TabPolicy;
  /** Endpoint of a running browser to be a guest in (`http://127.0.0.1:9222`), or `auto`. */
  readonly connect?: string;
  /** `REFRESH`: nothing comes from the tab's own cache. */
  readonly cache?: CachePolicy;
  /** Who proposes; default: what the gateway was opened with. */
  readonly navigator?: NavigatorName;
  /** Proposals come from a recording, on the same pages. */
  readonly replay?: Recording;
  /** Answers what the navigator does not know; `null` for no answer. Without it nobody is asked, and a guess ends `UNCONFIRMED`. */
  readonly onQuestion?: QuestionCallback;
  /** How long a question waits; default 120. */
  readonly questionSeconds?: number;
  /** Default `BACKGROUND`: what runs in the foreground gets the next free tab. */
  readonly priority?: Priority;
};

/** An iterable of a task's events that also has its result. */
export type Running = AsyncIterable<TaskEvent> & {
  readonly taskId: string;
  readonly result: Promise<TaskResult>;
};

export type OpenTabOptions = {
  readonly url?: string;
  /** One of several agents of a program that opened the gateway itself. */
  readonly workerId?: string;
  /** Whose tab it is, where a surface knows it. Default: that program’s. */
  readonly by?: Requester;
  readonly namedHosts?: readonly string[];
  /** Its dialogs wait for HANDLE_DIALOG, alerts too, and no other act is done meanwhile; default: the next act dismisses them. */
  readonly holdsDialogs?: boolean;
  /** By which its entries are found in the audit log, and its questions; default: a new one. */
  readonly taskId?: string;
  /** A browser of its own kind, with more words on its command line: the policy decides on each. */
  readonly browser?: { readonly headless: boolean; readonly flags: readonly string[] };
  /** How long it waits for a tab to become free: then it fails with `tab.none-free`. Default 120. */
  readonly waitSeconds?: number;
  /** Told its place in the queue when it waits, and whenever that changes. */
  readonly onPlace?: (place: Place) => void;
} & Pick<RunOptions, 'tabPolicy' | 'connect' | 'priority' | 'cache' | 'signal'>;

/** One for all nodes, and nothing beside it. Errors: `config.bad-value`. */
const fleetSettings = (options: GatewayOptions, config: Config, { data }: Paths): Result<PolicySettings> =>
  (options.policy ?? config.policy ?? config.shadow) === undefined
    ? ok({ files: [fleetPolicyIn(data)], shadow: [], acknowledged: null, named: 'SETTINGS' })
    : fail(
        'config.bad-value',
        'both the fleet (`fleet.policy`) and this gateway’s own files say what the policy is',
        {
          help: 'leave `policy` and `shadow` out: what a node decides with is the fleet’s alone',
        },
      );

/** Read again at every reload. `followed`: `fleet.policy` as the gateway was opened with it. Files that the caller named go before those of the settings. */
export function policySettings(
  options: GatewayOptions,
  paths: Paths,
  followed: string | undefined,
): Result<PolicySettings> {
  const read = readConfig(paths.config);
  if (!read.ok) return read;
  const config: Config = { ...read.value, ...options.config };
  if (config.fleet.policy !== followed)
    return fail('config.bad-value', '`fleet.policy` is another one than this gateway was started with', {
      help: 'stop it and start it again: whom it hears of its policy from is settled at its start',
    });
  if (followed !== undefined) return fleetSettings(options, config, paths);
  return ok({
    files: options.policy ?? config.policy ?? shippedFiles(options.world !== undefined),
    shadow: config.shadow ?? [],
    acknowledged: config.acknowledged ?? null,
    named: options.policy !== undefined ? 'CALLER' : config.policy === undefined ? 'SHIPPED' : 'SETTINGS',
  });
}
