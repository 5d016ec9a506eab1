// A signed statement of how long the log is and what it holds, as a C2SP tlog-checkpoint with two extension lines:
// when it was signed, and the last entry's hash, which tells a break's two sides apart.
// https://c2sp.org/tlog-checkpoint
import { openNote, signNote, type PublicNoteKey, type SecretNoteKey } from './signed-note.ts';

/** A checkpoint at every multiple of this is kept for good, so that a break is pinned down between two of them. */
export const MILESTONE_ENTRIES = 1024;

export type Checkpoint = {
  readonly size: number;
  /** Base64 of the RFC 6962 root. */
  readonly rootHash: string;
  /** RFC 3339, by the log's own clock. */
  readonly at: string;
  /** `sha256:…` of the entry `size`; of the empty string when there is none. */
  readonly last: string;
};

export function signCheckpoint(checkpoint: Checkpoint, secret: SecretNoteKey): string {
  const { size, rootHash, at, last } = checkpoint;
  return signNote(`${secret.public.name}\n${size}\n${rootHash}\nat ${at}\nlast ${last}\n`, secret);
}

/** The checkpoint, or what is wrong with the note. */
export function openCheckpoint(note: string, key: PublicNoteKey): Checkpoint | { readonly problem: string } {
  const opened = openNote(note, key);
  if ('problem' in opened) return opened;
  const [origin, size, rootHash, at, last, ...rest] = opened.text.split('\n');
  if (origin !== key.name) return { problem: 'it is of another log' };
  if (!/^(0|[1-9]\d{0,14})$/.test(size ?? '') || !/^[A-Za-z0-9+/]{43}=$/.test(rootHash ?? '')) {
    return { problem: 'its size or root is malformed' };
  }
  const time = /^at (\S+)$/.exec(at ?? '')?.[1];
  const hash = /^last (sha256:[0-9a-f]{64})$/.exec(last ?? '')?.[1];
  if (time === undefined || hash === undefined || rest.join('\n') !== '') {
    return { problem: 'its extension lines are malformed' };
  }
  return { size: Number(size), rootHash: rootHash ?? '', at: time, last: hash };
}
