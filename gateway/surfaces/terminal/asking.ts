// Which processes an asker came from, so that none of them answers. INVARIANT: kept by number and start, which no later process
// has again; an asker whose process is not known is known as such, and then no terminal allows what it asks.
import { statSync } from 'node:fs';
import { othersWrite } from '#executors/system/ownership.ts';
import { lineOf } from '#executors/system/process-tree.ts';
import type { ProcessRow } from '#executors/system/process-tree.ts';
import { forgetOldest } from '#policy/collections/forget-oldest.ts';

/** What a person's programs and log-ins start from: no agent, unless somebody replaced the machine's own programs. */
const HOSTS: ReadonlySet<string> = new Set(
  [
    'init|systemd|launchd|login|sshd|sshd-session|dropbear|containerd-shim|tmux: server',
    'screen|SCREEN|zellij|xterm|urxvt|konsole|alacritty|kitty|foot|gnome-terminal-',
    'gnome-console|ptyxis|ptyxis-agent|wezterm-gui|xfce4-terminal|tilix|gnome-shell|gnome-session-b|plasmashell|kwin_wayland',
    'ksmserver|sway|Hyprland|i3|xfce4-session|xfce4-panel|xfwm4|openbox|dwm|cinnamon',
    'cinnamon-sessio|mate-session',
  ].flatMap((names) => names.split('|')),
);
const MAX_ASKERS = 1000;
/** A worker's commands are a process each. */
const MAX_PROCESSES = 256;

export type Asker = {
  /** From the asking process up to, and without, what a person starts things from. */
  readonly line: readonly ProcessRow[];
};

export const keyOf = ({ pid, startedAt }: ProcessRow): string => `${pid}@${startedAt}`;

/** By the ids of principals. */
export class AskingProcesses {
  readonly #of = new Map<string, Asker | null>();
  readonly #agents = new Set<string>();
  readonly #workers = new Set<string>();

  /** `pid`: `null` where it cannot be told. */
  note(id: string, pid: number | null): void {
    const line = pid === null ? [] : untilHost(lineOf(pid));
    const before = this.#of.get(id)?.line ?? [];
    this.#of.delete(id);
    const whole = new Map([...before, ...line].map((row) => [keyOf(row), row]));
    forgetOldest(whole, MAX_PROCESSES);
    this.#of.set(id, line.length === 0 ? null : { line: [...whole.values()] });
    forgetOldest(this.#of, MAX_ASKERS);
  }

  /** Somebody's agent for sure, as long as it is here. Returns the way to take it back. */
  noteAgent(id: string, pid: number | null): () => void {
    this.note(id, pid);
    this.#agents.add(id);
    return () => void this.#agents.delete(id);
  }

  agents(): readonly string[] {
    return [...this.#agents];
  }

  /** Whoever gives commands, one process each: it is not known of them when they are gone. */
  noteWorker(id: string, pid: number | null): void {
    this.note(id, pid);
    this.#workers.delete(id);
    this.#workers.add(id);
    for (const old of this.#workers) if (!this.#of.has(old)) this.#workers.delete(old);
  }

  workers(): readonly string[] {
    return [...this.#workers];
  }

  /** Those that came from another process; a navigator and a caller of the library are nobody here. `null`: not known which. */
  among(ids: readonly string[]): readonly (Asker | null)[] {
    return ids.flatMap((id) => {
      const found = this.#of.get(id);
      return found === undefined ? [] : [found];
    });
  }
}

export function untilHost(line: readonly ProcessRow[]): readonly ProcessRow[] {
  const end = line.findIndex((row, at) => at > 0 && isHost(row));
  return end === -1 ? line : line.slice(0, end);
}

/** INVARIANT: a name alone makes no host; the program has to be the machine's own. */
function isHost({ pid, uid, command }: ProcessRow): boolean {
  const own = process.getuid?.();
  if (pid === 1 || (own !== undefined && uid !== own)) return true;
  if (!HOSTS.has(command)) return false;
  try {
    const program = statSync(`/proc/${pid}/exe`);
    return program.uid === 0 && !othersWrite(program);
  } catch {
    return false;
  }
}
