// A process of this machine and those it came from (Linux). INVARIANT: what cannot be read ends the line, and nothing is guessed;
// a number that was given to a new process does not pass for the old one.
import { readFileSync } from 'node:fs';
import { statFields } from './proc.ts';

export type ProcessRow = {
  readonly pid: number;
  readonly parent: number;
  /** As the process calls itself, 15 bytes at most. */
  readonly command: string;
  readonly session: number;
  /** Device number of its terminal; `0` without one. */
  readonly tty: number;
  /** Ticks since the machine started. With `pid` it names one process. */
  readonly startedAt: number;
  readonly uid: number;
};

/** `null`: there is none, or the system does not tell. */
export function readProcess(pid: number): ProcessRow | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return parseProcess(stat, status);
  } catch {
    return null;
  }
}

/** Whether this very process still runs: its number may be another's meanwhile, and what has ended may still be listed. */
export function isStillRunning(pid: number, startedAt: number): boolean {
  try {
    const fields = statFields(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    const [state = 'X'] = fields;
    return Number(fields[19]) === startedAt && !['Z', 'X', 'x'].includes(state);
  } catch {
    return false; // It is gone.
  }
}

/** The users that a process is: its own, and those that it acts as (real, effective, saved, of files). `[]`: gone, or not told. */
export function usersOf(pid: number): readonly number[] {
  try {
    const [, users = ''] = /^Uid:\s+(.+)$/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return users.split(/\s+/u).filter(Boolean).map(Number);
  } catch {
    return []; // It ended meanwhile.
  }
}

/** `pid (command) state ppid pgrp session tty_nr … starttime`; the command may hold anything, parentheses too. */
export function parseProcess(stat: string, status: string): ProcessRow | null {
  const open = stat.indexOf('(');
  const close = stat.lastIndexOf(')');
  const uid = /^Uid:\s+(\d+)/mu.exec(status)?.[1];
  if (open === -1 || close === -1 || uid === undefined) return null;
  const fields = statFields(stat);
  const [, parent, , session, tty] = fields;
  const row = {
    pid: Number(stat.slice(0, open)),
    parent: Number(parent),
    command: stat.slice(open + 1, close),
    session: Number(session),
    tty: Number(tty),
    startedAt: Number(fields[19]),
    uid: Number(uid),
  };
  return Object.values(row).some(Number.isNaN) ? null : row;
}

/** Longer lines are made by somebody who wants them so. */
const MAX_ANCESTORS = 128;

/** The process itself first, then its parent, to the one that has none here; empty where it is gone. */
export function lineOf(
  pid: number,
  read: (pid: number) => ProcessRow | null = readProcess,
): readonly ProcessRow[] {
  const line: ProcessRow[] = [];
  for (let next = pid; next > 0 && line.length < MAX_ANCESTORS;) {
    const row = read(next);
    if (row === null) break;
    line.push(row);
    next = row.parent;
  }
  return line;
}

const FIRST_PTS_MAJOR = 136;
const PTS_MAJOR_COUNT = 8;

/** `/dev/pts/3`, `/dev/tty1`; `null` where it is none. */
export function terminalName(device: number): string | null {
  const major = (device >> 8) & 0xfff;
  const minor = (device & 0xff) | ((device >> 12) & 0xfff00);
  if (major >= FIRST_PTS_MAJOR && major < FIRST_PTS_MAJOR + PTS_MAJOR_COUNT)
    return `/dev/pts/${(major - FIRST_PTS_MAJOR) * 256 + minor}`;
  return device === 0 ? null : major === 4 ? `/dev/tty${minor}` : `tty ${major}:${minor}`;
}
