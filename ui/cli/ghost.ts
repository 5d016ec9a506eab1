// The `ghost` command: a browser command goes to the gateway as it is, anything else to the program.
import { wrongVariables } from '#gateway/client/doctor/environment.ts';
import { keepCompiled } from '#gateway/client/policy/compiled.ts';
import { COMMAND_WORDS } from '#gateway/protocol/commands/words.ts';

// `ghost audit query … | head`: a reader that has enough is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

/** In the package `thin.ts` is part of this file, and the others are files of their own: a browser command loads one (ui/package.ts). */
async function runGhost(words: readonly string[]): Promise<void> {
  const [first = ''] = words;
  try {
    if (COMMAND_WORDS.includes(first)) await (await import('./thin.ts')).runThin(words);
    else await (await import('./program.ts')).runProgram(words);
  } catch (thrown) {
    const { systemFailure } = await import('./console/system-failure.ts');
    const failed = systemFailure(thrown);
    if (failed === null) throw thrown;
    (await import('./console/output.ts')).failWith(failed, { json: words.includes('--json') });
  }
}

// What is wrong in the environment is the command's to say: no directory is made by a wrong name.
if (wrongVariables(process.env).length === 0) keepCompiled();
void runGhost(process.argv.slice(2));
