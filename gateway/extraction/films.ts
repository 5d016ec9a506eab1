// The pictures of tasks on which words of their results stand, for applets that show them. INVARIANT: none is taken before the log says who looks
// at those of its task; without any an applet is whole all the same.
import type { Film } from '#engines/maker/seen.ts';
import type { AuditedPictures } from '#gateway/vault/pictures/audited-pictures.ts';

/** Of all tasks together; an applet is one document. */
const MOST_PICTURES = 24;
const MOST_BYTES = 4 * 1024 * 1024;

/** Of tasks in their order, as far as there is room. */
export async function filmsOf(
  pictures: Pick<AuditedPictures, 'list' | 'show'>,
  taskIds: readonly string[],
  who: string,
): Promise<readonly Film[]> {
  const films: Film[] = [];
  let count = 0;
  let bytes = 0;
  for (const taskId of new Set(taskIds)) {
    const film = await pictures.list(taskId, who);
    // Pages that cannot be shown are no reason to show no rows.
    if (!film.ok) continue;
    const quoted = new Set(film.value.quotes.map(({ picture }) => picture));
    const taken: Film['pictures'][number][] = [];
    for (const { number, width, height } of film.value.pictures) {
      if (!quoted.has(number) || count >= MOST_PICTURES) continue;
      const jpeg = await pictures.show(taskId, number, who);
      if (!jpeg.ok || bytes + jpeg.value.byteLength > MOST_BYTES) continue;
      count += 1;
      bytes += jpeg.value.byteLength;
      taken.push({ number, width, height, jpeg: Buffer.from(jpeg.value).toString('base64') });
    }
    if (taken.length > 0) films.push({ pictures: taken, quotes: film.value.quotes });
  }
  return films;
}
