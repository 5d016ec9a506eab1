// A question at the person's terminal itself. INVARIANT: standard input answers nothing, whatever it is: a pipe is no person. What was
// typed before the pause was over is thrown away, and only the words that the card asks for allow.
import { openSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { ReadStream, WriteStream } from 'node:tty';
import type { ConsentAnswer, ConsentCard, LeftOut } from '#gateway/protocol/views/consent.ts';
import type { ShownWidening } from '#gateway/protocol/widening.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { cardInWords } from './ask.ts';
import { answerToPlan } from './plan-answer.ts';
import { tell } from './output.ts';

export type Typed = {
  readonly answer: ConsentAnswer;
  readonly retyped?: string;
  /** Of a plan: what the person leaves out of what they allow. */
  readonly leftOut?: LeftOut;
};

const WORDS: Readonly<Record<string, ConsentAnswer>> = {
  allow: 'ALLOW_ONCE',
  'allow site': 'ALLOW_TASK_SITE',
  deny: 'DENY',
  stop: 'DENY_TASK',
};

/** For a gateway of this command alone. */
export async function askInTerminal(card: ConsentCard, signal: AbortSignal): Promise<Typed | ConsentAnswer> {
  const typed = await askAtTerminal(card, signal);
  if (typed.ok) return typed.value;
  tell(`denied: ${typed.error.message}`);
  return 'DENY';
}

/** Errors: `consent.no-terminal`. */
export async function askAtTerminal(card: ConsentCard, signal: AbortSignal): Promise<Result<Typed>> {
  const shown = { lines: cardInWords(card), pauseMs: card.shieldMs };
  const denied: Typed = { answer: 'DENY' };
  return typing<Typed>(shown, signal, denied, async (read) => {
    if (card.plan === true) return answerToPlan(card, (line) => read.question(line, { signal }));
    if (card.look !== 'isolated') return { answer: await answerOf(read, signal) };
    const wanted = card.site?.registrableDomain ?? card.retype;
    if (wanted === undefined) return denied;
    const retyped = await read.question(`to allow, type ${wanted} (anything else denies): `, { signal });
    if (retyped.trim().toLowerCase() !== wanted.toLowerCase()) return denied;
    return { answer: await answerOf(read, signal), retyped: retyped.trim() };
  });
}

/** The word that a widening of the policy asks for; empty where the terminal is gone. Errors: `consent.no-terminal`. */
export function typeWord({ lines, word, pauseMs }: ShownWidening): Promise<Result<string>> {
  const { signal } = new AbortController();
  return typing({ lines: lines.map((line) => `  ${line}`), pauseMs }, signal, '', async (read) => {
    const typed = await read.question(`to go on, type ${word} (anything else stops): `, { signal });
    return typed.trim();
  });
}

async function typing<T>(
  { lines, pauseMs }: { readonly lines: readonly string[]; readonly pauseMs: number },
  signal: AbortSignal,
  otherwise: T,
  ask: (read: ReturnType<typeof createInterface>) => Promise<T>,
): Promise<Result<T>> {
  const terminal = openTerminal();
  if (!terminal.ok) return terminal;
  const { input, output, close } = terminal.value;
  for (const line of lines) output.write(`${line}\n`);
  const discard = (): void => undefined;
  input.on('data', discard);
  const read = createInterface({ input, output });
  try {
    await pause(pauseMs, signal);
    input.off('data', discard);
    return ok(await ask(read));
  } catch {
    return ok(otherwise); // The question is gone, or the terminal is.
  } finally {
    read.close();
    close();
  }
}

async function answerOf(
  read: ReturnType<typeof createInterface>,
  signal: AbortSignal,
): Promise<ConsentAnswer> {
  const typed = await read.question('deny, stop, allow, allow site [deny]: ', { signal });
  return WORDS[typed.trim().toLowerCase()] ?? 'DENY';
}

type Terminal = { readonly input: ReadStream; readonly output: WriteStream; readonly close: () => void };

function openTerminal(): Result<Terminal> {
  try {
    const [from, to] = [openSync('/dev/tty', 'r'), openSync('/dev/tty', 'w')];
    const [input, output] = [new ReadStream(from), new WriteStream(to)];
    return ok({
      input,
      output,
      close() {
        input.destroy();
        output.destroy();
      },
    });
  } catch (cause) {
    return fail('consent.no-terminal', 'nothing is allowed without a terminal', {
      cause,
      help: 'answer in Ghost Browser’s window; denying needs no terminal',
    });
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(new Error('the question is gone'));
      },
      { once: true },
    );
  });
}
