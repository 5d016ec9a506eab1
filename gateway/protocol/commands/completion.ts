// Completion for shells, from the table: commands, their second words, options, and the choices of an option.
import { ROWS, kindOf, optionOf } from './table.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

type Words = { readonly name: string; readonly title: string; readonly options: readonly string[] };

/** `program`: commands of the program that are no browser commands. */
export function completion(shell: Shell, program: readonly string[]): string {
  const commands = ROWS.flatMap((row): Words[] => {
    const options = Object.keys(row.params.shape)
      .filter((param) => !row.positional.includes(param))
      .map(optionOf);
    return [row.name, ...row.aliases.map(({ name }) => name)].map((name) => ({
      name,
      title: row.title,
      options,
    }));
  });
  const first = [
    ...new Set([...commands.map(({ name }) => name.split(' ')[0] ?? ''), ...program]),
  ].toSorted();
  switch (shell) {
    case 'bash':
      return bash(first, commands);
    case 'zsh':
      return `#compdef ghost\nautoload -U +X bashcompinit && bashcompinit\n${bash(first, commands)}`;
    case 'fish':
      return fish(first, commands);
  }
}

const choices = (): readonly (readonly [string, readonly string[]])[] => {
  const found = new Map<string, Set<string>>();
  for (const { params } of ROWS)
    for (const [param, schema] of Object.entries(params.shape)) {
      const kind = kindOf(schema);
      if (kind.choices.length === 0) continue;
      const known = found.get(optionOf(param)) ?? new Set<string>();
      kind.choices.forEach((one) => known.add(one));
      found.set(optionOf(param), known);
    }
  return [...found].map(([option, words]) => [option, [...words]]);
};

function bash(first: readonly string[], commands: readonly Words[]): string {
  const seconds = Map.groupBy(
    commands.filter(({ name }) => name.includes(' ')),
    ({ name }) => name.split(' ')[0] ?? '',
  );
  const lines = [
    '_ghost() {',
    '  local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" words=""',
    '  local two="${COMP_WORDS[1]} ${COMP_WORDS[2]}"',
    '  if [ "$COMP_CWORD" -eq 1 ]; then',
    `    words="${first.join(' ')}"`,
    '  else',
    '    case "$before" in',
    ...choices().map(
      ([option, words]) =>
        `      ${option}) COMPREPLY=($(compgen -W "${words.join(' ')}" -- "$word")); return ;;`,
    ),
    '    esac',
    '    if [ "$COMP_CWORD" -eq 2 ]; then',
    '      case "${COMP_WORDS[1]}" in',
    ...[...seconds].map(
      ([name, of]) => `        ${name}) words="${of.map((one) => one.name.split(' ')[1]).join(' ')}" ;;`,
    ),
    '      esac',
    '    fi',
    '    case "$two" in',
    ...commands
      .filter(({ name }) => name.includes(' '))
      .map(({ name, options }) => `      "${name}") words="$words ${options.join(' ')}" ;;`),
    ...commands
      .filter(({ name }) => !name.includes(' '))
      .map(({ name, options }) => `      "${name} "*) words="$words ${options.join(' ')}" ;;`),
    '    esac',
    '  fi',
    '  COMPREPLY=($(compgen -W "$words" -- "$word"))',
    '}',
    'complete -o default -F _ghost ghost',
    '',
  ];
  return lines.join('\n');
}

function fish(first: readonly string[], commands: readonly Words[]): string {
  const titled = new Map(commands.map(({ name, title }) => [name, title]));
  const quoted = (text: string): string => `'${text.replaceAll("'", "\\'")}'`;
  return [
    ...first.map(
      (name) =>
        `complete -c ghost -n __fish_use_subcommand -f -a ${name}${titled.has(name) ? ` -d ${quoted(titled.get(name) ?? '')}` : ''}`,
    ),
    ...commands
      .filter(({ name }) => name.includes(' '))
      .map(({ name, title }) => {
        const [one = '', two = ''] = name.split(' ');
        return `complete -c ghost -n '__fish_seen_subcommand_from ${one}' -f -a ${two} -d ${quoted(title)}`;
      }),
    ...commands.flatMap(({ name, options }) =>
      options.map(
        (option) =>
          `complete -c ghost -n '${name
            .split(' ')
            .map((word) => `__fish_seen_subcommand_from ${word}`)
            .join('; and ')}' -l ${option.slice(2)}`,
      ),
    ),
    '',
  ].join('\n');
}
