// What a gateway has on the machine: processes, profiles, files, sockets, mounts. Two of them say what was left.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Left } from './checks.ts';
import type { Stage } from './stage/stage.ts';

export type Census = {
  readonly processes: readonly string[];
  readonly helpers: readonly number[];
  readonly profiles: readonly string[];
  readonly files: ReadonlySet<string>;
  readonly mounts: ReadonlySet<string>;
};

/** The small disks of the other gateways of this run come and go (`fixtures/faults/small-disk`). */
const OUR_DISKS = '/ghost-disk-';

/** What grows while everything is well: the log and its companions, the vault, whole downloads, the socket and its files. */
const EXPECTED = [
  /^data\/(?:audit|vault)(?:\/|$)/u,
  /^data\/downloads(?:\/[^/]+\/?(?:[^/]*report[^/]*\.bin)?)?$/u,
  /^data\/run(?:\/(?:ghost\.sock|daemon\.json|gateway\.json))?$/u,
  /^data\/(?:daemon\.log|policy|compiled)(?:\/|$)/u,
];

export async function census(stage: Stage): Promise<Census> {
  const { lane } = stage;
  const browsers = await stage.browsers();
  const files = [
    ...below(lane.data).map((name) => `data/${name}`),
    ...below(lane.temporary).map((name) => `tmp/${name}`),
  ].filter((name) => !EXPECTED.some((one) => one.test(name)));
  return {
    processes: browsers.flatMap(({ profile, all }) => all.map((pid) => `${pid} of ${profile}`)),
    helpers: await stage.helpers(),
    profiles: browsers.map(({ profile }) => profile),
    files: new Set(files),
    mounts: new Set(
      readFileSync('/proc/self/mountinfo', 'utf8')
        .split('\n')
        .filter((line) => !line.includes(OUR_DISKS)),
    ),
  };
}

/** Of a tab that was there before, nothing may be left either. */
export function whatIsNew(before: Census, now: Census): Left {
  return {
    processes: now.processes,
    helpers: now.helpers,
    profiles: now.profiles,
    files: [...now.files].filter((name) => !before.files.has(name)),
    mounts: [...now.mounts].filter((line) => !before.mounts.has(line)),
  };
}

const below = (directory: string): readonly string[] =>
  existsSync(directory) ? readdirSync(directory, { recursive: true, encoding: 'utf8' }) : [];
