// Files, cookies or a session that an act needs beyond its page.
// INVARIANT: a source is read only after the verdict; what concerns the policy about it is a fact before.
import { systemClock } from '#executors/system/clock.ts';
import { actRow } from '#policy/acts/act-rows.ts';
import type { BrowserAction } from '#policy/acts/actions.ts';
import type { Need } from '#policy/acts/row.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { passthroughUrl } from '#policy/acts/storage-acts.ts';
import { ours, theirs } from '#gateway/boundary/words/rows.ts';
import type { DownloadSettings } from '#gateway/settings/download-settings.ts';
import { clipboardFor } from './clipboard.ts';
import { lookAtFolder } from '#gateway/boundary/downloads/folder.ts';
import { examineUpload } from './upload.ts';
import { readableOnly } from '#gateway/boundary/task/readable-outcome.ts';
import { checkDomain, cookiesOf } from './source.ts';
import type { CookieSources } from './source.ts';
import type { TaskContext } from '#gateway/boundary/task/context.ts';
import { loadingSession, savingSession } from './sessions.ts';
import type { ActInputs } from './act-inputs-contract.ts';
import type { SessionStore } from '#gateway/vault/contract.ts';

const plain = (documentUrl: string): ActInputs => ({
  eachTime: false,
  documentUrl,
  details: [],
  evidence: {},
  encloses: [],
  text: null,
  fetch: null,
  handOut: async (outcome) => ok(outcome),
});

type Sources = {
  readonly sources?: CookieSources;
  readonly sessions?: SessionStore;
  readonly downloads?: DownloadSettings;
  /** For the dates at which cookies end; default: the machine's. */
  readonly wallMs?: () => number;
};

/** Errors: `vault.*`, `session.*`, `download.no-folder`, `act.bad-domain`, `act.no-source`, `act.not-signed-in`, `act.bad-file`, `act.too-large`. */
export async function inputsFor(
  action: BrowserAction,
  task: TaskContext,
  documentUrl: string,
  { sources = new Map(), sessions, downloads, wallMs = systemClock.wallMs }: Sources,
  signal: AbortSignal,
): Promise<Result<ActInputs>> {
  const { needs } = actRow(action);
  switch (needs.kind) {
    case 'NOTHING':
      return ok(plain(documentUrl));
    case 'COOKIES':
      return passthrough(needs, task, documentUrl, sources, wallMs);
    case 'DOWNLOAD_FOLDER': {
      if (downloads === undefined) return fail('download.no-folder', 'no folder for downloads is set');
      const found = await lookAtFolder(downloads.folder, downloads.ours);
      if (!found.ok) return found;
      const { path: folder } = found.value;
      const details = [theirs('PERSON', 'FILE', 'to folder', folder)];
      return ok({ ...plain(documentUrl), folder, details, evidence: { folder } });
    }
    case 'FILES': {
      const examined = await examineUpload(needs.paths, signal);
      if (!examined.ok) return examined;
      const { folder, details, evidence, encloses, kinds, text } = examined.value;
      return ok({ ...plain(documentUrl), folder, details, evidence, encloses, files: kinds, text });
    }
    case 'SAVES_SESSION': {
      const saving = savingSession(sessions, needs.name);
      return saving.ok ? ok({ ...plain(documentUrl), ...saving.value }) : saving;
    }
    case 'LOADS_SESSION': {
      const found = await loadingSession(sessions, needs.name, documentUrl);
      return found.ok ? ok({ ...plain(documentUrl), ...found.value }) : found;
    }
    case 'READABLE_ORIGINS':
      return ok({
        ...plain(documentUrl),
        handOut: async (outcome) => ok(readableOnly(outcome, task.state.origins)),
      });
    case 'CLIPBOARD':
      return ok({ ...plain(documentUrl), ...clipboardFor(needs.key, task, documentUrl) });
  }
}

function passthrough(
  { domain, source: name }: Extract<Need, { readonly kind: 'COOKIES' }>,
  task: TaskContext,
  documentUrl: string,
  sources: CookieSources,
  wallMs: () => number,
): Result<ActInputs> {
  const named = checkDomain(domain);
  if (!named.ok) return named;
  const source = sources.get(name);
  if (source === undefined) {
    return fail('act.no-source', `there is no source of cookies \`${name}\``, {
      help:
        sources.size === 0
          ? 'name one under `cookieSources` in the settings'
          : `the settings name: ${[...sources.keys()].join(', ')}`,
    });
  }
  return ok({
    ...plain(documentUrl),
    eachTime: true,
    // An empty tab is no other site's: the cookies are for the documents of their own domain.
    documentUrl: documentUrl === 'about:blank' ? passthroughUrl(domain, documentUrl) : documentUrl,
    details: [
      theirs('AGENT', 'VALUE', 'cookies of', domain, { note: 'and its subdomains, no other' }),
      theirs('PERSON', 'FACT', 'from', source.about),
      ours('COVERS', 'for', 'this one task: they end with its Ghost Tab'),
    ],
    evidence: { domain, source: name },
    fetch: async (signal) => {
      const found = await cookiesOf(source, domain, wallMs(), task, signal);
      return found.ok ? ok(JSON.stringify(found.value)) : found;
    },
    handOut: async (outcome) => {
      if (outcome.kind === 'PASSED')
        task.state.lendings.lend({ domain, source: name, count: outcome.names.length }, task.tab, wallMs());
      return ok(outcome);
    },
  });
}
