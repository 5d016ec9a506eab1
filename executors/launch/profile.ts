// One fresh profile per browser: made for it alone, owned by the uid that the browser runs as, removed for good.
// INVARIANT: `ROOT/ghost-*/owner.json` names the gateway process; only a dead owner's profile may be swept.
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { describe, fail, ok, type Result } from '#policy/failure.ts';
import { startTime } from './processes.ts';
import type { Unprivileged } from './unprivileged.ts';

export const PROFILE_PREFIX = 'ghost-';

export type Profile = {
  /** The outer directory: owner file and the browser's home, removed as a whole. */
  readonly directory: string;
  /** `--user-data-dir`, `HOME` and the XDG directories. */
  readonly userData: string;
  /** `TMPDIR`: apart and with a short name, since Chromium's socket in it has 107 characters at most. Goes with the profile. */
  readonly temporary: string;
  /** In front of the browser's `PATH`: programs by which it would open an address of another program's, doing nothing. */
  readonly programs: string;
  /** Nothing but our preferences lay in it when it was handed out. */
  readonly cleared: boolean;
};

export type ProfileOwner = { readonly pid: number; readonly startTime: string };

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
const BLOCK = 2;
const PREFERENCES = {
  profile: {
    default_content_setting_values: {
      notifications: BLOCK,
      geolocation: BLOCK,
      media_stream_mic: BLOCK,
      media_stream_camera: BLOCK,
      midi_sysex: BLOCK,
      usb_guard: BLOCK,
      serial_guard: BLOCK,
      hid_guard: BLOCK,
      bluetooth_guard: BLOCK,
      file_system_write_guard: BLOCK,
      automatic_downloads: BLOCK,
      idle_detection: BLOCK,
      clipboard: BLOCK,
      local_fonts: BLOCK,
      window_placement: BLOCK,
      // Windows that no person's gesture opens; the rest is asked (tabs/targets.ts).
      popups: BLOCK,
      sensors: BLOCK,
      midi: BLOCK,
      payment_handler: BLOCK,
      background_sync: BLOCK,
      protected_media_identifier: BLOCK,
      hid_chooser_data: BLOCK,
      ar: BLOCK,
      vr: BLOCK,
      storage_access: BLOCK,
      top_level_storage_access: BLOCK,
      federated_identity_api: BLOCK,
      display_capture: BLOCK,
      captured_surface_control: BLOCK,
      speaker_selection: BLOCK,
      keyboard_lock: BLOCK,
      nfc: BLOCK,
      private_state_token: BLOCK,
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
  let begun: string | null = null;
  try {
    await mkdir(root, { recursive: true, mode: 0o711 });
    // The directory itself is ours to open for passing through; what lies above it is not.
    if (as !== null) await chmod(root, 0o711);
    const blocked = as === null ? null : await untraversable(root);
    if (blocked !== null) {
      return fail('browser.launch-failed', `user \`nobody\` cannot enter \`${blocked}\``, {
        help: 'choose a profile directory outside it, or make it searchable for others (chmod o+x)',
        details: { directory: blocked },
      });
    }
    const directory = await mkdtemp(join(await realpath(root), PROFILE_PREFIX));
    begun = directory;
    const owner: ProfileOwner = { pid: process.pid, startTime: (await startTime(process.pid)) ?? '' };
    await writeFile(join(directory, 'owner.json'), JSON.stringify(owner), { mode: 0o600 });
    const userData = join(directory, 'profile');
    const defaults = join(userData, 'Default');
    await mkdir(userData, { mode: 0o700 });
    await mkdir(defaults, { mode: 0o700 });
    const preferences = join(defaults, 'Preferences');
    await writeFile(preferences, JSON.stringify(PREFERENCES), { mode: 0o600 });
    const localState = join(userData, 'Local State');
    await writeFile(localState, JSON.stringify(LOCAL_STATE), { mode: 0o600 });
    if (as !== null) {
      await chmod(directory, 0o711);
      for (const path of [userData, defaults, preferences, localState]) await chown(path, as.uid, as.gid);
    }
    const programs = join(directory, 'programs');
    await mkdir(programs, { mode: 0o755 });
    for (const name of OPENERS) await writeFile(join(programs, name), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const temporary = temporaryOf(directory);
    await mkdir(temporary, { mode: 0o700 });
    if (as !== null) await chown(temporary, as.uid, as.gid);
    const found = [...(await readdir(userData)), ...(await readdir(defaults))].sort();
    const cleared = found.join() === 'Default,Local State,Preferences';
    return ok({ directory, userData, temporary, programs, cleared });
  } catch (thrown) {
    // A full disk stops in the middle: what is there goes again, and makes room.
    if (begun !== null) await removeProfile(begun);
    return fail('browser.launch-failed', `the profile could not be made in \`${root}\``, {
      cause: thrown,
      help: 'check that the directory exists, is writable and has space left',
    });
  }
}

/** Removes the profile and its temporary directory, and looks whether they are gone. */
export async function removeProfile(directory: string): Promise<boolean> {
  const gone = await Promise.all([remove(directory), remove(temporaryOf(directory))]);
  return gone.every(Boolean);
}

/** As root in `/tmp` itself: root's own TMPDIR may be closed to the uid that the browser runs as. */
function temporaryOf(directory: string): string {
  const base = process.getuid?.() === 0 ? '/tmp' : tmpdir();
  return join(base, `gb-${basename(directory).slice(PROFILE_PREFIX.length)}`);
}

async function remove(directory: string): Promise<boolean> {
  try {
    await rm(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 40 });
    await stat(directory);
    return false;
  } catch (thrown) {
    return describe(thrown).startsWith('ENOENT');
  }
}

/** `null` for a directory without a readable owner: such a one is nobody's. */
export async function readOwner(directory: string): Promise<ProfileOwner | null> {
  try {
    const value: unknown = JSON.parse(await readFile(join(directory, 'owner.json'), 'utf8'));
    if (typeof value !== 'object' || value === null || !('pid' in value) || !('startTime' in value))
      return null;
    const { pid, startTime: started } = value;
    return typeof pid === 'number' && typeof started === 'string' ? { pid, startTime: started } : null;
  } catch {
    return null;
  }
}

async function untraversable(path: string): Promise<string | null> {
  for (let directory = await realpath(path); ; directory = dirname(directory)) {
    if (((await stat(directory)).mode & 0o001) === 0) return directory;
    if (directory === dirname(directory)) return null;
  }
}
