// Long output at a terminal goes through the person's pager, as `git log` does. INVARIANT: a program that reads, a short text, NO_PAGER and
// a pager that cannot be started all get the text as it is; nothing of it is lost, and the exit code is the command's. What is said beside it
// is seen at once, until a pager has the screen.
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
  const most = process.stdout.rows || ROWS;
  const held = { out: '', err: '' };
  let shown: Shown | null = null;
  const restore = divert({
    out(text) {
      if (shown !== null) return shown.more(text);
      held.out += text;
      if (held.out.split('\n').length <= most) return;
      shown = startPager(pager, env);
      shown.more(held.out);
    },
    err(text) {
      held.err += text;
      // It would be gone from the screen as long as a pager is on it.
      if (shown?.isOver() === false) return;
      STREAMS.err(held.err);
      held.err = '';
    },
  });
  try {
    await run();
  } finally {
    restore();
    if (shown === null) STREAMS.out(held.out);
    else await finished(shown);
    STREAMS.err(held.err);
  }
}

async function finished(shown: Shown): Promise<void> {
  const unread = await shown.end();
  if (unread !== null) STREAMS.out(unread);
}

/** `null`: none is wanted, or this terminal can show none. */
function pagerOf({ NO_PAGER = '', PAGER = 'less', TERM = '' }: NodeJS.ProcessEnv): string | null {
  const isOff = NO_PAGER !== '' || TERM === 'dumb' || PAGER.trim() === '' || PAGER.trim() === 'cat';
  return isOff ? null : PAGER;
}

type Shown = {
  readonly more: (text: string) => void;
  /** The person has quit it, or it is not there. */
  readonly isOver: () => boolean;
  /** All was said. Gives it back where no pager had it, when the person is done with it. */
  readonly end: () => Promise<string | null>;
};

/** From here on it has what is said as it is said. PAGER is a line for the shell, as everywhere. */
function startPager(pager: string, env: NodeJS.ProcessEnv): Shown {
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
  let isOver = false;
  const closed = once(child, 'close')
    .then(
      ([code]: readonly (number | null)[]) => !NOT_RUN.has(code ?? null),
      () => false, // There is no shell here.
    )
    .finally(() => {
      isOver = true;
      process.off('SIGINT', stay);
    });
  let whole = '';
  return {
    isOver: () => isOver,
    more(text) {
      whole += text;
      child.stdin.write(text);
    },
    async end() {
      child.stdin.end();
      return (await closed) ? null : whole;
    },
  };
}
