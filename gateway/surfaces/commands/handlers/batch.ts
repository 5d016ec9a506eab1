// Many commands in one. INVARIANT: each line is parsed and run as it would be alone; the first that fails ends it, and those
// after it are not run.
import { z } from 'zod';
import { failure } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { fail, ok } from '#policy/language/failure.ts';
import { BATCH } from '#gateway/protocol/commands/rows/batch.ts';
import { answer } from '#gateway/surfaces/commands/call/call.ts';
import type { Call } from '#gateway/surfaces/commands/call/call.ts';
import type { CommandAnswer } from '#gateway/surfaces/commands/call/contract.ts';
import { parseJson } from '#gateway/surfaces/commands/call/json.ts';
import { handler } from '#gateway/surfaces/commands/call/handler.ts';
import { wordsOf } from '#gateway/surfaces/commands/call/words.ts';

const MAX_COMMANDS = 500;
const file = z.array(z.union([z.string(), z.array(z.string())])).max(MAX_COMMANDS);

type Ran = { readonly line: number; readonly command: string; readonly result: CommandAnswer };

export const batch = {
  batch: handler(BATCH.batch, async (call, { file: path, lines: given, output }) => {
    const lines = given === undefined ? await linesOf(call, path ?? '') : ok(given);
    if (!lines.ok) return lines;
    const results: Ran[] = [];
    for (const [at, line] of lines.value.entries()) {
      const argv = typeof line === 'string' ? wordsOf(line) : ok(line);
      const command = typeof line === 'string' ? line : line.join(' ');
      const done = !argv.ok ? argv : await one(call, argv.value);
      if (!done.ok) return stopped(done.error, { line: at + 1, command, total: lines.value.length, results });
      results.push({ line: at + 1, command, result: done.value });
    }
    const fields = { done: results.length, total: lines.value.length };
    if (output === undefined) return answer({ ...fields, results });
    const written = await call.write(output, `${JSON.stringify(results, null, 2)}\n`);
    return written.ok ? answer({ ...fields, path: written.value }) : written;
  }),
};

function one(call: Call, argv: readonly string[]): Promise<Result<CommandAnswer>> {
  if (argv[0] === 'batch')
    return Promise.resolve(
      fail('command.bad-params', 'a batch holds no other batch', { help: 'write its lines here' }),
    );
  return call.parts.within(argv);
}

async function linesOf(call: Call, path: string): Promise<Result<z.infer<typeof file>>> {
  const text = await call.read(path);
  if (!text.ok) return text;
  const parsed = file.safeParse(parseJson(text.value));
  if (parsed.success) return ok(parsed.data);
  return fail('command.bad-file', `\`${path}\` is no list of command lines`, {
    help: `JSON, at most ${MAX_COMMANDS}: ["click e12", ["fill", "e5", "two words"]]`,
  });
}

/** The error of the line, with where it stands. */
function stopped(
  error: Failure,
  at: { line: number; command: string; total: number; results: readonly Ran[] },
): Result<never> {
  const { code, message, help, details, cause } = error;
  return {
    ok: false,
    error: failure(code, `line ${at.line} of ${at.total}, \`${at.command}\`: ${message}`, {
      help: `${help === undefined ? '' : `${help}; `}${at.line - 1} lines were run, ${at.total - at.line} were not`,
      ...(cause === undefined ? {} : { cause }),
      details: { ...details, line: at.line, done: at.line - 1, total: at.total, results: at.results },
    }),
  };
}
