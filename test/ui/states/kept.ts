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

type Thing = { readonly key: string; readonly box: readonly number[]; readonly rest: string };

/** Each difference in words. */
export function differences(was: readonly string[], is: readonly string[]): readonly string[] {
  const before = things(was);
  const now = things(is);
  const said = (key: string): string => key.slice(0, key.lastIndexOf('#'));
  const gone = [...before.keys()].filter((key) => !now.has(key)).map((key) => `${said(key)} is gone`);
  const added = [...now.keys()].filter((key) => !before.has(key)).map((key) => `${said(key)} is new`);
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
