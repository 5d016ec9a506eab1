// Bounds what a page makes the log say. A page may try a thing a thousand times a second: the first try has an entry at once, later
// ones like it are counted, and the count is logged when their window ends; each window is longer than the one before.
// INVARIANT: nothing is left out: what has no entry of its own is in a count, and a caller that waits for an entry waits for the
// entry that its count belongs to. A task whose pages fill the log all the same is stopped.
import { failure } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { AuditEntry, AuditEvent, AuditLog } from '#gateway/audit/format/contract.ts';
import { sampleOf } from '#gateway/audit/format/sample.ts';
import type { TaskContext } from './context.ts';
import type { BookedKind, PageBook } from './state/page-book.ts';

/** How long an entry stands for others: the first time, the second, and from then on. */
const WINDOWS_MS = [2_000, 10_000, 60_000] as const;
/** Kinds that have a window at once; what is beyond is told together. */
const MAX_KINDS = 48;
/** Of the entries that there is room for, what refusals leave for what goes. */
const ENTRIES_KEPT_FOR_ALLOWED = 120;
/** Entries that pages of one task may cause by themselves, and as many more for each act: a long task goes to many pages. */
export const MAX_PAGE_ENTRIES = 2_000;
export const ENTRIES_PER_ACT = 40;
const MAX_SAMPLES = 8;

/** `alike`: what makes two of them the same to whoever reads the log; `null`: each is to have an entry, as long as there is room. */
export function notePageEvent(
  audit: AuditLog,
  task: TaskContext,
  event: AuditEvent,
  alike: string | null,
): Promise<Result<AuditEntry>> {
  const book = task.state.pageBook;
  if (event.outcome === 'REFUSED') task.state.stoppedActs.note(event);
  book.closeWith(task.signal);
  // A refusal never takes the last of the room: what goes has an entry of its own for longer.
  const keep = event.outcome === 'REFUSED' ? ENTRIES_KEPT_FOR_ALLOWED : 0;
  const key = alike ?? `${event.type} ${event.verdict} ${event.outcome} ${event.where}`;
  const known = book.kinds.get(key);
  if (known !== undefined && (alike !== null || !book.hasRoom(keep))) return countIn(known, event);
  if (alike === null && book.hasRoom(keep)) {
    book.takeRoom();
    return write(audit, task, book, event);
  }
  if (book.kinds.size < MAX_KINDS && book.hasRoom(keep)) {
    book.takeRoom();
    return open(audit, task, book, key, event).recorded;
  }
  const rest = `${event.type} ${event.verdict} ${event.outcome}`;
  const together = book.kinds.get(rest);
  if (together !== undefined) return countIn(together, event);
  return open(audit, task, book, rest, event).recorded;
}

function open(
  audit: AuditLog,
  task: TaskContext,
  book: PageBook,
  key: string,
  event: AuditEvent,
): BookedKind {
  const recorded = write(audit, task, book, event);
  const kind: BookedKind = { event, recorded, also: 0, window: 0, samples: new Set(), end: () => undefined };
  book.kinds.set(key, kind);
  const end = (): void => {
    if (book.kinds.get(key) !== kind) return;
    const { also } = kind;
    if (also === 0 || task.signal.aborted) book.kinds.delete(key);
    if (also === 0) return;
    // As with every entry that nothing waits for: should it not reach the disk, the log refuses all later ones.
    void write(audit, task, book, othersOf(kind, also));
    kind.also = 0;
    kind.samples.clear();
    kind.window = Math.min(kind.window + 1, WINDOWS_MS.length - 1);
    setTimeout(end, WINDOWS_MS[kind.window]).unref();
  };
  kind.end = end;
  setTimeout(end, WINDOWS_MS[0]).unref();
  return kind;
}

function countIn(kind: BookedKind, event: AuditEvent): Promise<Result<AuditEntry>> {
  kind.also += 1;
  if (kind.samples.size < MAX_SAMPLES) kind.samples.add(sampleOf(event));
  return kind.recorded;
}

/** The entry for those that were counted. */
function othersOf({ event, samples }: BookedKind, count: number): AuditEvent {
  return {
    ...event,
    what: `${count} more time${count === 1 ? '' : 's'}: ${event.what}`,
    details: {
      count,
      like: event.requestId,
      samples: [...samples],
      policy: event.details['policy'] ?? null,
    },
  };
}

function write(
  audit: AuditLog,
  task: TaskContext,
  book: PageBook,
  event: AuditEvent,
): Promise<Result<AuditEntry>> {
  const entries = book.count();
  if (entries >= MAX_PAGE_ENTRIES + ENTRIES_PER_ACT * task.state.acts.total)
    task.state.stop(
      failure('task.page-flood', `the task was stopped: its pages caused ${entries} entries of the log`, {
        help: 'look at `ghost audit query type:page.act` for what they tried; go on in a new tab or task, and keep away from that site',
      }),
    );
  return audit.append(event);
}
