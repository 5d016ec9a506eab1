// `npm run tasks`: the generated single-page tasks on held-out seeds, a row a kind. `--development` runs the other seeds,
// `--kind NAME` (its beginning), `--seeds N`, `--verbose` shows each failed task step by step; `--demo`: the demo world's tasks through the
// whole gateway instead; `--policy FILE` for another policy than the default; `--paraphrases`: the tasks in other words;
// `--strangers [--half held-out]`: the half of another set of wordings that rules are written from, or the other; `--kind registers`: one more
// that all rules may be written from;
// `--extract`: tables read from generated pages and from pages with the structure of real sites against their truth; `--pages`: pages with the structure of real sites (`--kind` chooses by the family's beginning).
import { parseArgs } from 'node:util';
import { DEMO_TASKS } from '#test/fixtures/demo-tasks.ts';
import { demoTable, runDemo } from './demo.ts';
import { developmentSeeds, heldOutSeeds, KINDS } from './kinds.ts';
import { GENERATED } from './extract/generate.ts';
import { extractTable, runExtract } from './extract/run.ts';
import { sitesOf } from './extract/sites/all.ts';
import { SITE_PAGES } from './pages/all.ts';
import { LANGUAGES, PARAPHRASED_DEMO, paraphrased, paraphrasesIn } from './paraphrases/set.ts';
import { calibrationTable, groupTable, kindTable, outcomeOf, type Group } from './report.ts';
import { TaskRunner, type TaskRun } from './run.ts';
import { registers, strangersAsking, strangersIn } from './strangers/set.ts';

const { values } = parseArgs({
  options: {
    kind: { type: 'string', multiple: true, default: [] },
    seeds: { type: 'string' },
    development: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
    demo: { type: 'boolean', default: false },
    pages: { type: 'boolean', default: false },
    extract: { type: 'boolean', default: false },
    paraphrases: { type: 'boolean', default: false },
    strangers: { type: 'boolean', default: false },
    half: { type: 'string', default: 'development' },
    policy: { type: 'string', multiple: true },
  },
});
if (values.demo) {
  console.log(demoTable(await runDemo(DEMO_TASKS, values.policy)));
  process.exit();
}

const SEEDS = 3;
/** Of generated markups, of which there are fewer than shapes of real sites: 63 pages. */
const GENERATED_SEEDS = 7;
const count = Number(values.seeds ?? SEEDS);
const seeds = values.development ? developmentSeeds(count) : heldOutSeeds(count);
const kinds = KINDS.filter(
  ({ name }) => values.kind.length === 0 || values.kind.some((part) => name.startsWith(part)),
);

function story({ kind, seed, task, reports, drive }: TaskRun): string {
  const steps = drive.entries.map(
    ({ proposal, outcome, element, note }) =>
      `    ${proposal.action} ${element === null ? '' : `${element.role} “${element.name}”`} ${JSON.stringify(proposal.text)} ${proposal.confidence} ${outcome} ${note} — ${proposal.reasoning}`,
  );
  return `✗ ${kind} ${seed}: ${task.intent}\n${steps.join('\n')}\n    → ${JSON.stringify(drive.answer)} ${drive.need ?? ''} ${JSON.stringify(reports)}`;
}

if (values.extract) {
  const groups = [
    ['generated', GENERATED],
    ['structure of real sites, learnt', sitesOf('learnt')],
    ['structure of real sites, held out', sitesOf('held-out')],
  ] as const;
  for (const [name, makers] of groups) {
    const own = values.seeds === undefined && makers === GENERATED ? GENERATED_SEEDS : count;
    const done = await runExtract(
      values.development ? developmentSeeds(own) : heldOutSeeds(own),
      values.kind,
      makers,
    );
    if (done.length === 0) continue;
    for (const { kind, seed, score, table } of values.verbose && !name.endsWith('held out') ? done : [])
      if (score.right < score.truth || score.right < score.read)
        console.log(
          `${kind} ${seed}: ${JSON.stringify(score)}\n  ${table?.columns.map((column) => `${column.name} ${column.type} ${column.unit ?? ''}`).join(', ') ?? 'no table'}\n  ${table?.rows[0]?.map(({ quote }) => quote).join(' | ') ?? ''}`,
        );
    console.log(`${name}\n${extractTable(done)}\n`);
  }
  process.exit();
}

