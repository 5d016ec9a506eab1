// Settings of the commands, in a 0600 file beside `config.yaml`. INVARIANT: a file that does not parse is an error that names
// it, never "no settings"; `config reset` mends it.
import { rmSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { ownDirectory, trustedDirectory } from '#executors/system/own-directory.ts';
import { readPrivate, writePrivate } from '#executors/system/private-file.ts';
import { suggest } from '#policy/language/nearest.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { SETTINGS, SETTING_KEYS } from '#gateway/protocol/commands/rows/config.ts';
import type { SettingKey } from '#gateway/protocol/commands/rows/config.ts';

export type SettingValue = string | number | boolean;
export type Settings = {
  readonly [K in SettingKey]: (typeof SETTINGS)[K]['default'] extends boolean
    ? boolean
    : (typeof SETTINGS)[K]['default'] extends number
      ? number
      : string;
};

export class SettingsFile {
  readonly path: string;

  /** `config`: the path of `config.yaml`. */
  constructor(config: string) {
    this.path = join(dirname(config), 'commands.json');
  }

  /** Errors: `config.unreadable`, `config.bad-value`. */
  read(): Result<Settings> {
    const given = this.#given();
    if (!given.ok) return given;
    return ok({
      'auto-retry': given.value['auto-retry'] === true,
      'retry-count': this.#number(given.value, 'retry-count'),
      'retry-delay-ms': this.#number(given.value, 'retry-delay-ms'),
      'default-timeout-ms': this.#number(given.value, 'default-timeout-ms'),
      'screenshot-dir': String(given.value['screenshot-dir'] ?? SETTINGS['screenshot-dir'].default),
      'console-buffer-size': this.#number(given.value, 'console-buffer-size'),
      'network-buffer-size': this.#number(given.value, 'network-buffer-size'),
      'daemon-idle-timeout-m': this.#number(given.value, 'daemon-idle-timeout-m'),
    });
  }

  /** Errors: `config.bad-value`, `config.unwritable`, and those of `read`. */
  set(key: string, text: string): Result<{ key: SettingKey; value: SettingValue }> {
    const known = settingOf(key);
    if (!known.ok) return known;
    const value = valueOf(known.value, text);
    if (!value.ok) return value;
    const given = this.#given();
    if (!given.ok) return given;
    const written = this.#write({ ...given.value, [known.value]: value.value });
    return written.ok ? ok({ key: known.value, value: value.value }) : written;
  }

  /** Errors: `config.unwritable`. */
  reset(): Result<void> {
    try {
      rmSync(this.path, { force: true });
      return ok(undefined);
    } catch (thrown) {
      return this.#unwritable(thrown);
    }
  }

  #number(given: Readonly<Partial<Record<SettingKey, SettingValue>>>, key: SettingKey): number {
    const value = given[key];
    return typeof value === 'number' ? value : Number(SETTINGS[key].default);
  }

  #given(): Result<Partial<Record<SettingKey, SettingValue>>> {
    const read = readPrivate(this.path);
    if (!read.ok)
      return fail('config.unreadable', `cannot read \`${this.path}\`: ${read.error.message}`, {
        cause: read.error.cause,
      });
    const text = read.value;
    if (text === null) return ok({});
    const help = 'mend it, or set everything back with `ghost config reset`';
    let parsed: unknown;
    try {
      parsed = JSON.parse(text);
    } catch (thrown) {
      return fail('config.unreadable', `\`${this.path}\` is not JSON`, { cause: thrown, help });
    }
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
      return fail('config.bad-value', `\`${this.path}\` is not an object`, { help });
    const found: Partial<Record<SettingKey, SettingValue>> = {};
    for (const [key, value] of Object.entries(parsed)) {
      const known = settingOf(key);
      const right = known.ok ? valueOf(known.value, String(value)) : known;
      if (!known.ok || !right.ok)
        return fail('config.bad-value', `\`${this.path}\`, ${right.ok ? key : right.error.message}`, {
          help,
        });
      found[known.value] = right.value;
    }
    return ok(found);
  }

  /** Whole or not at all: another file, put in its place. */
  #write(settings: Partial<Record<SettingKey, SettingValue>>): Result<void> {
    const there = trustedDirectory(dirname(this.path));
    const directory = there.ok && there.value === null ? ownDirectory(dirname(this.path), 0o700) : there;
    const written = directory.ok
      ? writePrivate(this.path, `${JSON.stringify(settings, null, 2)}\n`)
      : directory;
    return written.ok ? ok(undefined) : this.#unwritable(written.error.cause ?? written.error.message);
  }

  #unwritable(thrown: unknown): Result<never> {
    return fail('config.unwritable', `cannot write \`${this.path}\``, {
      cause: thrown,
      help: 'look at the rights of its directory; nothing was changed',
    });
  }
}

export function settingOf(key: string): Result<SettingKey> {
  const found = SETTING_KEYS.find((one) => one === key);
  return found === undefined
    ? fail('config.bad-value', `there is no setting \`${key.slice(0, 100)}\``, {
        help: suggest(key, SETTING_KEYS),
      })
    : ok(found);
}

function valueOf(key: SettingKey, text: string): Result<SettingValue> {
  const setting = SETTINGS[key];
  switch (setting.type) {
    case 'boolean':
      if (text === 'true' || text === 'false') return ok(text === 'true');
      return fail('config.bad-value', `\`${key}\` is true or false, not \`${text}\``);
    case 'number': {
      const value = /^\d{1,9}$/u.test(text) ? Number(text) : -1;
      if (value >= setting.min && value <= setting.max) return ok(value);
      return fail(
        'config.bad-value',
        `\`${key}\` is a whole number from ${setting.min} to ${setting.max}, not \`${text}\``,
      );
    }
    case 'string':
      if (text === '' || isAbsolute(text)) return ok(text);
      return fail('config.bad-value', `\`${key}\` is an absolute path, not \`${text}\``);
  }
}
