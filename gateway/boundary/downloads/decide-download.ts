// Takes a download from its request to the file in its folder: it is decided with all known facts, counted, delivered and logged.
// INVARIANT: no download starts without a decision on disk, nor without a folder; one that does not arrive leaves nothing behind.
import { randomUUID } from 'node:crypto';
import { pageActGates, pageActRow } from '#policy/acts/page-acts.ts';
import { TAKES, sizeClassOf } from '#policy/acts/sent-request.ts';
import { FACTS } from '#policy/language/fact-table.ts';
import type { Failure } from '#policy/language/failure.ts';
import { digestOf } from '#executors/contract/authorization.ts';
import type { PageAct, PageActVerdict } from '#executors/contract/page-act.ts';
import type { DownloadLeave, DownloadedFile } from '#executors/contract/download.ts';
import { wordsOf } from '#gateway/boundary/weighing/words-apart.ts';
import type { Words } from '#gateway/boundary/weighing/words-apart.ts';
import { OF_UNKNOWN, ownContent } from '#gateway/boundary/provenance/content.ts';
import { consult } from '#gateway/boundary/steps/consult.ts';
import type { Consultants, Consultation } from '#gateway/boundary/steps/consult.ts';
import { address, ours, theirs } from '#gateway/boundary/words/rows.ts';
import { factsFor } from '#gateway/boundary/task/facts.ts';
import { hostOf } from '#policy/requests/host.ts';
import { Journal } from '#gateway/boundary/steps/journal.ts';
import type { Act } from '#gateway/boundary/steps/journal.ts';
import { PAGE } from '#gateway/boundary/task/principal.ts';
import { sendingsOfPageAct } from '#gateway/boundary/weighing/sendings.ts';
import { inspectOutgoing } from '#gateway/boundary/weighing/inspect-outgoing.ts';
import type { CardRow } from '#gateway/protocol/views/consent.ts';
import { reasonsInWords } from '#gateway/boundary/steps/refusals.ts';
import type { TaskContext } from '#gateway/boundary/task/context.ts';
import { quoted, visible } from '#gateway/protocol/visible.ts';
import { deliver } from './deliver.ts';
import type { DownloadSettings } from '#gateway/settings/download-settings.ts';
import { lookAtFolder } from './folder.ts';
import type { Folder } from './folder.ts';
import { decideArrived } from './decide-arrived.ts';
import { fileTypeOf } from './file-type.ts';
import type { FileKind } from './file-type.ts';
import { safeName } from './safe-name.ts';

type Download = Extract<PageAct, { kind: 'DOWNLOAD' }>;

const BYTES = new Intl.NumberFormat('en-GB');
const inBytes = (count: number): string => `${BYTES.format(count)} ${count === 1 ? 'byte' : 'bytes'}`;

export async function decideDownload(
  parts: Consultants,
  task: TaskContext,
  act: Download,
  signal: AbortSignal,
): Promise<PageActVerdict> {
  // INVARIANT: it counts from here on, in the turn in which it is decided: two at a time do not pass one budget together.
  const before = Math.min(task.state.downloads.take(), FACTS.downloads.max);
  const verdict = await decide(parts, task, act, before, signal).catch((thrown: unknown) => {
    task.state.downloads.giveBack();
    throw thrown;
  });
  if (!verdict.allow) task.state.downloads.giveBack();
  return verdict;
}