const runner = await TaskRunner.start();
if (values.paraphrases || values.strangers) {
  const half = values.half === 'held-out' ? 'HELD_OUT' : 'DEVELOPMENT';
  const shown = values.strangers && values.verbose && half === 'DEVELOPMENT';
  const asked = values.kind.length === 0 ? [...LANGUAGES, 'demo'] : values.kind;
  const groups: Group[] = [];
  try {
    const sets = [
      ...LANGUAGES.map((name) => ({
        name,
        wordings: values.strangers ? strangersIn(name, half) : paraphrasesIn(name),
      })),
      { name: 'registers', wordings: values.strangers ? registers : [] },
    ];
    for (const { name, wordings } of sets.filter((one) => asked.includes(one.name))) {
      const outcomes: Group['outcomes'][number][] = [];
      for (const paraphrase of wordings) {
        const run = await runner.run(paraphrased(paraphrase), paraphrase.seed);
        outcomes.push(outcomeOf(run));
        if (shown && !run.passed) console.log(`${outcomeOf(run)} ${story(run)}`);
      }
      groups.push({ name, outcomes });
    }
  } finally {
    await runner.close();
  }
  if (asked.includes('demo')) {
    const report = await runDemo(values.strangers ? strangersAsking(half) : PARAPHRASED_DEMO);
    if (shown) console.log(demoTable(report));
    groups.push({
      name: 'demo world',
      outcomes: report.runs.map(({ passed, saidDone }) =>
        passed ? 'PASSED' : saidDone ? 'FALSE_DONE' : 'GAVE_UP',
      ),
    });
  }
  console.log(groupTable(groups));
  process.exit();
}

if (values.pages) {
  const chosen = SITE_PAGES.flatMap(({ family, tasks }) => tasks.map((task) => ({ family, task }))).filter(
    ({ task }) => values.kind.length === 0 || values.kind.some((part) => task.name.startsWith(part)),
  );
  const done: { readonly family: string; readonly run: TaskRun }[] = [];
  try {
    for (const { family, task } of chosen)
      for (const seed of seeds) {
        const run = await runner.run(task, seed);
        done.push({ family, run });
        if (!run.passed && values.verbose) console.log(`${outcomeOf(run)} ${story(run)}`);
      }
  } finally {
    await runner.close();
  }
  const group = (name: string, belongs: (one: (typeof done)[number]) => boolean): Group => ({
    name,
    outcomes: done.filter(belongs).map(({ run }) => outcomeOf(run)),
  });
  const families = [...new Set(done.map(({ family }) => family))];
  console.log(
    [
      `${values.development ? 'development' : 'held-out'} seeds, ${SITE_PAGES.length} pages, ${chosen.length} tasks`,
      groupTable(families.map((name) => group(name, ({ family }) => family === name))),
      'of them',
      groupTable([
        group('can be done', ({ run }) => run.task.ending === undefined),
        group('cannot be done', ({ run }) => run.task.ending === 'NOT_DONE'),
      ]),
    ].join('\n'),
  );
  process.exit();
}
const runs: TaskRun[] = [];
try {
  for (const kind of kinds)
    for (const seed of seeds) {
      const run = await runner.run(kind, seed);
      runs.push(run);
      if (!run.passed && values.verbose) console.log(story(run));
    }
} finally {
  await runner.close();
}
if (runner.crashes > 0)
  console.log(`${runner.crashes} browsers ended by themselves; their tasks were done again`);
console.log(
  `${values.development ? 'development' : 'held-out'} seeds\n${kindTable(runs)}\n\n${groupTable([{ name: 'generated', outcomes: runs.map(outcomeOf) }])}\n\n${calibrationTable(runs)}`,
);
