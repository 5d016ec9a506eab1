// Long output at a terminal goes through the person's pager, as `git log` does. INVARIANT: a program that reads, a short text, NO_PAGER and
// a pager that cannot be started all get the text as it is; nothing of it is lost, and the exit code is the command's.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { STREAMS, divert } from './output.ts';

/** What may be longer than a screen, and ends by itself. */
export const PAGED: ReadonlySet<string> = new Set([
  'audit query',
  'grants list',
  'help',
  'policy check',
  'policy diff',
  'policy explain',
  'policy export cedar',
  'policy export json-logic',
  'policy facts',
  'policy gate',
  'policy lints',
  'policy list',
  'policy matrix',
  'policy replay',
  'policy schema',
  'policy shadow report',
  'policy suggest',
  'policy test',
  'policy verify',
  'policy why-not',
  'results list',
  'results search',
  'results show',
]);
/** Of a terminal that does not say how high it is. */
const ROWS = 24;
/** A shell's words for a program that cannot be run, and for one that is not there. */
const NOT_RUN: ReadonlySet<number | null> = new Set([126, 127]);

/** Runs a command by its name, and pages what it says where that is wanted and needed. */
export async function paged(
  name: string,
  env: NodeJS.ProcessEnv,
  run: () => void | Promise<void>,
): Promise<void> {
  const pager = PAGED.has(name) && process.stdout.isTTY ? pagerOf(env) : null;
  if (pager === null) return run();
  const out: string[] = [];
  const err: string[] = [];
  const restore = divert({ out: (text) => void out.push(text), err: (text) => void err.push(text) });
  try {
    await run();
  } finally {
    restore();
    const text = out.join('');
    const isLong = text.split('\n').length > (process.stdout.rows || ROWS);
    if (!isLong || !(await isShown(pager, text, env))) STREAMS.out(text);
    // What is said beside it would be gone from the screen once a pager is on it.
    STREAMS.err(err.join(''));
  }
}

/** `null`: none is wanted, or this terminal can show none. */
function pagerOf({ NO_PAGER = '', PAGER = 'less', TERM = '' }: NodeJS.ProcessEnv): string | null {
  const isOff = NO_PAGER !== '' || TERM === 'dumb' || PAGER.trim() === '' || PAGER.trim() === 'cat';
  return isOff ? null : PAGER;
}

/** Whether a pager had it. PAGER is a line for the shell, as everywhere. */
async function isShown(pager: string, text: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const child = spawn(pager, {
    shell: true,
    stdio: ['pipe', 'inherit', 'inherit'],
    // As git has it: what fits is simply shown, colours are, and the screen is left as it is.
    env: { LESS: 'FRX', ...env },
  });
  // A pager takes Ctrl-C for itself; who quits it before its end reads no further.
  const stay = (): void => undefined;
  process.on('SIGINT', stay);
  child.stdin.on('error', stay);
  child.stdin.end(text);
  try {
    const [code]: readonly (number | null)[] = await once(child, 'close');
    return !NOT_RUN.has(code ?? null);
  } catch {
    return false; // There is no shell here.
  } finally {
    process.off('SIGINT', stay);
  }
}