async function decide(
  parts: Consultants,
  task: TaskContext,
  act: Download,
  before: number,
  signal: AbortSignal,
): Promise<PageActVerdict> {
  const settings = parts.downloads;
  const folder = settings === undefined ? null : await lookAtFolder(settings.folder, settings.ours);
  const place = folder?.ok === true ? folder.value : null;
  const name = safeName(act.filename);
  const weighed = inspectOutgoing(task.state.provenance, sendingsOfPageAct({ ...act, url: sourceOf(act) }));
  const { mediaType, bytes } = act;
  const file = { type: fileTypeOf({ name, mediaType }), size: sizeClassOf(bytes) };
  const said: About = { act, name, place, before, weighed, file };
  const about = consultationOn(task, said);
  const consulted = await consult(parts, about, signal);
  if (!consulted.ok) return refused(consulted.error.message);
  const { recorded, error, ruling, consent } = consulted.value;
  const written = await recorded;
  if (!written.ok) return refused(written.error.message);
  if (error !== null) {
    if (consent !== null && consent.state !== 'GRANTED' && consent.stopTask) task.state.stop(error);
    return refused(`${error.message} (${reasonsInWords(ruling)})`);
  }
  const journal = new Journal(parts.audit);
  const entry: Act = { ...about, taskId: task.id, where: hostOf(URL.parse(sourceOf(act))) };
  if (settings === undefined || folder === null || place === null) {
    const why = folder?.ok === false ? folder.error : undefined;
    const message =
      why === undefined ? 'no folder for downloads is set' : `${why.message} (${String(why.cause)})`;
    journal.note(entry, 'act.outcome', 'FAILED', { kind: 'DOWNLOAD', error: why ?? message });
    return refused(message);
  }
  if (signal.aborted) return refused('nothing waits for this any more');
  weighed.commit();
  const admitsKind = (found: FileKind, until: AbortSignal): Promise<Failure | null> =>
    decideArrived(
      parts,
      { ...consultationOn(task, { ...said, file: found }), found },
      { file, ruling, consent },
      until,
    );
  const download = leaveFor({ settings, place, name, act, task, journal, entry, admitsKind });
  return { allow: true, reason: reasonsInWords(ruling), download };
}

const refused = (reason: string): PageActVerdict => ({ allow: false, reason });

type About = {
  readonly act: Download;
  readonly name: string;
  readonly place: Folder | null;
  readonly before: number;
  readonly weighed: ReturnType<typeof inspectOutgoing>;
  readonly file: FileKind;
};

function consultationOn(task: TaskContext, { act, name, place, before, weighed, file }: About): Consultation {
  const url = sourceOf(act);
  const { documentUrl, mediaType, bytes } = act;
  const actor = act.coveredBy === undefined ? null : task.tab.actorOf(act.coveredBy);
  const initiator = actor?.initiator ?? 'PAGE';
  // INVARIANT: a question that was put off is asked about the words of the act that led here, and not about its initiator's.
  const stands = actor === null ? ownContent('PAGE') : (actor.content ?? OF_UNKNOWN);
  const words: readonly Words[] = actor === null ? [{ content: stands }] : wordsOf(stands, documentUrl);
  const folder = place?.path ?? '';
  const shown = weighed.shown.pageAct({ ...act, filename: name });
  const from = 'url' in shown ? addressOf(shown.url) : '';
  return {
    task,
    requestId: randomUUID(),
    by: actor?.by ?? PAGE,
    initiator,
    asked: pageActGates('DOWNLOAD', { url, documentUrl, request: TAKES }).flatMap((gate) =>
      words.map(({ content, ...where }) => ({
        gate: weighed.shown.gate(gate),
        facts: factsFor(gate, {
          task,
          action: 'DOWNLOAD',
          initiator,
          documentUrl,
          pageAct: 'DOWNLOAD',
          folder,
          downloads: before,
          file,
          ...weighed.facts,
          content,
        }),
        ...where,
      })),
    ),
    ...(actor === null ? {} : { stands }),
    what: `download ${quoted(name)} from ${from}`,
    documentUrl,
    documentId: '',
    digest: digestOf({ kind: act.kind, url: act.url, documentUrl, name, folder, mediaType, bytes }),
    details: [
      theirs('PAGE', 'FILE', 'file', name),
      ...(name === act.filename ? [] : [theirs('PAGE', 'FILE', 'called there', act.filename)]),
      fromRow('url' in shown ? shown.url : ''),
      ours('FACT', 'size', bytes === undefined ? 'not told' : inBytes(bytes)),
      mediaType === undefined
        ? ours('FACT', 'said to be', 'not told')
        : theirs('PAGE', 'VALUE', 'said to be', mediaType),
      folder === '' ? ours('FACT', 'to folder', 'none') : theirs('PERSON', 'FILE', 'to folder', folder),
      ...weighed.details,
    ],
    agentSays: null,
    askPerson: pageActRow('DOWNLOAD').ask,
    coveredByDocument: false,
    auditType: 'page.act',
    evidence: {
      kind: act.kind,
      documentUrl: visible(documentUrl),
      covered: act.coveredBy !== undefined,
      name,
      wanted: visible(act.filename, 300),
      mediaType: mediaType ?? null,
      bytes: bytes ?? null,
      folder,
      before,
      ...weighed.evidence,
    },
  };
}

