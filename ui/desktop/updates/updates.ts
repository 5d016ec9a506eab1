// Newer releases: looked for once a day, fetched when the person says so, installed when they say so again.
// INVARIANT: nothing is installed whose bytes, version and system the key in this program's archive did not sign, nothing older than what
// runs, and nothing with more rights than this user has; a look has nothing in it by which the server knows two looks of one person.
import { fail, ok, type Failure, type Result } from '#policy/language/failure.ts';
import type { Feed } from './feed.ts';
import { isSignedBy, listFor, releaseOf, runsOn, sha512Now, sha512Of, systemIn } from './release.ts';
import type { Machine, Release } from './release.ts';

/** What is used of electron-updater's `AppUpdater` (electron.build/auto-update). */
export type UpdaterPort = {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  allowDowngrade: boolean;
  allowPrerelease: boolean;
  disableWebInstaller: boolean;
  disableDifferentialDownload: boolean;
  requestHeaders: Record<string, unknown> | null;
  /** Parts after its three numbers: what runs is a trial. */
  readonly currentVersion: { readonly prerelease: readonly unknown[] };
  setFeedURL(options: { readonly provider: 'generic'; readonly url: string }): void;
  checkForUpdates(): Promise<{
    readonly isUpdateAvailable: boolean;
    readonly updateInfo: { readonly version: string; readonly files: readonly NamedFile[] };
  } | null>;
  downloadUpdate(): Promise<readonly string[]>;
  quitAndInstall(isSilent: boolean, isForceRunAfter: boolean): void;
  on(name: 'download-progress', listener: (told: { readonly percent: number }) => void): unknown;
  on(name: 'error', listener: (error: Error) => void): unknown;
};
type NamedFile = {
  readonly url: string;
  readonly sha512: string;
  readonly isAdminRightsRequired?: boolean;
};

type Ready = { readonly path: string; readonly release: Release };

export type UpdateState =
  | { readonly kind: 'IDLE' | 'LOOKING' | 'NEWEST' }
  | { readonly kind: 'FOUND' | 'READY'; readonly version: string }
  | { readonly kind: 'FETCHING'; readonly version: string; readonly percent: number }
  | { readonly kind: 'FAILED'; readonly failure: Failure };

export type UpdateParts = {
  readonly feed: Feed;
  readonly updater: UpdaterPort;
  /** The text at an address of the feed, of at most `mostBytes`. */
  readonly read: (url: string, mostBytes: number) => Promise<Result<string>>;
  readonly onChange: () => void;
  readonly machine: Machine;
  /** The program is closed, and could not be left: it has to begin anew. `fetched`: the new version's file, as it was signed. */
  readonly beginAnew: (why: Failure, fetched: string | null) => void;
};

const DAY_MS = 86_400_000;
const MOST_SIGNATURE_BYTES = 200;
/** macOS takes the file over and checks it once more; whatever takes longer never ends. */
const LEAVING_MS = 120_000;
/** electron-updater would send a lasting id in its place. */
const OF_NOBODY = { 'x-user-staging-id': '00000000-0000-0000-0000-000000000000' } as const;

export class Updates {
  readonly #parts: UpdateParts;
  #state: UpdateState = { kind: 'IDLE' };
  #files: readonly NamedFile[] = [];
  /** What was fetched and is signed. */
  #ready: Ready | null = null;
  #timer: NodeJS.Timeout | null = null;
  #leaving: NodeJS.Timeout | null = null;

