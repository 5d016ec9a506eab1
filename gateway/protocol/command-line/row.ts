// What a command line may say: one row a command, whether the program does it or the gateway. Parser, help and completion
// read this and nothing else. INVARIANT: data alone; a row brings in neither a schema library nor what does the command.

export type Param = {
  /** In camel case; `fullPage` is `--full-page`. */
  readonly name: string;
  readonly type: 'flag' | 'number' | 'text';
  /** `COMMAS`: given again, or by commas; `AGAIN`: given again; `WORDS`: given again, or as words that follow it. */
  readonly many: 'COMMAS' | 'AGAIN' | 'WORDS' | null;
  readonly choices: readonly string[];
  readonly optional: boolean;
  readonly about: string;
  /** ` <number>`, or nothing for a flag. */
  readonly placeholder: string;
  /** `-f` */
  readonly short?: string;
  readonly default?: unknown;
  /** Another option that it cannot stand beside. */
  readonly excludes?: string;
  /** Reads a value, or says what is needed instead. Without it the handler's own schema checks the value. */
  readonly read?: (text: string) => { readonly value: unknown } | { readonly needs: string };
};

export type LineRow = {
  /** Words, by spaces: `storage get`. */
  readonly name: string;
  readonly aliases: readonly { readonly name: string; readonly sets?: Readonly<Record<string, unknown>> }[];
  readonly surface: 'browser' | 'program';
  readonly title: string;
  /** Parameters that stand in order, without a name; a list may only be the last. */
  readonly positional: readonly string[];
  readonly params: readonly Param[];
  readonly examples: readonly string[];
  /** Options that the row does not know are words of its list: `-type:connection` of `audit query`. */
  readonly passesOn?: boolean;
};

/** How the command line calls a parameter: `--full-page`. */
export const optionOf = (param: string): string => `--${kebab(param)}`;

const kebab = (param: string): string => param.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);

export const optionsOf = (row: LineRow): readonly Param[] =>
  row.params.filter(({ name }) => !row.positional.includes(name));

/** `click <ref> [--double] …` */
export function usageOf(row: LineRow): string {
  const words = row.positional.map((word) => {
    const param = row.params.find(({ name }) => name === word);
    const shown = `${kebab(word)}${(param?.many ?? null) === null ? '' : '...'}`;
    return param?.optional === true ? `[${shown}]` : `<${shown}>`;
  });
  const options = optionsOf(row).map((param) =>
    param.optional ? `[${optionInWords(param)}]` : optionInWords(param),
  );
  return [row.name, ...words, ...options].join(' ');
}

/** `--demo`, `--no-open` where the flag is set unless it is said otherwise, `--policy <file>...` */
export function optionInWords({ name, type, default: preset, placeholder }: Param): string {
  return type === 'flag' && preset === true ? `--no-${kebab(name)}` : `${optionOf(name)}${placeholder}`;
}
