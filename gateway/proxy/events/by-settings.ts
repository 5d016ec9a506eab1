// The reports to the proxy that the settings ask for, composed. INVARIANT: without a proxy nothing is gathered and nothing is kept; of a task
// that is this machine's own business nothing is told, and what waits for one proxy is never told to another.
import { createHash } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '#executors/system/clock.ts';
import type { TaskEvent } from '#gateway/protocol/events.ts';
import type { Config } from '#gateway/settings/config.ts';
import { Reporter } from './reporter.ts';
import { reportedOf } from './reported.ts';
import type { Identity } from './whose.ts';

export type Reports = AsyncDisposable & {
  readonly begin: () => void;
  /** Returns at once. */
  readonly heard: (event: TaskEvent) => void;
};

/** `null`: nobody is told anything. `data`: the gateway's data directory. */
export function reportsBySettings(
  { navigator: { use, baseUrl, reports, flash, pro, signIn, tokenFile } }: Pick<Config, 'navigator'>,
  identity: Identity | null,
  { data, clock }: { readonly data: string; readonly clock: Clock },
): Reports | null {
  const spools = join(data, 'proxy-events');
  if (use !== 'proxy' || reports === 'off' || baseUrl === undefined || identity === null) {
    void swept(spools, '');
    return null;
  }
  // What was gathered when more was told than now is another's, too; and so is what was told by people of another issuer.
  const people = signIn?.issuer ?? tokenFile ?? '';
  const whose = JSON.stringify([reports, baseUrl, people]);
  const own = createHash('sha256').update(whose).digest('hex').slice(0, 16);
  const reporter = new Reporter({ ...identity, baseUrl, directory: join(spools, own) });
  return {
    begin: () => void swept(spools, own).finally(() => reporter.begin()),
    heard: (event) => {
      const told = reportedOf(event, {
        models: { light: flash, pictures: pro },
        withIntents: reports === 'intents',
        at: new Date(clock.wallMs()).toISOString(),
      });
      if (told !== null) reporter.tell(told);
    },
    [Symbol.asyncDispose]: () => reporter[Symbol.asyncDispose](),
  };
}

/** What waits for a proxy of earlier settings goes, if the disk lets it. */
async function swept(spools: string, own: string): Promise<void> {
  const names = await readdir(spools).catch(() => []);
  for (const name of names.filter((one) => one !== own))
    await rm(join(spools, name), { recursive: true, force: true }).catch(() => undefined);
}
