// `npm run cloud`, and the container's entry: starts the service from its environment, and ends it at SIGTERM within Cloud Run's ten
// seconds.
import { startDevelopment } from './dev/development.ts';
import { startService } from './service.ts';
import { settingsOf } from './settings/settings.ts';
import { systemTime } from './system/time.ts';

/** Malformed settings, by sysexits.h. */
const EX_CONFIG = 78;

const development = await startDevelopment(process.env);
const parsed = settingsOf({ ...process.env, ...development?.env }, systemTime);
if (!parsed.ok) {
  for (const fault of parsed.faults) process.stderr.write(`${fault}\n`);
  process.exit(EX_CONFIG);
}
const write = (line: string): void => void process.stdout.write(line);
const running = await startService(parsed.settings, { time: systemTime, write });
if (development !== null)
  process.stderr.write(`listening at ${running.url}, with a token for an hour in ${development.tokenFile}\n`);

const stop = (): void => {
  void running
    .stop()
    .then(() => development?.close())
    .then(() => process.exit(0));
};
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
