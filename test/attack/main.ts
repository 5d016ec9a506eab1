// `npm run attack`: every way unguarded, behind the boundary, and behind the boundary with one layer off at a time.
// With `--inside`: the attacks of those inside the boundary, as a table.
// INVARIANT: exit code 0 only if nothing came through with all layers on, and every page really ran.
import { parseArgs } from 'node:util';
import { LAYERS } from './layers/layers.ts';
import { reportInside } from './inside/main.ts';
import { runWithout } from './layers/run-without.ts';
import { waysFor } from './sample.ts';
import { inTable, isClean, score } from './scoreboard.ts';
import { trustedAuthority } from './trusted.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    /** The boundary alone: for an installation. */
    guarded: { type: 'boolean', default: false },
    unguarded: { type: 'boolean', default: false },
    /** Ways whose id or family holds this. */
    only: { type: 'string', default: '' },
    /** The part that `npm test` runs, instead of every way. */
    sample: { type: 'boolean', default: false },
    'no-layers': { type: 'boolean', default: false },
    /** `context`: one browser for all tabs, instead of one for each. */
    isolation: { type: 'string', default: 'process' },
    tabs: { type: 'string', default: '2' },
    window: { type: 'string', default: '500' },
    verbose: { type: 'boolean', default: false },
    /** The specs of `inside/`: the agent, the app, other users of the machine, a page that waits for an approval. */
    inside: { type: 'boolean', default: false },
    /** The boundary alone under a shipped policy, `all` of them, or one for each of the `cells` of the storage matrix. */
    policy: { type: 'string' },
    /** With `inside`: beside it, what the same specs say of an earlier commit. */
    at: { type: 'string' },
  },
});
if (values.inside) process.exit(reportInside(values));

const ways = waysFor(values);
const isolation = values.isolation === 'context' ? 'context' : 'process';
const settings = { tabs: Number(values.tabs), windowMs: Number(values.window), isolation } as const;
const log = values.verbose ? { log: (line: string) => void process.stderr.write(`${line}\n`) } : {};
if (values.policy !== undefined) {
  const authority = trustedAuthority();
  const { policiesTable, runUnder } = await import('./under-policies.ts');
  const given = { ...settings, ...log, authority };
  const done = await runUnder(values.policy, ways, given, ({ title, clean, score: made }) =>
    process.stderr.write(
      `${title}: ${clean ? 'held' : 'NOT HELD'}, ${made?.hits ?? 0} through, ${made?.idle.length ?? 0} idle\n`,
    ),
  );
  process.stdout.write(values.json ? `${JSON.stringify(done, null, 2)}\n` : `${policiesTable(done)}\n`);
  process.exit(done.length > 0 && done.every(({ clean }) => clean) ? 0 : 1);
}
const { runWays } = await import('./run.ts');
const began = performance.now();
const result = await runWays({
  ways,
  ...settings,
  unguarded: !values.guarded,
  guarded: !values.unguarded,
  ...log,
});
const made = score(result);
// The layers take an hour on a small machine: what is known is told before.
process.stderr.write(
  `${made.tried} ways, ${made.alive} alive unguarded, ${made.hits} through, ${made.strays.length} strays, ${made.idle.length} idle\n`,
);
const layers = [];
if (!values.guarded && !values.unguarded && !values['no-layers']) {
  for (const layer of LAYERS) {
    const { hits, through } = await runWithout(layer.id, values, settings);
    layers.push({ layer: layer.id, title: layer.title, hits, through: through.map(({ way }) => way) });
    process.stderr.write(`without ${layer.id}: ${hits} through\n`);
  }
}
const seconds = Math.round((performance.now() - began) / 1000);
if (values.json)
  process.stdout.write(
    `${JSON.stringify({ date: new Date().toISOString(), seconds, ...made, layers }, null, 2)}\n`,
  );
else {
  process.stdout.write(`${inTable(made, !values.guarded)}\n`);
  for (const { layer, title, hits } of layers)
    process.stdout.write(`without ${layer} (${title}): ${hits} through\n`);
  process.stdout.write(`${new Date().toISOString()}, ${seconds} s\n`);
}
process.exitCode = values.unguarded || isClean(made) ? 0 : 1;
