// `ghost replay RUN`: a recorded task again, on the same pages, without any model. INVARIANT: every act is decided again.
import { writeFileSync } from 'node:fs';
import { readRecording } from '#gateway/client/files/recording-file.ts';
import { findGateway } from '#gateway/client/remote.ts';
import type { Recording } from '#gateway/protocol/recording.ts';
import { fail } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { failWith, tell } from '#ui/cli/console/output.ts';
import { runTask } from './run.ts';
import type { RunFlags } from './run.ts';

export type ReplayFlags = Pick<RunFlags, 'approve' | 'policy' | 'dataDir' | 'demo' | 'json' | 'export'>;

export async function replay(run: string, { export: file, ...flags }: ReplayFlags): Promise<void> {
  const recording = /^t-[0-9a-f-]+$/u.test(run) ? await ofTask(run, flags.dataDir) : readRecording(run);
  if (!recording.ok) return failWith(recording.error, { json: flags.json === true });
  if (file !== undefined) {
    writeFileSync(file, `${JSON.stringify(recording.value, null, 2)}\n`, { mode: 0o600 });
    return tell(`the run is in ${file}`);
  }
  const { intent, startUrl } = recording.value;
  await runTask(intent, { ...flags, ...(startUrl === null ? {} : { startUrl }) }, recording.value);
}

async function ofTask(taskId: string, dataDir: string | undefined): Promise<Result<Recording>> {
  const client = await findGateway(dataDir);
  if (client === null) {
    return fail('gateway.unreachable', `the task \`${taskId}\` is one of a gateway, and none runs`, {
      help: 'give the file that `ghost run --export` wrote',
    });
  }
  return client.recording(taskId);
}
