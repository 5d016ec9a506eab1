// The film of one task: the pictures that its looks brought, which acts they stand around, and where quoted words stand on them.
// INVARIANT: it takes no picture and waits for none; what no look brought is not there.
import { createHash } from 'node:crypto';
import type { PagePicture, PageSnapshot } from '#executors/contract/snapshot.ts';
import type {
  PictureBox,
  PicturedAct,
  PicturedQuote,
  PictureNotes,
} from '#gateway/protocol/views/pictures.ts';
import type { TaskResult } from '#gateway/protocol/views/task.ts';
import type { PictureKeeper } from '#gateway/vault/pictures/picture-keeper.ts';

/** Of one task. */
const MOST_PICTURES = 500;
/** Pictures whose words are remembered until the end, and words of each. */
const MOST_REMEMBERED = 60;
const MOST_WORDS = 1_500;
const MOST_CHARACTERS = 100_000;
const MOST_QUOTES = 500;
/** Shorter ones stand everywhere: as a whole text they count, as a part of one they do not. */
const MIN_PART_CHARACTERS = 3;

type Words = { readonly text: string; readonly box: PictureBox };
type Remembered = { readonly number: number; readonly page: string; readonly words: readonly Words[] };
type Last = {
  readonly number: number;
  readonly digest: string;
  readonly scale: number;
  readonly snapshot: PageSnapshot;
};
type Act = { -readonly [K in keyof PicturedAct]: PicturedAct[K] };

type BookParts = {
  readonly taskId: string;
  readonly keeper: Pick<PictureKeeper, 'wants' | 'keep' | 'note'>;
  readonly wallMs: () => number;
};

export class PictureBook {
  readonly #parts: BookParts;
  readonly #acts: Act[] = [];
  #quotes: readonly PicturedQuote[] = [];
  #remembered: readonly Remembered[] = [];
  #count = 0;

  constructor(parts: BookParts) {
    this.#parts = parts;
  }

  get wants(): boolean {
    return this.#count < MOST_PICTURES && this.#parts.keeper.wants;
  }

  /** Of one tab. */
  lane(): PictureLane {
    return new PictureLane(this);
  }

  get nextNumber(): number {
    return this.#count + 1;
  }

  /** Its number. */
  add(snapshot: PageSnapshot, { jpeg, width, height, scale }: PagePicture, step: number): number {
    this.#count += 1;
    const number = this.#count;
    const page = snapshot.document.url;
    const frame = { width, height };
    const words = snapshot.nodes.flatMap(({ name, value, box, inView }): readonly Words[] => {
      const place = box === null || !inView ? null : placeOf(box, scale, frame);
      return place === null
        ? []
        : [name, value ?? ''].flatMap((text) => (text === '' ? [] : [{ text: folded(text), box: place }]));
    });
    this.#remembered = [...this.#remembered, { number, page, words: bounded(words) }].slice(-MOST_REMEMBERED);
    const at = new Date(this.#parts.wallMs()).toISOString();
    this.#parts.keeper.keep(
      this.#parts.taskId,
      { number, at, step, page, width, height, jpeg },
      this.#notes(),
    );
    return number;
  }

  acted(act: Act): void {
    this.#acts.push(act);
  }

  /** Nothing comes any more: where the words of the result stand is told with the rest. */
  end(result: TaskResult): void {
    if (this.#count === 0) return;
    this.#quotes = quotesIn(result)
      .slice(0, MOST_QUOTES)
      .flatMap(({ quote, page }) => this.#find(quote, page) ?? []);
    this.#parts.keeper.note(this.#parts.taskId, this.#notes());
    this.#remembered = [];
  }

  #notes(): PictureNotes {
    return { acts: this.#acts.map((act) => ({ ...act })), quotes: this.#quotes };
  }

  /** On the newest picture of that page on which they stand; words that stand there twice are told as nowhere. */
  #find(quote: string, page: string): PicturedQuote | null {
    const wanted = folded(quote);
    for (const { number, page: seen, words } of this.#remembered.toReversed()) {
      if (bare(seen) !== bare(page)) continue;
      const whole = words.filter(({ text }) => text === wanted);
      const part =
        wanted.length < MIN_PART_CHARACTERS ? [] : words.filter(({ text }) => text.includes(wanted));
      const found = (whole.length > 0 ? whole : part).toSorted((a, b) => areaOf(a.box) - areaOf(b.box));
      const [best] = found;
      // What contains it says it too; what lies elsewhere is another place.
      if (best !== undefined && found.every(({ box }) => isWithin(best.box, box)))
        return { quote, page, picture: number, box: best.box };
    }
    return null;
  }
}

/** A page may write as much as it likes. */
function bounded(words: readonly Words[]): readonly Words[] {
  let left = MOST_CHARACTERS;
  return words.slice(0, MOST_WORDS).filter(({ text }) => {
    if (text.length > left) return false;
    left -= text.length;
    return true;
  });
}

/** The pictures of one tab, in their order. */
export class PictureLane {
  readonly #book: PictureBook;
  #last: Last | null = null;
  /** Acts since the last picture. */
  #open: readonly Act[] = [];

