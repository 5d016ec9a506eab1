// A recorded task from a file, for `ghost replay`.
import { readPlainText } from '#executors/system/plain-file.ts';
import { parseRecording, type Recording } from '#gateway/protocol/recording.ts';
import { fail, type Result } from '#policy/language/failure.ts';

const MAX_RECORDING_BYTES = 64 * 1024 * 1024;

/** Errors: `task.bad-recording`. */
export function readRecording(file: string): Result<Recording> {
  try {
    return parseRecording(JSON.parse(readPlainText(file, MAX_RECORDING_BYTES)));
  } catch (cause) {
    return fail('task.bad-recording', `cannot read \`${file}\``, {
      cause,
      help: 'give a file that `ghost run --export` wrote, or the id of a task of the running gateway',
    });
  }
}
