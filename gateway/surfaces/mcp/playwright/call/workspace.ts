// The files of one client of the dialect: where its answers' files go, and which of its own it may name.
// INVARIANT: a path that the client names lies in its workspace or in the output directory, links followed; nothing of others is
// overwritten; without a directory of its own the client's files go with it when it leaves.
import { realpath, rm } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { writeOut } from '#gateway/surfaces/commands/call/files.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';

export type WorkspaceOptions = {
  /** Of the server's process; `null`: it has none. */
  readonly cwd: string | null;
  /** Named in the client's configuration; `null`: `own`. */
  readonly outputDir: string | null;
  /** A private directory that ends with the client. */
  readonly own: string;
};

export class Workspace {
  readonly #options: WorkspaceOptions;
  #root: string | null;
  #last = 0;

  constructor(options: WorkspaceOptions) {
    this.#options = options;
    this.#root = options.cwd;
  }

  /** What the client says that it works in. */
  set root(directory: string | null) {
    this.#root = directory ?? this.#options.cwd;
  }

  get output(): string {
    const { outputDir, own, cwd } = this.#options;
    return outputDir === null ? own : resolve(cwd ?? own, outputDir);
  }

  /** As an answer names it: from the workspace, where it lies there. */
  printed(path: string): string {
    if (this.#root === null) return path;
    const from = relative(this.#root, path);
    if (from.startsWith('..')) return path;
    return dirname(from) === '.' && !from.startsWith('.') ? `./${from}` : from;
  }

  /** Errors: `command.bad-file`. */
  async named(name: string): Promise<Result<string>> {
    const path = resolve(this.#root ?? this.output, name);
    const allowed = [...(this.#root === null ? [] : [this.#root]), this.output];
    const real = await realOf(path);
    const roots = await Promise.all(allowed.map(realOf));
    if (roots.some((root) => real === root || real.startsWith(root + sep))) return ok(path);
    return fail(
      'command.bad-file',
      `File access denied: ${path} is outside allowed roots. Allowed roots: ${allowed.join(', ')}`,
    );
  }

  /** Under the name that the client gave, else under one of ours in the output directory. */
  async write(
    {
      prefix,
      ext,
      filename,
    }: { readonly prefix: string; readonly ext: string; readonly filename?: string | undefined },
    data: string | Uint8Array,
  ): Promise<Result<string>> {
    if (filename !== undefined) {
      const path = await this.named(filename);
      if (!path.ok) return path;
      return writeOut({ own: this.output, cwd: this.#root ?? this.output }, path.value, data);
    }
    return writeOut({ own: this.output, cwd: this.output }, join(this.output, this.fresh(prefix, ext)), data);
  }

  /** The log of a page, as a whole: it grows with the page. */
  log(name: string, text: string): Promise<Result<string>> {
    return writeOut({ own: this.output, cwd: this.output }, join(this.output, name), text);
  }

  /** A name that none had before. */
  fresh(prefix: string, ext: string): string {
    const now = Math.max(Date.now(), this.#last + 1);
    this.#last = now;
    return `${prefix}-${new Date(now).toISOString().replaceAll(/[:.]/gu, '-')}.${ext}`;
  }

  async end(): Promise<void> {
    await rm(this.#options.own, { recursive: true, force: true });
  }
}

/** Of the deepest part that is there. */
async function realOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    // It is not there yet: where it would lie is what its directory is.
    const above = dirname(path);
    return above === path ? path : join(await realOf(above), path.slice(above.length));
  }
}
