// Begins a program anew that was closed for its newer version and could not be left. INVARIANT: it never stays without a window, a tray and
// a word: the reason is said on stderr, and it ends.
import type { Failure } from '#policy/language/failure.ts';
import type { ElectronPort } from '../ports/electron.ts';

export type Anew = {
  readonly app: Pick<ElectronPort['app'], 'exit' | 'relaunch'>;
  /** Where an AppImage lies: what runs is in a place that is gone with it. */
  readonly appImage: string | null;
  readonly isThere: (path: string) => boolean;
  readonly say: (line: string) => void;
};

/** `fetched`: the new version's file; electron-updater takes an AppImage away before it puts that in its place. */
export function beginAnew({ app, appImage, isThere, say }: Anew, why: Failure, fetched: string | null): void {
  const reason = why.cause === undefined ? '' : `: ${why.cause}`;
  say(`the newer version is not installed, and the program begins anew: ${why.message}${reason}`);
  const program = appImage === null || isThere(appImage) ? appImage : fetched;
  app.relaunch(program === null ? {} : { execPath: program });
  app.exit(0);
}
