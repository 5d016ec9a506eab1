// Who has processes on this machine, by number (Linux). INVARIANT: whatever a process may act as counts, not its effective user alone.
import { readFileSync } from 'node:fs';
import { ofEachProcess } from './proc.ts';

export async function pidsOf(uid: number): Promise<readonly number[]> {
  return (await usersRunning()).get(uid) ?? [];
}

export async function usersRunning(): Promise<ReadonlyMap<number, readonly number[]>> {
  const users = new Map<number, number[]>();
  for (const { pid, uids } of await ofEachProcess((one) => ({ pid: one, uids: usersOf(one) })))
    for (const uid of uids) users.set(uid, [...(users.get(uid) ?? []), pid]);
  return users;
}

/** Real, effective, saved, and for files. A zombie holds nothing. */
export function usersOf(pid: string | number): ReadonlySet<number> {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    if (/^State:\s+[ZX]/mu.test(status)) return new Set();
    return new Set(
      (/^Uid:\s+(.*)$/mu.exec(status)?.[1] ?? '')
        .split(/\s+/u)
        .filter((id) => id !== '')
        .map(Number),
    );
  } catch {
    return new Set(); // gone between listing and reading
  }
}
