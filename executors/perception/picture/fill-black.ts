// Fills places of a JPEG black, block by block in its own coefficients: what lay there is in no byte of what comes out, and the rest of
// the picture keeps every one of its own. INVARIANT: pure; a file that is not understood to its last byte gives none.
import type { Box } from '#executors/perception/reading/captured.ts';
import {
  AC_TABLE,
  BadJpeg,
  BitReader,
  BitWriter,
  DC_TABLE,
  Decoder,
  Encoder,
  type CodeTable,
} from './huffman.ts';

const BLOCK_PX = 8;
const START = 0xd8;
const END = 0xd9;
const TABLES = 0xdb;
const FRAME = 0xc0;
const CODES = 0xc4;
const SCAN = 0xda;
/** Two bytes for a number of 64 would be a picture of 12 bits. */
const QUANTISED = 64;
const COEFFICIENTS = 64;
/** In a block's first coefficient: eight times what each sample lies below the middle. */
const BLACK = -1_024;
const END_OF_BLOCK = 0;
const SIXTEEN_ZEROS = 0xf0;
const LARGEST_DC_BITS = 11;
const LARGEST_AC_BITS = 10;

type Part = {
  readonly id: number;
  readonly across: number;
  readonly down: number;
  readonly table: number;
};
type Frame = { readonly width: number; readonly height: number; readonly parts: readonly Part[] };
type Segment = { readonly mark: number; readonly from: number; readonly to: number };

/** `boxes` in pixels of the picture. Throws `BadJpeg`. */
export function fillBlack(jpeg: Uint8Array, boxes: readonly Box[]): Uint8Array {
  const segments = segmentsOf(jpeg);
  const scan = segments.at(-1);
  const frameAt = segments.find(({ mark }) => mark === FRAME);
  if (scan?.mark !== SCAN || frameAt === undefined) throw new BadJpeg('no baseline picture in one scan');
  const frame = frameOf(jpeg, frameAt);
  const first = firstQuantisers(jpeg, segments);
  const codes = codeTablesOf(jpeg, segments);
  const { data, end } = transcode(jpeg, scan, { frame, first, codes, boxes });
  if (jpeg[end] !== 0xff || jpeg[end + 1] !== END) throw new BadJpeg('more than one scan');
  const kept = segments
    .filter(({ mark }) => mark === TABLES || mark === FRAME || mark === 0xe0 || mark === 0xe2)
    .map(({ from, to }) => jpeg.subarray(from, to));
  return Buffer.concat([
    Uint8Array.of(0xff, START),
    ...kept,
    codeSegment(0x00, DC_TABLE),
    codeSegment(0x10, AC_TABLE),
    scanSegment(frame),
    data,
    Uint8Array.of(0xff, END),
  ]);
}

/** Up to the scan: none is behind it. */
function segmentsOf(jpeg: Uint8Array): readonly Segment[] {
  if (jpeg[0] !== 0xff || jpeg[1] !== START) throw new BadJpeg('no JPEG');
  const found: Segment[] = [];
  for (let at = 2; at + 4 <= jpeg.length;) {
    const mark = jpeg[at + 1] ?? 0;
    const to = at + 2 + number(jpeg, at + 2);
    if (jpeg[at] !== 0xff || to > jpeg.length) throw new BadJpeg('a segment is cut off');
    found.push({ mark, from: at, to });
    if (mark === SCAN) return found;
    // Application data, tables and one baseline frame: nothing that would make a scan mean something else.
    if (mark !== TABLES && mark !== FRAME && mark !== CODES && (mark & 0xf0) !== 0xe0 && mark !== 0xfe)
      throw new BadJpeg('a segment is not known');
    at = to;
  }
  throw new BadJpeg('no scan');
}

const number = (bytes: Uint8Array, at: number): number => (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);

function frameOf(jpeg: Uint8Array, { from }: Segment): Frame {
  const parts = Array.from({ length: jpeg[from + 9] ?? 0 }, (_, index): Part => {
    const at = from + 10 + 3 * index;
    const sampling = jpeg[at + 1] ?? 0;
    return { id: jpeg[at] ?? 0, across: sampling >> 4, down: sampling & 15, table: jpeg[at + 2] ?? 0 };
  });
  const [width, height] = [number(jpeg, from + 7), number(jpeg, from + 5)];
  const isFit = parts.every(({ across, down }) => across >= 1 && across <= 4 && down >= 1 && down <= 4);
  if (
    jpeg[from + 4] !== 8 ||
    width === 0 ||
    height === 0 ||
    !isFit ||
    (parts.length !== 1 && parts.length !== 3)
  )
    throw new BadJpeg('no picture of this kind is known');
  return { width, height, parts };
}

/** What the first coefficient of a block is divided by, by the number of its table. */
function firstQuantisers(jpeg: Uint8Array, segments: readonly Segment[]): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const { from, to } of segments.filter(({ mark }) => mark === TABLES))
    for (let at = from + 4; at < to; at += 1 + QUANTISED) {
      const about = jpeg[at] ?? 0;
      const divisor = jpeg[at + 1] ?? 0;
      if (about > 3 || divisor === 0) throw new BadJpeg('a table of quantisers is not known');
      found.set(about, divisor);
    }
  return found;
}

