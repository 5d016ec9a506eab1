// Classifies a browser's command line by the table. INVARIANT: what is forbidden is found in any spelling that some
// platform accepts; what is required or known counts only in the exact one.
import {
  FORBIDDEN_FEATURES,
  FORBIDDEN_SWITCHES,
  KNOWN_POSITIONALS,
  KNOWN_SWITCHES,
  REQUIRED_FLAGS,
} from './launch-flag-table.ts';
import type { ForbiddenBrowserFlag, LaunchFlagClass } from '#policy/language/vocabulary.ts';

export type FlagFinding = {
  readonly flag: string;
  readonly class: Exclude<LaunchFlagClass, 'CLEAN'>;
  readonly forbidden: ForbiddenBrowserFlag | null;
  readonly message: string;
};

export type FlagClassification = {
  readonly class: LaunchFlagClass;
  readonly findings: readonly FlagFinding[];
};

/**
 * Phase-38 section 9.2: any forbidden flag, else a missing required one, else an unknown one, else clean.
 * `freshProfile`: the directory that the launcher has just made; any other `--user-data-dir` is a shared one.
 */
export function classifyFlags(
  flags: readonly string[],
  options: { readonly freshProfile?: string } = {},
): FlagClassification {
  const findings = flags.flatMap((flag) => inspect(flag, options.freshProfile));
  const seen = new Set<string>();
  for (const flag of flags.filter((one) => one.startsWith('-'))) {
    const { name } = split(flag);
    // Which of the two counts would be the browser's own matter.
    if (seen.has(name)) findings.push(unknown(flag, 'its switch stands there twice'));
    seen.add(name);
  }
  for (const required of REQUIRED_FLAGS) {
    if (flags.includes(required)) continue;
    const message = `the required flag \`${required}\` is missing`;
    findings.push({ flag: required, class: 'REQUIRED_FLAG_MISSING', forbidden: null, message });
  }
  const has = (wanted: LaunchFlagClass): boolean => findings.some((finding) => finding.class === wanted);
  if (has('FORBIDDEN_FLAG')) return { class: 'FORBIDDEN_FLAG', findings };
  if (has('REQUIRED_FLAG_MISSING')) return { class: 'REQUIRED_FLAG_MISSING', findings };
  if (has('UNKNOWN_FLAG')) return { class: 'UNKNOWN_FLAG', findings };
  return { class: 'CLEAN', findings };
}

function inspect(flag: string, freshProfile: string | undefined): FlagFinding[] {
  // One word may hide several: `--enable-features=a --no-sandbox`.
  const words = flag.split(/(?<!\s)\s+(?=[-/–—])/);
  const found = words.flatMap((word) => forbiddenIn(word, freshProfile));
  if (found.length > 0) return found.map((kind) => forbidden(flag, kind));
  const why = words.length > 1 ? 'several flags in one word' : unknownIn(flag, freshProfile);
  return why === null ? [] : [unknown(flag, why)];
}

function forbiddenIn(word: string, freshProfile: string | undefined): ForbiddenBrowserFlag[] {
  const { name, value } = split(word);
  if (name === 'user-data-dir') {
    return freshProfile !== undefined && word === `--user-data-dir=${freshProfile}`
      ? []
      : ['USER_DATA_DIR_SHARED'];
  }
  const direct = Object.hasOwn(FORBIDDEN_SWITCHES, name) ? FORBIDDEN_SWITCHES[name] : undefined;
  if (direct !== undefined) return [direct];
  const features = Object.hasOwn(FORBIDDEN_FEATURES, name) ? FORBIDDEN_FEATURES[name] : undefined;
  if (features === undefined) return [];
  return listOf(value).flatMap((member) => {
    const key = member.toLowerCase();
    const kind = Object.hasOwn(features, key) ? features[key] : undefined;
    return kind === undefined ? [] : [kind];
  });
}

/** Why a word is not known, `null` if it is. */
function unknownIn(word: string, freshProfile: string | undefined): string | null {
  if (freshProfile !== undefined && word === `--user-data-dir=${freshProfile}`) return null;
  if (KNOWN_POSITIONALS.includes(word)) return null;
  const exact = /^--([a-z0-9-]+)(?:=(.*))?$/s.exec(word);
  const known = exact?.[1] === undefined ? undefined : KNOWN_SWITCHES.get(exact[1]);
  if (known === undefined) return 'not in the table of known flags';
  const value = exact?.[2];
  switch (known.kind) {
    case 'none':
      return value === undefined ? null : 'takes no value';
    case 'one-of':
      if (value === undefined) return known.optional === true ? null : 'needs a value';
      return known.values.includes(value) ? null : `its value is not one of: ${known.values.join(', ')}`;
    case 'form':
      return value !== undefined && known.form.test(value) ? null : 'its value has not the permitted form';
    case 'list': {
      const odd = listOf(value ?? '').filter((member) => !known.members.includes(member));
      if (value === undefined) return 'needs a value';
      return odd.length === 0 ? null : `not in the closed list: ${odd.join(', ')}`;
    }
  }
}

/** The name as the most lenient platform reads it: any dashes or a slash in front, any case, quotes dropped. */
function split(word: string): { name: string; value: string } {
  const bare = word
    .trim()
    .replaceAll(/["'\0]/g, '')
    .replace(/^(?:[-–—]+|\/)/, '');
  const equals = bare.search(/[=:]/);
  if (equals < 0) return { name: bare.toLowerCase(), value: '' };
  return { name: bare.slice(0, equals).trim().toLowerCase(), value: bare.slice(equals + 1) };
}

/** Members of a feature list, without the `<Trial`, `:param/value` and `*` or `!` that Chromium allows around a name. */
function listOf(value: string): string[] {
  return value
    .split(',')
    .map((member) =>
      member
        .trim()
        .replace(/^[*!]/, '')
        .replace(/[<:].*$/s, ''),
    )
    .filter((member) => member !== '');
}

function forbidden(flag: string, kind: ForbiddenBrowserFlag): FlagFinding {
  return { flag, class: 'FORBIDDEN_FLAG', forbidden: kind, message: `\`${flag}\` is forbidden (${kind})` };
}

function unknown(flag: string, why: string): FlagFinding {
  return { flag, class: 'UNKNOWN_FLAG', forbidden: null, message: `\`${flag}\` is unknown: ${why}` };
}
