// One fresh profile per browser: made for it alone, owned by the uid that the browser runs as, removed for good.
// INVARIANT: `ROOT/ghost-*/owner.json` names the gateway process; only a dead owner's profile may be swept. What the browser's uid
// may write to is touched by root without following links; the outer directory is root's, and closed until all is in it.
import { chmod, lchown, lstat, mkdir, mkdtemp, readdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fail, ok, type Result } from '#policy/language/failure.ts';
import { ownDirectory } from '#executors/system/own-directory.ts';
import { removeTree } from '#executors/system/remove-tree.ts';
import { readOwnerFile, thisProcess, type Owner } from './owner.ts';
import type { Unprivileged } from './unprivileged.ts';

export const PROFILE_PREFIX = 'ghost-';
const TEMPORARY_PREFIX = 'gb-';
const OWNER_SUFFIX = '.owner';

export type Profile = {
  /** The outer directory: owner file and the browser's home, removed as a whole. */
  readonly directory: string;
  /** `--user-data-dir`, `HOME` and the XDG directories. */
  readonly userData: string;
  /** `TMPDIR`, with a short name, since Chromium's socket in it has 107 characters at most. Goes with the profile. */
  readonly temporary: string;
  /** In front of the browser's `PATH`: programs by which it would open an address of another program's, doing nothing. */
  readonly programs: string;
  /** Nothing but our preferences lay in it when it was handed out. */
  readonly cleared: boolean;
};

/** `/.org.chromium.Chromium.XXXXXX/SingletonSocket` comes behind it. */
const MAX_TEMPORARY_PATH_BYTES = 60;
/** Where the profile's own path is longer than that: as root, and as anybody else (made by nobody but us, and closed). */
const SHORT_ROOT = '/var/lib/ghost-browser/t';

/** Chromium on Linux starts these for `mailto:`, `tel:` and the like, mail without a question. */
const OPENERS = [
  'xdg-open',
  'xdg-email',
  'xdg-settings',
  'xdg-mime',
  'gio',
  'gvfs-open',
  'kde-open',
  'exo-open',
];

// Content settings: 2 is "block". What a policy may grant is granted over the protocol, not here.
const CONTENT_SETTING_BLOCK = 2;
const PREFERENCES = {
  profile: {
    default_content_setting_values: {
      notifications: CONTENT_SETTING_BLOCK,
      geolocation: CONTENT_SETTING_BLOCK,
      media_stream_mic: CONTENT_SETTING_BLOCK,
      media_stream_camera: CONTENT_SETTING_BLOCK,
      midi_sysex: CONTENT_SETTING_BLOCK,
      usb_guard: CONTENT_SETTING_BLOCK,
      serial_guard: CONTENT_SETTING_BLOCK,
      hid_guard: CONTENT_SETTING_BLOCK,
      bluetooth_guard: CONTENT_SETTING_BLOCK,
      file_system_write_guard: CONTENT_SETTING_BLOCK,
      automatic_downloads: CONTENT_SETTING_BLOCK,
      idle_detection: CONTENT_SETTING_BLOCK,
      clipboard: CONTENT_SETTING_BLOCK,
      local_fonts: CONTENT_SETTING_BLOCK,
      window_placement: CONTENT_SETTING_BLOCK,
      // Windows that no person's gesture opens; the rest is asked (guards/targets.ts).
      popups: CONTENT_SETTING_BLOCK,
      sensors: CONTENT_SETTING_BLOCK,
      midi: CONTENT_SETTING_BLOCK,
      payment_handler: CONTENT_SETTING_BLOCK,
      background_sync: CONTENT_SETTING_BLOCK,
      protected_media_identifier: CONTENT_SETTING_BLOCK,
      hid_chooser_data: CONTENT_SETTING_BLOCK,
      ar: CONTENT_SETTING_BLOCK,
      vr: CONTENT_SETTING_BLOCK,
      storage_access: CONTENT_SETTING_BLOCK,
      top_level_storage_access: CONTENT_SETTING_BLOCK,
      federated_identity_api: CONTENT_SETTING_BLOCK,
      display_capture: CONTENT_SETTING_BLOCK,
      captured_surface_control: CONTENT_SETTING_BLOCK,
      speaker_selection: CONTENT_SETTING_BLOCK,
      keyboard_lock: CONTENT_SETTING_BLOCK,
      nfc: CONTENT_SETTING_BLOCK,
      private_state_token: CONTENT_SETTING_BLOCK,
    },
    password_manager_enabled: false,
    // Cookies and storage in a frame of another site: never.
    block_third_party_cookies: true,
    cookie_controls_mode: 1,
  },
  // No sign-in to the browser: it would ask Google's servers for accounts.
  signin: { allowed: false, allowed_on_next_startup: false },
  credentials_enable_service: false,
  autofill: { profile_enabled: false, credit_card_enabled: false },
  search: { suggest_enabled: false },
  net: { network_prediction_options: 2 },
  translate: { enabled: false },
  safebrowsing: { enabled: false },
  dns_over_https: { mode: 'off' },
  alternate_error_pages: { enabled: false },
  custom_handlers: { enabled: false },
  payments: { can_make_payment_enabled: false },
  printing: { enabled: false },
  privacy_sandbox: {
    m1: { topics_enabled: false, fledge_enabled: false, ad_measurement_enabled: false },
  },
};

/** Of the browser as a whole. Its own TLS carries no encrypted hello then, not even a dummy: network/tunnel.ts refuses one. */
const LOCAL_STATE = { ssl: { ech_enabled: false } };

