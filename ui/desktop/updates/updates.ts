// Newer releases: looked for once a day, fetched when the person says so, installed when they say so again.
// INVARIANT: nothing is installed whose bytes and version the key in this program's archive did not sign, and nothing older than what runs;
// the look tells the server nothing but that somebody looked.
import { fail, ok, type Failure, type Result } from '#policy/language/failure.ts';
import type { Feed } from './feed.ts';
import { isSignedBy, releaseOf, sha512Of, type Release } from './release.ts';

/** What is used of electron-updater's `AppUpdater` (electron.build/auto-update). */
export type UpdaterPort = {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  allowDowngrade: boolean;
  allowPrerelease: boolean;
  disableWebInstaller: boolean;
  disableDifferentialDownload: boolean;
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
type NamedFile = { readonly url: string; readonly sha512: string };

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
};

const DAY_MS = 86_400_000;
const MOST_SIGNATURE_BYTES = 200;

export class Updates {
  readonly #parts: UpdateParts;
  #state: UpdateState = { kind: 'IDLE' };
  #files: readonly NamedFile[] = [];
  /** What was fetched and is signed. */
  #ready: { readonly path: string; readonly release: Release } | null = null;
  #timer: NodeJS.Timeout | null = null;

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
    updater.on('download-progress', ({ percent }) => {
      const { kind } = this.#state;
      if (kind === 'FETCHING') this.#become({ ...this.#state, percent: Math.floor(percent) });
    });
    // Every call tells its own error, too.
    updater.on('error', () => undefined);
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
      this.#files = found.updateInfo.files;
      this.#become({ kind: 'FOUND', version: found.updateInfo.version });
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
    return () => this.#parts.updater.quitAndInstall(true, true);
  }

  async #signed(path: string, version: string): Promise<Result<Release>> {
    const sha512 = await sha512Of(path);
    const named = this.#files.find((file) => file.sha512 === sha512);
    if (named === undefined)
      return fail('desktop.update-refused', `what was fetched as version ${version} is not in the list`);
    const release = releaseOf({ version, file: named.url, sha512 });
    if (!release.ok) return release;
    const { feed, read } = this.#parts;
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

  #fail(message: string, cause?: unknown): void {
    const failure = fail('desktop.update-failed', message, cause === undefined ? {} : { cause });
    this.#become({ kind: 'FAILED', failure: failure.error });
  }

  #become(state: UpdateState): void {
    this.#state = state;
    this.#parts.onChange();
  }
}
