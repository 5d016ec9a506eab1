// Gathers one run for a file: its result, its pictures, the log's checkpoint. INVARIANT: the log says that it leaves before it does.
import type { Failure } from '#policy/language/failure.ts';
import { saveFile } from '#ui/app/parts/save-file.ts';
import { gateway } from '#ui/app/state/api.ts';
import { framesOf, type FilmAct } from '#ui/app/feed/run/film/frames.ts';
import { runDocument, type SavedAct } from './run-document.ts';

type Act = FilmAct &
  Pick<SavedAct, 'answer' | 'seq'> & { readonly outcome: { readonly text: string } | null };

/** `null`: it was saved. */
export async function saveRun(id: string, acts: readonly Act[]): Promise<Failure | null> {
  const left = await gateway.exportResult(id, 'html');
  if (!left.ok) return left.error;
  const film = await gateway.pictures(id);
  if (!film.ok) return film.error;
  const frames = framesOf(acts, film.value);
  const images = new Map<number, string>();
  // One after the other: the gateway has other things to do.
  for (const number of new Set(
    frames.flatMap(({ before, after }) => [before?.number ?? [], after?.number ?? []].flat()),
  )) {
    const picture = await gateway.picture(id, number);
    if (picture.ok) images.set(number, `data:image/jpeg;base64,${await base64Of(picture.value)}`);
  }
  const log = await gateway.verifyAudit();
  const { intent, status, result } = left.value;
  const text = runDocument({
    id,
    intent,
    status,
    answer: result.answer ?? null,
    facts: result.facts ?? [],
    acts: frames.map(({ act: { requestId: _id, ...act }, before, after, box }, at) => ({
      ...act,
      decision: act.decision.text,
      answer: acts[at]?.answer ?? null,
      outcome: acts[at]?.outcome?.text ?? null,
      seq: acts[at]?.seq ?? null,
      before,
      after,
      box,
    })),
    images,
    log: log.ok ? log.value : null,
    savedAt: new Date().toISOString(),
  });
  saveFile(`${id}.html`, 'text/html', text);
  return null;
}

async function base64Of(picture: Blob): Promise<string> {
  const bytes = new Uint8Array(await picture.arrayBuffer());
  let all = '';
  for (const byte of bytes) all += String.fromCodePoint(byte);
  return btoa(all);
}
