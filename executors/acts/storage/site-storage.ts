// STORAGE_READ, STORAGE_WRITE and STORAGE_CLEAR on the document in the tab. INVARIANT: no storage but that of the document's own
// origin is touched, whatever was authorised.
import { isSameOrigin } from '#policy/acts/gate.ts';
import { fail, ok, type Result } from '#policy/language/failure.ts';
import type { StorageAction } from '#policy/acts/storage-acts.ts';
import type { ActOutcome } from '#executors/contract/outcome.ts';
import type { Page } from '#executors/page/page.ts';
import { workOnStorage, type StorageJob, type StorageReport } from './in-page.ts';

const WORK = String(workOnStorage);
const MAX_ENTRIES = 1_000;
const MAX_CHARACTERS = 1_000_000;

type SiteAction = Extract<StorageAction, { readonly origin?: string }> & { readonly storage: unknown };

/** Errors: `act.no-storage` where the document has none (an opaque origin, no secure context, no such place in it). */
export async function useSiteStorage(
  page: Page,
  action: SiteAction,
  value: string,
): Promise<Result<ActOutcome>> {
  const { url } = page;
  if (action.origin !== undefined && !isSameOrigin(action.origin, url)) {
    return fail('act.no-storage', `the document in the tab is not of \`${action.origin}\``, {
      help: 'go there first: only the storage of the document’s own origin is within reach',
    });
  }
  const job: StorageJob = {
    does: action.type === 'STORAGE_READ' ? 'READ' : action.type === 'STORAGE_WRITE' ? 'WRITE' : 'CLEAR',
    storage: action.storage,
    key: action.key ?? null,
    value,
    entriesAtMost: MAX_ENTRIES,
    charactersAtMost: MAX_CHARACTERS,
  };
  const { entries, complete, problem } = await page.evaluate(
    `(${WORK})(${JSON.stringify(job)})`,
    parseReport,
  );
  if (problem !== null) {
    return fail('act.no-storage', `${action.storage} of this document could not be used`, {
      cause: problem,
      help: 'the document has it only where the policy grants it, and a database has to be there already',
    });
  }
  const stored = { kind: 'STORED', storage: action.storage, complete, document: page.document() } as const;
  const counts = action.type === 'STORAGE_READ' && action.count === true;
  return ok(counts ? { ...stored, entries: [], count: entries.length } : { ...stored, entries });
}

// Made by our own function in a world that the page cannot reach.
const parseReport = (value: unknown): StorageReport => value as StorageReport;
