// `npm run bench [name …] [--json]`: ratios against peers and lower bounds, measured in the same run.
import { render } from './report.ts';
import type { Bench } from './report.ts';

const BENCHES: Readonly<Record<string, () => Promise<{ bench: Bench }>>> = {
  policy: () => import('./policy.bench.ts'),
  'policy-peers': () => import('./policy-peers.bench.ts'),
  audit: () => import('./audit.bench.ts'),
  click: () => import('./click.bench.ts'),
  provenance: () => import('./provenance.bench.ts'),
  perception: () => import('./perception.bench.ts'),
  boundary: () => import('./boundary.bench.ts'),
  navigator: () => import('./navigator.bench.ts'),
  cli: () => import('./cli.bench.ts'),
  mcp: () => import('./mcp.bench.ts'),
  cdp: () => import('./cdp.bench.ts'),
  start: () => import('./start.bench.ts'),
  applet: () => import('./applet.bench.ts'),
  pool: () => import('./pool.bench.ts'),
  proxy: () => import('./proxy.bench.ts'),
  ui: () => import('./ui.bench.ts'),
  fleet: () => import('./fleet.bench.ts'),
};

const json = process.argv.includes('--json');
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const unknown = named.filter((name) => !Object.hasOwn(BENCHES, name));
if (unknown.length > 0) {
  process.stderr.write(
    `there is no bench ${unknown.join(', ')}; there are: ${Object.keys(BENCHES).join(', ')}\n`,
  );
  process.exit(2);
}
const results: Record<string, unknown> = {};
for (const name of named.length > 0 ? named : Object.keys(BENCHES)) {
  const load = BENCHES[name];
  if (load === undefined) continue;
  const { rows } = await (await load()).bench();
  results[name] = rows;
  if (!json) process.stdout.write(`${render(name, rows)}\n\n`);
}
if (json) process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
