// What the doctor asks of a machine, and this machine's answers. INVARIANT: a probe only looks: it makes, opens and sweeps nothing.
import { readPlainText } from '#executors/system/plain-file.ts';
import { accessSync, constants, existsSync, lstatSync, readFileSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '#executors/system/error-code.ts';
import { z } from 'zod';
import { discoverBrowser } from '#executors/browsers/launch/discover.ts';
import { readManaged } from '#executors/browsers/launch/managed-readers.ts';
import { probeNamespace } from '#executors/browsers/processes/namespace.ts';
import { rangeFaults } from '#executors/browsers/processes/users.ts';
import type { UserRange } from '#executors/browsers/processes/users.ts';
import { openAuditLog } from '#gateway/audit/open-audit-log.ts';
import { copiesIn } from '#gateway/audit/write/kept-copy.ts';
import { readConfig } from '#gateway/settings/config.ts';
import type { Config } from '#gateway/settings/config.ts';
import { approversOf, problemsBy } from '#gateway/boundary/consent/approvers-of.ts';
import type { Paths } from '#gateway/settings/paths.ts';
import { readCandidate } from '#gateway/policy/kept/sources.ts';
import { DAEMON_FILE } from '#gateway/protocol/rpc.ts';
import type { HealthView } from '#gateway/protocol/views/health.ts';
import type { PolicyInForce } from '#gateway/protocol/views/policy.ts';
import type { AuditVerification } from '#gateway/protocol/views/audit.ts';
import { storedFormats, type StoredFormats } from '#gateway/policy/kept/stored-formats.ts';
import { vaultCopies } from '#gateway/vault/upgrade-vault.ts';
import { keyFileIn, keySources, osKeyring } from '#gateway/vault/keys.ts';
import { inspectVault } from '#gateway/vault/inspect.ts';
import type { VaultFound } from '#gateway/vault/inspect.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { failure, ok } from '#policy/language/failure.ts';
import { unknownApprovers } from '#policy/engine/compile/unknown-approvers.ts';
import type { UnknownApprover } from '#policy/engine/compile/unknown-approvers.ts';

export type BrowserFound = {
  readonly product: string;
  readonly version: string;
  readonly path: string;
  readonly executor: string;
  readonly flagClass: string;
};

/** `mode`: the nine bits of rights. */
export type Place = {
  readonly kind: 'file' | 'directory' | 'socket' | 'link' | 'other';
  readonly uid: number;
  readonly mode: number;
  readonly writable: boolean;
};

export type Managed = {
  readonly weakened: readonly { readonly name: string; readonly file: string; readonly why: string }[];
  readonly strengthened: readonly string[];
  readonly unread: readonly { readonly file: string; readonly problem: string }[];
};

/** As the stores themselves say; `null`: there is none, or it cannot be read. */
export type FormatsFound = StoredFormats & {
  /** Of the log and the vault, from before their format changed. */
  readonly copies: readonly string[];
};

export interface Probes {
  readonly paths: Paths;
  readonly platform: NodeJS.Platform;
  /** `null` where the platform has none. */
  readonly uid: number | null;
  readonly nodeVersion: string;
  /** The variables that are set. */
  readonly environment: NodeJS.ProcessEnv;
  now(): number;
  config(): Result<Config>;
  browser(config: Config): Promise<Result<BrowserFound>>;
  /** `null`: where this browser has policies of an administrator is not known. */
  managed(config: Config): Promise<Managed | null>;
  userNamespaces(): boolean;
  /** The browser's own sandbox helper, with its right. */
  sandboxHelper(browser: string): boolean;
  /** What of a range cannot be a browser’s user, each in a few words. */
  userFaults(range: UserRange): readonly string[];
  networkNamespace(): Promise<Result<void>>;
  /** `unknown`: places that name approvers whom the settings give to nobody. */
  policy(
    files: readonly string[],
    config: Config,
  ): Result<{ layers: readonly string[]; semanticHash: string; unknown?: readonly UnknownApprover[] }>;
  /** Of the gateway that runs and answers; `null`: there is none. */
  inForce(): Promise<PolicyInForce | null>;
  place(path: string): Place | null;
  /** `null`: none yet. */
  audit(): Promise<Result<AuditVerification> | null>;
  lastEntryAt(): Promise<string | null>;
  freeBytes(path: string): number | null;
  /** `null`: nothing was saved yet. */
  vault(config: Config): Promise<Result<VaultFound> | null>;
  formats(): FormatsFound;
  /** Whether SQLCipher is installed. */
  cipher(): Promise<boolean>;
  /** Whether the user's keyring answers. */
  keyring(): Promise<Result<void>>;
  daemon(): { readonly pid: number; readonly socket: string; readonly alive: boolean } | null;
  built(): boolean;
  /** Of the gateway that runs; `null`: none does. A failure: whether one runs is not to be told, or it runs and does not answer. */
  health(): Promise<HealthView | Failure | null>;
}

/** Those that need the launcher or the client are the caller's. */
export type Lent = Pick<Probes, 'browser' | 'audit' | 'built' | 'health' | 'inForce'>;

const PATIENCE_MS = 15_000;
const daemonFile = z.object({ pid: z.number().int().positive(), socket: z.string() });

export function machine(paths: Paths, lent: Lent): Probes {
  const vaultDirectory = join(paths.data, 'vault');
  return {
    ...lent,
    paths,
    platform: process.platform,
    uid: process.getuid?.() ?? null,
    nodeVersion: process.versions.node,
    environment: process.env,
    now: Date.now,
    config: () => readConfig(paths.config),
    async managed({ browser }) {
      const found = await discoverBrowser(browser);
      const product = found.ok ? found.value.product : 'UNKNOWN';
      const { platform } = process;
      if (product === 'UNKNOWN' || (platform !== 'linux' && platform !== 'darwin' && platform !== 'win32'))
        return null;
      const { findings, unread } = await readManaged(platform, product);
      return {
        weakened: findings.filter(({ effect }) => effect === 'WEAKENS'),
        strengthened: findings.flatMap(({ effect, name }) => (effect === 'STRENGTHENS' ? [name] : [])),
        unread,
      };
    },
    userNamespaces: () =>
      readNumber('/proc/sys/user/max_user_namespaces', 0) > 0 &&
      readNumber('/proc/sys/kernel/unprivileged_userns_clone', 1) === 1 &&
      readNumber('/proc/sys/kernel/apparmor_restrict_unprivileged_userns', 0) === 0,
    sandboxHelper(browser) {
      const helper = lstatSync(join(browser, '..', 'chrome-sandbox'), { throwIfNoEntry: false });
      return helper !== undefined && helper.uid === 0 && (helper.mode & 0o4000) !== 0;
    },
    userFaults: rangeFaults,
    networkNamespace: probeNamespace,
    policy(files, config) {
      const read = readCandidate(files, { directory: join(paths.data, 'policy'), now: Date.now() });
      if (!read.ok) return { ok: false, error: read.error[0] ?? NO_POLICY };
      const { policy } = read.value;
      const unknown = unknownApprovers(policy, problemsBy(approversOf(config)));
      return ok({ layers: policy.layers, semanticHash: policy.semanticHash, unknown });
    },
    place: placeOf,
    async lastEntryAt() {
      const directory = join(paths.data, 'audit');
      if (!existsSync(directory)) return null;
      const log = await openAuditLog({ directory, readOnly: true });
      if (!log.ok) return null; // What is wrong with it is the audit check's to say.
      const at = log.value.entry(log.value.count())?.at ?? null;
      await log.value.close();
      return at;
    },
    freeBytes(path) {
      let at = path;
      while (!existsSync(at) && at !== join(at, '..')) at = join(at, '..');
      try {
        const { bavail, bsize } = statfsSync(at);
        return bavail * bsize;
      } catch {
        return null; // Not every file system says.
      }
    },
    vault: ({ vault }) =>
      inspectVault(vaultDirectory, keySources(vault.key, vaultDirectory), AbortSignal.timeout(PATIENCE_MS)),
    formats: () => formatsIn(paths.data),
    async cipher() {
      try {
        await import('@journeyapps/sqlcipher');
        return true;
      } catch {
        return false;
      }
    },
    async keyring() {
      const found = await osKeyring(vaultDirectory).find(AbortSignal.timeout(PATIENCE_MS));
      return found.ok ? ok(undefined) : found;
    },
    daemon() {
      const parsed = daemonFile.safeParse(readJson(join(paths.runtime, DAEMON_FILE)));
      return parsed.success ? { ...parsed.data, alive: isAlive(parsed.data.pid) } : null;
    },
  };
}

function formatsIn(data: string): FormatsFound {
  const directory = join(data, 'audit');
  const ofLog = existsSync(directory) ? copiesIn(directory).map((name) => join(directory, name)) : [];
  return { ...storedFormats(data), copies: [...ofLog, ...vaultCopies(join(data, 'vault', 'vault.db'))] };
}

export const keyFilePath = (paths: Paths): string => keyFileIn(join(paths.data, 'vault'));

const NO_POLICY: Failure = failure('policy.not-loaded', 'no policy file was read');

function placeOf(path: string): Place | null {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return null;
  let writable = (found.mode & 0o200) !== 0;
  try {
    accessSync(path, constants.W_OK);
  } catch {
    writable = false;
  }
  const kind = found.isDirectory()
    ? 'directory'
    : found.isFile()
      ? 'file'
      : found.isSocket()
        ? 'socket'
        : found.isSymbolicLink()
          ? 'link'
          : 'other';
  return { kind, uid: found.uid, mode: found.mode & 0o777, writable };
}

const MAX_RENDEZVOUS_BYTES = 1024 * 1024;

function readJson(path: string): unknown {
  try {
    return JSON.parse(readPlainText(path, MAX_RENDEZVOUS_BYTES));
  } catch {
    return null; // None, or one that is being written: no daemon to talk of.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return errorCode(thrown) === 'EPERM';
  }
}

const readNumber = (file: string, otherwise: number): number =>
  existsSync(file) ? Number(readFileSync(file, 'utf8')) : otherwise;
