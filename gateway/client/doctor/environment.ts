// The variables that somebody may set for the program, and what may stand in each. INVARIANT: a value that may be a secret stands in no
// message, nor how long it is; an empty one is as if it were not set.
import { homedir } from 'node:os';
import { basename, isAbsolute, join } from 'node:path';
import { WORKER_ID, WORKER_ID_IN_WORDS } from '#gateway/protocol/rpc.ts';
import { failure, type Failure } from '#policy/language/failure.ts';

/** What is wrong, as the end of a sentence about the variable, and the mend; `null`: nothing is. */
type Wrong = { readonly message: string; readonly help: string } | null;
type Variable = { readonly name: string; readonly wrong: (value: string) => Wrong };

const SHOWN_CHARACTERS = 100;
/** What an HTTP header can carry of a key. */
const KEY = /^[\x21-\x7e]+$/u;

const UPDATES = ['on', 'off'] as const;
const NO: readonly string[] = ['0', 'no', 'false', 'never', 'none'];

const VARIABLES: readonly Variable[] = [
  { name: 'GHOST_DATA_DIR', wrong: notOfAShell },
  { name: 'GHOST_BROWSER', wrong: (value) => notOfAShell(value) ?? notFromHere(value) },
  {
    name: 'GHOST_WORKER_ID',
    wrong: (value) =>
      WORKER_ID.test(value)
        ? null
        : { message: 'something that is no name of a worker', help: WORKER_ID_IN_WORDS },
  },
  {
    name: 'GHOST_UPDATES',
    wrong(value) {
      if (UPDATES.some((known) => known === value)) return null;
      const near = meantBy(value.trim().toLowerCase());
      return {
        // What is near to none of them may be a key that stands in the wrong place.
        message: `${near === null ? 'something' : shown(value)}, which is none of its values`,
        help: `${near === null ? '' : `did you mean \`${near}\`? `}it is \`on\` (as without it) or \`off\``,
      };
    },
  },
  { name: 'GHOST_MODEL_KEY', wrong: notOfAKey },
  { name: 'GEMINI_API_KEY', wrong: notOfAKey },
];

/** Those that begin as ours do, so that one that is misspelt is found. */
export const OUR_VARIABLES: readonly string[] = VARIABLES.map(({ name }) => name).filter((name) =>
  name.startsWith('GHOST_'),
);

/** They say of whom a command speaks: a command that ends or shows something reads no others. */
export const WHOSE: readonly string[] = ['GHOST_DATA_DIR', 'GHOST_WORKER_ID'];

/** What is wrong in an environment; `only`: in these variables. Errors: `config.bad-value`. */
export function wrongVariables(env: NodeJS.ProcessEnv, only?: readonly string[]): readonly Failure[] {
  return VARIABLES.filter(({ name }) => only?.includes(name) ?? true).flatMap(({ name, wrong }) => {
    const value = env[name] ?? '';
    const found = value === '' ? null : wrong(value);
    return found === null
      ? []
      : [failure('config.bad-value', `the variable \`${name}\` is ${found.message}`, { help: found.help })];
  });
}

/** The two are too like one another for likeness to tell them apart. */
function meantBy(value: string): (typeof UPDATES)[number] | null {
  if (NO.includes(value)) return 'off';
  if (value.length < 2) return null;
  return UPDATES.find((known) => known.startsWith(value) || value.startsWith(known)) ?? null;
}

const shown = (value: string): string => `\`${value.slice(0, SHOWN_CHARACTERS)}\``;

/** `~` is the shell's to read, and it reads none within quotes. */
function notOfAShell(value: string): Wrong {
  if (!value.startsWith('~')) return null;
  const meant = value === '~' || value.startsWith('~/') ? join(homedir(), value.slice(1)) : null;
  return {
    message: `${shown(value)}, where \`~\` stands for no directory`,
    help: meant === null ? 'write the whole path' : `did you mean \`${meant.slice(0, SHOWN_CHARACTERS)}\`?`,
  };
}

/** A daemon stands elsewhere, and reads a path from there. A bare name is looked up on the PATH. */
function notFromHere(value: string): Wrong {
  if (isAbsolute(value) || basename(value) === value) return null;
  return {
    message: 'a path from where you stand, which leads elsewhere from where a gateway stands',
    help: 'write the whole path; a name alone, as in `chromium`, is looked up on the PATH',
  };
}

function notOfAKey(value: string): Wrong {
  if (KEY.test(value)) return null;
  return {
    message: 'a secret with something in it that no key has: a blank, a line break or a letter beyond ASCII',
    help: 'set it to the key alone, without quotes, blanks and line breaks around it',
  };
}