  constructor(parts: UpdateParts) {
    this.#parts = parts;
    const { feed, updater } = parts;
    updater.setFeedURL({ provider: 'generic', url: feed.url });
    updater.autoDownload = false;
    updater.autoInstallOnAppQuit = false;
    updater.allowPrerelease = false;
    updater.allowDowngrade = false;
    updater.disableWebInstaller = true;
    // One file with one digest, and no parts of it from a second list.
    updater.disableDifferentialDownload = true;
    updater.requestHeaders = { ...OF_NOBODY };
    updater.on('download-progress', ({ percent }) => {
      const { kind } = this.#state;
      if (kind === 'FETCHING') this.#become({ ...this.#state, percent: Math.floor(percent) });
    });
    // Every call tells its own error, too; the last one alone has nobody left to tell.
    updater.on('error', (cause) => this.#stay('the newer version could not be installed', cause));
  }

  get state(): UpdateState {
    return this.#state;
  }

  /** Looks now, and once a day after it. */
  begin(): void {
    void this.look();
    this.#timer = setInterval(() => void this.look(), DAY_MS);
    this.#timer.unref();
  }

  close(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  async look(): Promise<void> {
    if (['LOOKING', 'FETCHING', 'READY'].includes(this.#state.kind)) return;
    this.#become({ kind: 'LOOKING' });
    try {
      const found = await this.#parts.updater.checkForUpdates();
      if (found === null) return this.#fail('what brought this program here updates it');
      if (!found.isUpdateAvailable) return this.#become({ kind: 'NEWEST' });
      const { version } = found.updateInfo;
      if (version.includes('-') && this.#parts.updater.currentVersion.prerelease.length === 0)
        return this.#refuse(`version ${version} is for trying out, and this program is not`);
      this.#files = found.updateInfo.files;
      this.#become({ kind: 'FOUND', version });
    } catch (cause) {
      this.#fail('the list of releases could not be read', cause);
    }
  }

  async fetch(): Promise<void> {
    if (this.#state.kind !== 'FOUND') return;
    const { version } = this.#state;
    this.#become({ kind: 'FETCHING', version, percent: 0 });
    try {
      const [path, ...more] = await this.#parts.updater.downloadUpdate();
      if (path === undefined || more.length > 0) return this.#fail('a release is one file');
      const release = await this.#signed(path, version);
      if (!release.ok) return this.#become({ kind: 'FAILED', failure: release.error });
      this.#ready = { path, release: release.value };
      this.#become({ kind: 'READY', version });
    } catch (cause) {
      this.#fail(`version ${version} could not be fetched`, cause);
    }
  }

  /** How the program is left, so that it comes back as the new version: the last thing of an orderly end. `null`: there is none to install. */
  async install(): Promise<(() => void) | null> {
    const ready = this.#ready;
    if (ready === null) return null;
    // It lay on the disk meanwhile.
    const now = await sha512Of(ready.path).catch(() => null);
    if (now !== ready.release.sha512) {
      this.#ready = null;
      this.#fail('what was fetched is not on the disk as it came');
      return null;
    }
    return () => this.#leave(ready);
  }

  /** INVARIANT: the program is closed, so that it ends or begins anew. */
  #leave({ path, release }: Ready): void {
    this.#leaving = setTimeout(() => this.#stay('the newer version took too long'), LEAVING_MS);
    try {
      // Closing took seconds, in which it lay on the disk; from here on it is electron-updater that opens it.
      if (sha512Now(path) !== release.sha512) {
        this.#ready = null;
        return this.#stay('what was fetched is not on the disk as it came');
      }
      this.#parts.updater.quitAndInstall(true, true);
    } catch (cause) {
      this.#stay('the newer version could not be installed', cause);
    }
  }

  #stay(message: string, cause?: unknown): void {
    if (this.#leaving === null) return;
    clearTimeout(this.#leaving);
    this.#leaving = null;
    const { error } = fail('desktop.update-failed', message, cause === undefined ? {} : { cause });
    this.#parts.beginAnew(error, this.#ready?.path ?? null);
  }

  async #signed(path: string, version: string): Promise<Result<Release>> {
    const sha512 = await sha512Of(path);
    const named = this.#files.find((file) => file.sha512 === sha512);
    if (named === undefined)
      return fail('desktop.update-refused', `what was fetched as version ${version} is not in the list`);
    // What asks for more rights is run by name, after whoever runs as this user could change it.
    if (named.isAdminRightsRequired === true)
      return fail('desktop.update-refused', `version ${version} asks for more rights than its user has`);
    const { feed, machine, read } = this.#parts;
    const system = systemIn(listFor(machine) ?? '', named.url);
    if (system === null || !runsOn(machine, system))
      return fail('desktop.update-refused', `\`${named.url.slice(0, 80)}\` is not for this machine`);
    const release = releaseOf({ system, version, file: named.url, sha512 });
    if (!release.ok) return release;
    const signature = await read(
      new URL(`${encodeURIComponent(named.url)}.sig`, feed.url).href,
      MOST_SIGNATURE_BYTES,
    );
    if (!signature.ok) return signature;
    return isSignedBy(feed.key, release.value, signature.value)
      ? ok(release.value)
      : fail('desktop.update-refused', `version ${version} is not signed by this program’s makers`, {
          help: 'nothing was installed; tell whoever gave you this program',
        });
  }

  #refuse(message: string): void {
    this.#become({ kind: 'FAILED', failure: fail('desktop.update-refused', message).error });
  }

  #fail(message: string, cause?: unknown): void {
    const failure = fail('desktop.update-failed', message, cause === undefined ? {} : { cause });
    this.#become({ kind: 'FAILED', failure: failure.error });
  }

  #become(state: UpdateState): void {
    this.#state = state;
    this.#parts.onChange();
  }
}
