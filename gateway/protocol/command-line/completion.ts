// Completion for shells, from the rows: commands, their further words, options, and the choices of an option.
import { optionInWords, optionOf, optionsOf } from './row.ts';
import type { LineRow } from './row.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

type Words = { readonly name: string; readonly title: string; readonly options: readonly string[] };

export function completion(shell: Shell, rows: readonly LineRow[]): string {
  const commands = rows.flatMap((row): Words[] => {
    const options = optionsOf(row).map((param) => optionInWords(param).split(' ')[0] ?? '');
    return [row.name, ...row.aliases.map(({ name }) => name)].map((name) => ({
      name,
      title: row.title,
      options,
    }));
  });
  switch (shell) {
    case 'bash':
      return bash(rows, commands);
    case 'zsh':
      return `#compdef ghost\nautoload -U +X bashcompinit && bashcompinit\n${bash(rows, commands)}`;
    case 'fish':
      return fish(commands);
  }
}

function choicesOf(rows: readonly LineRow[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { name, choices } of rows.flatMap(optionsOf)) {
    if (choices.length === 0) continue;
    const known = found.get(optionOf(name)) ?? new Set<string>();
    choices.forEach((one) => known.add(one));
    found.set(optionOf(name), known);
  }
  return found;
}

/** What may come behind each beginning of a command: further words, then options. */
function nextOf(commands: readonly Words[]): ReadonlyMap<string, readonly string[]> {
  const next = new Map<string, string[]>();
  const add = (path: string, words: readonly string[]): void => {
    const known = next.get(path) ?? [];
    next.set(path, [...known, ...words.filter((word) => !known.includes(word))]);
  };
  for (const { name } of commands)
    name.split(' ').forEach((word, at, all) => add(all.slice(0, at).join(' '), [word]));
  for (const { name, options } of commands) add(name, options);
  next.set('', (next.get('') ?? []).toSorted());
  return next;
}

function bash(rows: readonly LineRow[], commands: readonly Words[]): string {
  const next = nextOf(commands);
  const paths = [...next.keys()].filter((path) => path !== '');
  return [
    '_ghost() {',
    '  local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" words="" path="" longer at',
    '  for ((at = 1; at < COMP_CWORD; at++)); do',
    '    longer="${path:+$path }${COMP_WORDS[at]}"',
    '    case "$longer" in',
    `      ${paths.map((path) => `"${path}"`).join('|')}) path="$longer" ;;`,
    '      *) break ;;',
    '    esac',
    '  done',
    '  case "$before" in',
    ...[...choicesOf(rows)].map(
      ([option, words]) =>
        `    ${option}) COMPREPLY=($(compgen -W "${[...words].join(' ')}" -- "$word")); return ;;`,
    ),
    '  esac',
    '  case "$path" in',
    ...[...next].map(([path, words]) => `    "${path}") words="${words.join(' ')}" ;;`),
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "$word"))',
    '}',
    'complete -o default -F _ghost ghost',
    '',
  ].join('\n');
}

function fish(commands: readonly Words[]): string {
  const titled = new Map(commands.map(({ name, title }) => [name, title]));
  const quoted = (text: string): string => `'${text.replaceAll("'", "\\'")}'`;
  const seen = (path: string): string =>
    path === ''
      ? '__fish_use_subcommand'
      : quoted(
          path
            .split(' ')
            .map((word) => `__fish_seen_subcommand_from ${word}`)
            .join('; and '),
        );
  return [
    ...[...nextOf(commands)].flatMap(([path, words]) =>
      words.map((word) => {
        if (word.startsWith('--')) return `complete -c ghost -n ${seen(path)} -l ${word.slice(2)}`;
        const title = titled.get(path === '' ? word : `${path} ${word}`);
        return `complete -c ghost -n ${seen(path)} -f -a ${word}${title === undefined ? '' : ` -d ${quoted(title)}`}`;
      }),
    ),
    '',
  ].join('\n');
}
