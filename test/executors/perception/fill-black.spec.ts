// Places of a JPEG are filled black in its own blocks, and what is no JPEG of the known kind gives none.
import { expect, test } from 'vitest';
import { fillBlack } from '#executors/perception/picture/fill-black.ts';
import { BadJpeg } from '#executors/perception/picture/huffman.ts';
import { jpegOf, pixelsOf } from '#test/fixtures/jpeg.ts';

const WIDTH_PX = 150;
const HEIGHT_PX = 90;
/** A noise with every size of coefficient in it. */
const noise = (x: number, y: number): readonly [number, number, number] => [
  (x * 37 + y * 91) % 256,
  (x * x * 7 + y * 13) % 256,
  (x * 5 + y * y * 3) % 256,
];
const picture = jpegOf(WIDTH_PX, HEIGHT_PX, noise);

test('what lies in a box is black, and what lies a block away is as it was', () => {
  const box = { x: 41, y: 18, width: 30, height: 20 };
  const before = pixelsOf(picture);
  const after = pixelsOf(fillBlack(picture, [box]));
  expect([after.width, after.height]).toEqual([WIDTH_PX, HEIGHT_PX]);
  expect(before.brightest(box)).toBeGreaterThan(200);
  expect(after.brightest(box)).toBe(0);
  for (let y = 0; y < HEIGHT_PX; y += 1)
    for (let x = 0; x < WIDTH_PX; x += 1) {
      const isNear = x >= 32 && x < 80 && y >= 8 && y < 48;
      if (!isNear) expect(after.at(x, y)).toEqual(before.at(x, y));
    }
});

test('a second filling changes nothing, and none keeps every pixel', () => {
  const boxes = [
    { x: -5, y: -5, width: 20, height: 20 },
    { x: 140, y: 80, width: 50, height: 50 },
  ];
  const once = fillBlack(picture, boxes);
  expect(Buffer.from(fillBlack(once, boxes))).toEqual(Buffer.from(once));
  const same = pixelsOf(fillBlack(picture, []));
  const before = pixelsOf(picture);
  for (let y = 0; y < HEIGHT_PX; y += 1)
    for (let x = 0; x < WIDTH_PX; x += 1) expect(same.at(x, y)).toEqual(before.at(x, y));
});

test('nothing of the bytes of a filled picture depends on what lay there', () => {
  const other = jpegOf(WIDTH_PX, HEIGHT_PX, (x, y) =>
    x >= 48 && x < 64 && y >= 16 && y < 32 ? [9, 200, 90] : [80, 80, 80],
  );
  const plain = jpegOf(WIDTH_PX, HEIGHT_PX, () => [80, 80, 80]);
  const box = { x: 40, y: 8, width: 32, height: 32 };
  expect(Buffer.from(fillBlack(other, [box]))).toEqual(Buffer.from(fillBlack(plain, [box])));
});

test.each([
  ['nothing', new Uint8Array()],
  ['another kind of file', Buffer.from('\u0089PNG')],
  ['a picture that is cut off', picture.subarray(0, picture.length - 40)],
  ['a progressive picture', Buffer.from(Buffer.from(picture).toString('hex').replace('ffc0', 'ffc2'), 'hex')],
  [
    'a picture with marks in its scan',
    Buffer.concat([
      picture.subarray(0, picture.length - 30),
      Uint8Array.of(0xff, 0xd0),
      picture.subarray(picture.length - 30),
    ]),
  ],
])('%s is refused', (_name, bytes) => {
  expect(() => fillBlack(bytes, [{ x: 0, y: 0, width: 8, height: 8 }])).toThrow(BadJpeg);
});
