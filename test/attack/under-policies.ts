// `npm run attack -- --policy NAME|all|cells`: the ways behind the boundary under shipped policies, and under one for each cell.
// INVARIANT: a policy that the compiler refuses holds nothing open; one that grants a storage openly has to be seen granting it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPolicy } from '#gateway/settings/policy-source.ts';
import { inColumns } from './columns.ts';
import {
  CELLS,
  cellPolicy,
  POLICY_NAMES,
  shippedPolicies,
  type AttackedPolicy,
  type Cell,
} from './policies.ts';
import { isHeldBack, obeyUnder, type Obeyed } from './obey.ts';
import { runWays, type RunOptions } from './run.ts';
import { isClean, score, type Score } from './scoreboard.ts';
import type { Way } from './way.ts';
import { needsOf } from './ways/needs.ts';

export type UnderPolicy = {
  readonly title: string;
  /** What the compiler says of it; empty for a policy that can be in force. */
  readonly refused: readonly string[];
  readonly score: Score | null;
  /** Why what could not be tried proves nothing here. */
  readonly notes: readonly string[];
  /** What an agent that obeys pages came to; `null` where it was not tried. */
  readonly obeyed: Obeyed | null;
  /** Nothing came through, all was tried, and what the policy grants worked. */
  readonly clean: boolean;
};

type Settings = Pick<RunOptions, 'tabs' | 'windowMs' | 'isolation' | 'log' | 'authority'>;

export async function runUnder(
  wanted: string,
  ways: readonly Way[],
  settings: Settings,
  onDone: (one: UnderPolicy) => void,
): Promise<readonly UnderPolicy[]> {
  const done: UnderPolicy[] = [];
  const note = (one: UnderPolicy): void => {
    done.push(one);
    onDone(one);
  };
  if (wanted === 'cells') {
    for (const cell of CELLS) note(await underCell(cell, ways, settings));
    return done;
  }
  for (const name of wanted === 'all' ? POLICY_NAMES : [wanted])
    for (const policy of shippedPolicies(name)) note(await under(policy, ways, settings));
  return done;
}

async function under(policy: AttackedPolicy, ways: readonly Way[], settings: Settings): Promise<UnderPolicy> {
  const made = score(await runWays({ ...settings, ways, unguarded: false, guarded: true, policy }));
  const obeyed = policy.noAgent === '' ? await obeyUnder(policy, settings.authority) : null;
  return {
    title: policy.title,
    refused: [],
    score: made,
    obeyed,
    notes: policy.noAgent === '' ? [] : [`no agent that obeys pages: ${policy.noAgent}`],
    clean: isClean(made) && (obeyed === null || isHeldBack(obeyed)),
  };
}

async function underCell(cell: Cell, ways: readonly Way[], settings: Settings): Promise<UnderPolicy> {
  const policy = cellPolicy(cell);
  const refused = compilerSays(policy);
  // Only what section 11 forbids anyway is a policy that cannot be.
  if (refused.length > 0) {
    const expected = cell.origin === 'CROSS_ORIGIN' && cell.decision !== 'DENY';
    return { title: policy.title, refused, score: null, obeyed: null, notes: [], clean: expected };
  }
  const made = await under(policy, ways, settings);
  // No service worker starts in a Ghost Tab even where a policy grants it: that holds more than it must.
  const mustWork =
    cell.storage !== 'SERVICE_WORKER' &&
    cell.origin === 'SAME_ORIGIN' &&
    cell.decision === 'ALLOW' &&
    ways.some(({ id }) => needsOf(id).some((kind) => kind === cell.storage));
  const works = made.score?.granted.some((id) => needsOf(id).some((kind) => kind === cell.storage)) === true;
  return { ...made, clean: made.clean && (!mustWork || works) };
}

function compilerSays(policy: AttackedPolicy): readonly string[] {
  const directory = mkdtempSync(join(tmpdir(), 'ghost-attack-policy-'));
  try {
    const read = readPolicy(policy.write(directory), new Date().toISOString().slice(0, 10));
    return read.ok ? [] : read.error.map(({ code, message }) => `${code}: ${message}`);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

export function policiesTable(done: readonly UnderPolicy[]): string {
  const rows = done.map(({ title, refused, score: made, obeyed, clean }) => [
    title,
    made === null ? '–' : String(made.tried),
    made === null ? '–' : String(made.hits),
    made === null ? '–' : String(made.idle.length),
    made === null ? '–' : String(made.granted.length),
    obeyed === null ? '–' : `${obeyed.contacts.length + obeyed.allowed.length} of ${obeyed.tricks}`,
    made === null ? `no policy (${refused[0] ?? ''})` : clean ? 'held' : 'NOT HELD',
  ]);
  const table = inColumns(
    [['policy', 'ways', 'through', 'idle', 'granted by it', 'prompts through', ''], ...rows],
    new Set([1, 2, 3, 4, 5]),
  );
  const through = done.flatMap(({ title, score: made, obeyed, notes }) =>
    made === null
      ? []
      : [
          ...notes.map((note) => `not tried under ${title}: ${note}`),
          ...(obeyed === null || isHeldBack(obeyed)
            ? []
            : [`an obedient agent under ${title}: ${JSON.stringify(obeyed)}`]),
          ...made.through.map(
            ({ way, contacts }) => `through under ${title}: ${way}: ${contacts.join('; ')}`,
          ),
          ...made.strays.map((stray) => `through under ${title}, of no known way: ${stray}`),
          ...made.idle.map((way) => `not tried under ${title}: ${way}`),
        ],
  );
  return [table, ...through].join('\n');
}
