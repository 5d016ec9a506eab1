// Kept results by the gateway that runs, or straight from the data directory where none does. INVARIANT: no browser is started for them, and
// no engine but the maker, with its check, where an applet is opened; each reading, export and deletion is in the log; nothing is made
// where nothing was kept.
import { join } from 'node:path';
import { systemClock } from '#executors/system/clock.ts';
import { openApplet } from '#gateway/extraction/kept-applets.ts';
import { openAuditLog } from '#gateway/audit/open-audit-log.ts';
import { readConfig } from '#gateway/settings/config.ts';
import { pathsFor } from '#gateway/settings/paths.ts';
import { AuditedResults } from '#gateway/vault/results/audited-results.ts';
import { keySources } from '#gateway/vault/keys.ts';
import { isThere } from '#gateway/vault/open-vault.ts';
import { resultStore } from '#gateway/vault/results/result-store.ts';
import type { AppletFile } from '#gateway/protocol/views/applet.ts';
import { ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { ResultsClient } from './contract.ts';
import { findGateway } from './remote.ts';

export type { ResultsClient } from './contract.ts';
export type { KeptResult, ResultLine, ResultQuery } from '#gateway/vault/results/contract.ts';

const BY = 'person:terminal';

/** Errors: `config.*`, `audit.*`; those of the vault come with the first question. */
export async function openResults(dataDir?: string): Promise<Result<ResultsClient & AsyncDisposable>> {
  const running = await findGateway(dataDir);
  if (running !== null)
    return ok({ ...running.results, [Symbol.asyncDispose]: () => running[Symbol.asyncDispose]() });
  const paths = pathsFor(dataDir);
  const config = readConfig(paths.config);
  if (!config.ok) return config;
  const directory = join(paths.data, 'vault');
  const store = resultStore({
    directory,
    keys: keySources(config.value.vault.key, directory),
    keepDays: config.value.results.keepDays,
    mostBytes: config.value.results.mostBytes,
    now: systemClock.wallMs,
  });
  if (isThere(directory) === 'NO')
    return ok({
      find: (query) => store.find(query),
      show: (taskId) => store.show(taskId),
      export: (taskId) => store.show(taskId),
      applet: (taskId, form) => appletFile(store, taskId, form),
      delete: (taskIds) => store.delete(taskIds),
      [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
    });
  const log = await openAuditLog({ directory: join(paths.data, 'audit') });
  if (!log.ok) return log;
  return ok({
    ...resultsFor(new AuditedResults(store, log.value), BY),
    [Symbol.asyncDispose]: async () => {
      await store[Symbol.asyncDispose]();
      await log.value.close();
    },
  });
}

/** What one person asks of them. */
export const resultsFor = (results: AuditedResults, who: string): ResultsClient => ({
  find: (query) => results.find(query, who),
  show: (taskId) => results.show(taskId, who),
  export: (taskId, form) => results.export(taskId, form, who),
  applet: (taskId, form) => appletFile(results.shelf('FILE', who), taskId, form),
  delete: (taskIds) => results.delete(taskIds, who),
});

async function appletFile(...asked: Parameters<typeof openApplet>): Promise<Result<AppletFile>> {
  const opened = await openApplet(...asked);
  if (!opened.ok) return opened;
  const { fileOf } = await import('#gateway/extraction/handed-over.ts');
  return ok(fileOf(opened.value));
}
