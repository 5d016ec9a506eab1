// The order inside each room: its README lists the folders, and a folder imports only those above it. So there is no ring of
// folders, and a newcomer reads a room from top to bottom.
import { execFileSync } from 'node:child_process';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importsOf, read, resolveOwn } from './imports.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const ROOMS = ['policy', 'executors', 'gateway', 'engines', 'ui', 'cloud'] as const;
/** More than this in one folder is a list that nobody reads. */
const MOST_ENTRIES = 15;
/** Folders of peers of one kind may hold more, and say why. */
const MOST_PEERS = 25;
const PEERS: Readonly<Record<string, string>> = {
  'executors/acts': 'an act each',
  'executors/network': 'the parts of one proxy',
  'engines/navigator/offline/pursue': 'a family of goals each',
  'engines/navigator/offline/tactics': 'a way to a thing each',
  'executors/page': 'the parts of one page',
  'gateway/protocol': 'a subject each of what crosses processes',
  'gateway/protocol/commands/rows': 'a category of commands each',
  'gateway/protocol/views': 'a subject each of what leaves the gateway',
  'gateway/surfaces/commands/handlers': 'a category of commands each, as its rows',
  'policy/acts': 'a group of acts each, and what they share',
  'ui/cli/rows': 'a verb each, or its words',
  'ui/cli/commands': 'what a verb each does',
  'ui/consent': 'one document, with its style sheets',
  'ui/app/policy/editor': 'the parts of one editor, with its style sheet',
};

const tracked = (room: string): readonly string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', room], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '');

const isSource = (file: string): boolean => /\.tsx?$/u.test(file);

/** A folder of the room (`policy/acts`), or, for a file that lies in no folder of it, the file itself (`gateway/boundary.ts`). */
function placeOf(file: string): string {
  const folder = posix.dirname(file);
  return folder.includes('/') ? folder : file;
}

/** The places of a room in the order of its README's block ```` ```folders ````, from the repository's root. */
function orderOf(room: string): readonly string[] {
  const block = /^```folders\n([\s\S]*?)^```/mu.exec(read(ROOT, `${room}/README.md`))?.[1];
  if (block === undefined) throw new Error(`${room}/README.md has no block of folders`);
  return block
    .split('\n')
    .map((line) => line.trim().split(/\s+/u)[0] ?? '')
    .filter((name) => name !== '')
    .map((name) => `${room}/${name.replace(/\/$/u, '')}`);
}

describe.each(ROOMS)('%s', (room) => {
  const sources = tracked(room).filter(isSource);
  const order = orderOf(room);

  test('every folder of sources stands in the list of the README, once, and every line of the list is a folder', () => {
    expect([...order].toSorted()).toEqual([...new Set(sources.map(placeOf))].toSorted());
  });

  test('a folder imports only folders above it in the list', () => {
    const rank = new Map(order.map((place, index) => [place, index]));
    const upward = sources.flatMap((file) =>
      importsOf(file, read(ROOT, file)).flatMap(({ specifier }) => {
        const own = resolveOwn(file, specifier);
        if (own === null || !own.startsWith(`${room}/`) || !isSource(own)) return [];
        const [from, to] = [rank.get(placeOf(file)), rank.get(placeOf(own))];
        return from !== undefined && to !== undefined && to > from ? [`${file} imports ${own}`] : [];
      }),
    );
    expect(upward).toEqual([]);
  });

  test(`no folder has more than ${MOST_ENTRIES} entries, of peers ${MOST_PEERS}`, () => {
    const entries = new Map<string, Set<string>>();
    for (const file of tracked(room).filter(
      (one) => !/(?:README|DECISIONS)\.md$|\.ya?ml$|\.json$/u.test(one),
    )) {
      const parts = file.split('/');
      for (let depth = 1; depth < parts.length; depth += 1) {
        const folder = parts.slice(0, depth).join('/');
        entries.set(folder, (entries.get(folder) ?? new Set()).add(parts[depth] ?? ''));
      }
    }
    const full = [...entries]
      .filter(([folder, names]) => names.size > (folder in PEERS ? MOST_PEERS : MOST_ENTRIES))
      .map(([folder, names]) => `${folder}: ${names.size}`);
    expect(full).toEqual([]);
  });
});
