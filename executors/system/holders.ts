// Who holds a socket, or the other side of a pseudo-terminal (Linux). INVARIANT: of processes of other users the system tells nothing
// (unless to root): they are no holders, and nobody is guessed instead.
import { readdir, readFile, readlink } from 'node:fs/promises';
import { processNumbers } from './proc.ts';

/** `socket`: `socket:[51234]`. */
export const holdersOf = (socket: string): Promise<readonly number[]> =>
  holding(async (_, link) => link === socket);

/** The program whose window or connection a pseudo-terminal is. `name`: `/dev/pts/3`. */
export function terminalHoldersOf(name: string): Promise<readonly number[]> {
  const index = /^\/dev\/pts\/(\d+)$/u.exec(name)?.[1];
  if (index === undefined) return Promise.resolve([]);
  const said = new RegExp(`^tty-index:\\s+${index}$`, 'mu');
  return holding(async (file, link) => {
    if (!link.endsWith('/ptmx')) return false;
    return said.test(await readFile(file.replace('/fd/', '/fdinfo/'), 'utf8').catch(() => ''));
  });
}

async function holding(is: (file: string, link: string) => Promise<boolean>): Promise<readonly number[]> {
  const pids = process.platform === 'linux' ? processNumbers() : [];
  const held = await Promise.all(
    pids.map(async (pid) => {
      const files = await readdir(`/proc/${pid}/fd`).catch((): string[] => []);
      const found = await Promise.all(
        files.map(async (name) => {
          const file = `/proc/${pid}/fd/${name}`;
          const link = await readlink(file).catch(() => '');
          return link !== '' && (await is(file, link));
        }),
      );
      return found.includes(true);
    }),
  );
  return pids.filter((_, at) => held[at] === true);
}