function codeTablesOf(jpeg: Uint8Array, segments: readonly Segment[]): ReadonlyMap<number, Decoder> {
  const found = new Map<number, Decoder>();
  for (const { from, to } of segments.filter(({ mark }) => mark === CODES))
    for (let at = from + 4; at < to;) {
      const counts = jpeg.subarray(at + 1, at + 17);
      const size = counts.reduce((sum, count) => sum + count, 0);
      found.set(jpeg[at] ?? 0, new Decoder({ counts, symbols: jpeg.subarray(at + 17, at + 17 + size) }));
      at += 17 + size;
    }
  return found;
}

type Reading = {
  readonly frame: Frame;
  readonly first: ReadonlyMap<number, number>;
  readonly codes: ReadonlyMap<number, Decoder>;
  readonly boxes: readonly Box[];
};

/** The scan with other blocks in its black places, and where what is behind it begins. */
function transcode(
  jpeg: Uint8Array,
  scan: Segment,
  { frame, first, codes, boxes }: Reading,
): { readonly data: Uint8Array; readonly end: number } {
  const { parts, width, height } = frame;
  const [across, down] = [most(parts, 'across'), most(parts, 'down')];
  const reader = new BitReader(jpeg, scan.to);
  const writer = new BitWriter();
  const [dcOut, acOut] = [new Encoder(DC_TABLE), new Encoder(AC_TABLE)];
  const lanes = parts.map((part, index) => {
    const at = scan.from + 5 + 2 * index;
    const chosen = jpeg[at + 1] ?? 0;
    const dc = codes.get(chosen >> 4);
    const ac = codes.get(0x10 | (chosen & 15));
    const divisor = first.get(part.table);
    if (jpeg[at] !== part.id || dc === undefined || ac === undefined || divisor === undefined)
      throw new BadJpeg('a scan names what is not there');
    // Of brightness; of colour nothing is left.
    const black = index === 0 ? Math.floor(BLACK / divisor) : 0;
    const single = parts.length === 1;
    const size = { width: (BLOCK_PX * across) / part.across, height: (BLOCK_PX * down) / part.down };
    return { part: single ? { ...part, across: 1, down: 1 } : part, dc, ac, black, size, was: 0, is: 0 };
  });
  const step =
    parts.length === 1 ? { x: BLOCK_PX, y: BLOCK_PX } : { x: BLOCK_PX * across, y: BLOCK_PX * down };
  for (let y = 0; y < height; y += step.y)
    for (let x = 0; x < width; x += step.x)
      for (const lane of lanes)
        for (let row = 0; row < lane.part.down; row += 1)
          for (let column = 0; column < lane.part.across; column += 1) {
            const place = {
              x: x + column * lane.size.width,
              y: y + row * lane.size.height,
              ...lane.size,
            };
            lane.was += signed(reader, lane.dc.next(reader), LARGEST_DC_BITS);
            const isBlack = boxes.some((box) => touches(box, place));
            const now = isBlack ? lane.black : lane.was;
            putSigned(writer, dcOut, now - lane.is);
            lane.is = now;
            copyRest(reader, lane.ac, isBlack ? null : { writer, codes: acOut });
            if (isBlack) acOut.put(writer, END_OF_BLOCK);
          }
  return { data: writer.end(), end: reader.end };
}

/** The other 63 coefficients of a block, as they are; `null`: to nowhere. */
function copyRest(
  reader: BitReader,
  codes: Decoder,
  to: { readonly writer: BitWriter; readonly codes: Encoder } | null,
): void {
  for (let at = 1; at < COEFFICIENTS;) {
    const symbol = codes.next(reader);
    const size = symbol & 15;
    if (size > LARGEST_AC_BITS || (size === 0 && symbol !== END_OF_BLOCK && symbol !== SIXTEEN_ZEROS))
      throw new BadJpeg('a coefficient is not known');
    const bits = reader.bits(size);
    to?.codes.put(to.writer, symbol);
    to?.writer.put(bits, size);
    if (symbol === END_OF_BLOCK) return;
    at += (symbol >> 4) + 1;
    if (at > COEFFICIENTS) throw new BadJpeg('a block has too many coefficients');
  }
}

function signed(reader: BitReader, size: number, largest: number): number {
  if (size > largest) throw new BadJpeg('a number is too large');
  if (size === 0) return 0;
  const bits = reader.bits(size);
  return bits < 1 << (size - 1) ? bits - (1 << size) + 1 : bits;
}

function putSigned(writer: BitWriter, codes: Encoder, value: number): void {
  const size = value === 0 ? 0 : 32 - Math.clz32(Math.abs(value));
  codes.put(writer, size);
  writer.put(value < 0 ? value + (1 << size) - 1 : value, size);
}

const most = (parts: readonly Part[], way: 'across' | 'down'): number =>
  Math.max(...parts.map((part) => part[way]));

const touches = (box: Box, place: Box): boolean =>
  box.width > 0 &&
  box.height > 0 &&
  box.x < place.x + place.width &&
  place.x < box.x + box.width &&
  box.y < place.y + place.height &&
  place.y < box.y + box.height;

function codeSegment(about: number, { counts, symbols }: CodeTable): Uint8Array {
  const size = 3 + counts.length + symbols.length;
  return Uint8Array.of(0xff, CODES, size >> 8, size & 255, about, ...counts, ...symbols);
}

/** One table of each kind, for all parts. */
function scanSegment({ parts }: Frame): Uint8Array {
  const size = 6 + 2 * parts.length;
  return Uint8Array.of(
    0xff,
    SCAN,
    size >> 8,
    size & 255,
    parts.length,
    ...parts.flatMap(({ id }) => [id, 0]),
    0,
    63,
    0,
  );
}
