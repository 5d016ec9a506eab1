// A browser command from the command line: sent as it was typed, answered in JSON on stdout. INVARIANT: imports nothing that
// costs time; the gateway parses, decides and acts.
import { runOverSocket } from '#gateway/client/local/daemon.ts';
import type { RpcError } from '#gateway/client/local/daemon.ts';
import { WHOSE, wrongVariables } from '#gateway/client/doctor/environment.ts';
import type { Failure } from '#policy/language/failure.ts';
import { EXIT, exitCodeOfFailure } from './console/exit-codes.ts';

/** What says something of the client, not of the command. */
type Own = {
  readonly argv: readonly string[];
  readonly dataDir?: string;
  readonly worker: string;
  readonly help: boolean;
};

export async function runThin(words: readonly string[]): Promise<void> {
  const own = ownOptions(words);
  if (own.help) return (await import('./program.ts')).runProgram(['help', '--', ...own.argv]);
  const { argv, dataDir, worker } = own;
  // What ends something is obeyed in any shell: the daemon has variables of its own.
  const [wrong] = wrongVariables(process.env, isLast(argv) ? WHOSE : undefined);
  if (wrong !== undefined) {
    failed(wrong);
    process.exitCode = EXIT.usage;
    return;
  }
  const input = argv.includes('-') ? await standardInput() : undefined;
  const reply = await runOverSocket({
    argv,
    worker,
    cwd: process.cwd(),
    starts: !isLast(argv),
    ends: argv[0] === 'daemon' && argv[1] === 'stop',
    onWaiting: (lines) => process.stderr.write(`${lines.join('\n')}\n`),
    ...(dataDir === undefined ? {} : { dataDir }),
    ...(input === undefined ? {} : { input }),
  });
  if (reply === null) return print({ ok: true, running: false });
  if ('code' in reply) return failed(reply);
  if ('error' in reply) return refused(reply.error);
  print(reply.result);
}

/** Commands that end something: nothing is started for them. */
const isLast = ([first, second]: readonly string[]): boolean =>
  first === 'stop' || (first === 'daemon' && (second === 'status' || second === 'stop'));

function ownOptions(words: readonly string[]): Own {
  const argv: string[] = [];
  let dataDir: string | undefined;
  let worker = process.env['GHOST_WORKER_ID'] || 'default';
  let help = false;
  const queue = [...words];
  for (let word = queue.shift(); word !== undefined; word = queue.shift()) {
    if (word === '--') {
      argv.push(word, ...queue.splice(0));
    } else if (word === '--data-dir') dataDir = queue.shift();
    else if (word.startsWith('--data-dir=')) dataDir = word.slice('--data-dir='.length);
    else if (word === '--worker') worker = queue.shift() ?? '';
    else if (word.startsWith('--worker=')) worker = word.slice('--worker='.length);
    else if (word === '--help' || word === '-h') help = true;
    else if (word !== '--json') argv.push(word);
  }
  return { argv, worker, help, ...(dataDir === undefined ? {} : { dataDir }) };
}

/** For a person in lines, for a program in one. The answer is all that there is: once it is written, nothing is waited for. */
function print(value: unknown): void {
  const text = `${JSON.stringify(value, null, process.stdout.isTTY ? 2 : undefined)}\n`;
  process.stdout.write(text, () => process.exit());
}

function refused({ code, message, data = {} }: RpcError): void {
  const { code: name, suggestion, ...rest } = data;
  process.exitCode = typeof name === 'string' ? exitCodeOf(name) : EXIT.failed;
  print({ ok: false, error: message, code: name, rpc: code, suggestion, ...rest });
}

function failed({ code, message, help, cause, details }: Failure): void {
  process.exitCode = exitCodeOf(code);
  print({ ok: false, error: message, code, suggestion: help, cause, ...details });
}

const exitCodeOf = (code: string): number => exitCodeOfFailure({ code } as Pick<Failure, 'code'>);

async function standardInput(): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString();
}