/** Of what a page made itself, where from; its content stands on no card. */
function fromRow(url: string): CardRow {
  if (url.startsWith('data:')) return ours('FACT', 'from', 'what the page wrote into the address');
  return url.startsWith('blob:')
    ? address('PAGE', 'from', url.slice(5), { note: 'made by the page' })
    : address('PAGE', 'from', url);
}

/** What a page made itself comes from where the page comes from. */
function sourceOf({ url, documentUrl }: Download): string {
  if (url.startsWith('data:')) return documentUrl;
  if (!url.startsWith('blob:')) return url;
  const { origin } = new URL(url);
  return origin === 'null' ? documentUrl : `${origin}/`;
}

/** Of what a page made itself, where from; its content stands on no card and in no log. */
const addressOf = (url: string): string =>
  url.startsWith('data:')
    ? 'what the page wrote into the address'
    : visible(url.startsWith('blob:') ? `${url.slice(5)} (made by the page)` : url);

type Leaving = {
  readonly settings: DownloadSettings;
  readonly place: Folder;
  readonly name: string;
  readonly act: Download;
  readonly task: TaskContext;
  readonly journal: Journal;
  readonly entry: Act;
  readonly admitsKind: (found: FileKind, until: AbortSignal) => Promise<Failure | null>;
};

function leaveFor({ settings, place, name, act, task, journal, entry, admitsKind }: Leaving): DownloadLeave {
  const { maxBytes, maxTaskBytes, scanner, timeoutSeconds } = settings;
  const { downloads, files } = task.state;
  let counted = 0;
  const admits = (received: number, total: number | null): string | null => {
    downloads.received(Math.max(0, received - counted));
    counted = Math.max(counted, received);
    if (Math.max(received, total ?? 0) > maxBytes) return `a download has ${inBytes(maxBytes)} at most`;
    const more = Math.max(0, (total ?? 0) - counted);
    return downloads.bytes + more > maxTaskBytes
      ? `the downloads of a task have ${inBytes(maxTaskBytes)} at most`
      : null;
  };
  const failed: DownloadLeave['failed'] = (error) =>
    journal.note(entry, 'act.outcome', 'FAILED', { kind: 'DOWNLOAD', name, received: counted, error });
  return {
    admits,
    deadlineMs: timeoutSeconds * 1000,
    failed,
    arrived: async (path, signal) => {
      const { mediaType } = act;
      const delivery = { from: path, folder: place, name, mediaType, mostBytes: maxBytes, scanner };
      const admitsFile = (found: FileKind): Promise<Failure | null> => admitsKind(found, signal);
      const delivered = await deliver({ ...delivery, admits: admitsFile }, signal);
      if (!delivered.ok) failed(delivered.error);
      else {
        files.push(delivered.value);
        journal.note(entry, 'act.outcome', 'DONE', {
          ...evidenceOf(delivered.value),
          scanned: scanner !== null,
        });
      }
      return delivered;
    },
  };
}

const evidenceOf = (file: DownloadedFile): Record<string, unknown> => ({ kind: 'DOWNLOAD', file });
