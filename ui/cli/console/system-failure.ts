// What the system refused and nobody had expected there: a disk that is read-only or full, too many open files.
// INVARIANT: what is no answer of the system is a bug, and stays an exception.
import { failure } from '#policy/language/failure.ts';
import type { Failure } from '#policy/language/failure.ts';

const HELP: Readonly<Record<string, string>> = {
  EROFS: 'mount that file system writable, or name another place with `--data-dir` or GHOST_DATA_DIR',
  ENOSPC: 'make room on that disk, or name another place with `--data-dir` or GHOST_DATA_DIR',
  EDQUOT: 'make room in your quota, or name another place with `--data-dir` or GHOST_DATA_DIR',
  EMFILE: 'raise the limit of open files (`ulimit -n`)',
  ENFILE: 'the whole machine has too many files open: close some',
  EIO: 'look at the kernel’s log (`dmesg`) and at that disk',
};

/** `null`: no error of the system. */
export function systemFailure(thrown: unknown): Failure | null {
  if (!(thrown instanceof Error) || !('syscall' in thrown) || !('code' in thrown)) return null;
  const path = 'path' in thrown && typeof thrown.path === 'string' ? ` \`${thrown.path}\`` : '';
  return failure('file.unusable', `the system refused to ${String(thrown.syscall)}${path}`, {
    cause: thrown,
    help: HELP[String(thrown.code)] ?? 'check that path, its rights and its disk',
  });
}
