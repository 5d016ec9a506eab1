// `ghost attack`: the attack suite's guarded part on this installation, in a data directory of its own that goes with it.
// INVARIANT: nothing of the user's data, settings or policy is read or written; the suite is a process of its own.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { failure } from '#policy/language/failure.ts';
import { EXIT } from '#ui/cli/console/exit-codes.ts';
import { failWith } from '#ui/cli/console/output.ts';

type Flags = { readonly json?: boolean; readonly only?: string };

const SUITE = new URL('../../../test/attack/main.ts', import.meta.url).pathname;

export async function attack(flags: Flags): Promise<void> {
  const json = flags.json === true;
  if (!existsSync(SUITE)) {
    const missing = failure('config.unreadable', `the attack suite is not at \`${SUITE}\``, {
      help: 'run it from a checkout of the repository: the suite is part of its tests',
    });
    return failWith(missing, { json });
  }
  const args = [SUITE, '--guarded', ...(json ? ['--json'] : []), `--only=${flags.only ?? ''}`];
  const { GHOST_DATA_DIR: _own, ...env } = process.env;
  const child = spawn(process.execPath, args, { stdio: 'inherit', env });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  process.exitCode = code === 0 ? EXIT.done : EXIT.failed;
}
