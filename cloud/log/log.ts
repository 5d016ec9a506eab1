// Entries in Cloud Logging's JSON, one a line. INVARIANT: an entry is made of the fields below and nothing else: no header, no token and no
// key can get into one, and text of persons or pages only where the settings ask for it, redacted.
import { createHmac } from 'node:crypto';
import type { Secret } from '../system/secret.ts';
import type { Time } from '../system/time.ts';

export type Severity = 'DEBUG' | 'INFO' | 'NOTICE' | 'WARNING' | 'ERROR';

export type Entry = {
  readonly severity: Severity;
  readonly message: string;
  readonly trace?: string | null;
  /** Two entries of one id and one time are one. */
  readonly id?: string;
  /** When it happened, where that is not now: milliseconds since 1970. */
  readonly atMs?: number;
  readonly labels?: Readonly<Record<string, string>>;
  /** Numbers and short words, by their names in the queries. */
  readonly fields?: Readonly<Record<string, string | number | boolean | null>>;
};

export type Log = (entry: Entry) => void;

/** `write` takes a line with its end. */
export function createLog(time: Time, write: (line: string) => void): Log {
  return ({ severity, message, trace = null, id, atMs, labels = {}, fields = {} }) => {
    const timestamp = new Date(atMs ?? time.wallMs()).toISOString();
    const line = {
      severity,
      message,
      // Who collects what a container writes reads `time`; people and queries of the file itself read `timestamp`.
      time: timestamp,
      timestamp,
      ...fields,
      ...(id === undefined ? {} : { 'logging.googleapis.com/insertId': id }),
      ...(Object.keys(labels).length === 0 ? {} : { 'logging.googleapis.com/labels': labels }),
      ...(trace === null ? {} : { 'logging.googleapis.com/trace': trace }),
    };
    write(`${JSON.stringify(line)}\n`);
  };
}

/** The same for the same person, and nothing that leads back without the key. */
export const hashedUser = (issuer: string, subject: string, key: Secret): string =>
  createHmac('sha256', key.read()).update(`${issuer}\n${subject}`).digest('base64url').slice(0, 22);

/** `X-Cloud-Trace-Context: TRACE/SPAN;o=1`, or `traceparent`, or one of ours; `null` where none is whole. */
export function traceOf(
  header: (name: string) => string | undefined,
  project: string | null,
  own: string | null = null,
): string | null {
  if (project === null) return null;
  const id =
    /^([\da-f]{32})\//u.exec(header('x-cloud-trace-context') ?? '')?.[1] ??
    /^[\da-f]{2}-([\da-f]{32})-/u.exec(header('traceparent') ?? '')?.[1] ??
    own ??
    undefined;
  return id === undefined ? null : `projects/${project}/traces/${id}`;
}