  constructor(book: PictureBook) {
    this.#book = book;
  }

  get wants(): boolean {
    return this.#book.wants;
  }

  /** A look, with the picture that it brought. */
  saw(snapshot: PageSnapshot, picture: PagePicture | undefined, step: number): void {
    // Without one nobody knows how the page looked: what stood before is not what stands now.
    if (picture === undefined) {
      this.#last = null;
      return;
    }
    const digest = createHash('sha256').update(picture.jpeg).digest('hex');
    const isSame =
      this.#last?.digest === digest && this.#last.snapshot.document.url === snapshot.document.url;
    const known = isSame ? this.#last : null;
    const open = this.#open.filter((act) => act.step === step);
    this.#open = [];
    const number = known?.number ?? this.#next(snapshot, picture, step, open);
    for (const act of open) act.after = number;
    this.#last = { number, digest, scale: picture.scale, snapshot };
  }

  acted({
    requestId,
    step,
    at,
    ref,
  }: {
    readonly requestId: string;
    readonly step: number;
    readonly at: string;
    readonly ref: string | null;
  }): void {
    const last = this.#last;
    const box = last?.snapshot.nodes.find((node) => ref !== null && node.ref === ref)?.box ?? null;
    const act: Act = {
      requestId,
      step,
      at,
      before: last?.number ?? null,
      after: null,
      box: last === null || box === null ? null : placeOf(box, last.scale, null),
    };
    this.#book.acted(act);
    this.#open = [...this.#open, act];
  }

  /** What is kept with it says already that it stands behind these acts. */
  #next(snapshot: PageSnapshot, picture: PagePicture, step: number, acts: readonly Act[]): number {
    for (const act of acts) act.after = this.#book.nextNumber;
    return this.#book.add(snapshot, picture, step);
  }
}

function placeOf(
  box: PictureBox,
  scale: number,
  frame: { readonly width: number; readonly height: number } | null,
): PictureBox | null {
  const place = {
    x: Math.round(box.x * scale),
    y: Math.round(box.y * scale),
    width: Math.max(1, Math.round(box.width * scale)),
    height: Math.max(1, Math.round(box.height * scale)),
  };
  // What is cut off at an edge is not there to be read.
  const isWhole = frame === null || isWithin(place, { x: 0, y: 0, ...frame });
  return isWhole ? place : null;
}

const isWithin = (inner: PictureBox, outer: PictureBox): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;

function quotesIn({
  facts,
  evidence,
  table,
}: TaskResult): readonly { readonly quote: string; readonly page: string }[] {
  const cells = (table?.rows ?? []).flatMap((row) =>
    row.flatMap(({ quote, source }) => {
      const url = source === null ? undefined : table?.sources[source]?.url;
      return url === undefined ? [] : [{ quote, page: url }];
    }),
  );
  const all = [
    ...facts.map(({ quote, url }) => ({ quote, page: url })),
    ...evidence.map(({ quote, url }) => ({ quote, page: url })),
    ...cells,
  ].filter(({ quote }) => quote.trim() !== '');
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}

const folded = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim().toLowerCase();
const bare = (url: string): string => url.split('#')[0] ?? '';
const areaOf = ({ width, height }: PictureBox): number => width * height;