export async function makeProfile(root: string, as: Unprivileged | null): Promise<Result<Profile>> {
  const made = ownDirectory(root, as === null ? 0o700 : 0o711);
  if (!made.ok) return notMade(root, made.error.cause ?? made.error.message, made.error.help);
  let begun: string | null = null;
  try {
    const blocked = as === null ? null : await untraversable(made.value);
    if (blocked !== null) {
      return fail('browser.launch-failed', `the browser’s user cannot enter \`${blocked}\``, {
        help: 'choose a profile directory outside it, or make it searchable for others (chmod o+x)',
        details: { directory: blocked },
      });
    }
    // 0700 and ours: nobody else is in it until it is opened below.
    const directory = await mkdtemp(join(made.value, PROFILE_PREFIX));
    begun = directory;
    const owner = await thisProcess();
    await writeOwner(join(directory, 'owner.json'), owner);
    const userData = join(directory, 'profile');
    const defaults = join(userData, 'Default');
    await mkdir(userData, { mode: 0o700 });
    await mkdir(defaults, { mode: 0o700 });
    const preferences = join(defaults, 'Preferences');
    await writeFile(preferences, JSON.stringify(PREFERENCES), { mode: 0o600, flag: 'wx' });
    const localState = join(userData, 'Local State');
    await writeFile(localState, JSON.stringify(LOCAL_STATE), { mode: 0o600, flag: 'wx' });
    const programs = join(directory, 'programs');
    await mkdir(programs, { mode: 0o755 });
    for (const name of OPENERS)
      await writeFile(join(programs, name), '#!/bin/sh\nexit 1\n', { mode: 0o755, flag: 'wx' });
    const found = [...(await readdir(userData)), ...(await readdir(defaults))].sort();
    const cleared = found.join() === 'Default,Local State,Preferences';
    const temporary = await makeTemporary(directory, owner);
    if (as !== null) {
      for (const path of [preferences, localState, defaults, userData, temporary])
        await lchown(path, as.uid, as.gid);
      await chmod(directory, 0o711);
    }
    return ok({ directory, userData, temporary, programs, cleared });
  } catch (thrown) {
    // A full disk stops in the middle: what is there goes again, and makes room.
    if (begun !== null) await removeProfile(begun);
    return notMade(root, thrown, 'check that the directory exists, is writable and has space left');
  }
}

function notMade(root: string, cause: unknown, help: string | undefined): Result<never> {
  return fail('browser.launch-failed', `the profile could not be made in \`${root}\``, {
    cause,
    ...(help === undefined ? {} : { help }),
  });
}

/** Whom the profile was given to: what is put into it later is theirs, too. `null`: the browser runs as we do. */
export async function userOf(directory: string): Promise<Unprivileged | null> {
  const { uid, gid } = await lstat(join(directory, 'profile'));
  return process.geteuid?.() === 0 && uid !== 0 ? { uid, gid } : null;
}

/** Removes the profile and its temporary directory, and looks whether they are gone. */
export async function removeProfile(directory: string): Promise<boolean> {
  const temporary = temporaryOf(directory);
  // The temporary one goes first: by the profile's name it is found again.
  const gone = temporary.startsWith(`${directory}/`) || (await removeTemporary(temporary));
  return gone && (await removeTree(directory));
}

async function makeTemporary(directory: string, owner: Owner): Promise<string> {
  const temporary = temporaryOf(directory);
  if (temporary.startsWith(SHORT_ROOT)) {
    const above = ownDirectory(SHORT_ROOT, 0o711);
    if (!above.ok) throw new Error(above.error.message);
  }
  // Where the profile is removed by others, this says for itself whose it was.
  if (!temporary.startsWith(`${directory}/`)) await writeOwner(ownerOf(temporary), owner);
  await mkdir(temporary, { mode: 0o700 });
  return temporary;
}

function temporaryOf(directory: string): string {
  const inside = join(directory, 't');
  if (Buffer.byteLength(inside) <= MAX_TEMPORARY_PATH_BYTES || process.platform === 'win32') return inside;
  return join(temporaryRoot(), `${TEMPORARY_PREFIX}${basename(directory).slice(PROFILE_PREFIX.length)}`);
}

const temporaryRoot = (): string => (process.geteuid?.() === 0 ? SHORT_ROOT : tmpdir());

const ownerOf = (temporary: string): string => `${temporary}${OWNER_SUFFIX}`;

/** Temporary directories outside their profiles, and who made each of them. What has no owner file of ours is not listed. */
export async function listTemporaries(): Promise<
  readonly { readonly path: string; readonly owner: Owner }[]
> {
  const root = temporaryRoot();
  const names = await readdir(root).catch((): string[] => []);
  return names
    .filter((name) => name.startsWith(TEMPORARY_PREFIX) && name.endsWith(OWNER_SUFFIX))
    .flatMap((name) => {
      const path = join(root, name.slice(0, -OWNER_SUFFIX.length));
      const owner = readOwnerFile(ownerOf(path));
      return owner === null ? [] : [{ path, owner }];
    });
}

/** The directory, then the file that says whose it was: in this order it is found again if the first is all that works. */
export async function removeTemporary(path: string): Promise<boolean> {
  return (await removeTree(path)) && removeTree(ownerOf(path));
}

const writeOwner = (path: string, owner: Owner): Promise<void> =>
  writeFile(path, JSON.stringify(owner), { mode: 0o600, flag: 'wx' });

/** `null` for a directory without a readable owner: such a one is nobody's. */
export const readOwner = (directory: string): Owner | null => readOwnerFile(join(directory, 'owner.json'));

async function untraversable(path: string): Promise<string | null> {
  for (let directory = path; ; directory = dirname(directory)) {
    if (((await stat(directory)).mode & 0o001) === 0) return directory;
    if (directory === dirname(directory)) return null;
  }
}
