// Checks an applet that lies in a file or comes on standard input, for `ghost applet check`. INVARIANT: it is read within a size, and nothing
// of it runs.
import { checkApplet } from '#engines/maker/check/check.ts';
import type { Verdict } from '#engines/maker/check/check.ts';
import { readPlainText } from '#executors/system/plain-file.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';

/** What is read of a file or of standard input; what an applet may have is the first layer's to say. */
export const MOST_FILE_BYTES = 80 * 1024 * 1024;

export type { Verdict } from '#engines/maker/check/check.ts';

/** Errors: `applet.unreadable`. */
export function checkAppletFile(file: string): Result<Verdict> {
  try {
    return ok(checkApplet(readPlainText(file, MOST_FILE_BYTES)));
  } catch (cause) {
    return fail('applet.unreadable', `cannot read \`${file}\``, {
      cause,
      help: 'give a file with one HTML document, or `-` for standard input',
    });
  }
}

/** Errors: `applet.unreadable`. */
export async function checkAppletStream(input: AsyncIterable<Buffer | string>): Promise<Result<Verdict>> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of input) {
    const read = Buffer.from(part);
    bytes += read.length;
    if (bytes > MOST_FILE_BYTES)
      return fail('applet.unreadable', `standard input has more than ${MOST_FILE_BYTES} bytes`, {
        help: 'give one HTML document, and no stream that does not end',
      });
    parts.push(read);
  }
  return ok(checkApplet(Buffer.concat(parts).toString('utf8')));
}
