// Parameters of the program's rows, with the type of their values. INVARIANT: a value that reaches a handler was read by its
// parameter; a word that does not fit is a usage error.
import type { LineRow, Param } from './row.ts';

/** `T`: its value; `Optional`: whether it may be absent where the handler runs. */
export type Typed<T, Optional extends boolean> = Omit<Param, 'name'> & {
  readonly absent: Optional;
  readonly value?: T;
};
type AnyParams = Readonly<Record<string, Typed<unknown, boolean>>>;

type Of<P> = P extends Typed<infer T, boolean> ? T : never;
export type Values<P extends AnyParams> = {
  readonly [K in keyof P as P[K]['absent'] extends true ? never : K]: Of<P[K]>;
} & { readonly [K in keyof P as P[K]['absent'] extends true ? K : never]?: Of<P[K]> };

const PLAIN = { many: null, choices: [], optional: true, absent: true } as const;

export const flag = (about: string, short?: string): Typed<boolean, true> => ({
  ...PLAIN,
  type: 'flag',
  about,
  placeholder: '',
  ...(short === undefined ? {} : { short }),
});

export const text = (about: string, shown: string): Typed<string, true> => ({
  ...PLAIN,
  type: 'text',
  about,
  placeholder: ` <${shown}>`,
  read: (value) => ({ value }),
});

/** A text that has to be of a form, as its reader gives it. */
export const form = (
  about: string,
  shown: string,
  needs: string,
  read: (text: string) => string | null,
): Typed<string, true> => ({
  ...text(about, shown),
  read: (given) => {
    const value = read(given);
    return value === null ? { needs } : { value };
  },
});

const MAX_PORT = 65_535;

/** A port of this machine. */
export const port = (about: string): Typed<number, true> => ({
  ...whole(about, 'number'),
  read: (given) =>
    /^\d{1,5}$/u.test(given) && Number(given) <= MAX_PORT
      ? { value: Number(given) }
      : { needs: `a port from 0 to ${MAX_PORT}` },
});

export const whole = (about: string, shown: string): Typed<number, true> => ({
  ...PLAIN,
  type: 'number',
  about,
  placeholder: ` <${shown}>`,
  read: (given) => {
    const value = Number(given);
    return Number.isSafeInteger(value) && value >= 0 && given.trim() !== ''
      ? { value }
      : { needs: 'a whole number' };
  },
});

export const choice = <const C extends string>(about: string, choices: readonly C[]): Typed<C, true> => ({
  ...PLAIN,
  type: 'text',
  choices,
  about,
  placeholder: ` <${choices.join('|')}>`,
  read: (given) => {
    const value = choices.find((one) => one === given);
    return value === undefined ? { needs: `one of ${choices.join(', ')}` } : { value };
  },
});

/** Given again, each with its value. */
export const again = (about: string, shown: string): Typed<string[], true> => ({
  ...PLAIN,
  type: 'text',
  many: 'AGAIN',
  about,
  placeholder: ` <${shown}>...`,
  read: (value) => ({ value }),
});

export const withWords = (param: Typed<string[], true>): Typed<string[], true> => ({
  ...param,
  many: 'WORDS',
});

/** Words in their order: none, or some. */
export const list = (about: string): Typed<string[], false> => ({
  ...again(about, 'text'),
  default: [],
  absent: false,
});

export const needed = <T>(param: Typed<T, boolean>): Typed<T, false> => {
  const { default: _, ...rest } = param;
  return { ...rest, optional: false, absent: false };
};

export const preset = <T>(param: Typed<T, true>, value: NoInfer<T>): Typed<T, false> => ({
  ...param,
  default: value,
  absent: false,
});

/** `verbs`: every row of the program, for a verb that shows them. */
export type Verb = LineRow & {
  readonly run: (values: Readonly<Record<string, unknown>>, verbs: readonly LineRow[]) => Promise<void>;
};

/** A row of the program: its words and options, and what is loaded when it is asked for. */
export function verb<const P extends AnyParams>(given: {
  readonly name: string;
  readonly title: string;
  readonly words?: readonly (keyof P & string)[];
  readonly options: P;
  readonly examples?: readonly string[];
  readonly passesOn?: boolean;
  readonly run: (values: Values<P>, verbs: readonly LineRow[]) => Promise<void>;
}): Verb {
  const { name, title, words = [], options, examples = [], passesOn = false, run } = given;
  return {
    name,
    aliases: [],
    surface: 'program',
    title,
    positional: words,
    params: Object.entries(options).map(([key, param]) => ({ ...param, name: key })),
    examples,
    passesOn,
    // The parser has read every value by these same parameters.
    run: (values, verbs) => run(values as Values<P>, verbs),
  };
}
