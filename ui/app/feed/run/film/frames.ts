// The acts of a task as frames of its film: what the page was before each act and what it became. Pure.
// INVARIANT: a frame shows no other picture than the one that was taken there: what is missing stays missing.
import type {
  PictureBox,
  PictureView,
  PicturedQuote,
  PicturesView,
} from '#gateway/protocol/views/pictures.ts';
import type { Word } from '#ui/app/parts/words.ts';

export type FilmAct = {
  readonly step: number;
  readonly at: string;
  readonly text: string;
  readonly decision: Word;
  /** Somebody was asked about it, or it did not go. */
  readonly isMarked: boolean;
  readonly requestId: string | null;
};

export type Side = 'before' | 'after';

export type Frame = {
  readonly act: FilmAct;
  readonly before: PictureView | null;
  readonly after: PictureView | null;
  /** Where the act's element stood, on the picture before. */
  readonly box: PictureBox | null;
};

export function framesOf(acts: readonly FilmAct[], film: PicturesView): readonly Frame[] {
  const pictures = new Map(film.pictures.map((picture) => [picture.number, picture]));
  const byRequest = new Map(film.acts.map((act) => [act.requestId, act]));
  const byTime = new Map(film.acts.map((act) => [act.at, act]));
  const picture = (number: number | null | undefined): PictureView | null =>
    number === null || number === undefined ? null : (pictures.get(number) ?? null);
  return acts.map((act) => {
    const known = (act.requestId === null ? undefined : byRequest.get(act.requestId)) ?? byTime.get(act.at);
    return { act, before: picture(known?.before), after: picture(known?.after), box: known?.box ?? null };
  });
}

/** What is shown of a frame: the side that is wanted, else the other one. */
export function shownOf(
  frame: Frame,
  side: Side,
): { readonly picture: PictureView | null; readonly side: Side } {
  const other: Side = side === 'before' ? 'after' : 'before';
  return frame[side] === null && frame[other] !== null
    ? { picture: frame[other], side: other }
    : { picture: frame[side], side };
}

/** The frame of a step, or of the act before one that no act came of; without a step the last that has a picture: how it ended. */
export function frameAt(frames: readonly Frame[], step: number | null): number {
  if (step !== null) {
    const own = frames.findIndex(({ act }) => act.step === step);
    return own === -1 ? frames.findLastIndex(({ act }) => act.step < step) : own;
  }
  const last = frames.findLastIndex(({ before, after }) => before !== null || after !== null);
  return last === -1 ? frames.length - 1 : last;
}

/** The nearest one in that direction that was asked about or stopped; `null`: there is none. */
export function nextMarked(frames: readonly Frame[], from: number, way: 1 | -1): number | null {
  for (let at = from + way; at >= 0 && at < frames.length; at += way)
    if (frames[at]?.act.isMarked === true) return at;
  return null;
}

/** Where quoted words stand; the newest place. */
export const quoteIn = ({ quotes }: PicturesView, words: string): PicturedQuote | null =>
  quotes.findLast(({ quote }) => quote === words) ?? null;

/** As shares of the picture, for a box over it, a little wider than what it is around. */
export function boxStyle(
  { x, y, width, height }: PictureBox,
  picture: Pick<PictureView, 'width' | 'height'>,
): Readonly<Record<'left' | 'top' | 'width' | 'height', string>> {
  const share = (part: number, whole: number): string =>
    `${Math.min(100, Math.max(0, (part / Math.max(1, whole)) * 100)).toFixed(2)}%`;
  const [left, top] = [Math.max(0, x - 2), Math.max(0, y - 2)];
  return {
    left: share(left, picture.width),
    top: share(top, picture.height),
    width: share(Math.min(width + 4, picture.width - left), picture.width),
    height: share(Math.min(height + 4, picture.height - top), picture.height),
  };
}
