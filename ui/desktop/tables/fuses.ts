// What is burnt into the packaged program, so that no variable, switch or file beside it makes another program of it.
// INVARIANT: every fuse that Electron has stands here; `readFuses` says what a program really has, and `faultsIn` what is wrong with it.

/** In the order in which they lie in the program (github.com/electron/electron, `build/fuses/fuses.json5`, version 1). */
export const FUSES = {
  runAsNode: false,
  enableCookieEncryption: true,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableEmbeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  loadBrowserProcessSpecificV8Snapshot: false,
  grantFileProtocolExtraPrivileges: false,
  wasmTrapHandlers: true,
} as const;
export type Fuse = keyof typeof FUSES;

/** Stands before them in every program. */
const SENTINEL = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX');
const VERSION = 1;
const STATES = new Map([
  [0x30, false],
  [0x31, true],
  // Taken out of this version of Electron.
  [0x72, null],
  [0x90, null],
]);

/** What a program has; a universal one of macOS has the mark twice, and both count. `null`: there is no mark in it. */
export function readFuses(program: Buffer): readonly ReadonlyMap<Fuse, boolean | null>[] | null {
  const found: Map<Fuse, boolean | null>[] = [];
  for (let at = program.indexOf(SENTINEL); at !== -1; at = program.indexOf(SENTINEL, at + 1)) {
    const head = at + SENTINEL.length;
    if (program[head] !== VERSION) return null;
    const count = program[head + 1] ?? 0;
    const states = Object.keys(FUSES)
      .slice(0, count)
      .map((name, index): [Fuse, boolean | null] => [
        name as Fuse,
        STATES.get(program[head + 2 + index] ?? 0) ?? null,
      ]);
    found.push(new Map(states));
  }
  return found.length === 0 ? null : found;
}

/** What is wrong, a line each. A fuse that this version does not have cannot be set, and is none. */
export function faultsIn(set: Readonly<Partial<Record<Fuse, boolean | null>>>): readonly string[] {
  return Object.entries(FUSES).flatMap(([name, wanted]) => {
    const is = set[name as Fuse];
    if (is === null || is === wanted) return [];
    return [
      `the fuse \`${name}\` is ${is === undefined ? 'not there' : is ? 'on' : 'off'}, and has to be ${wanted ? 'on' : 'off'}`,
    ];
  });
}
