// What is kept of how each state looked, and where a page differs from it. INVARIANT: a place or a size may be off by what signs of another
// font come to; a thing that is gone, new, cut off, covered or in other colours is always told.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nameOf, VIEWS, type View } from './look.ts';

/** Signs that the one font lacks (arrows, marks) are drawn by the machine's: DECISIONS.md has what that was measured to come to. */
const MOST_OFF_PX = 4;
const FOLDER = join(import.meta.dirname, 'kept');
const HEAD = '## ';

export function keep(state: string, looks: readonly (readonly string[])[]): void {
  mkdirSync(FOLDER, { recursive: true });
  const parts = VIEWS.map((view, index) => `${HEAD}${nameOf(view)}\n${(looks[index] ?? []).join('\n')}\n`);
  writeFileSync(join(FOLDER, `${state}.txt`), parts.join(''));
}

export function kept(state: string, view: View): readonly string[] {
  const parts = readFileSync(join(FOLDER, `${state}.txt`), 'utf8').split(HEAD);
  const part = parts.find((one) => one.startsWith(`${nameOf(view)}\n`));
  if (part === undefined) throw new Error(`nothing is kept of ${state} at ${nameOf(view)}`);
  return part.trimEnd().split('\n').slice(1);
}

type Size = { readonly width: number; readonly height: number };
type Thing = { readonly key: string; readonly box: readonly number[]; readonly rest: string };

/** Each difference in words. What reaches into the view by no more than it may be off may be out of it. */
export function differences(was: readonly string[], is: readonly string[], view: Size): readonly string[] {
  const before = things(was);
  const now = things(is);
  const said = (key: string): string => key.slice(0, key.lastIndexOf('#'));
  const only = (those: typeof now, others: typeof now, what: string): readonly string[] =>
    [...those.values()].flatMap(({ key, box }) =>
      others.has(key) || isAtEdge(box, view) ? [] : [`${said(key)} is ${what}`],
    );
  const gone = only(before, now, 'gone');
  const added = only(now, before, 'new');
  const others = [...now.values()].flatMap(({ key, box, rest }) => {
    const old = before.get(key);
    if (old === undefined) return [];
    const isOff = box.some((value, index) => Math.abs(value - (old.box[index] ?? 0)) > MOST_OFF_PX);
    return [
      ...(isOff ? [`${said(key)} is at ${box.join(' ')}, was at ${old.box.join(' ')}`] : []),
      ...(rest === old.rest ? [] : [`${said(key)} is ${rest}, was ${old.rest}`]),
    ];
  });
  return [...gone, ...added, ...others];
}

function isAtEdge([x = 0, y = 0, width = 0, height = 0]: readonly number[], view: Size): boolean {
  const reach = (from: number, size: number, most: number): number =>
    Math.min(from + size, most) - Math.max(from, 0);
  return reach(x, width, view.width) <= 2 * MOST_OFF_PX || reach(y, height, view.height) <= 2 * MOST_OFF_PX;
}

/** By tag, words and how many of the same came before. */
function things(lines: readonly string[]): ReadonlyMap<string, Thing> {
  const found = new Map<string, Thing>();
  for (const line of lines) {
    const read = /^(\S+ "(?:[^"\\]|\\.)*") (-?\d+ -?\d+ \d+ \d+) (.*)$/u.exec(line);
    if (read === null) throw new Error(`this line is no thing: ${line}`);
    const [, what = '', box = '', rest = ''] = read;
    let key = `${what}#1`;
    for (let same = 2; found.has(key); same += 1) key = `${what}#${same}`;
    found.set(key, { key, box: box.split(' ').map(Number), rest });
  }
  return found;
}
