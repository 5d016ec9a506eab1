// The operator's own scanner: a command that gets the file's path as its last argument. Exit code 0 lets the file through.
// INVARIANT: whatever else happens (another code, a signal, no answer in time, no such command) refuses it.
import { spawn } from 'node:child_process';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { Scanner } from '#gateway/settings/download-settings.ts';

const MAX_OUTPUT_CHARACTERS = 500;

export function scan(scanner: Scanner, path: string, signal: AbortSignal): Promise<Result<void>> {
  const [program = '', ...given] = scanner.command;
  const deadline = AbortSignal.timeout(scanner.timeoutSeconds * 1000);
  return new Promise((resolve) => {
    const refuse = (message: string, cause?: unknown): void =>
      resolve(fail('download.not-scanned', message, cause === undefined ? {} : { cause }));
    const child = spawn(program, [...given, path], {
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: AbortSignal.any([signal, deadline]),
      killSignal: 'SIGKILL',
      // Nothing of the gateway's environment (keys, tokens) is handed on.
      env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', LANG: 'C.UTF-8' },
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on(
        'data',
        (chunk: Buffer) => (said = (said + chunk.toString()).slice(0, MAX_OUTPUT_CHARACTERS)),
      );
    child.on('error', (thrown) =>
      refuse(
        deadline.aborted
          ? `the scanner gave no answer in ${scanner.timeoutSeconds} s`
          : signal.aborted
            ? 'the tab was closed while the file was scanned'
            : 'the scanner could not be run',
        thrown.message,
      ),
    );
    child.on('close', (code) => {
      if (code === 0) resolve(ok(undefined));
      else refuse(`the scanner refused the file (exit code ${code ?? 'none'})`, said.trim());
    });
  });
}
