// Reads files that others hand us: policies, keys, sessions, recordings.
// INVARIANT: it never waits for a writer and never holds more than the stated size, whatever lies at the path.
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';

// Without waiting: a pipe that nobody writes to would never open.
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** What was opened is nothing to read: a pipe, a device, something far too large. */
export class UnfitFile extends Error {
  override readonly name = 'UnfitFile';
}

/** Links are followed. Throws what opening throws, and `UnfitFile`. */
export function readPlainFile(path: string, mostBytes: number): Buffer {
  const descriptor = openSync(path, READ);
  try {
    const found = fstatSync(descriptor);
    if (!found.isFile()) throw new UnfitFile(`\`${path}\` is ${kindOf(found)}, not a file with content`);
    if (found.size > mostBytes)
      throw new UnfitFile(`\`${path}\` has ${found.size} bytes, more than ${mostBytes}`);
    const bytes = bytesOf(descriptor, mostBytes, found.size);
    if (bytes === null) throw new UnfitFile(`\`${path}\` has more than ${mostBytes} bytes`);
    return bytes;
  } finally {
    closeSync(descriptor);
  }
}

export const readPlainText = (path: string, mostBytes: number): string =>
  readPlainFile(path, mostBytes).toString('utf8');

/** The beginning of a file, however long it is. Links are followed. Throws what opening throws, and `UnfitFile`. */
export function readPlainHead(path: string, bytes: number): string {
  const descriptor = openSync(path, READ);
  try {
    const found = fstatSync(descriptor);
    if (!found.isFile()) throw new UnfitFile(`\`${path}\` is ${kindOf(found)}, not a file with content`);
    const head = Buffer.alloc(bytes);
    return head.toString('utf8', 0, readSync(descriptor, head, 0, bytes, 0));
  } finally {
    closeSync(descriptor);
  }
}

/** `null`: there are more. It may grow while it is read, and some files say that they have no size. */
export function bytesOf(descriptor: number, mostBytes: number, size: number): Buffer | null {
  let bytes = Buffer.alloc(Math.min(size, mostBytes) + 1);
  let length = 0;
  for (;;) {
    const more = readSync(descriptor, bytes, length, bytes.length - length, null);
    length += more;
    if (length > mostBytes) return null;
    if (more === 0) return bytes.subarray(0, length);
    if (length === bytes.length)
      bytes = Buffer.concat([bytes], Math.min(Math.max(2 * length, 4_096), mostBytes + 1));
  }
}

function kindOf(found: Stats): string {
  if (found.isDirectory()) return 'a directory';
  if (found.isFIFO()) return 'a pipe';
  if (found.isSocket()) return 'a socket';
  return 'a device';
}
