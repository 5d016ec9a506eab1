// Checks the stored data: the audit log, the clock that dates it, and the vault.
import type { Config } from '#gateway/settings/config.ts';
import { FORMAT } from '#gateway/settings/formats.ts';
import { finding, good } from './findings.ts';
import type { Check } from './findings.ts';
import { keyFilePath } from './probes.ts';
import type { Probes } from './probes.ts';

/** Nothing of this project is older. */
const OLDEST = Date.parse('2026-01-01T00:00:00Z');
/** Clocks are set, and leap. */
const TOLERANCE_MS = 60_000;

export async function checkAudit(probes: Probes): Promise<Check> {
  const report = await probes.audit();
  if (report === null) return good('audit', 'no log yet');
  if (!report.ok)
    return finding(
      'audit',
      'audit.unreadable',
      report.error.message,
      report.error.help ?? 'check the rights of the files, and that the disk works',
    );
  const { ok: intact, entries, firstBad } = report.value;
  if (intact) return good('audit', `verified, ${entries} entries`);
  return finding(
    'audit',
    'audit.broken',
    `entry ${firstBad?.seq ?? 0}: ${firstBad?.problem ?? 'does not verify'}`,
    'keep the files as they are, and see `ghost audit verify`',
  );
}

const of = (name: string, format: number | null, known: number): string =>
  format === null
    ? `${name} none yet`
    : `${name} ${format}${format < known ? ` (${known} at the next start)` : ''}`;

/** What is newer than this program is the log's and the vault's own finding. */
export function checkFormats(probes: Probes): Check {
  const { audit, vault, inForce, revisions, copies } = probes.formats();
  return good(
    'formats',
    `${of('audit log', audit, FORMAT.audit)}, ${of('vault', vault, FORMAT.vault)}, ${of('policy in force', inForce, FORMAT.inForce)}, ${of('revisions', revisions, FORMAT.revisions)}${copies.length === 0 ? '' : `; kept from before a change: ${copies.join(', ')}`}`,
  );
}

/** Times in the log, sessions' ends and bundles' validity go by it. */
export async function checkClock(probes: Probes): Promise<Check> {
  const now = probes.now();
  const shown = new Date(now).toISOString();
  if (now < OLDEST)
    return finding('clock', 'clock.unset', `it says ${shown}`, 'set it (`timedatectl set-ntp true`)');
  const last = await probes.lastEntryAt();
  if (last !== null && Date.parse(last) > now + TOLERANCE_MS)
    return finding(
      'clock',
      'clock.backwards',
      `it says ${shown}, and the log’s last entry is of ${last}`,
      'set it (`timedatectl set-ntp true`); entries keep their order by number, not by time',
    );
  return good('clock', shown);
}

const WHERE = {
  ELECTRON_SAFE_STORAGE: 'the desktop’s safe storage',
  OS_KEYRING: 'the keyring of this user',
  KEY_FILE: 'a 0600 file beside it: who can read your files can read it',
} as const;

export async function checkVault(probes: Probes, config: Config): Promise<Check> {
  if (!(await probes.cipher()))
    return finding(
      'vault',
      'vault.unavailable',
      'SQLCipher is not installed: sessions cannot be saved',
      'run `npm ci` with a C++ compiler and OpenSSL’s headers (Debian: `build-essential libssl-dev`)',
    );
  const keyFile = probes.place(keyFilePath(probes.paths));
  if (keyFile !== null && (keyFile.mode & 0o077) !== 0)
    return finding(
      'vault',
      'vault.key-readable',
      `others can read ${keyFilePath(probes.paths)}`,
      `run \`chmod 600 ${keyFilePath(probes.paths)}\`, and save anew what was saved under it`,
    );
  const found = await probes.vault(config);
  if (found !== null && !found.ok)
    return finding(
      'vault',
      'vault.unusable',
      found.error.message,
      found.error.help ?? 'restore it from a copy',
    );
  if (found !== null) {
    const { key, tables } = found.value;
    return good(
      'vault',
      `whole, ${of('its tables', tables, FORMAT.vaultTables)}; its key is in ${WHERE[key]}`,
    );
  }
  const keyring = config.vault.key === 'file' ? null : await probes.keyring();
  if (config.vault.key === 'keyring' && keyring?.ok !== true)
    return finding(
      'vault',
      'vault.no-keyring',
      `nothing is saved yet, and the keyring that the settings ask for is not there: ${keyring?.error.cause ?? ''}`,
      'unlock it, or set `vault: {key: file}` in config.yaml',
    );
  return good(
    'vault',
    `nothing is saved yet; the key would go into ${keyring?.ok === true ? WHERE.OS_KEYRING : WHERE.KEY_FILE}`,
  );
}
